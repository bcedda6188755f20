"""Text that sends the model to keys, credentials or the environment."""

from toolpin_ci.model.finding import Severity
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
    """,
    unless="""
    private key ~4 e
    path/location/name of/to ~6 PATH
    or/unless/otherwise/falls/fallback/optional/alternatively/default/defaults ~8 ENV
    ENV ~8 or/unless/otherwise/omitted/optional/if/environment ~3 variable
    """,
)

RULE = ScanRule(
    id="text-sensitive-source",
    title="Reaches for credentials",
    severity=Severity.CRITICAL,
    message="the text points the model at credentials: {words}",
    why="A description that makes a model read keys or tokens hands them to whoever reads the call.",
    aliases=("sensitive_path",),
    check=phrase_check(_PHRASES, SensitiveValue()),
)
