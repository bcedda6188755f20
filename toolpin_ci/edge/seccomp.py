"""Takes away what a probed server must not do: capabilities for good, risky system calls, and the network."""

import ctypes
import os
import struct
from collections.abc import Iterator

_NO_NEW_PRIVS, _SECCOMP, _DROP_BOUNDING = 38, 22, 24
_FILTER_MODE = 2
_CAPABILITIES = 64
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_KILL, _ALLOW, _REFUSE, _UNKNOWN = 0x80000000, 0x7FFF0000, 0x00050001, 0x00050026
_UNIX = 1
_X32 = 0x40000000
_NEW_NAMESPACES = 0x7E020000

# fmt: off
_ARCHITECTURES = {
    "x86_64": (0xC000003E, {"socket": 41, "clone": 56, "clone3": 435}, (
        101,  # ptrace
        155, 161, 165, 166,  # pivot_root, chroot, mount, umount2
        248, 249, 250,  # add_key, request_key, keyctl
        272, 308,  # unshare, setns
        298, 310, 311, 312, 321, 323,  # perf_event_open, process_vm_*, kcmp, bpf, userfaultfd
    )),
    "aarch64": (0xC00000B7, {"socket": 198, "clone": 220, "clone3": 435}, (
        117,
        41, 51, 40, 39,
        217, 218, 219,
        97, 268,
        241, 270, 271, 272, 280, 282,
    )),
}
_EVERYWHERE = (
    425, 426, 427,  # io_uring_setup, io_uring_enter, io_uring_register
    428, 429, 430, 432, 442,  # open_tree, move_mount, fsopen, fsmount, mount_setattr
    438,  # pidfd_getfd
)
# fmt: on
Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, operand."""


def is_supported() -> bool:
    """Tell whether the filter is known for this machine."""
    return os.uname().machine in _ARCHITECTURES


def program(machine: str, *, network: bool) -> Iterator[Instruction]:
    """Write the filter: everything is allowed but what is named; without `network` only local sockets are."""
    architecture, calls, refused = _ARCHITECTURES[machine]
    yield from ((_LOAD, 0, 0, _ARCHITECTURE), (_EQUAL, 1, 0, architecture), (_RETURN, 0, 0, _KILL))
    yield (_LOAD, 0, 0, _NUMBER)
    if machine == "x86_64":
        yield from ((_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _KILL))
    for number in (*refused, *_EVERYWHERE):
        yield from ((_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE))
    # The flags of clone3 cannot be read by a filter: libraries fall back to clone, whose can.
    yield from ((_EQUAL, 0, 1, calls["clone3"]), (_RETURN, 0, 0, _UNKNOWN))
    yield from ((_EQUAL, 0, 4, calls["clone"]), (_LOAD, 0, 0, _FIRST_ARGUMENT))
    yield from ((_ANY_BIT, 0, 1, _NEW_NAMESPACES), (_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW))
    if not network:
        yield from ((_EQUAL, 0, 3, calls["socket"]), (_LOAD, 0, 0, _FIRST_ARGUMENT))
        yield from ((_EQUAL, 1, 0, _UNIX), (_RETURN, 0, 0, _REFUSE))
    yield (_RETURN, 0, 0, _ALLOW)


def confine_thread(*, network: bool) -> None:
    """Bind the calling thread, and whatever it starts, for ever: no capabilities to gain, and the filter."""
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(_CAPABILITIES):
        if libc.prctl(_DROP_BOUNDING, capability, 0, 0, 0) != 0:
            break
    _prctl(libc, _NO_NEW_PRIVS, 1)
    lines = list(program(os.uname().machine, network=network))
    raw = b"".join(struct.pack("HBBI", *line) for line in lines)
    code = ctypes.create_string_buffer(raw, len(raw))
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(lines), ctypes.addressof(code)))
    _prctl(libc, _SECCOMP, _FILTER_MODE, ctypes.addressof(header))


def _prctl(libc: ctypes.CDLL, option: int, *arguments: int) -> None:
    given = [ctypes.c_ulong(argument) for argument in (*arguments, 0, 0, 0, 0)[:4]]
    if libc.prctl(option, *given) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
