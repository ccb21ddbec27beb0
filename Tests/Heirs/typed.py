"""The letter's way with Python, typed as it is printed: each line as it stands, until a payment is signed.

The letter is printed as a PDF, and pdftotext says what stands on it. Its lines are typed into the system's Python, which
has none of these packages but those that the letter's first line brings; words and passphrases are typed where it asks for
them. The payment is written by BDK, from the descriptor of the letter's last pages, and BDK completes what was signed:
its interpreter runs each script.
"""

import base64
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

import bdkpython
from embit import script
from embit.transaction import Transaction, TransactionInput, TransactionOutput

import programs
import wallets
import words
from letter import descriptors
from pages import read

PYTHON = "/usr/bin/python3"
INSTALL = re.compile(r"^python3 -m pip install -t tools .*$", re.MULTILINE)
START = re.compile(r"^python3 -c .*$", re.MULTILINE)
# What is asked for, and what says that the next line may be typed.
PROMPTS = (">>> ", "words: ", "passphrase: ")
SPANISH, PASSPHRASE = 12, "grüne Kühe"


def trials(signer, trials, electrum):
    python = Python(signer, trials)
    # Words of another list, with a passphrase beyond ASCII, and all four kinds of addresses.
    seed = words.made("spanish", SPANISH)
    signer.run("seed", "import", "spanish", "--from", signer.write("spanish", seed), "--language", "spanish",
               "--with-bip39-passphrase")
    for kind in programs.ACCOUNTS:
        signer.run("account", "export", "spanish", "--script", kind, "--out", str(signer.folder / f"{kind}.txt"),
                   "--bip39-passphrase-file", signer.write("locked", PASSPHRASE))
    python.of_one_key("spanish", seed, PASSPHRASE)
    # Several keys, of which two sign one after the other: before taproot, and in leaves of a tree.
    people = [words.imported(signer, count)[1] for count in (12, 24)]
    forms = wallets.forms()
    for number, descriptor in enumerate((forms["multisigWallet"][1][0], *forms["treeWallet"][1])):
        wallets.register(signer, f"several-{number}", descriptor)
        python.of_several_keys(f"several-{number}", descriptor, people)


class Python:
    """The system's Python with the packages of a letter, and what is typed into it."""

    def __init__(self, signer, trials):
        self.signer, self.trials = signer, trials
        self.folder = signer.folder / "typed"
        self.folder.mkdir()
        self.tools = self.folder / "tools"
        self.versions = ()

    def lines(self, subject):
        """The lines of the letter that are typed into Python, in their order, and the descriptors of its last pages."""
        out = self.signer.folder / f"{subject}.pdf"
        self.signer.run("sheet", "print", subject, "--kind", "inheritance", "--out", str(out))
        text = subprocess.run(["pdftotext", "-layout", str(out), "-"], capture_output=True, text=True, check=True).stdout
        stripped = "\n".join(line.strip() for line in text.splitlines())
        install = INSTALL.findall(stripped)
        self.trials.count(len(install) == 1, f"the letter of {subject} says how to install: {install}")
        self.install(install[0])
        at = stripped.index(install[0])
        found = [line for line in stripped[at:].splitlines() if is_python(line)]
        start = START.findall(stripped)
        self.trials.count(len(start) == 1, f"the letter of {subject} says how to start Python: {start}")
        self.start = start[0]
        pages = self.signer.pages(f"typed-{subject}", subject, "--kind", "inheritance", is_secret=False)
        return found, descriptors([read(page, number) for number, page in enumerate(pages)])

    def install(self, line):
        if self.tools.exists():
            return
        ran = subprocess.run(line, shell=True, cwd=self.folder, capture_output=True, text=True, timeout=300,
                             env={**os.environ, "PATH": "/usr/bin:/bin"})
        self.trials.count(ran.returncode == 0, f"{line}: {ran.stderr[-300:]}")

    def typed(self, lines, seed, passphrase):
        """What each line shows, in a Python that was started as the letter says, and that keeps nothing of what was typed."""
        # As somebody types them who knows no better: capitals, spaces too many.
        session = Session(self.start, self.tools, {"words: ": f" {seed.title().replace(' ', '  ')} ", "passphrase: ": passphrase})
        try:
            return [session.line(line) for line in lines]
        finally:
            session.end()
            self.check("Python keeps no word", self.kept(seed.split()[0]), [])

    def kept(self, word):
        """The files of the folder, which is the home as well, with a word in them; those of the packages are as they came."""
        files = [path for path in self.tools.iterdir() if path.is_file()]
        return [path.name for path in files if word.encode() in path.read_bytes().lower()]

    def check(self, what, found, expected):
        for program in ("embit", "mnemonic"):
            self.trials.check("typed", program, what, found, expected)

    def of_one_key(self, subject, seed, passphrase):
        lines, found = self.lines(subject)
        root = words.root(seed, passphrase)
        expected = {programs.embit_first(root, kind) for kind in programs.ACCOUNTS}
        for descriptor in sorted(found):
            payment = Payment(descriptor)
            (self.tools / "payment.psbt").write_bytes(payment.file)
            shown = self.typed(lines, seed, passphrase)
            self.check(f"{descriptor.split('[')[0]}, what does not come back is what is paid", payment.elsewhere in shown, True)
            what = f"a letter about Spanish words, {descriptor.split('[')[0]}"
            self.check(f"{what}, the fingerprint", repr(root.my_fingerprint.hex()) in shown, True)
            firsts = {line.strip("'") for line in shown if line.startswith(("'tb1", "'2", "'m", "'n"))}
            self.check(f"{what}, first addresses", firsts, expected)
            self.check(f"{what}, what is paid", payment.is_shown(shown), True)
            self.check(f"{what}, the signed payment", payment.completed((self.tools / "signed.psbt").read_bytes()), True)
        self.trials.count(len(found) == len(expected), f"the letter of {subject} has {len(found)} descriptors")

    def of_several_keys(self, subject, descriptor, people):
        lines, found = self.lines(subject)
        self.trials.count(len(found) == 1, f"the letter of {subject} has {len(found)} descriptors")
        payment = Payment(next(iter(found), descriptor))
        form = re.sub(r"\[.*?/\*", "KEY", descriptor)
        what = f"a letter about several keys, {form[:60]}"
        file = payment.file
        for seed in people:
            (self.tools / "payment.psbt").write_bytes(file)
            # As somebody types it from the paper, line by line.
            (self.tools / "wallet.txt").write_text("\n".join(re.findall(".{1,40}", next(iter(found), descriptor))) + "\n")
            shown = self.typed(lines, seed, "")
            self.check(f"{what}, its first address", repr(payment.first) in shown, True)
            self.check(f"{what}, what does not come back is what is paid", payment.elsewhere in shown, True)
            fingerprint = programs.root(seed).my_fingerprint.hex()
            self.check(f"{what}, the fingerprint", repr(fingerprint) in shown, True)
            self.check(f"{what}, what is paid", payment.is_shown(shown), True)
            # Of each person the key in the wallet stands on the last pages.
            keys = [line.strip("'") for line in shown if line.startswith("'tpub")]
            self.check(f"{what}, the key", any(key in descriptor for key in keys), fingerprint in descriptor)
            file = (self.tools / "signed.psbt").read_bytes()
        self.check(f"{what}, the signed payment", payment.completed(file), True)


def is_python(line):
    """Whether a line of the letter is one of Python, and no sentence."""
    if not re.match(r"(from \w+ import |\w+ = \S+\(|\w+ = \w+\.|\w+ = \[|\w+\.\w+\(|open\(|script\.|root\.|\[)", line):
        return False
    try:
        compile(line, "the letter", "single")
    except SyntaxError:
        return False
    return True


class Session:
    """Python at a terminal, started as the letter says."""

    def __init__(self, start, folder, answers):
        self.answers = answers
        self.terminal, theirs = pty.openpty()
        # Wide enough that no line that is typed is broken.
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 1000, 0, 0))
        self.process = subprocess.Popen(
            ["sh", "-c", f"exec {start}"], cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True, start_new_session=True,
            env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "TERM": "dumb", "LC_ALL": "C.UTF-8"})
        os.close(theirs)
        self.until_prompt()

    def until_prompt(self):
        text, end = b"", time.monotonic() + 120
        while time.monotonic() < end:
            if not select.select([self.terminal], [], [], 1)[0]:
                continue
            text += os.read(self.terminal, 65536)
            decoded = re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", text.decode(errors="replace"))
            for prompt in PROMPTS:
                if decoded.endswith(prompt):
                    return prompt, decoded[:-len(prompt)]
        raise TimeoutError(f"Python did not ask again: {text[-300:]!r}")

    def line(self, text):
        """Types a line and what it asks for; gives the last line that it shows."""
        while True:
            os.write(self.terminal, text.encode() + b"\n")
            prompt, shown = self.until_prompt()
            if prompt == ">>> ":
                break
            text = self.answers[prompt]
        # The first line is what was typed.
        rest = [line for line in shown.replace("\r", "").split("\n")[1:] if line]
        return rest[-1] if rest else ""

    def end(self):
        """Leaves Python as a person does: a history is written then."""
        os.write(self.terminal, b"exit()\n")
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.terminal)


class Payment:
    """A payment of a coin at the first address of a wallet, written and completed by BDK on signet."""

    PAID, HELD = 60_000, 100_000

    def __init__(self, descriptor):
        kind, network = programs.bdk_networks(False)
        self.wallet = bdkpython.Wallet.create_from_two_path_descriptor(
            bdkpython.Descriptor(descriptor, kind), network, bdkpython.Persister.new_in_memory())
        side = bdkpython.KeychainKind.EXTERNAL
        first = bytes(self.wallet.reveal_next_address(side).address.script_pubkey().to_bytes())
        # A transaction that pays to it; what it spends does not exist and is not asked for.
        before = Transaction(vin=[TransactionInput(bytes(range(32)), 0)],
                             vout=[TransactionOutput(self.HELD, script.Script(first))])
        self.wallet.apply_unconfirmed_txs(
            [bdkpython.UnconfirmedTx(tx=bdkpython.Transaction(before.serialize()), last_seen=1)])
        self.first = str(self.wallet.peek_address(side, 0).address)
        address = self.wallet.peek_address(side, 7).address
        self.to = str(address)
        # What is shown of the amounts that go to no change address.
        self.elsewhere = f"[{self.PAID}]"
        file = bdkpython.TxBuilder().add_recipient(address.script_pubkey(), bdkpython.Amount.from_sat(self.PAID))
        self.file = base64.b64decode(file.fee_rate(bdkpython.FeeRate.from_sat_per_vb(2)).finish(self.wallet).serialize())

    def is_shown(self, shown):
        """Whether the amount stands there with its address, and the fee is what the outputs leave."""
        for line in shown:
            if line.startswith("(["):
                outputs, fee = eval(line, {"__builtins__": {}})  # numbers and texts that embit shows
                return (self.PAID, self.to) in outputs and sum(value for value, _ in outputs) + fee == self.HELD
        return False

    def completed(self, signed):
        """Whether the signatures are enough, by the interpreter of scripts that BDK has."""
        return bdkpython.Psbt(base64.b64encode(signed).decode()).finalize().could_finalize
