"""Pages that a program drew, as a photograph of the paper has them: without the mark by which the program knows its own files."""


def unmarked(png):
    """The bytes of a PNG with no parts but those of the picture."""
    kept, at = png[:8], 8
    while at < len(png):
        end = at + 12 + int.from_bytes(png[at:at + 4], "big")
        if png[at + 4:at + 8] in (b"IHDR", b"PLTE", b"IDAT", b"IEND"):
            kept += png[at:end]
        at = end
    return kept
