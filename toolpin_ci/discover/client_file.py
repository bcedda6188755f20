"""What the project files of all clients have in common: a table of servers, one entry each."""

from collections.abc import Callable, Iterator

from toolpin_ci.canon.places import name_problem
from toolpin_ci.canon.wording import quoted
from toolpin_ci.discover.document import Document, read_json
from toolpin_ci.discover.entry import Entry, read_entry
from toolpin_ci.discover.found import Finds, Found, Place, Repository, Source
from toolpin_ci.discover.view import View, root
from toolpin_ci.model.jsonvalue import is_object
from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass

STEP = 4

MakeEntry = Callable[[str, View], Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How one client writes its table and its entries."""

    tables: tuple[tuple[str, ...], ...]
    """Paths to the table of servers, in the order of preference."""
    entry: MakeEntry
    read: Callable[[Tree, str], Document | None] = read_json


def client_source(id_: str, files: tuple[str, ...], dialect: Dialect) -> Source:
    """Make a source of the files of one client."""
    return Source(
        id=id_, title=files[0], step=STEP, find=lambda repository: _find(repository, files, dialect)
    )


def plain_entry(name: str, view: View) -> Entry:
    """Read an entry in the spelling that most clients share."""
    return Entry(
        name=name,
        file=view.document.file,
        type=view.text("type", "transportType"),
        command=command_of(view),
        cwd=view.text("cwd"),
        env=view.values("env"),
        env_file=view.text("envFile"),
        url=view.text("url", "serverUrl"),
        headers=view.values("headers"),
    )


def command_of(view: View) -> tuple[str, ...]:
    """Read a program with its arguments, or a list of both."""
    if isinstance(view.get("command"), list):
        return view.texts("command") + view.texts("args")
    command = view.text("command")
    return (command, *view.texts("args")) if command else ()


def _find(repository: Repository, files: tuple[str, ...], dialect: Dialect) -> Finds:
    found: list[Found] = []
    notes: list[str] = []
    for file in files:
        document = dialect.read(repository.tree, file)
        if document is not None:
            for item in _servers(document, dialect):
                if isinstance(item, Found):
                    found.append(item)
                else:
                    notes.append(item)
    return Finds(servers=tuple(found), notes=tuple(notes))


def _servers(document: Document, dialect: Dialect) -> Iterator[Found | str]:
    table = _table(root(document), dialect)
    lines = document.lines(table.path) if table else {}
    for name, view in (table.views() if table else {}).items():
        problem = name_problem(name)
        if problem:
            raise document.wrong(view.path, problem)
        if view.flag("disabled") or view.flag("enabled") is False:
            yield f"{document.file}: {quoted(name)} is switched off there and not checked"
            continue
        reading = read_entry(dialect.entry(name, view))
        yield Found(spec=reading.spec, place=Place(file=document.file, line=lines.get(name, 0)))
        yield from reading.notes


def _table(view: View, dialect: Dialect) -> View | None:
    """Find the table: the first that holds entries and nothing else, or the last one that is there at all."""
    found = [table for path in dialect.tables if (table := _inner(view, path)) is not None]
    return next(
        (table for table in found if all(map(is_object, table.value.values()))), found[-1] if found else None
    )


def _inner(view: View, path: tuple[str, ...]) -> View | None:
    for key in path:
        if view.get(key) is None:
            return None
        view = view.view(key)
    return view
