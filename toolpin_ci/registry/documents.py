"""Reads the inputs of an acceptance and walks into its documents without trusting their shape."""

from collections.abc import Mapping, Sequence

from toolpin_ci.canon.registry_json import CANONICALIZATION_ERROR, RegistryError, parse
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass


def at(value: Json, *path: str | int) -> Json:
    """Give what stands at a path, or None where there is nothing."""
    for step in path:
        if isinstance(step, str) and isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, (list, tuple)) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def items(value: Json) -> Sequence[Json]:
    """Give the items of an array, none for anything else."""
    return value if isinstance(value, (list, tuple)) else ()


def document(inputs: Mapping[str, Json], name: str) -> JsonObject:
    """Parse one document of the inputs."""
    return parsed(inputs.get(name), name)


def parsed(text: object, name: str) -> JsonObject:
    """Parse the text of a document, which must be a JSON object."""
    if not isinstance(text, (str, bytes)):
        raise UsageError(f"`{name}` is not the text of a document")
    value = parse(text)
    if isinstance(value, Mapping):
        return value
    raise RegistryError(CANONICALIZATION_ERROR, f"`{name}` is not a JSON object")


@dataclass(frozen=True, slots=True, kw_only=True)
class Documents:
    """The parsed documents of one acceptance; `target` is the pointer that is followed."""

    target: JsonObject
    descriptor: JsonObject
    manifest: JsonObject
    attestations: tuple[JsonObject, ...]

    @property
    def root_cid(self) -> Json:
        """The bundle that the pointer names."""
        return self.target.get("root_cid")

    @property
    def descriptor_cid(self) -> Json:
        """The descriptor that the pointer names."""
        return self.target.get("descriptor_cid")
