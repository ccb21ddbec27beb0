"""How a sitting ends, stops and is locked, on every kind of page; sizes of the terminal; terminals that show less."""

import copy
import os
import re
import shutil
import signal
import termios
import time

import materials
from benches import Skipped
from desk_terminal import BACK, KEYS, PASSPHRASE, Trouble


# Kinds of pages: each leads there from a locked desk, and gives the context in which a secret may be seen.

def locked(bench, desk):
    desk.expect("Enter opens the vault")


def passphrase(bench, desk):
    desk.expect("Enter opens the vault")
    desk.key("enter")
    desk.expect("Passphrase of the vault")


def menu(bench, desk):
    desk.home()


def field(bench, desk):
    desk.home()
    desk.go("Check an address", "Type or paste it")
    desk.wait(desk.field, "a field")
    desk.type("tb1q", enter=False)


def question(bench, desk):
    desk.home()
    desk.go("Seeds", "savings", "Show it", "Its words")
    desk.expect("To continue, type: savings")


def words_shown(bench, desk):
    question(bench, desk)
    desk.allowed += 1
    desk.type("savings")
    desk.expect("Press Enter")
    desk.allowed -= 1


def words_typed(bench, desk):
    desk.home()
    desk.go("Seeds", "savings", "Read its backup back", "The written words")
    desk.expect("Type the first letters")
    desk.type("derive virus inno", enter=False)


def review(bench, desk):
    (bench.person / "pay.psbt").write_text(materials.pay())
    desk.home()
    bench.take(desk, "Sign a payment", "From a stick or folder", file="pay.psbt")
    desk.go("Beside it")
    desk.expect("Space continues")


def consent(bench, desk):
    review(bench, desk)
    desk.pages("or no to stop):")


def codes(bench, desk):
    desk.home()
    desk.go("Seeds", "savings", "Hand an account over", "A wallet of my own", "On this screen")
    desk.wait(lambda: materials.code_on(desk.lines()), "a QR code")


def result(bench, desk):
    desk.home()
    desk.go("What was signed", "Check it")
    desk.expect(BACK)


KINDS = [locked, passphrase, menu, field, question, words_shown, words_typed, review, consent, codes, result]
# Those that a command of the desk shows: Ctrl-C ends the command, not the desk.
STAGED = [question, words_shown, words_typed, review, consent, codes, result]


def leaving_by_q(bench):
    for begin in (locked, menu):
        bench.begin()
        desk = bench.sit()
        begin(bench, desk)
        desk.key("q")
        assert desk.ended() == 0, begin.__name__
        desk.is_as_before()


def ended_by_signals(bench):
    """SIGTERM and SIGHUP end the desk and what it runs from every kind of page, and the terminal is as it was."""
    faults = []
    for number in (signal.SIGTERM, signal.SIGHUP):
        for kind in KINDS:
            bench.begin()
            desk = bench.sit()
            try:
                kind(bench, desk)
                with desk.secret_page():
                    desk.signal(number)
                    desk.ended()
                    quiet(bench, desk)
                desk.is_as_before()
            except Trouble as trouble:
                faults.append(f"{signal.Signals(number).name} on {kind.__name__}: {trouble}")
    assert not faults, "\n".join(faults)


def quiet(bench, desk):
    """Waits until nothing of the sitting runs any more."""
    end = time.monotonic() + 10
    while left := processes(bench.person):
        if time.monotonic() > end:
            raise Trouble(f"still running: {left}")
        desk.read(0.05)
    while desk.read(0.05):
        pass


def processes(person):
    """What runs with this person's home."""
    mark = f"OFFLINE_SIGNER_HOME={person}/.signer".encode()
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if mark not in file.read().split(b"\0"):
                    continue
            with open(f"/proc/{name}/cmdline", "rb") as file:
                found.append((int(name), file.read().replace(b"\0", b" ").decode(errors="replace")))
        except (OSError, ValueError):
            continue
    # An ended one that nobody has waited for has no command line.
    return [each for each in found if each[1]]


def on_every_kind(bench, do):
    """Has something done on each kind of page, in a sitting of its own; all that is wrong is said at the end."""
    faults = []
    for kind in KINDS:
        bench.begin()
        desk = bench.sit()
        try:
            kind(bench, desk)
            do(kind, desk)
        except (Trouble, AssertionError) as trouble:
            faults.append(f"{kind.__name__}: {trouble}")
    assert not faults, "\n".join(faults)


def starter(desk):
    """The process that starts the desk's commands: its only child."""
    with open(f"/proc/{desk.process}/task/{desk.process}/children", encoding="ascii") as file:
        (number,) = file.read().split()
    return int(number)


def starter_is_killed(bench):
    """What starts the commands is killed: the desk ends with what it ran, says so, and the terminal is as it was."""
    def do(kind, desk):
        with desk.secret_page():
            os.kill(starter(desk), signal.SIGKILL)
            if kind is passphrase:
                # Whoever is asked is not interrupted.
                desk.wait(lambda: termios.tcgetattr(desk.slave)[3] & termios.ICANON, "a line")
                desk.type(PASSPHRASE)
            assert desk.ended() != 0, "it ended well"
            quiet(bench, desk)
        desk.wait(lambda: desk.sees("the part of the desk that starts commands has ended"), "why it ended")
        desk.is_as_before()

    on_every_kind(bench, do)


def desk_is_killed(bench):
    """The desk is killed: nothing that it ran goes on, what starts commands does not either, and the terminal is as it was."""
    def do(kind, desk):
        with desk.secret_page():
            desk.signal(signal.SIGKILL)
            desk.ended()
            quiet(bench, desk)
        assert desk.flat().strip() == "The desk was killed. The screen was cleared; press Enter for a prompt.", desk.text()
        desk.is_as_before()

    on_every_kind(bench, do)


def shell_is_first(bench):
    """A shell that edits lines already when the desk's starter learns of its end keeps the terminal as it has set it."""
    bench.begin()
    desk = bench.sit(SIGNER_DESK_KEEPS_ORPHANS="1")
    desk.home()
    number = starter(desk)
    os.kill(number, signal.SIGSTOP)
    desk.signal(signal.SIGKILL)
    desk.ended()
    assert desk.title() == "Home", "it was not stopped"
    editing = termios.tcgetattr(desk.slave)
    # As readline and zle do: it gets a carriage return as it is.
    editing[0] &= ~termios.ICRNL
    editing[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(desk.slave, termios.TCSANOW, editing)
    os.kill(number, signal.SIGCONT)
    quiet(bench, desk)
    now = termios.tcgetattr(desk.slave)
    assert now[:6] == editing[:6], (now, editing)
    assert desk.screen.first is None and not desk.faults, desk.faults


def typed_ahead(bench):
    """What is typed while nobody asks is not echoed, answers no later question, and is nothing to the shell behind."""
    ahead = "flame turtle\nyes\nsavings\n"

    def meanwhile(do):
        """Types it where a command is about to begin: what starts it waits meanwhile."""
        number, at = starter(desk), len(desk.sent)
        os.kill(number, signal.SIGSTOP)
        do()
        # What is typed before that belongs to the page or the question, and goes with it.
        desk.wait(lambda: not desk.title() and desk.sent[at:].endswith(b"\n"), "the first screen")
        assert not termios.tcgetattr(desk.slave)[3] & termios.ECHO, "the terminal echoes"
        desk.write(ahead)
        desk.wait(desk.unread, "the keys at the terminal", 5)
        desk.write("quince")
        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            desk.read(0.05)
        os.kill(number, signal.SIGCONT)

    bench.begin()
    desk = bench.sit()
    desk.expect("Enter opens the vault")
    desk.key("enter")
    desk.expect("Passphrase of the vault")
    desk.wait(lambda: desk.takes_lines() and not termios.tcgetattr(desk.slave)[3] & termios.ECHO, "a question")
    # The vault is opened, which takes seconds.
    meanwhile(lambda: desk.type(PASSPHRASE))
    desk.at("Home")
    assert desk.selected().startswith("Sign a payment"), desk.text()
    desk.go("Seeds", "savings")
    # Commands that remove the seed and show it when its name is typed.
    meanwhile(lambda: desk.choose("Remove it"))
    desk.expect("To continue, type: savings")
    assert desk.flat().rstrip().endswith("Anything else stops:"), desk.text()
    desk.type("no")
    desk.back()
    desk.go("Show it")
    meanwhile(lambda: desk.choose("Its words"))
    desk.expect("To continue, type: savings")
    desk.type("no")
    desk.expect(BACK)
    # And on the way back to the desk, and behind its last page.
    desk.write("quince")
    desk.wait(lambda: not desk.unread(), "the keys")
    desk.back()
    desk.out("Home")
    number = starter(desk)
    os.kill(number, signal.SIGSTOP)
    desk.key("q")
    desk.wait(lambda: termios.tcgetattr(desk.slave)[3] & termios.ECHO, "the terminal as it was")
    os.kill(number, signal.SIGCONT)
    assert desk.ended() == 0
    desk.is_as_before()
    for word in ("flame", "turtle", "quince"):
        desk.never_shown(word)
    assert sorted(seed["name"] for seed in bench.status()["seeds"]) == ["pocket", "savings"]


def silent_on_every_kind(bench):
    """No page and no question leaves the echo to the terminal, which would go on with it while nobody asks."""
    def do(kind, desk):
        with desk.secret_page():
            assert not termios.tcgetattr(desk.slave)[3] & termios.ECHO, "the terminal echoes"
            desk.signal(signal.SIGTERM)
            desk.ended()
            quiet(bench, desk)
        desk.is_as_before()

    on_every_kind(bench, do)


def two_processes(bench):
    """The desk has one filter more than what starts its commands, and of each other only pipes; neither has a file open.

    What the desk has in /proc, its fence keeps: places alone (O_PATH), through which nothing is read.
    """
    bench.begin()
    # What a launcher left open is closed.
    left = os.dup2(os.open("/etc/hostname", os.O_RDONLY), 77)
    os.set_inheritable(left, True)
    desk = bench.sit()
    os.close(left)
    desk.home()
    number = starter(desk)
    filters = {}
    for each in (desk.process, number):
        with open(f"/proc/{each}/status", encoding="ascii") as file:
            status = {name: value.strip() for name, _, value in (line.partition(":") for line in file)}
        assert status["NoNewPrivs"] == "1" and status["Seccomp"] == "2", status
        filters[each] = int(status["Seccomp_filters"])
        opened = [os.readlink(f"/proc/{each}/fd/{name}") for name in os.listdir(f"/proc/{each}/fd")]
        pipes = [name for name in opened if name.startswith("pipe:")]
        assert len(pipes) == 3 and all(name.startswith(("pipe:", "/dev/pts/", "/dev/tty", "/proc/")) for name in opened), opened
    assert filters[desk.process] > filters[number], filters
    bench.leave(desk)


TRACED = "landlock_restrict_self,open,openat,openat2,execve,execveat,clone,clone3,fork,vfork,kill"


def traced(bench):
    """A sitting under strace: behind its fence the desk opens the machine's files and its terminal, and starts nothing."""
    if shutil.which("strace") is None:
        raise Skipped("strace is not installed")
    person = bench.begin()
    trace, program = person / "trace", person / "traced"
    program.write_text(f'#!/bin/sh\nexec strace -f -o {trace} -e trace={TRACED} -- {bench.homes.program} "$@"\n')
    program.chmod(0o700)
    bench.homes = copy.copy(bench.homes)
    bench.homes.program = str(program)
    desk = bench.sit()
    desk.home()
    bench.take(desk, "Sign a payment", "Review only, from a file")
    desk.at(person.name)
    desk.out("Home")
    desk.go("What was signed", "Check it")
    desk.expect(BACK)
    desk.back()
    bench.leave(desk)
    calls = whole_calls(trace.read_text(errors="replace"))
    own = calls[0][0]
    fence = next(at for at, (number, call) in enumerate(calls) if number == own and call.startswith("landlock_restrict_self"))
    after = [call for number, call in calls[fence + 1 :] if number == own]
    opened = [re.search(r'"(.*?)"', call)[1] for call in after if call.startswith("open") and "= -1" not in call]
    assert "/dev/tty" in opened, opened
    allowed = ("/dev/tty", "/dev/usb", "/etc/localtime")
    strange = [path for path in opened if path not in allowed and not path.startswith(("/sys/", "/proc/"))]
    assert not strange, strange
    assert not [call for call in after if not call.startswith("open")], after
    # All that was started after that, another process started.
    started = {number for number, call in calls[fence + 1 :] if call.startswith("execve")}
    assert len(started) >= 4 and own not in started, started


def whole_calls(text):
    """The calls of a trace with their processes, each in one piece, where it began."""
    calls, begun = [], {}
    for line in text.splitlines():
        number, _, call = line.partition(" ")
        call = call.strip()
        if resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", call):
            at = begun.pop(number)
            calls[at] = (number, calls[at][1] + resumed[1])
            continue
        if call.endswith("<unfinished ...>"):
            begun[number] = len(calls)
            call = call.removesuffix("<unfinished ...>")
        if call[:1].isalpha():
            calls.append((number, call))
    return calls


def ctrl_c(bench):
    """Ctrl-C ends the desk from its own pages, and a command alone from the command's."""
    def do(kind, desk):
        with desk.secret_page():
            desk.key("ctrl-c")
            if kind in STAGED:
                desk.wait(lambda: desk.sees(BACK) or desk.title(), "the end of the command")
            if desk.sees(BACK):
                desk.back()
        if kind in STAGED:
            assert desk.title(), "the desk is gone"
            bench.leave(desk)
        else:
            desk.ended()
            quiet(bench, desk)
            desk.is_as_before()

    on_every_kind(bench, do)


def terminal_goes_away(bench):
    """The window is closed, whatever is shown: nothing goes on behind it."""
    faults = []
    for kind in KINDS:
        bench.begin()
        desk = bench.sit()
        kind(bench, desk)
        os.close(desk.slave)
        os.close(desk.master)
        end = time.monotonic() + 10
        while (left := processes(bench.person)) and time.monotonic() < end:
            time.sleep(0.05)
        if left:
            faults.append(f"after {kind.__name__} there still runs {left}")
            for number, _ in left:
                os.kill(number, signal.SIGKILL)
        desk.slave = desk.master = os.open("/dev/null", os.O_RDONLY)
    assert not faults, "\n".join(faults)


def ctrl_z(bench):
    """Nothing is suspended with an open vault behind it: Ctrl-Z and SIGTSTP do nothing, on any kind of page."""
    def do(kind, desk):
        before = desk.text()
        with desk.secret_page():
            desk.key("ctrl-z")
            desk.signal(signal.SIGTSTP)
            until = time.monotonic() + 1
            while time.monotonic() < until:
                desk.read(0.1)
        assert not desk.stopped, "it was stopped"
        # What is typed and not shown is taken for the shell's by nobody; QR codes go on.
        if kind not in (codes, passphrase, question, consent):
            assert desk.text() == before, f"something else is shown:\n{desk.framed()}"
        with desk.secret_page():
            desk.key("ctrl-c")
            if kind in STAGED:
                desk.wait(lambda: desk.sees(BACK) or desk.title(), "the end of the command")
            else:
                desk.ended()

    on_every_kind(bench, do)


def locking(bench):
    """l in menus, Ctrl-L in fields: the desk is closed, shows nothing of the vault, and opens on its first page."""
    bench.begin()
    desk = bench.sit()
    desk.home()
    for way, key in ((["Seeds"], "l"), (["Seeds", "savings"], "lock"), (["Check an address", "Type or paste it"], "lock")):
        desk.go(*way)
        desk.key(key)
        desk.expect("The vault is closed")
        assert desk.title() == "Locked"
        # That it is for practice a vault says openly; the network it says when it is open.
        assert not desk.sees("savings") and desk.lines()[0].endswith(" REHEARSAL"), desk.text()
        desk.home()
    # In a field l is a letter.
    desk.go("Check an address", "Type or paste it")
    desk.wait(desk.field, "a field")
    desk.type("l", enter=False)
    assert desk.field().endswith(": l_")
    bench.leave(desk)


def wrong_passphrase(bench):
    bench.begin()
    desk = bench.sit()
    desk.unlock("not the passphrase")
    desk.expect("The vault was not opened")
    assert "--passphrase" not in desk.text(), "a shell's option at the desk"
    desk.unlock("")
    desk.expect("The vault was not opened")
    # Ctrl-D and Ctrl-C at the question.
    desk.key("enter")
    desk.expect("Passphrase of the vault")
    desk.wait(lambda: termios.tcgetattr(desk.slave)[3] & termios.ICANON, "a line")
    desk.write(KEYS["ctrl-d"])
    desk.expect("no answer")
    desk.expect("The vault was not opened")
    desk.home()
    bench.leave(desk)


def idle(bench):
    """Nobody presses a key: the desk locks itself, on its own pages and while a command waits."""
    for kind in (menu, field, question, words_shown, words_typed, review, consent, codes, result):
        bench.begin()
        desk = bench.sit(QUICK_SIGNER_MINUTE="0.4")
        kind(bench, desk)
        with desk.secret_page():
            desk.expect("No key was pressed for 10 minutes", seconds=40)
        assert desk.title() == "Locked"
        desk._look()
        left = [each for each in processes(bench.person) if " desk" not in each[1]]
        assert not left, f"{kind.__name__}: still running: {left}"
        desk.key("q")
        assert desk.ended() == 0
        desk.is_as_before()


def not_idle(bench):
    """Keys keep it open."""
    bench.begin()
    desk = bench.sit(QUICK_SIGNER_MINUTE="0.3")
    desk.home()
    until = time.monotonic() + 5
    while time.monotonic() < until:
        was = desk.selected()
        desk.key("down")
        desk.wait(lambda: desk.selected() != was, "the next choice")
        for _ in range(5):
            desk.read(0.1)
    assert desk.title() == "Home"
    bench.leave(desk)


def machine_changes(bench):
    """A cable locks the desk and says so, on its own pages and while a command waits."""
    for kind in (menu, field, question, words_shown, review, result):
        machine = bench.homes.machine
        machine.unplug()
        bench.begin()
        desk = bench.sit(QUICK_SIGNER_MACHINE=str(machine.folder))
        kind(bench, desk)
        with desk.secret_page():
            machine.plug_in()
            desk.expect("this machine has changed", "eth0", seconds=20)
        desk._look()
        assert desk.title() == "Locked"
        # A rehearsal may go on all the same.
        desk.home()
        machine.unplug()
        bench.leave(desk)


def real_coins(bench):
    """A home of mainnet stays closed on a machine with a cable, and says what to do."""
    machine = bench.homes.machine
    machine.unplug()
    person = bench.begin("none")
    desk = bench.sit(QUICK_SIGNER_MACHINE=str(machine.folder))
    desk.at("Welcome")
    desk.go("Set up a new signer", "[then] Make the vault", "Real bitcoin")
    desk.expect("[yes/no]")
    desk.type("yes")
    desk.expect("Passphrase of the new vault")
    assert not desk.sees("NOT ISOLATED"), desk.text()
    desk.type(PASSPHRASE)
    desk.expect("once more")
    desk.type(PASSPHRASE)
    desk.back()
    machine.plug_in()
    desk.key("enter")
    desk.expect("not isolated", "eth0")
    machine.unplug()
    # Mistyped, too: the set-up goes on all the same, and after a cable in the middle of it.
    desk.key("enter")
    desk.expect("Passphrase of the vault")
    desk.type("zinc-Quagga 471")
    desk.expect("The vault was not opened", seconds=30)
    desk.unlock()
    desk.at("First set-up")
    machine.plug_in()
    desk.expect("this machine has changed", "eth0")
    machine.unplug()
    desk.key("enter")
    desk.expect("Passphrase of the vault")
    desk.type(PASSPHRASE)
    desk.at("First set-up")
    assert "REHEARSAL" not in desk.text()
    desk.out("Home")
    desk.expect("There is no seed in this vault yet")
    bench.leave(desk)
    assert (person / ".signer" / "vault").exists()


def sizes(bench):
    """Each kind of page on each size; too small a window says what it wants, and the page is there again."""
    faults = []
    for kind in (locked, menu, field, words_typed, words_shown, review, codes):
        bench.begin()
        desk = bench.sit()
        try:
            kind(bench, desk)
            with desk.secret_page():
                if kind is words_typed:
                    # The last row is drawn last, and what was typed is drawn letter by letter.
                    desk.wait(lambda: desk.flat().strip().endswith("innocent 3: inno"), "the words that were typed")
                before = desk.text()
                for columns, rows in ((200, 60), (80, 22), (100, 30), (60, 15), (20, 5), (80, 24)):
                    at = len(desk.sent)
                    desk.resize(columns, rows)
                    # Drawn anew at each size, without a key.
                    desk.wait(lambda at=at: fits(desk, kind) and len(desk.sent) > at, f"the page on {columns}x{rows}", 5)
                if kind is codes:
                    # Whichever of them is shown now.
                    desk.wait(lambda: materials.code_on(desk.lines()), "a QR code")
                else:
                    desk.wait(lambda: desk.text() == before, "the page as it was", 5)
                desk.key("ctrl-c")
                if kind in STAGED:
                    desk.back()
            if kind in STAGED:
                bench.leave(desk)
            else:
                desk.ended()
                desk.is_as_before()
        except (Trouble, AssertionError) as trouble:
            faults.append(f"{kind.__name__}: {trouble}")
    assert not faults, "\n".join(faults)


def fits(desk, kind):
    """Whether the screen shows the page at its size, whole."""
    small = desk.columns < 80 or desk.rows < 22
    if kind is codes and desk.rows < 18:
        # As much of the sentence as there is room for.
        said = "The window is too small for these QR codes" if desk.rows > 10 else "The window is too"
        return desk.sees(said) and not re.search("[█▀▄]", desk.text())
    if kind is words_typed:
        # As much of it as there is room for.
        return desk.text().strip() != "" and (small or desk.sees("Type the first letters") and desk.text().rstrip().endswith("inno"))
    if kind in STAGED:
        # What is not a page of the desk's own has no wish to show in a window that is too small.
        return small or desk.text().strip() != ""
    if small:
        return "Make the" in desk.flat()
    rule = desk.lines()[1]
    return len(rule) == desk.columns and set(rule) == {"─"} and desk.lines()[desk.rows - 2] == rule


def plain_terminals(bench):
    """A Linux console, one without UTF-8, one that knows no escape: everything can be read and done there too."""
    for variables, has_second in (({"TERM": "linux"}, False), ({"LC_ALL": "C"}, True), ({"LC_ALL": "C", "TERM": "linux"}, False)):
        bench.begin()
        desk = bench.sit(has_second=has_second, **variables)
        desk.home()
        if variables.get("LC_ALL") == "C":
            assert desk.text().isascii(), desk.text()
        desk.go("Seeds", "savings", "Show it", "Its words")
        desk.expect("To continue, type: savings")
        with desk.secret_page():
            desk.type("savings")
            desk.expect("Press Enter")
            assert desk.sees("derive"), desk.text()
            desk.key("enter")
            desk.expect(BACK)
        desk.back()
        desk._look()
        bench.leave(desk)


def dumb_terminal(bench):
    """Without any escape the desk cannot draw: it says so, or it draws below what stands there."""
    bench.begin()
    desk = bench.sit(TERM="dumb")
    desk.wait(lambda: desk.status is not None or desk.sees("The vault is closed"), "an answer")
    if desk.status is None:
        assert b"\x1b" not in desk.sent[len(b"before the desk"):], "an escape was sent to a dumb terminal"
        desk.key("q")
        desk.ended()
    else:
        desk.expect("error:", "hint:")
    desk.is_as_before()


def keys_that_are_none(bench):
    """Function keys, broken sequences, bytes that are no text and mouse reports do nothing."""
    bench.begin()
    desk = bench.sit()
    desk.home()
    before = desk.text()
    for keys in ("\x1bOP", "\x1b[11~", "\x1b[[A", "\x1b[<0;3;4M", "\x1b[1;5C", "\x00", "\x01", "\x15", "\x1b[200~", "\x1b[201~",
                 "\x1b[99", "\x1b]0;title\x07"):
        desk.write(keys)
        desk.wait(lambda: not desk.unread(), "the key")
        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            desk.read(0.05)
        assert desk.status is None
    os.write(desk.master, b"\xff\xfe\x80\xc3")
    desk.wait(lambda: not desk.unread(), "the key")
    desk.wait(lambda: desk.title(), "a page")
    for _ in range(3):
        desk.key("esc")
    desk.wait(lambda: desk.title() == "Home", "the first page")
    for _ in range(20):
        if desk.text() == before:
            break
        was = desk.selected()
        desk.key("up")
        desk.wait(lambda: desk.selected() != was, "another choice")
    assert desk.text() == before
    bench.leave(desk)


def open_points(bench):
    """What the check of the machine leaves open is counted, and the step is not called done."""
    bench.begin()
    desk = bench.sit()
    desk.home()
    desk.go("First set-up")
    desk.choose("[done] Check this machine")
    desk.expect(BACK, seconds=60)
    shown = "\n".join([*desk.turned, desk.text()])
    # A row may stand on two pages that were turned.
    count = len(set(re.findall(r"^FIX .*", shown, re.MULTILINE)))
    desk.back()
    desk.at("First set-up")
    word = f"{count} point{'s' if count > 1 else ''} open" if count else "done"
    desk.wait(lambda: desk.offers(f"[{word}] Check this machine"), f"the step with {word}")
    desk.out("Home")
    desk.go("This machine and settings")
    assert not count or desk.sees(f"Check this machine {word}"), desk.text()
    bench.leave(desk)


def names_of_strangers(bench):
    """Files on a stick may have any name: none of it reaches the terminal as anything but text."""
    person = bench.begin()
    evil = ["a\x1b[2J.psbt", "b\nc.psbt", "d\u202egnp.psbt", "-rf.psbt", "e" * 200 + ".psbt", "f'g\"h.psbt"]
    for name in evil:
        (person / name).write_text(materials.pay())
    with bench.desk(None) as desk:
        bench.take(desk, "Sign a payment", "From a stick or folder")
        desk.at(person.name)
        at = len(desk.sent)
        shown = desk.text()
        assert "\\u{1b}" in shown and "\\u{202e}" in shown, shown
        assert max(map(len, desk.lines())) <= 80
        desk.choose("-rf.psbt")
        desk.go("Beside it")
        desk.pages("or no to stop):")
        desk.type("no")
        desk.back()
        assert b"\x1b[2J.psbt" not in desk.sent[at:]
        assert re.search("Answer", desk.title())


def the_search_finds(bench):
    """A secret on a page that is not its own is noticed, as are one that is left behind and settings that are not put back."""
    bench.begin()
    desk = bench.sit()
    question(bench, desk)
    desk.type("savings")
    desk.expect("Press Enter")
    assert [name for name, _ in desk.faults] == ["the words of savings"], "words in columns were not noticed"
    desk.faults.clear()
    with desk.secret_page():
        desk.key("enter")
        desk.expect(BACK)
    desk.back()
    bench.leave(desk)
    for spoil in (lambda: desk.feed(PASSPHRASE.encode()), lambda: desk.feed(b"\r\n" * 100),
                  lambda: desk.feed(b"\x1b[3J\x1b[2J\x1b[?1049h")):
        desk.secrets[0].text = PASSPHRASE
        spoil()
        desk.faults.clear()
        try:
            desk.is_as_before()
        except Trouble:
            continue
        raise AssertionError("what was left on the terminal was not noticed")
    desk.feed(b"\x1b[?1049l\x1b[2J\x1b[3J")
    desk.faults.clear()
    desk.is_as_before()
    changed = termios.tcgetattr(desk.slave)
    changed[3] &= ~termios.ECHO
    termios.tcsetattr(desk.slave, termios.TCSANOW, changed)
    try:
        desk.is_as_before()
    except Trouble:
        return
    raise AssertionError("settings that are not put back were not noticed")


TESTS = [the_search_finds, leaving_by_q, ended_by_signals, starter_is_killed, desk_is_killed, shell_is_first, typed_ahead,
         silent_on_every_kind, two_processes, traced, ctrl_c,
         terminal_goes_away, ctrl_z, locking, wrong_passphrase, idle, not_idle, machine_changes, real_coins, sizes, plain_terminals,
         dumb_terminal, open_points, keys_that_are_none, names_of_strangers]
