"""Pictures of QR codes as the film of a fake camera (YUV4MPEG2), and a canvas read as a camera would."""

import io

import zxingcpp
from PIL import Image

from desk import HEIGHT, WIDTH


def film(path, pictures, seconds_each=0.34, rate=12):
    """Writes a film in which each picture is seen for a while, on grey paper; it is shown again and again."""
    repeats = max(1, round(seconds_each * rate))
    with open(path, "wb") as out:
        out.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{rate}:1 Ip A1:1 C420jpeg\n".encode())
        for picture in pictures:
            room = Image.new("L", (WIDTH, HEIGHT), 200)
            code = picture.convert("L")
            scale = min((WIDTH - 40) / code.width, (HEIGHT - 40) / code.height)
            code = code.resize((round(code.width * scale), round(code.height * scale)), Image.Resampling.NEAREST)
            room.paste(code, ((WIDTH - code.width) // 2, (HEIGHT - code.height) // 2))
            frame = room.tobytes() + b"\x80" * (WIDTH * HEIGHT // 2)
            for _ in range(repeats):
                out.write(b"FRAME\n" + frame)


def blank(path):
    film(path, [Image.new("L", (200, 200), 120)])


def pictures_of(folder):
    """The frames that a program wrote into a folder, in their order."""
    return [Image.open(path) for path in sorted(folder.glob("*.png"))]


def code_on(png):
    """The QR code in a screenshot; None where none is seen."""
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)).convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
    return found[0].text if found else None
