"""The forms in which a secret could lie in memory, in a file or on a screen, and the secrets behind a seed."""

import base64
import struct
from dataclasses import dataclass, field

from embit import bip32, bip39

# A part of a secret counts from so many bytes on: 64 bits of it in most forms.
PART = 8
# Of words that are written as a text.
WORDS = 20


@dataclass(frozen=True)
class Pattern:
    """One form of one secret; a part of `least` bytes is found."""

    secret: str
    form: str
    data: bytes
    least: int


@dataclass
class Secret:
    """Something that must not be found: bytes, a text, or words."""

    name: str
    data: bytes = b""
    text: str = ""
    words: list[str] = field(default_factory=list)
    # Whether the text is made of words, which other texts may have beside each other.
    is_wordy: bool = False

    def patterns(self):
        """Every form of it, but for words between which anything may stand (`Scanner.words`)."""
        if self.words:
            yield from self._numbers()
        if self.text:
            yield from self._of_text()
        if self.data:
            yield from self._of_bytes(self.data)
            # Behind the four bits of a QR code's mode, and the eight of its length.
            shifted = int.from_bytes(self.data, "big") << 4
            yield self._pattern("bytes, half a byte on", shifted.to_bytes(len(self.data) + 1, "big"), PART)
            bits = bytes(byte >> place & 1 for byte in self.data for place in range(7, -1, -1))
            yield self._pattern("bits, a byte each", bits, 48)
            yield self._pattern("bits, a byte each, last first", bits[::-1], 48)

    def _pattern(self, form, data, least):
        return Pattern(self.name, form, data, min(least, len(data)))

    def _of_bytes(self, data, least=PART):
        yield self._pattern("raw", data, least)
        yield self._pattern("raw, last first", data[::-1], least)
        # Keys of SHA-2's HMAC, which PBKDF2 and BIP-32 make of passphrases, words and chain codes.
        for pad in (0x36, 0x5C):
            yield self._pattern(f"xor {pad:#x}", bytes(byte ^ pad for byte in data), least)
        for size in (4, 8):
            whole = data[: len(data) // size * size]
            turned = b"".join(whole[at : at + size][::-1] for at in range(0, len(whole), size))
            yield self._pattern(f"in numbers of {size} bytes", turned, least)
        yield from self._as_text("hex", data.hex(), least * 3 // 2)
        yield from self._as_text("HEX", data.hex().upper(), least * 3 // 2)
        for skipped in range(3):
            # Where the text around it begins decides how it falls into groups of three bytes.
            body = base64.b64encode(b"\0" * skipped + data).decode().rstrip("=")
            body = body[(skipped * 8 + 5) // 6 :][: (len(data) * 8) // 6 - 1]
            yield from self._as_text(f"base64 at {skipped}", body, least * 4 // 3 + 1)
            if "+" in body or "/" in body:
                yield from self._as_text(
                    f"base64url at {skipped}", body.replace("+", "-").replace("/", "_"), least * 4 // 3 + 1
                )

    def _of_text(self):
        # Two words beside each other may be part of any text: of words it takes three.
        least = WORDS if self.words or self.is_wordy else PART
        yield from self._as_text("text", self.text, least)
        for pattern in self._of_bytes(self.text.encode(), least):
            if pattern.form != "raw":
                yield Pattern(pattern.secret, "text as " + pattern.form, pattern.data, pattern.least)

    def _as_text(self, form, text, least):
        yield self._pattern(form, text.encode(), least)
        for name, code, size in (("UTF-16", "utf-16-le", 2), ("UTF-16BE", "utf-16-be", 2), ("UTF-32", "utf-32-le", 4)):
            yield self._pattern(f"{form} in {name}", text.encode(code), least * size)

    def _numbers(self):
        """The numbers of the words in BIP-39's list, from 0 and from 1, in both orders."""
        indices = [bip39.WORDLIST.index(word) for word in self.words if word in bip39.WORDLIST]
        for first in (0, 1):
            for order, numbers in (("", indices), (", last first", indices[::-1])):
                numbers = [number + first for number in numbers]
                start = f"numbers from {first}{order}"
                yield from self._as_text(f"{start}, four digits each", "".join(f"{n:04d}" for n in numbers), 16)
                for code, size in (("<H", 2), (">H", 2), ("<I", 4), (">I", 4), ("<Q", 8), (">Q", 8)):
                    data = b"".join(struct.pack(code, number) for number in numbers)
                    yield self._pattern(f"{start}, {code} each", data, 4 * size)
                digits = [str(number) for number in numbers]
                for between in (" ", ",", ", ", "\n"):
                    text = between.join(digits)
                    yield self._pattern(f"{start}, with {between!r}", text.encode(), 14 + 3 * len(between))


def of_seed(name, words, passphrases=("",), paths=("m/84h/1h/0h", "m/84h/1h/0h/0/0")):
    """Everything that leads to the coins of a seed: its words, its entropy, and the keys under each BIP-39 passphrase."""
    yield Secret(f"{name}: words", text=words, words=words.split())
    yield Secret(f"{name}: words in one", text="".join(words.split()), is_wordy=True)
    yield Secret(f"{name}: four letters each", text="".join(word[:4] for word in words.split()), is_wordy=True)
    yield Secret(f"{name}: entropy", data=bip39.mnemonic_to_bytes(words))
    for passphrase in passphrases:
        where = f"{name}: " if not passphrase else f"{name} with its passphrase: "
        seed = bip39.mnemonic_to_seed(words, passphrase)
        yield Secret(where + "seed", data=seed)
        root = bip32.HDKey.from_seed(seed, version=b"\x04\x35\x83\x94")
        for path in ("m", *paths):
            key = root.derive(path)
            yield Secret(f"{where}key of {path}", data=key.secret)
            # The code of a step that is not hardened stands in the xpub as well, and is no secret.
            if path == "m" or path.endswith("h") and path.count("h") < 3:
                yield Secret(f"{where}chain code of {path}", data=key.chain_code)
            yield Secret(f"{where}extended key of {path}", text=key.to_base58()[4:])
            yield Secret(f"{where}WIF of {path}", text=key.key.wif()[1:])
