"""The encrypted sheet, opened by the reader that stands on its own pages, with nothing but Python's library."""

import subprocess
import sys

import words

SECRET = "lamp orbit cheese north window seven"


def trials(signer, trials, _):
    english = words.imported(signer, 12)[1]
    symbols = signer.symbols(
        "encrypted", "english-12", "--kind", "encrypted", "--sheet-words-file", signer.write("sheet-words", SECRET))
    parts = trials.only(symbols, "the encrypted sheet", lambda text: text.startswith("B$2B"))
    reader = printed_reader(symbols)
    trials.count(bool(reader), "the reader's source was not read from the QR codes of the page")
    # -I: no packages and nothing from the environment; what an heir has is Python and this page.
    ran = subprocess.run(
        [sys.executable, "-I", "-S", signer.write("read.py", reader), signer.write("parts", "\n".join(parts))],
        input=SECRET + "\n", capture_output=True, text=True, timeout=300)
    python = ("Python", ".".join(map(str, sys.version_info[:2])))
    trials.check("encrypted", python, f"12 words, its output is {ran.stdout[-300:]}{ran.stderr[-300:]}",
                 f"seed {english}" in ran.stdout, True)
    ran = subprocess.run(
        [sys.executable, "-I", "-S", str(signer.folder / "read.py"), str(signer.folder / "parts")],
        input=SECRET + " eight\n", capture_output=True, text=True, timeout=300)
    trials.count(ran.returncode != 0 and english not in ran.stdout, "the encrypted sheet opened with wrong words")


def printed_reader(symbols):
    """The source that the QR codes of a last page hold: one part after the other, as they stand there."""
    first = next((at for at, text in enumerate(symbols) if text.startswith("#!")), len(symbols))
    return "".join(text for text in dict.fromkeys(symbols[first:]) if "\n" in text)
