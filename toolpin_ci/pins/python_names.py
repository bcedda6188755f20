"""Reads names and versions of Python packages as installers do (PEP 440, PEP 503, PEP 625)."""

import re

_VERSION = re.compile(
    r"""\s*v?(?:(?P<epoch>\d+)!)?(?P<release>\d+(?:\.\d+)*)
    (?:[-_.]?(?P<pre>alpha|a|beta|b|preview|pre|c|rc)[-_.]?(?P<pre_n>\d*))?
    (?:-(?P<post_dash>\d+)|[-_.]?(?P<post>post|rev|r)[-_.]?(?P<post_n>\d*))?
    (?:[-_.]?(?P<dev>dev)[-_.]?(?P<dev_n>\d*))?
    (?:\+(?P<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?\s*""",
    re.VERBOSE | re.ASCII,
)
_PRE = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc"}
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?", re.ASCII | re.IGNORECASE)
_SOURCE_ENDS = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.Z", ".tar", ".zip")
_LONGEST = 200


def normal_name(name: str) -> str:
    """Spell a project's name in its one normal way; empty where it is no name."""
    return re.sub(r"[-_.]+", "-", name).lower() if _NAME.fullmatch(name) else ""


def normal_version(version: str) -> str:
    """Spell an exact version in one way, so that equal versions are equal text; empty where it is none."""
    match = _VERSION.fullmatch(version.lower()) if len(version) <= _LONGEST else None
    if match is None:
        return ""
    part = match.groupdict()
    release = ".".join(str(int(number)) for number in part["release"].split("."))
    text = f"{int(part['epoch'] or 0)}!{re.sub(r'(?:[.]0)+$', '', release)}"
    if part["pre"]:
        text += f"{_PRE.get(part['pre'], part['pre'])}{int(part['pre_n'] or 0)}"
    if part["post"] or part["post_dash"]:
        text += f".post{int(part['post_dash'] or part['post_n'] or 0)}"
    if part["dev"]:
        text += f".dev{int(part['dev_n'] or 0)}"
    return text + (f"+{re.sub(r'[-_.]', '.', part['local'])}" if part["local"] else "")


def version_in(filename: str, project: str) -> str:
    """Give the normal version that a wheel or source archive of a project carries; empty for other files."""
    if filename.endswith(".whl"):
        words = filename.removesuffix(".whl").split("-")
        fits = len(words) in (5, 6) and normal_name(words[0]) == project
        return normal_version(words[1]) if fits else ""
    stem = next((filename.removesuffix(end) for end in _SOURCE_ENDS if filename.endswith(end)), "")
    for place in (found.start() for found in re.finditer("-", stem)):
        version = normal_version(stem[place + 1 :])
        if version and normal_name(stem[:place]) == project:
            return version
    return ""
