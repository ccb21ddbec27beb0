"""Pages of sheets as an heir finds them: printed by the program, then scanned badly, and read by zxing-cpp."""

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy
import zxingcpp
from PIL import Image, ImageFilter

ROOT = Path(__file__).resolve().parents[2]
TERMINAL = ROOT / "Tests/Journeys/terminal.py"


# What opens a home of mainnet, where no coins ever are, on a machine with a network.
OPENED = ["Anything else stops", "open it although this machine is not isolated"]


class Failed(Exception):
    """The program did not do what every trial after it needs."""


class Signer:
    """A rehearsal home on signet, or one of mainnet, with seeds that are published."""

    def __init__(self, programs, folder, network="signet"):
        self.answers = OPENED if network == "mainnet" else []
        self.seeds = set()
        self.program = str(Path(programs) / "offline-signer")
        self.folder = Path(folder)
        self.environment = {
            **os.environ, "OFFLINE_SIGNER_HOME": str(self.folder / "home"), "LC_ALL": "C.UTF-8"}
        self.write("passphrase", "velvet orbit claim dune tuna lamp")
        self.run("init", "--network", network, "--yes")

    def write(self, name, text):
        (self.folder / name).write_text(text + "\n")
        return str(self.folder / name)

    def run(self, *arguments):
        return self._ran([self.program, *arguments])

    def _ran(self, command, *answers):
        if answers := [*self.answers, *answers]:
            command = [sys.executable, str(TERMINAL), *answers, "--", *command]
        command = [*command, "--passphrase-file", str(self.folder / "passphrase")]
        ran = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL,
            cwd=self.folder, timeout=300)
        if ran.returncode != 0:
            raise Failed(f"{' '.join(command[:8])}: {ran.stdout[-800:]}{ran.stderr[-800:]}")
        return ran.stdout

    def allow_unattended(self):
        """Lets --yes answer for real money too: nobody sits at this terminal, and no coins are in this home."""
        setting = "unattended-signing"
        self._ran([self.program, "vault", "settings", setting, "1"], "Anything else stops", setting)

    def seed(self, name, words):
        """Takes a seed, unless the home has it."""
        if name not in self.seeds:
            self.run("seed", "import", name, "--from", self.write(name, words))
            self.seeds.add(name)

    def pages(self, name, subject, *options, is_secret=True, resolution=150):
        """The pages of a sheet as pictures; what holds a secret is printed only where its name is typed."""
        folder = self.folder / "pages" / name
        folder.mkdir(parents=True)
        out = folder / "page.png"
        command = [self.program, "sheet", "print", *([subject] if subject else []), "--resolution", str(resolution),
                   "--out", str(out), *options]
        self._ran(command, *([f"type: {subject}", subject] if is_secret else []))
        return sorted(folder.glob("page*.png"))

    def symbols(self, name, subject, *options, is_secret=True):
        """What other people's reader finds on the pages of a sheet that was printed and scanned badly."""
        pages = self.pages(name, subject, *options, is_secret=is_secret)
        return [symbol for number, page in enumerate(pages) for symbol in read(page, number)]


def scanned(page, number, turn=None):
    """A page turned by a degree or so, blurred, with noise of a fixed seed, as a JPEG."""
    picture = Image.open(page).convert("L")
    turn = 1.5 - number % 3 if turn is None else turn
    picture = picture.rotate(turn, expand=True, fillcolor=255, resample=Image.BICUBIC)
    picture = picture.filter(ImageFilter.GaussianBlur(1))
    dots = numpy.asarray(picture, dtype=numpy.float32) * 0.8 + 30
    dots += numpy.random.default_rng(15 + number).normal(0, 8, dots.shape)
    file = io.BytesIO()
    Image.fromarray(dots.clip(0, 255).astype(numpy.uint8)).save(file, "JPEG", quality=50)
    return Image.open(file)


def read(page, number):
    """What the QR codes of a page hold, row by row from the left as a person reads."""
    return [symbol.text for symbol in symbols_of(page, number)]


def symbols_of(page, number, nearness=1):
    """The QR codes themselves, in the same order; with a nearness below 1 the page is held farther away."""
    picture = scanned(page, number).convert("L")
    picture = picture.resize((round(picture.width * nearness), round(picture.height * nearness)), Image.LANCZOS)
    found = sorted(
        zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode),
        key=lambda symbol: symbol.position.top_left.y)
    rows = []
    for symbol in found:
        top = symbol.position.top_left.y
        if not rows or top - rows[-1][0] > picture.height / 15:
            rows.append((top, []))
        rows[-1][1].append(symbol)
    return [symbol for _, row in rows for symbol in sorted(row, key=lambda symbol: symbol.position.top_left.x)]
