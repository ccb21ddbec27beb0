"""Keys by chance: nothing crashes, no page is without a way back, and no secret is seen.

Most are pressed in the menus and fields; the others inside of commands, to which one is led: where words are typed, at the pages of
a review, at a warning and at the last question.
"""

import random
import re
import time
from pathlib import Path

import materials
import screens
from ends import processes
from desk_terminal import BACK, KEYS, PASSPHRASE, Secret, Trouble

# Weighed: mostly around, now and then a letter, a broken sequence, a lock.
AROUND = ["up", "down", "down", "down", "page up", "page down", "home", "end", "erase"]
OTHERS = [*"abyzAQ-/. ", "\x1b[", "\x1bO", "\x00", "é", "\x1b[99~", "right", "left"]
LOCKS = ["lock", "l"]
OPENING = ["enter", "enter", "enter", *"123456789"]
# At once, as fast fingers may; more count as pasted.
MOST = 3
# Keys between two looks at the screen.
LOOK = 250
# Commands that a sitting begins and leaves again: each takes a second or two.
COMMANDS = 5
SITTINGS = 8
# Of all keys, those that are pressed inside of commands.
INSIDE = 0.3
# So many at one place before one goes there anew.
STAY = 400
# Seconds in which a question throws away what was typed before it, and a little more.
QUIET = 0.15
# Seconds without any work after which a command waits for a person.
WAITS = 0.3
# What an escape sequence has of which the end is not here yet.
PART = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*)?$")
OWN = re.compile(" (desk|status|folder-names) ")
ITEM = re.compile(r"^[▶> ] ([1-9 ])  (.*?)(?:  |$)", re.M)


def keys_by_chance(number):
    """Keys in the menus and fields of one sitting; commands that they begin are left by Ctrl-C."""

    def test(bench):
        chance = random.Random(f"{bench.options.seed}, {number}")
        steps = share(round(bench.options.steps * (1 - INSIDE)), SITTINGS, number)
        person = bench.begin("full" if number % 4 else "none")
        (person / "pay.psbt").write_text(materials.pay())
        desk = bench.sit(columns=chance.choice((80, 100, 200)), rows=chance.choice((22, 24, 30, 60)))
        try:
            done, commands = stroll(bench, desk, chance, command_labels(), steps)
        except Trouble as trouble:
            raise Trouble(f"with --seed {bench.options.seed}, sitting {number}: {trouble}\n{desk.typed[-60:]}") from trouble
        print(f"  {done} keys in sitting {number}, {commands} commands begun", flush=True)

    test.__name__ = f"keys_by_chance_{number}"
    return test


def share(steps, parts, number):
    """How many of so many keys are those of one part."""
    return steps // parts + (number < steps % parts)


def command_labels():
    """The choices that run a command somewhere."""
    ways = [line.split(" => ")[0] for line in screens.COMMANDS.read_text().splitlines()]
    return {way.split(" > ")[-1].removeprefix("new: ") for way in ways} - {"Enter"}


def opening(desk, chance, known, may):
    """A key that opens something: not a command's, unless it may; None when it would be."""
    key = chance.choice(OPENING)
    frame = bytes(desk.waiting[desk.waiting.rfind(b"\x1b[H\x1b[K") :][:40_000])
    text = re.sub(rb"\x1b\[[0-?]*[ -/]*[@-~]", b"", frame).decode(errors="replace").replace("\r", "")
    items = {number: (label, line) for line, number, label in
             ((found[0][0], found[1], found[2]) for found in ITEM.finditer(text))}
    if not items:
        # A field, whose Enter runs something more often than not.
        return key if may and chance.random() < 0.5 or key != "enter" else "esc"
    if key == "enter":
        label = next((label for label, mark in items.values() if mark != " "), "")
    else:
        label = items.get(key, ("", ""))[0]
    return key if may or label not in known and not label.startswith("[") else None


def stroll(bench, desk, chance, known, most):
    """Presses so many keys; gives how many they were, and how many commands they began."""
    desk.typed = []
    open_desk(bench, desk)
    done = commands = 0
    looked = 0
    desk.lazy = True
    while done < most:
        if chance.random() < 0.35:
            key = opening(desk, chance, known, commands < COMMANDS and chance.random() < 0.1)
            keys = [key] if key else ["down"]
        elif chance.random() < 0.15:
            keys = ["esc"]
        elif chance.random() < 0.001:
            keys = [chance.choice(LOCKS)]
        else:
            keys = [chance.choice(AROUND if chance.random() < 0.8 else OTHERS) for _ in range(chance.randint(1, MOST))]
        desk.typed.append(keys)
        desk.write("".join(KEYS.get(key, key) for key in keys))
        settle(desk)
        done += len(keys)
        if desk.status is not None:
            raise Trouble(f"it ended with {desk.status}")
        # The second screen is left by a command, a lock's question and the end.
        if b"\x1b[?1049l" in desk.waiting[-400_000:] and not is_second(desk.waiting):
            look(desk)
            commands += away(bench, desk)
            looked = done
        elif done - looked >= LOOK:
            look(desk)
            looked = done
            if desk.title() == "Locked":
                desk.lazy = False
                open_desk(bench, desk)
                desk.lazy = True
    finish(desk)
    look(desk)
    desk.lazy = False
    leave(bench, desk)
    return done, commands


def finish(desk):
    """Ends what may be half of a key, so that the next one is not taken for its rest; where nothing has begun it does no harm."""
    desk.write("~")
    settle(desk)


def is_second(data):
    return data.rfind(b"\x1b[?1049h") > data.rfind(b"\x1b[?1049l")


def settle(desk):
    """Waits until the keys were taken, and what they brought is here."""
    end = time.monotonic() + 10
    while desk.unread():
        desk.read(0.001)
        if desk.status is not None:
            return
        if time.monotonic() > end:
            raise Trouble("keys are not taken any more")
    while desk.read(0.001):
        pass


def look(desk):
    """Draws what came since, and looks for secrets in all of it."""
    end = time.monotonic() + 2
    # What is cut off in the middle of a sequence would be taken for the beginning of what comes next.
    while PART.search(desk.waiting) and time.monotonic() < end:
        desk.read(0.05)
    data, desk.waiting = bytes(desk.waiting), bytearray()
    # What was drawn over before is drawn no more; what it was is searched all the same.
    whole = data.rfind(b"\x1b[?1049h\x1b[H\x1b[2J")
    plain = re.sub(rb"\x1b\[[0-?]*[ -/]*[@-~]", b"", data).decode(errors="replace")
    for secret in desk.secrets:
        if secret.words is None and secret.text in plain:
            raise Trouble(f"{secret.name} was shown")
        if secret.words is not None and re.search(r"\s+(\d+\s+)?".join(secret.words[:4]), plain):
            raise Trouble(f"{secret.name} were shown")
    last = data.rfind(b"\x1b[H\x1b[K")
    if whole < last and whole >= 0:
        desk.stream.feed(data[whole : whole + len(b"\x1b[?1049h\x1b[H\x1b[2J")])
        desk.stream.feed(data[last:])
    else:
        desk.stream.feed(data)
    desk.drawn = None
    desk._look()
    if desk.faults:
        raise Trouble(f"{desk.faults[0][0]} was outside of its page")


def away(bench, desk):
    """Leaves what is on the first screen: a command, or the question for the passphrase; 1 for a command."""
    desk.lazy = False
    ran = 0
    end = time.monotonic() + 60
    try:
        while time.monotonic() < end:
            while desk.read(0.02):
                pass
            if desk.status is not None:
                raise Trouble(f"it ended with {desk.status}")
            # What the desk runs for itself is no command that a key could end.
            if commands := [number for number, line in processes(bench.person) if not OWN.search(line)]:
                ran = 1
                # One that still works may end by itself, and the key would then end the desk.
                before, soon = ticks(commands), time.monotonic() + WAITS
                while time.monotonic() < soon:
                    desk.read(0.02)
                if ticks(commands) == before and None not in before:
                    desk.key("ctrl-c")
            elif desk.sees(BACK):
                ran = 1
                desk.key("enter")
                desk.wait(lambda: not desk.sees(BACK), "the desk")
            elif desk.text().startswith("Open the vault") and desk.sees("Passphrase of the vault") and not desk.sees("Opening"):
                desk.type(PASSPHRASE)
                desk.wait(lambda: desk.title() or desk.sees("Opening") or desk.status is not None, "the desk")
            elif desk.title() == "Locked":
                open_desk(bench, desk)
            elif desk.title():
                return ran
        raise Trouble(f"there is no way back:\n{desk.framed()}")
    finally:
        desk.lazy = True


def ticks(numbers):
    """How long each of these processes has computed so far; None for one that is gone."""
    found = []
    for number in numbers:
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            found.append((fields[11], fields[12]))
        except OSError:
            found.append(None)
    return found


def open_desk(bench, desk):
    """Opens the vault where there is one."""
    desk.wait(lambda: desk.title(), "a page")
    if desk.title() == "Locked":
        finish(desk)
        desk.unlock()
        desk.wait(lambda: desk.title() not in ("", "Locked"), "an open vault", 30)


def leave(bench, desk):
    """From wherever it stands: Escape leads to the first page, and q out."""
    for _ in range(40):
        if desk.title() in ("Home", "Welcome"):
            break
        if desk.title() == "Locked":
            open_desk(bench, desk)
            continue
        before = desk.lines()
        desk.key("esc")
        desk.wait(lambda: desk.lines() != before, "the page before", 5)
    else:
        raise Trouble(f"Escape does not lead to the first page:\n{desk.framed()}")
    desk.key("q")
    if desk.ended() != 0:
        raise Trouble(f"it ended with {desk.status}")
    desk.is_as_before()


# Inside of commands. Of keys that go on or stop there are few: a place that was left has to be gone to again.
WORDS = [*"abcdeorstz", *"aeorst", " ", " ", "\t", "erase", "erase", "left", "right", "up", "down", "home", "end", "\x15", "\x0e",
         "enter", "1", "é", "\x1b[", "\x1bO", "\x1b[99~", "\x00", "page up", "lock"]
PAGES = ["space", "space", "b", "b", "erase", "up", "down", "left", "\x1b[", "\x1bO", "x", "9", "\x00", "é", "\t", "lock"]
ANSWERS = [*"abno019Rr4 ", "erase", "erase", "\x15", "left", "right", "\x1b[", "\x1b[99~", "\x00", "é", "\t", "lock", "esc"]


def keys_inside(name, go, keys, enters):
    """Keys at one place inside of commands; `go` leads there from the first page, and `enters` of a thousand are Enter."""

    def test(bench):
        chance = random.Random(f"{bench.options.seed}, {name}")
        steps = share(round(bench.options.steps * INSIDE), len(PLACES), [place[0] for place in PLACES].index(name))
        person = bench.begin()
        (person / "pay.psbt").write_text(materials.pay())
        (person / "dear.psbt").write_text(materials.pay(fee=150_000))
        (person / "family.txt").write_text(materials.group() + "\n")
        # The words of the seed that is brought in are those that are typed there.
        secrets = [Secret("the passphrase of the vault", PASSPHRASE), Secret("the words of savings", materials.SAVINGS),
                   Secret("words that were typed", materials.OTHER)]
        desk = bench.sit(columns=chance.choice((80, 100, 200)), rows=chance.choice((22, 24, 30, 60)), secrets=secrets)
        desk.home()
        desk.typed = []
        done = visits = 0
        try:
            while done < steps:
                go(bench, desk, chance)
                visits += 1
                done += stay(bench, desk, chance, keys, enters, min(STAY, steps - done))
                back(bench, desk)
        except Trouble as trouble:
            raise Trouble(f"with --seed {bench.options.seed}, {name}: {trouble}\n{desk.typed[-60:]}") from trouble
        bench.leave(desk)
        print(f"  {done} keys in {name}, {visits} times there", flush=True)

    test.__name__ = name
    return test


def stay(bench, desk, chance, keys, enters, most):
    """Presses so many keys inside of a command, or until it was left; gives how many they were."""
    for count in range(most):
        if desk.title() or desk.sees(BACK):
            return count
        key = "enter" if chance.random() < enters / 1000 else "ctrl-c" if chance.random() < 0.001 else chance.choice(keys)
        desk.typed.append(key)
        before = len(desk.sent)
        desk.write(KEYS.get(key, key))
        taken(desk)
        if desk.status is not None:
            raise Trouble(f"it ended with {desk.status}")
        # A question that comes next throws away what comes before nothing comes any more.
        if len(desk.sent) == before and (key in ("enter", "ctrl-c") or chance.random() < 0.05):
            desk.read(QUIET)
        if desk.faults:
            raise Trouble(f"{desk.faults[0][0]} was outside of its page:\n{desk.faults[0][1]}")
    return most


def taken(desk):
    """Waits until a key was taken, and what it brought is here; one that is no line yet waits for its end where lines are read."""
    end = time.monotonic() + 20
    while desk.unread() and not desk.takes_lines() and desk.status is None:
        desk.read(0.001)
        if time.monotonic() > end:
            raise Trouble(f"keys are not taken any more:\n{desk.framed()}")
    while desk.read(0.001):
        pass


def back(bench, desk):
    """From wherever one is inside of a command: Ctrl-C leads back to the desk, and Escape to its first page."""
    end = time.monotonic() + 60
    while not desk.title():
        if time.monotonic() > end:
            raise Trouble(f"there is no way back:\n{desk.framed()}")
        if desk.status is not None:
            raise Trouble(f"it ended with {desk.status}")
        while desk.read(0.02):
            pass
        if desk.sees(BACK):
            desk.key("enter")
            desk.wait(lambda: not desk.sees(BACK) or desk.title(), "the desk")
        elif any(not OWN.search(line) for _, line in processes(bench.person)):
            desk.key("ctrl-c")
            desk.read(QUIET)
    for _ in range(40):
        if desk.title() == "Locked":
            open_desk(bench, desk)
        if desk.title() == "Home":
            return
        before = desk.lines()
        finish(desk)
        desk.key("esc")
        desk.wait(lambda: desk.lines() != before, "the page before", 5)
    raise Trouble(f"Escape does not lead to the first page:\n{desk.framed()}")


def to_words(bench, desk, chance):
    """Words of a seed are typed, some of them already; or they are typed back."""
    if chance.random() < 0.5:
        desk.go("Seeds", "Bring a seed in", "From words")
        desk.fill("restored")
    else:
        desk.go("Seeds", "pocket", "Read its backup back", "The written words")
    desk.expect("Type the first letters")
    desk.type(" ".join(materials.OTHER.split()[: chance.randint(0, 11)]), enter=False)


def to_payment(bench, desk, file):
    bench.take(desk, "Sign a payment", "From a stick or folder", file=file)
    desk.go("Beside it")


def to_review(bench, desk, chance):
    """The pages of a review; a terminal on which it has none shows its question at once."""
    if chance.random() < 0.5:
        to_payment(bench, desk, "dear.psbt")
    else:
        bench.take(desk, "Wallets", "Register a wallet", "From a stick or folder", file="family.txt", name="family")
    desk.wait(lambda: desk.PAGE.search(desk.flat()) or desk.sees("or no to stop):") or desk.sees("To continue, type:"), "the review", 60)


def to_warning(bench, desk, chance):
    """The first of two warnings, each of which is agreed to by its name."""
    to_payment(bench, desk, "dear.psbt")
    desk.pages("To continue, type:")
    if chance.random() < 0.5:
        desk.type("R04")
        desk.wait(lambda: desk.flat().count("To continue, type:") == 2, "the second warning")


def to_question(bench, desk, chance):
    """The last question of a payment, or of a wallet."""
    if chance.random() < 0.5:
        to_payment(bench, desk, "pay.psbt")
    else:
        bench.take(desk, "Wallets", "Register a wallet", "From a stick or folder", file="family.txt", name="family")
    desk.pages("or no to stop):")
    if chance.random() < 0.3:
        desk.type(desk.groups()[:6], enter=False)


PLACES = [("keys_where_words_are_typed", to_words, WORDS, 10), ("keys_in_a_review", to_review, PAGES, 5),
          ("keys_at_a_warning", to_warning, ANSWERS, 20), ("keys_at_the_last_question", to_question, ANSWERS, 20)]

TESTS = [keys_by_chance(number) for number in range(SITTINGS)] + [keys_inside(*place) for place in PLACES]
