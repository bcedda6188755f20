"""What a check is asked for, already resolved."""

from datetime import date

from toolpin_ci.model.config import TrustDifference
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.policy import Policy
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The base branch: its tip judges, the commit where the pull request left it is compared with."""

    fork: Tree
    commit: str
    lockfiles: tuple[str, ...] = ()
    """The lockfiles of the base itself: the pull request may name others, or have taken some away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is to be checked, already resolved: servers, lockfiles, and the policy that counts."""

    specs: tuple[ServerSpec, ...]
    lockfiles: tuple[str, ...]
    policy: Policy
    trust: tuple[TrustDifference, ...] = ()
    toolpin_policy: JsonObject | None = None
    """ToolPin's own policy file, where there is one."""
    public_key: str = ""
    """The key, as PEM, that lockfiles must be signed with; empty where no signature is demanded."""
    base: Base | None = None
    not_compared: str = ""
    only_locked: tuple[str, ...] = ()
    """Names that the call chose although only a lockfile knows them."""
    whole_repo: bool = True
    """False where the call chooses servers, so that other entries of the lockfile are not its business."""
    is_named_by_call: bool = False
    """True where the call gives the command or address itself."""
    repeated: tuple[str, ...] = ()
    """Options of the call that the command which accepts needs too."""
    notes: tuple[str, ...] = ()
    """What else the reader of the report should know."""
    labels: frozenset[str] = frozenset()
    today: date = field(default_factory=date.today)
