"""Keeps exactly one comment on the pull request in step with the report."""

from collections.abc import Mapping

from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.ports import Forge, ForgeError, ForgeFailure
from toolpin_ci.publish.delivery import CommentMode, Delivery, Edition, State
from toolpin_ci.publish.marker import read_marker, same_content
from toolpin_ci.values import dataclass

SURFACE = "comment"
PERMISSION = "pull-requests: write"
DEFAULT_AUTHOR = "github-actions[bot]"
_ROUNDS = 3  # tries to write before we stop: each one reads all comments again


@dataclass(frozen=True, slots=True)
class _Own:
    id: int
    body: str
    run: tuple[int, int]
    url: str
    hidden: str = ""
    """The id to show it again by, where somebody has hidden it."""


def publish(edition: Edition) -> Delivery:
    """Create, edit or resolve the comment; what cannot be done is said, never raised."""
    target, forge = edition.target, edition.forge
    if target.comment is CommentMode.NEVER or not target.pull_request:
        return Delivery(surface=SURFACE, state=State.UNNEEDED)
    if forge is None:
        return Delivery(
            surface=SURFACE, state=State.SKIPPED, detail="there is no token", permission=PERMISSION
        )
    try:
        return _upsert(forge, edition)
    except ForgeError as error:
        needed = error.permission or (PERMISSION if error.failure is ForgeFailure.PERMISSION else "")
        return Delivery(surface=SURFACE, state=State.SKIPPED, detail=error.message, permission=needed)


def _upsert(forge: Forge, edition: Edition) -> Delivery:
    for _ in range(_ROUNDS):
        own = _own_comments(forge, edition)
        try:
            return _edit(forge, edition, own) if own else _create(forge, edition)
        except ForgeError as error:
            if error.failure is ForgeFailure.UNCERTAIN or (own and error.failure is ForgeFailure.GONE):
                continue  # read again: it may be there after all, or somebody deleted it
            raise
    return Delivery(surface=SURFACE, state=State.SKIPPED, detail="GitHub did not confirm the comment")


def _create(forge: Forge, edition: Edition) -> Delivery:
    if edition.is_clean and edition.target.comment is not CommentMode.ALWAYS:
        return Delivery(surface=SURFACE, state=State.UNNEEDED, detail="there is nothing to say")
    made = forge.create_comment(edition.target.pull_request, edition.comment)
    own = _own_comments(forge, edition)
    if own and [comment.id for comment in own] != [made.get("id")]:
        return _edit(forge, edition, own)  # a job beside us was faster: the oldest stays
    return Delivery(surface=SURFACE, state=State.DONE, url=_text(made.get("html_url")))


def _edit(forge: Forge, edition: Edition, own: list[_Own]) -> Delivery:
    newest = max(own, key=lambda comment: comment.run)
    if newest.run > edition.target.run:
        return _give_way(forge, edition, own, newest)
    first, *others = own
    body = (
        edition.resolved
        if edition.is_clean and edition.target.comment is not CommentMode.ALWAYS
        else edition.comment
    )
    same = same_content(first.body, body)
    if not same:
        forge.edit_comment(first.id, body)
    if first.hidden and not edition.is_clean:
        _show(forge, first.hidden)
    for other in others:
        _delete(forge, other.id)
    return Delivery(surface=SURFACE, state=State.UNCHANGED if same else State.DONE, url=first.url)


def _give_way(forge: Forge, edition: Edition, own: list[_Own], newest: _Own) -> Delivery:
    """Leave what a newer run wrote, and take back what runs up to ours left beside it."""
    for comment in own:
        if comment.run <= edition.target.run:
            _delete(forge, comment.id)
    return Delivery(surface=SURFACE, state=State.UNCHANGED, detail="a newer run has written", url=newest.url)


def _show(forge: Forge, node: str) -> None:
    """Show a comment again that somebody has hidden; where that is denied, its text is right all the same."""
    try:
        forge.show_comment(node)
    except ForgeError:
        return


def _delete(forge: Forge, comment: int) -> None:
    try:
        forge.delete_comment(comment)
    except ForgeError as error:
        if error.failure is not ForgeFailure.GONE:
            raise


def _own_comments(forge: Forge, edition: Edition) -> list[_Own]:
    """Find our comments, oldest first: marker on the first line, and written by who we are."""
    marked = [
        (comment, marker)
        for comment in forge.comments(edition.target.pull_request)
        if (marker := read_marker(comment.get("body"))) and marker.report_id == edition.target.report_id
    ]
    me = _viewer(forge) if marked else ""
    own = {
        ident: _Own(
            ident, _text(comment.get("body")), marker.run, _text(comment.get("html_url")), _hidden(comment)
        )
        for comment, marker in marked
        if isinstance(ident := comment.get("id"), int) and _is_by(comment, me)
    }
    return [own[ident] for ident in sorted(own)]


def _hidden(comment: JsonObject) -> str:
    return _text(comment.get("node_id")) if isinstance(comment.get("minimized"), Mapping) else ""


def _viewer(forge: Forge) -> str:
    try:
        return forge.viewer()
    except ForgeError:
        return DEFAULT_AUTHOR  # GITHUB_TOKEN of some servers may not ask who it is


def _is_by(comment: JsonObject, login: str) -> bool:
    """Compare authors; an app's login has `[bot]` in one API and not in the other, a person's never has."""
    user = comment.get("user")
    if not isinstance(user, Mapping):
        return False
    name = _text(user.get("login"))
    if user.get("type") == "Bot" or name.endswith("[bot]"):
        return name.removesuffix("[bot]") == login.removesuffix("[bot]")
    return name == login


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""
