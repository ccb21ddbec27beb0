"""Follows a process and all that it starts by ptrace(2), and copies their memory before it is gone.

Every process is stopped at its end, while its memory is still there. A process that must hold no secret at any time
(`watches`) is also seen at each system call: what it reads, and what it gives back to the kernel, is kept.
"""

import ctypes
import os
import signal
import struct
import time
from dataclasses import dataclass, field

_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.restype = ctypes.c_long
_libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]

CONT, SYSCALL, SETOPTIONS, GETEVENTMSG, SEIZE, LISTEN, CALL_INFO = 7, 24, 0x4200, 0x4201, 0x4206, 0x4208, 0x420E
EVENT_FORK, EVENT_VFORK, EVENT_CLONE, EVENT_EXEC, EVENT_EXIT, EVENT_STOP = 1, 2, 3, 4, 6, 128
OPTIONS = 1 | sum(1 << event for event in (EVENT_FORK, EVENT_VFORK, EVENT_CLONE, EVENT_EXEC, EVENT_EXIT))
# Calls of x86-64 and of arm64: what reads into memory, and what gives memory back.
READS = {0xC000003E: {0, 17, 45}, 0xC00000B7: {63, 67, 207}}
FREES = {0xC000003E: {11}, 0xC00000B7: {215}}
ALL = 0x40000000  # __WALL
PAGE = os.sysconf("SC_PAGE_SIZE")


def _ptrace(request, thread, address=0, data=0):
    result = _libc.ptrace(request, thread, address, data)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


@dataclass
class Piece:
    """Memory as it was: where it lay, what it belonged to, and its bytes."""

    place: str
    address: int
    data: bytearray
    is_locked: bool = False
    is_kept_out_of_dumps: bool = False


def memory_of(process, only=None):
    """The memory of a process: every page that it wrote. A file that is only mapped is left out: nothing was put there.

    `only` is a range of addresses.
    """
    pieces = []
    with (
        open(f"/proc/{process}/smaps", encoding="utf-8", errors="replace") as maps,
        open(f"/proc/{process}/pagemap", "rb", buffering=0) as pages,
        open(f"/proc/{process}/mem", "rb", buffering=0) as memory,
    ):
        mappings, flags = [], ()
        for line in maps:
            head = line.split(None, 5)
            if "-" in head[0] and not head[0].endswith(":"):
                start, end = (int(part, 16) for part in head[0].split("-"))
                mappings.append([start, end, head[1], head[5].strip() if len(head) > 5 else "", ()])
            elif line.startswith("VmFlags:"):
                mappings[-1][4] = line.split()[1:]
        for start, end, rights, name, flags in mappings:
            if name in ("[vsyscall]", "[vvar]", "[vvar_vclock]", "[vdso]"):
                continue
            if only:
                start, end = max(start, only[0]), min(end, only[1])
                if start >= end:
                    continue
            pages.seek(start // PAGE * 8)
            entries = pages.read((end - start) // PAGE * 8)
            run = None
            for at in range(0, len(entries) + 8, 8):
                entry = int.from_bytes(entries[at : at + 8], "little")
                # Present or swapped; a page of a file that this process only mapped is the file's own.
                there = entry >> 62 and not (entry >> 61 & 1 and "p" in rights and name.startswith("/"))
                address = start + at // 8 * PAGE
                if there and run is None:
                    run = address
                elif not there and run is not None:
                    data = bytearray(address - run)
                    count = 0
                    while count < len(data):
                        try:
                            part = os.preadv(memory.fileno(), [memoryview(data)[count:]], run + count)
                        except OSError:
                            break
                        if part <= 0:
                            break
                        count += part
                    pieces.append(Piece(name or "memory of no file", run, data, "lo" in flags, "dd" in flags))
                    run = None
    return pieces


@dataclass
class Process:
    """A process that was seen: what it runs, and what was copied of it."""

    number: int
    program: str = ""
    arguments: list[str] = field(default_factory=list)
    watched: bool = False
    end: list[Piece] = field(default_factory=list)
    ended: bool = False
    status: int | None = None
    # What came in, and what was given back: of a watched one alone.
    incoming: list[Piece] = field(default_factory=list)
    freed: list[Piece] = field(default_factory=list)


class Tracer:
    """Everything that begins with one process. Its calls must come from one thread, as ptrace demands."""

    def __init__(self, process, watches=lambda program, arguments: False):
        self.watches = watches
        self.processes = {}
        self.seen = []
        self._calls = {}
        _ptrace(SEIZE, process, 0, OPTIONS)
        self._owner = {process: process}
        self._read(self._process(process))

    def _process(self, number):
        if number not in self.processes:
            process = Process(number)
            self.processes[number] = process
            self.seen.append(process)
        return self.processes[number]

    def _read(self, process):
        try:
            process.program = os.path.basename(os.readlink(f"/proc/{process.number}/exe"))
            with open(f"/proc/{process.number}/cmdline", "rb") as file:
                process.arguments = file.read().decode(errors="replace").rstrip("\0").split("\0")
        except OSError:
            return
        process.watched = self.watches(process.program, process.arguments)

    def _group(self, thread):
        if thread not in self._owner:
            self._owner[thread] = thread
            try:
                with open(f"/proc/{thread}/status", encoding="utf-8", errors="replace") as file:
                    for line in file:
                        if line.startswith("Tgid:"):
                            self._owner[thread] = int(line.split()[1])
            except OSError:
                pass
        return self._owner[thread]

    def living(self):
        return [process for process in self.seen if not process.ended]

    def pump(self):
        """Handles every stop that there is; true if there was any."""
        any_at_all = False
        for _ in range(1_000):
            try:
                thread, status = os.waitpid(-1, os.WNOHANG | ALL)
            except ChildProcessError:
                return any_at_all
            if thread == 0:
                return any_at_all
            any_at_all = True
            try:
                self._handle(thread, status)
            except ProcessLookupError:
                pass
        return any_at_all

    def finish(self):
        """Handles what comes until all have ended, for ten seconds at most."""
        end = time.monotonic() + 10
        while self.living() and time.monotonic() < end:
            self.pump()
            time.sleep(0.001)

    def crash(self, processes):
        """Ends processes by a signal that leaves a core file where one is allowed."""
        for process in processes:
            os.kill(process.number, signal.SIGSYS)

    def kill(self):
        """Ends everything that is still there: after trouble."""
        end = time.monotonic() + 5
        while self.living() and time.monotonic() < end:
            for process in self.living():
                try:
                    os.kill(process.number, signal.SIGKILL)
                except ProcessLookupError:
                    process.ended = True
            self.pump()
            time.sleep(0.01)

    def _handle(self, thread, status):
        if not os.WIFSTOPPED(status):
            process = self.processes.get(thread)
            if process:
                process.ended = True
                process.status = os.waitstatus_to_exitcode(status)
                self.processes.pop(thread, None)
            self._owner.pop(thread, None)
            self._calls.pop(thread, None)
            return
        number, event = os.WSTOPSIG(status), status >> 16
        group = self._group(thread)
        process = self._process(group)
        if not process.program:
            self._read(process)
        deliver = 0
        if event == EVENT_EXEC:
            self._read(process)
        elif event == EVENT_EXIT and thread == group:
            process.end = memory_of(group)
        elif event == EVENT_STOP and number in (signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU):
            _ptrace(LISTEN, thread)
            return
        elif number == signal.SIGTRAP | 0x80:
            self._call(thread, process)
        elif not event:
            deliver = number
        _ptrace(SYSCALL if process.watched else CONT, thread, 0, deliver)

    def _call(self, thread, process):
        info = ctypes.create_string_buffer(88)
        _ptrace(CALL_INFO, thread, len(info), ctypes.addressof(info))
        kind, machine = info.raw[0], struct.unpack_from("<I", info.raw, 4)[0]
        if kind == 1:
            call, *arguments = struct.unpack_from("<7Q", info.raw, 24)
            self._calls[thread] = (call, arguments)
            if call in FREES.get(machine, ()):
                address, size = arguments[0], arguments[1]
                size = (size + PAGE - 1) // PAGE * PAGE
                for piece in memory_of(process.number, (address, address + size)):
                    piece.place = f"given back: {piece.place}"
                    process.freed.append(piece)
        elif kind == 2:
            call, arguments = self._calls.pop(thread, (None, ()))
            result = struct.unpack_from("<q", info.raw, 24)[0]
            if call in READS.get(machine, ()) and result > 0:
                with open(f"/proc/{process.number}/mem", "rb", buffering=0) as memory:
                    memory.seek(arguments[1])
                    data = bytearray(memory.read(result))
                try:
                    source = os.readlink(f"/proc/{process.number}/fd/{arguments[0]}")
                except OSError:
                    source = "a descriptor"
                process.incoming.append(Piece(f"read from {source}", arguments[1], data))


def _try():
    """Whether this process may trace others that let nobody read their memory."""
    child = os.fork()
    if child == 0:
        _libc.prctl(4, 0, 0, 0, 0)
        signal.pause()
        os._exit(0)
    try:
        # It may not have forbidden it yet: that is not what is asked here.
        _ptrace(SEIZE, child, 0, OPTIONS)
        memory_of(child)
    finally:
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    _try()
