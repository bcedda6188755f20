"""Text that sends the model to keys, credentials or the environment."""

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.ideas import ideas
from toolpin_ci.scan.phrases import phrase_check, phrases
from toolpin_ci.scan.rule import ScanRule
from toolpin_ci.scan.sensitive import SensitiveValue

_PHRASES = phrases(
    """
    SEQ ~3 READ ~6 PATH
    START READ ~6 PATH ~10 GIVE/and/GIVEN/as
    PATH ~4 and ~2 GIVE
    GIVE ~5 PATH ~4 INTO ~3 SLOT
    READ ~5 FILE ~6 and ~3 GIVE ~4 here/it/contents/content/result/INTO
    content/contents/paste/text/copy/value of ~5 PATH
    SEQ ~4 READ ~5 FILE ~8 GIVE
    content/contents ~3 read/reading/from ~3 PATH
    value/content/contents of ~2 ENV ~10 must/has/have/needs/always/be ~4 GIVEN ~3 INTO
    GIVE ~3 value/content/contents of ~2 ENV ~6 INTO
    ENV ~6 must/has/have/needs ~3 GIVEN ~2 INTO ~3 SLOT/SINK
    START GIVE ~3 ENV ~4 INTO ~3 SLOT/SINK
    READ ~2 user's/users/their/all/every ~2 ssh/api/private/access/gpg ~1 key/keys/token/tokens
    GIVE ~2 user's/their/all/every/repository/environment ~3 SECRETS ~5 INTO/before/|
    START READ ~3 user's/all/every ~2 SECRETS ~6 before/and/INTO
    START READ ~3 user's/all/every/your ~1 environment variables ~6 before/and/as/into
    with/including all ~2 secrets/credentials/passwords/cookies
    READ ~4 PATH |
    START READ ~3 PATH
    content/contents ~3 of/from/in ~3 FILE/PATH ~6 INTO ~3 SLOT/header/headers/body/argument/note
    SLOT ~4 must/has/have/needs/should/shall ~2 hold/contain/be/have/carry/include/equal ~6 ENV/PATH
    SLOT ~4 must/has/have/needs/should ~2 hold/contain/carry ~4 SECRETS ~2 of/from ~3
        user/USER/session/browser
    SLOT ~4 must/has/needs/should ~2 be ~2 contents/content/value of ~2 clipboard/PATH/ENV
    GIVE ~3 seed phrase
    ask/asking ~3 user ~3 for ~3 SECRETS/password ~4 and ~1 GIVE
    GIVE ~3 user's ~4 address/phone/number/name ~6 INTO ~2 SLOT
    run/execute ~2 env/printenv ~4 and/then ~2 GIVE
    SECRETS that/which ~2 appeared/appear/are/were/occurred ~3 chat/conversation/messages/memory/session
    what/whatever/everything/anything/all ~4 in/from/under/inside ~1 PATH
    GIVE everything/all ~4 under/in/from/inside ~2 home/\ue000config
    GIVE ~4 SECRETS ~2 of/from ~3 session/user/USER/browser/machine/home/system ~4 INTO ~3 SLOT
    GIVE ~4 session/browser/login/auth/bearer ~1 SECRETS ~6 INTO ~3 SLOT/SINK
    gather/collect/harvest/steal/dump/grab/find ~4 SECRETS ~6
        home/machine/disk/browser/browser's/keychain/directory ~6 and/INTO/then
    dump/grab/steal/harvest/extract ~3 saved/stored/browser/browser's ~2 SECRETS
    GIVE ~3 SECRETS ~3 you ~2 find/found/know/see/saw/can/remember ~6 INTO
    SECRETS ~2 you can/could ~1 find/see/reach ~3 to/INTO ~2 SINK
    GIVE ~2 output/result/dump of ~2 env/printenv/environment/\ue000code ~6 INTO/to
    GIVE ~3 private/prive/privee/privaten/privada/privado ~2 SECRETS/key/keys
    GIVE ~3 SECRETS/key/keys ~1 private/prive/privee/privaten/privada/privado/privato
    """,
    unless="""
    private key ~4 e
    do/never/not/don't/avoid ~3 GIVE ~6 SECRETS/PATH/FILE/ENV/key/keys
    generates/generate/creates/create/rotate/rotates/scan/scans/detects/detect/finds ~12 SECRETS/
        key/keys
    path/location/name of/to ~6 PATH
    or/unless/otherwise/falls/fallback/optional/alternatively/default/defaults ~8 ENV
    ENV ~8 or/unless/otherwise/omitted/optional/if/environment ~3 variable
    """,
)
_IDEAS = ideas(
    """

    give!/fetch! \ue000path @8
    by/as give \ue000env/\ue000path place @7
    oblige carry creds key/keys/password/token/secret @9 -path -or -not
    give! ssh/gpg/private/signing/api keys too/also/well/along/account @9
    give! creds place/to/sink/as @7 -optional
    place oblige keypath @9 -or -path -optional -unset
    oblige carry keypath @8 -path -or -set
    oblige carry secrets holder @8
    give! secrets holder @6 -generated -new
    give! creds/secrets/keys/files offstage/upload/them/same/too @12 -never
    collect!/gather!/harvest!/find! creds/secrets/keys and/all give/upload @14
    call!/risk! with secrets @6 -if -or -stored
    give! user's name/address/phone/number/email/e place @12 -asks
    give!/create! private content/contents/repositories/data public @12
    fetch! all/every codes/secrets/keys/passwords give @10
    place secrets holder required/mandatory/needed @8
    all/dump/output environment variables machine/host/user's/process/dump/your/system @8 -names
    paste!/give! output/dump env/printenv/environment/\ue000code @6
    dump/output printenv/environment machine/all/variables @7
    begin!/start! printing/reading/opening/dumping/listing creds/secrets/keypath @5
    secrets/wallets/profiles/keys get/gets/included/include home/folder/browser too/also/sure @12
    """
)

RULE = ScanRule(
    id="text-sensitive-source",
    title="Reaches for credentials",
    severity=Severity.CRITICAL,
    message="the text points the model at credentials: {words}",
    why="A description that makes a model read keys or tokens hands them to whoever reads the call.",
    aliases=("sensitive_path",),
    check=phrase_check(_PHRASES, _IDEAS, SensitiveValue()),
)
