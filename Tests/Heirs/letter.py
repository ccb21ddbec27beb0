"""The letter to the heirs, followed in its other ways: without this program, with those that it names.

The letter is read as text by Tesseract, in its own language and in English: from each of the two the fingerprints, the
kinds of addresses, the paths, and the programs with their versions. The words come from the seed's sheet, the descriptor
from the QR codes of the letter's last pages. Then each program that the letter names is to show the first address, which
is held against that of the seed and against the one that stands on the letter.
"""

import re

from embit import bip32
from mnemonic import Mnemonic

import programs
import trials as names
import wallets
import words
from as_text import Tesseract, address_of
from by_electrum import ONE_KEY as ELECTRUM
from pages import read

# What a person enters for the kinds of addresses of one key, by the name that the letter has in brackets.
SCRIPTS = {"P2PKH": "pkh", "P2SH-P2WPKH": "sh-wpkh", "P2WPKH": "wpkh", "P2TR": "tr"}
# What Tesseract makes of the mark behind a number, and of the bar before it.
MARKS = "['’‘`\"“”*]?"
# A kind that there is: of what Tesseract makes of others ("P2VWSH") a person finds no such kind.
WAY = re.compile(rf"\((P2PKH|P2TR|P2SH|(?:P2SH-)?P2W(?:PKH|SH))\),? (m(?:/\d+{MARKS})+)")
# The part in English begins with its own heading.
ENGLISH = re.compile(r"those who come after")


def trials(signer, trials, electrum):
    """Letters about wallets of one key: in German, of two wallets; in English, of a seed with a passphrase."""
    seed = words.made("english", 12)
    words.imported(signer, 12)
    for script in ("wpkh", "tr"):
        form = f"{script}({wallets.key_of(12, f'm/{programs.ACCOUNTS[script]}h/0h/0h', programs.SIGNET)})"
        wallets.register(signer, f"letter-{script}", form)
    Letter(signer, trials, "english-12", "de", count=2).of_one_key(electrum, seed, "", ("wpkh", "tr"))
    seed = words.made("english", 24)
    signer.run("seed", "import", "english-24", "--from", signer.write("english-24", seed), "--with-bip39-passphrase")
    signer.run("account", "export", "english-24", "--script", "sh-wpkh", "--out", str(signer.folder / "account.txt"),
               "--bip39-passphrase-file", signer.write("locked", "green cows 7"))
    Letter(signer, trials, "english-24").of_one_key(electrum, seed, "green cows 7", ("sh-wpkh",))


def of_several_keys(signer, trials, electrum):
    """A letter in Spanish on mainnet, of two keys of three; one seed is here, the others are other people's."""
    signer.allow_unattended()
    words.imported(signer, 12)
    descriptor = wallets.forms(programs.MAINNET)["multisigWallet"][1][0]
    wallets.register(signer, "family", descriptor)
    Letter(signer, trials, "family", "es", programs.MAINNET).of_keys(electrum, descriptor)


class Letter:
    """A letter that was printed and scanned badly, and what a person finds on it."""

    def __init__(self, signer, trials, subject, language="en", network=programs.SIGNET, count=1):
        """`count` is how many kinds of addresses it is about."""
        self.signer, self.trials, self.network, self.readings = signer, trials, network, []
        self.languages = ("en",) if language == "en" else (language, "en")
        self.what = f"a letter in `{language}`"
        options = [] if language == "en" else ["--language", language]
        pages = signer.pages(f"letter-{subject}", subject, "--kind", "inheritance", *options, is_secret=False,
                             resolution=300)
        self.descriptors = descriptors([read(page, number) for number, page in enumerate(pages)])
        self.tesseract = Tesseract()
        if self.tesseract.program is None:
            trials.missing.add("Tesseract")
            return
        # Each way of reading is a text of the whole letter; a person would look again, too.
        for reading in zip(*map(self.tesseract.texts, pages)):
            self.readings.append("\n".join(reading))
            if self.is_read(count):
                break

    def is_read(self, count):
        """Whether a person would be content with what was read."""
        return all(len(self.ways(language)) >= count and len(self.programs(language)) >= 2 and self.prints(language)
                   for language in self.languages) and (
            self.printed() or not any(kind.startswith("P2W") for kind, _ in self.ways("en")))

    def part(self, text, language):
        """The pages in a language, of a reading of all of them."""
        found = ENGLISH.search(text)
        start = found.start() if found else len(text)
        return text[start:] if language == "en" else text[:start]

    def found(self, pattern, language):
        """All that fits a pattern in the part of a language, in any reading."""
        return {match for text in self.readings for match in pattern.findall(
            " ".join(self.part(text, language).split()))}

    def ways(self, language):
        """Kinds of addresses with their paths."""
        return {(kind, "m/" + "/".join(f"{number}h" for number in re.findall(r"\d+", path)))
                for kind, path in self.found(WAY, language)}

    def prints(self, language):
        """The fingerprints."""
        return self.found(re.compile(r"\b[0-9a-f]{8}\b"), language)

    def programs(self, language):
        """The programs that the letter names, as its sheets call them, with their versions."""
        named = set()
        for name in names.NAMES.values():
            pattern = re.compile(re.escape(name).replace(r"\ ", " ?") + r" ?(\d[\d.]*\d)")
            named |= {(name, version) for version in self.found(pattern, language)}
        electrum = re.compile(r"Electrum \([^()]{0,60}?(\d+\.\d+\.\d+)\)")
        return named | {("Electrum", version) for version in self.found(electrum, language)}

    def agrees(self, language, root, ways, kinds):
        """Whether the letter says of the seed what is true, and names programs that restored words; those it names."""
        where = f"{self.what}, its part in `{language}`"
        prints = self.prints(language)
        self.trials.count(root.my_fingerprint.hex() in prints, f"{where}: the fingerprint is not in {prints}")
        found = self.ways(language)
        self.trials.count(found == ways, f"{where}: kinds of addresses and paths are {found}, not {ways}")
        named = self.programs(language)
        recorded = {row[1:3] for row in names.last_run() if row[0] in kinds}
        self.trials.count(named <= recorded, f"{where}: {named - recorded} never restored {kinds}")
        self.trials.count(len(named) >= 2, f"{where}: it names {named}")
        return named

    def printed(self):
        """The first addresses that stand on the letter: their checksum tells which were read rightly."""
        return {address for text in self.readings for line in text.splitlines() if (address := address_of(line))}

    def says(self, five):
        """Whether of the first addresses some were read, and no other with a right checksum."""
        found = self.printed()
        self.trials.count(bool(found) and found <= set(five), f"{self.what}: of {five} it says {found}")

    # MARK: what an heir does

    def of_one_key(self, electrum, seed, passphrase, scripts):
        """Enters words, kind and path into each program that the letter names."""
        root = programs.root(seed, passphrase, self.network)
        sheet = self.signer.symbols(f"of-{self.what}", self.subject_of(seed), "--kind", "full")
        digits = self.trials.only(sheet, "the SeedQR", lambda text: text.isdigit() and len(text) == 4 * len(seed.split()))
        found = words.words_of(digits[0]) if digits else ""
        expected = {script: programs.embit_first(root, script) for script in scripts}
        stated = {(kind, programs.path(root, programs.ACCOUNTS[script]))
                  for kind, script in SCRIPTS.items() if script in scripts}
        self.trials.count(
            {programs.embit_descriptor(text, 1, self.network)[0] for text in self.descriptors} == set(expected.values()),
            f"{self.what}: its QR codes are other wallets: {self.descriptors}")
        for script in set(scripts) & {"wpkh"}:
            self.says([programs.embit_at(root, programs.path(root, 84), script, index) for index in range(5)])
        for language in self.languages:
            # Its fingerprint is the one without the passphrase.
            named = self.agrees(language, programs.root(seed, network=self.network), stated, {"words"})
            for kind, path in sorted(self.ways(language)):
                script = SCRIPTS.get(kind)
                what = f"{self.what}, its part in `{language}`, {kind}"
                for name, _ in sorted(named):
                    if name == "Electrum":
                        # The letter says that it knows no Taproot addresses.
                        if script in ELECTRUM:
                            electrum.words(what, found, passphrase, path.replace("h", "'"), ELECTRUM[script],
                                           expected.get(script), kind="letter")
                    else:
                        self.trials.check("letter", PACKAGES[name], what,
                                          lambda: ONE_KEY[name](found, passphrase, path, script), expected.get(script))

    def subject_of(self, seed):
        return f"english-{len(seed.split())}"

    def of_keys(self, electrum, descriptor):
        """Makes the key of one seed at the path of the letter, and gives each program the descriptor of its last pages."""
        seed = words.made("english", 12)
        root = programs.root(seed, network=self.network)
        stated = {("P2WSH", programs.path(root, 48) + "/2h")}
        five = programs.embit_descriptor(descriptor, 5, self.network)[:5]
        self.trials.count(len(self.descriptors) == 1, f"{self.what}: {len(self.descriptors)} descriptors in its QR codes")
        whole = next(iter(self.descriptors), "")
        self.says(five)
        for language in self.languages:
            named = self.agrees(language, root, stated, {"words", "multisigWallet"})
            for (_, path), (name, _) in ((way, one) for way in sorted(self.ways(language)) for one in sorted(named)):
                if name == "Electrum":
                    # Two people, each with the words of one key and the keys of the letter's last pages.
                    people = {programs.root(made).my_fingerprint.hex(): made
                              for made in (seed, words.made("english", 24))}
                    electrum.several_keys(
                        f"{self.what}, its part in `{language}`, of several keys", whole, people,
                        programs.embit_descriptor(descriptor, network=self.network), "mainnet", kind="letter")
                    continue
                self.trials.check(
                    "letter", PACKAGES[name], f"{self.what}, its part in `{language}`, of several keys",
                    lambda: (COSIGNER[name](seed, path) in whole, DESCRIPTOR[name](whole)), (True, five[0]))


def descriptors(pages):
    """Those in the QR codes of each page: as text, or in parts of BBQr."""
    whole = {text for page in pages for text in page if re.match(r"\w+\(.*#\w{8}$", text)}
    parts = [text for page in pages for text in page if text.startswith("B$")]
    return whole | ({wallets.joined(parts)} if parts else set())


PACKAGES = {name: package for package, name in names.NAMES.items()}
ONE_KEY = {
    "embit (Python)": lambda words, passphrase, path, script: programs.embit_at(
        programs.root(words, passphrase), path, script),
    "BDK (Python)": lambda words, passphrase, path, script: programs.bdk_at(
        programs.bdk_root(words, passphrase), path, script),
    # It makes the bytes of the words; embit goes on from there.
    "mnemonic (Python)": lambda words, passphrase, path, script: programs.embit_at(
        bip32.HDKey.from_seed(Mnemonic.to_seed(words, passphrase), version=programs.SIGNET["xprv"]), path, script),
    # It is asked for the number of a BIP, which the path of the letter begins with.
    "hdwallet (Python)": lambda words, passphrase, path, script: programs.hdwallet_words(
        words, passphrase, {f"{number}h": kind for kind, number in programs.ACCOUNTS.items()}[path.split("/")[1]])}
COSIGNER = {
    "embit (Python)": lambda words, path: programs.embit_key_at(programs.root(words, network=programs.MAINNET), path),
    "BDK (Python)": lambda words, path: programs.bdk_key_at(programs.bdk_root(words, is_mainnet=True), path)}
DESCRIPTOR = {
    "embit (Python)": lambda text: programs.embit_descriptor(text, 1, programs.MAINNET)[0],
    "BDK (Python)": lambda text: programs.bdk_descriptor(text, 1, is_mainnet=True)[0]}
