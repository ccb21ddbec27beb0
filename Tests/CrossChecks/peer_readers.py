#!/usr/bin/env python3
"""What the readers of other signers and wallets read of the frames of docs/benchmarks.md.

    Benchmarks --write-frames FRAMES 27
    Tests/CrossChecks/peer_readers.py FRAMES

Each library is read as its users call it, once for each frame, and one that is not installed is
named: pyquirc (quirc, on which Krux and Jade are built), pyzbar (libzbar: SeedSigner and Electrum),
zxing-cpp, all of PyPI with numpy and pillow, and Debian's libzxing-core-java (ZXing: Sparrow) with a JDK. Figures, not a
test: nothing passes or fails.
"""
import pathlib
import subprocess
import sys

from PIL import Image

HERE = pathlib.Path(__file__).parent
ZXING = pathlib.Path("/usr/share/java/core.jar")


def by_quirc():
    from quirc import Decoder

    def read(picture):
        decoder = Decoder.from_bytes(picture.tobytes(), picture.width, picture.height)
        found = []
        for index in range(len(decoder)):
            try:
                found.append(bytes(decoder[index][1].payload))
            except RuntimeError:  # located, and not read
                pass
        return found

    return read


def by_zbar():
    from pyzbar import pyzbar

    return lambda picture: [
        symbol.data for symbol in pyzbar.decode(picture, symbols=[pyzbar.ZBarSymbol.QRCODE])
    ]


def by_zxing_cpp():
    import zxingcpp

    return lambda picture: [
        symbol.bytes
        for symbol in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    ]


def by_zxing(frames):
    """The texts that ZXing reads, by path: one run of Java for all frames."""
    run = subprocess.run(
        ["java", "-cp", str(ZXING), str(HERE / "PeerReader.java")],
        input="".join(f"{frame}\n" for frame in frames),
        capture_output=True, text=True, check=True)
    return dict(line.split("\t", 1) for line in run.stdout.splitlines())


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    views = sorted(path for path in folder.iterdir() if path.is_dir())
    readers = {}
    for name, make in (("quirc", by_quirc), ("libzbar", by_zbar), ("zxing-cpp", by_zxing_cpp)):
        try:
            readers[name] = make()
        except ImportError as error:
            print(f"skipped: {name} ({error})")
    java = {}
    if ZXING.exists():
        java = by_zxing(frame for view in views for frame in sorted(view.glob("*.pgm")))
    else:
        print("skipped: ZXing (libzxing-core-java is not installed)")
    names = list(readers) + (["ZXing"] if ZXING.exists() else [])
    print("| view | frames | " + " | ".join(names) + " |")
    for view in views:
        frames = sorted(view.glob("*.pgm"))
        right = {frame: frame.with_suffix(".txt").read_bytes() for frame in frames}
        counts = [
            sum(right[frame] in read(Image.open(frame)) for frame in frames)
            for read in readers.values()
        ]
        if ZXING.exists():
            counts.append(sum(right[frame].decode() == java.get(str(frame)) for frame in frames))
        print(f"| {view.name} | {len(frames)} | " + " | ".join(map(str, counts)) + " |")


if __name__ == "__main__":
    main()
