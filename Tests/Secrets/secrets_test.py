"""Runs the commands that touch a secret, and searches for the secrets where nothing of them may be left.

    secrets_test.py FOLDER --scene NAME [--only TEXT] [--found]
    secrets_test.py FOLDER --scenes

FOLDER has the built programs. A scene (commands.py) runs by itself; --scenes holds their commands against those that the
program has, and lists their names. --only runs the commands with this text in their line, and those that they need; --found
also lists what is allowed to be found. `run` calls this with empty file systems on /tmp, /var/tmp and /dev/shm.
docs/testing.md says what is searched, docs/threat-model.md what is allowed.
"""

import os
import pathlib
import sys
import time
from dataclasses import dataclass

import complete
import controls
from commands import GIVEN, SCENES, SECRETS
from scanner import Scanner
from session import Keys, Terminal, Trouble
from tracing import Piece, Tracer, memory_of

# Where files are looked for: empty before the first command. The homes of the test lie in the first.
PLACES = os.environ["SECRETS_PLACES"].split(":")
SHELLS = ("bash", "dash", "sh", "tmux")


def is_reviewer(program, arguments):
    """Whether a process reads what comes from outside, and must never hold a secret."""
    return program == "offline-signer" or program == "quick-signer" and "--keeper" not in arguments


@dataclass
class Evidence:
    """Memory, a screen or a file as it was at some moment of a command."""

    command: str
    holder: str
    moment: str
    piece: Piece


class Stage:
    """The folders of the test, and everything that was collected."""

    def __init__(self, folder):
        self.root = os.path.join(PLACES[0], "drawbridge-secrets")
        self.places = PLACES
        for name in ("work/sheets", "home", "tmp", "given"):
            os.makedirs(self.path(name))
        for name, text in GIVEN.items():
            pathlib.Path(self.path(f"given/{name}")).write_text(text + "\n", encoding="utf-8")
        self.environment = {
            "HOME": self.path("home"), "TMPDIR": self.path("tmp"), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color", "OFFLINE_SIGNER_HOME": self.path("home/signer"),
            "S": os.path.join(folder, "quick-signer"), "R": os.path.join(folder, "offline-signer"),
        }
        self.evidence = []
        self.secrets = list(SECRETS)
        self.left_out = [self.path("given")]

    def path(self, name):
        return os.path.join(self.root, name)

    def keep(self, command, holder, moment, pieces):
        self.evidence += [Evidence(command, holder, moment, piece) for piece in pieces]

    def files(self, command):
        """Keeps every file, but for what was given and for results that are to hold a secret."""
        for place in PLACES:
            for folder, folders, names in os.walk(place):
                folders[:] = [name for name in folders if os.path.join(folder, name) not in self.left_out]
                for name in names:
                    path = os.path.join(folder, name)
                    if path in self.left_out or os.path.islink(path) or not os.path.isfile(path):
                        continue
                    with open(path, "rb") as file:
                        data = bytearray(file.read())
                    pieces = [Piece("contents", 0, data), Piece("name", 0, bytearray(os.fsencode(name)))]
                    self.keep(command, path, "a file", pieces)

    def run(self, line, answers=(), results=(), learns=None, dies=0, status=0, name=None):
        """Runs a command in a terminal and a shell of its own, and keeps what is to be searched under its name."""
        label = name or line
        self.left_out += [self.path(f"work/{name}") for name in results]
        terminal = Terminal(self.root, self.environment)
        questions = 0
        try:
            tracer = Tracer(terminal.shell, is_reviewer)
            terminal.between = tracer.pump

            def asked(answer):
                nonlocal questions
                questions += 1
                for process in tracer.living():
                    if process.program not in SHELLS:
                        name = process.program + (", the reviewer" if process.watched else "")
                        moment = "at a question" if process.watched else "while it works"
                        if isinstance(answer, Keys) and answer.is_locked:
                            moment = "while locked"
                        self.keep(label, name, moment, memory_of(process.number))
                if dies == questions:
                    tracer.crash([p for p in tracer.living() if p.program not in SHELLS and not p.watched])

            ended, shown = terminal.run(line, answers, asked)
            if ended != status:
                raise Trouble(f"it ended with {ended}:\n{shown.decode(errors='replace')}")
            screen = terminal.screen()
            server = memory_of(terminal.server)
        except Trouble:
            tracer.kill()
            raise
        finally:
            terminal.close()
        tracer.finish()
        for process in tracer.seen:
            if not process.ended:
                raise Trouble(f"process {process.number} ({process.program}) was not seen to end")
            name = process.program + (", the reviewer" if process.watched else "")
            self.keep(label, name, "what it read", process.incoming)
            self.keep(label, name, "what it gave back", process.freed)
            # What is ended by a signal overwrites nothing: the kernel does, before anybody else has the memory.
            if not (dies and process.status is not None and process.status < 0):
                self.keep(label, name, "at its end", process.end)
        self.keep(label, "the screen", "after the command", [Piece("screen and scrollback", 0, bytearray(screen))])
        self.keep(label, "tmux", "after the command", server)
        self.files(label)
        if learns:
            self.secrets += learns(self, shown)
        return tracer

    def hits(self):
        """All that is found: (evidence, address, secret, form, length)."""
        scanner = Scanner(self.secrets)
        found = [
            (evidence, evidence.piece.address + offset, secret, form, length)
            for evidence in self.evidence for offset, secret, form, length in scanner.find(evidence.piece.data)]
        scanner.close()
        return found


def is_allowed(evidence, secret):
    """What is not ours to overwrite, or is overwritten later: the list in docs/threat-model.md."""
    # A terminal program keeps what was shown on it, and the keys that were typed, as long as it likes.
    if evidence.holder == "tmux":
        return True
    if evidence.moment != "while it works":
        return False
    # What holds the seeds holds them while it works, in memory that is neither swapped out nor dumped; what it has just
    # computed with also in the functions that have not returned; and chain codes, which spend nothing, anywhere.
    is_kept = evidence.piece.is_locked and evidence.piece.is_kept_out_of_dumps
    return is_kept or evidence.piece.place == "[stack]" or "chain code" in secret


def described(found):
    evidence, address, secret, form, length = found
    return (f"{evidence.holder}, {evidence.moment}: {secret} as {form}, {length} "
            f"{'words' if form.startswith('words') else 'bytes'} in {evidence.piece.place} at {address:#x}")


def listed(programs):
    """Names the scenes on standard output; what their commands lack goes to standard error."""
    wrong = complete.missing(programs)
    for line in wrong:
        print(f"FAILED: {line}", file=sys.stderr)
    print("\n".join(SCENES))
    return 1 if wrong else 0


def main():
    arguments = sys.argv[1:]
    if "--scenes" in arguments:
        return listed(arguments[0])
    scene = arguments[arguments.index("--scene") + 1]
    only = arguments[arguments.index("--only") + 1] if "--only" in arguments else ""
    began = time.monotonic()
    passed = failed = skipped = 0
    stage = Stage(arguments[0])
    trouble = {}
    cases = [case for case in SCENES[scene] if only in case.line or case.is_needed]
    if not any(only in case.line for case in cases):
        print("0 passed, 0 failed, 0 skipped")
        return 0
    for number, case in enumerate(cases):
        line = ("OFFLINE_SIGNER_HOME=../home/real $R " if case.is_real else "$S ") + case.line
        # Two commands may be the same line.
        case.name = f"{number}: {line}"
        try:
            if case.before:
                case.before(stage)
            stage.run(line, case.answers, case.results, case.learns, case.dies, case.status, case.name)
        except (Trouble, AssertionError) as error:
            trouble[case.name] = str(error)
    planted = None
    # The controls are the same for all.
    if not only and scene == next(iter(SCENES)):
        planted = controls.Controls(stage)
        planted.run()
    hits = stage.hits()
    for case in cases:
        of_case = [found for found in hits if found[0].command == case.name]
        wrong = [found for found in of_case if not is_allowed(found[0], found[2])]
        held = any(found[0].moment == "while it works" for found in of_case)
        if case.name in trouble:
            failed += 1
            print(f"FAILED: {case.line}: {trouble[case.name]}")
        elif wrong:
            failed += 1
            print(f"FAILED: {case.line}: {len(wrong)} found")
            for found in wrong[:12]:
                print("  " + described(found))
        elif case.holds and not held:
            failed += 1
            print(f"FAILED: {case.line}: no secret was found while it worked, so the search is blind")
        else:
            passed += 1
        if "--found" in arguments:
            for found in of_case:
                if found not in wrong:
                    print(f"  allowed, {case.line}: {described(found)}")
    if planted:
        every = controls.every_form()
        judged = [("a secret in each form" + (f": {every}" if every else ""), every is None), *planted.judge(hits)]
        for name, is_right in judged:
            if is_right is None:
                skipped += 1
                print(f"skipped: {name}")
            elif is_right:
                passed += 1
            else:
                failed += 1
                print(f"FAILED: control: {name}")
    swaps = pathlib.Path("/proc/swaps").read_text(encoding="ascii").splitlines()[1:]
    print("swap: " + ("is on; it is not read, only that secrets lie in memory that stays out of it" if swaps else "there is none here"))
    size = sum(len(evidence.piece.data) for evidence in stage.evidence) >> 20
    print(f"{scene}: {len(cases)} commands, {len(stage.secrets)} secrets, {size} MiB, {time.monotonic() - began:.0f} s")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
