"""Resources of one part (BCR-2020-005) in minimal bytewords (BCR-2020-012)."""

import zlib

# The first and last letter of each of the 256 bytewords (BCR-2020-012).
MINIMAL = (
    "aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdl"
    "dyeheyeoeeecenemetesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhe"
    "hnhsidiaieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmy"
    "mhmemomumwmdmtmsmknlnyndnsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrs"
    "rtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewyws"
    "wtwnwzwfwkykynylyaytzszoztzczezm"
)
BYTES = {MINIMAL[2 * value:2 * value + 2]: value for value in range(256)}


def decoded(text):
    """The CBOR of a resource in one part."""
    kind, body = text.strip().lower().removeprefix("ur:").split("/")
    data = bytes(BYTES[body[place:place + 2]] for place in range(0, len(body), 2))
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "big"):
        raise ValueError("checksum")
    return kind, data[:-4]


def encoded(kind, data):
    data += zlib.crc32(data).to_bytes(4, "big")
    return f"ur:{kind}/" + "".join(MINIMAL[2 * value:2 * value + 2] for value in data)
