"""Shows that the search finds what is there: a secret is planted in each form and in each place."""

import os
import pathlib
import shutil
import subprocess

import forms
from scanner import Scanner
from tracing import memory_of

HERE = pathlib.Path(__file__).resolve().parent
# Stands in nothing but the controls.
WORDS = "velvet gadget orbit lizard canyon mammal dolphin quantum walnut tribe rocket spirit"
PLANTED = forms.Secret("planted words", text=WORDS, words=WORDS.split())
BYTES = forms.Secret("planted bytes", data=bytes.fromhex("8d1f60b7c9e2543a77a01e9bd4c3f85620aa5d3ce8719b46f0521d8e3b97c46a"))
PASSPHRASE = forms.Secret("planted passphrase", text="V0rzimmer+Bl1tz-Mango6")


def every_form():
    """Each form of each planted secret is found in the middle of other bytes, and nothing in those alone."""
    secrets = [PLANTED, BYTES, PASSPHRASE]
    scanner = Scanner(secrets)
    noise = bytearray(os.urandom(1 << 20)) + bytearray(1 << 16) + bytearray(range(256)) * 256
    if found := scanner.find(noise):
        return f"found in noise: {found[:3]}"
    missed = []
    for pattern in scanner.patterns:
        # A part of it, as it may lie across the end of what was overwritten.
        part = pattern.data[-max(pattern.least, len(pattern.data) // 2):]
        hits = scanner.find(bytearray(b"\x07" * 501 + part + b"\x05" * 33))
        if not any(secret == pattern.secret for _, secret, _, _ in hits):
            missed.append((pattern.secret, pattern.form))
    words = WORDS.split()
    for name, between in (("numbered", "\r\n {} "), ("a table", " | "), ("colours", "\x1b[0m\x1b[1m")):
        for order in (words, words[::-1]):
            text = "".join(word + between.format(9) for word in order[4:8])
            for code in ("utf-8", "utf-16-le", "utf-32-be"):
                if not scanner.find(bytearray(b"\1\1\1" + text.encode(code))):
                    missed.append((name, code))
    # An array of Swift's short strings: 15 bytes and one for the length.
    strings = b"".join(word.encode().ljust(15, b"\0") + bytes([0xE0 | len(word)]) for word in words[:3])
    if not scanner.find(bytearray(strings)):
        missed.append("short strings")
    scanner.close()
    return f"missed {len(missed)} forms: {missed[:5]}" if missed else None


class Controls:
    """What is planted in each place; each is a run of the stage and a check of what was found."""

    def __init__(self, stage):
        self.stage = stage
        stage.secrets += [PLANTED, PASSPHRASE]
        self.folder = stage.path("given/control")
        os.makedirs(self.folder)
        program = os.path.join(self.folder, "careless")
        subprocess.run(["clang", "-O0", "-Wall", "-Wextra", "-Werror", "-o", program, HERE / "control.c"], check=True)
        # Under this name it is watched at all times.
        shutil.copy(program, os.path.join(self.folder, "offline-signer"))
        for name, secret in (("planted", PLANTED), ("planted-2", PASSPHRASE)):
            pathlib.Path(self.folder, name).write_text(secret.text, encoding="utf-8")
        self.expected = []

    def run(self):
        self._run("careless", "still", "at its end", "[heap]")
        self._run("careless", "let go", "at its end", "[heap]")
        self._run("careless", "child", "at its end", "[heap]")
        self._run("careless", "wiped", "at its end", None)
        self._run("offline-signer", "given back", "what it gave back", "given back")
        self._run("offline-signer", "wiped", "what it read", "read from")
        self._plant("cat ../given/control/planted; seq 300", "the screen", "screen and scrollback")
        self._plant("cat ../given/control/planted-2 > ../home/left", self.stage.path("home/left"), "contents")
        self._plant("cat ../given/control/planted-2 > ../tmp/left", self.stage.path("tmp/left"), "contents")
        for place in self.stage.places:
            self._plant(f"cat ../given/control/planted-2 > {place}/left", f"{place}/left", "contents")
        self._plant(f"touch ../tmp/{PASSPHRASE.text}", self.stage.path(f"tmp/{PASSPHRASE.text}"), "name")
        self._plant("cat ../given/control/planted-2", "tmux", "")
        self._plant(f": {PASSPHRASE.text}", self.stage.path("home/.bash_history"), "contents")
        os.remove(self.stage.path("home/.bash_history"))
        self._core()

    def _run(self, program, way, moment, place):
        line = f"../given/control/{program} '{way}' < ../given/control/planted"
        tracer = self.stage.run(line)
        if way == "child":
            runs = [process for process in tracer.seen if process.program == program]
            self.expected.append((f"{program}, {way}: two processes are seen", None, None, None, len(runs) == 2))
        self.expected.append((f"{program}, {way}", line, moment, place, True))

    def _plant(self, line, holder, place):
        self.stage.run(line)
        self.expected.append((line, line, holder, place, True))
        for folder in (self.stage.path("home"), self.stage.path("tmp"), *self.stage.places):
            for name in ("left", PASSPHRASE.text):
                if os.path.exists(os.path.join(folder, name)):
                    os.remove(os.path.join(folder, name))

    def _core(self):
        pattern = pathlib.Path("/proc/sys/kernel/core_pattern").read_text(encoding="ascii").strip()
        if "/" in pattern or "|" in pattern or "%" in pattern:
            self.expected.append((f"core files go to {pattern!r}, which is not looked at", None, None, None, None))
            return
        line = "../given/control/careless core < ../given/control/planted"
        self.stage.run(line, status=134)
        self.expected.append(("a core file", line, "work/core", "contents", True))
        for name in os.listdir(self.stage.path("work")):
            if name.startswith("core"):
                os.remove(self.stage.path(f"work/{name}"))

    def judge(self, hits):
        """For each control its name, and whether it was as it should; None when it could not be tried."""
        for name, line, moment, place, should in self.expected:
            if line is None:
                yield name, should
                continue
            found = [
                evidence for evidence, _, secret, _, _ in hits if evidence.command == line and secret.startswith("planted")
                and evidence.holder not in ("bash", "a shell")]
            if place is None:
                yield name, not [e for e in found if e.moment == moment and e.holder == "careless"]
            else:
                yield name, any((moment == e.moment or e.holder.endswith(moment)) and place in e.piece.place for e in found)
