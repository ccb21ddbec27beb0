/// The reader of encrypted sheets that is printed with them: `Samples/read-encrypted-sheet/read.py`, letter by
/// letter, which a test compares.
public enum SheetReaderSource {
  /// Lines of at most 86 letters, a line feed behind each.
  static let text = #"""
    #!/usr/bin/env python3
    """read.py FILE: opens an encrypted sheet of Drawbridge; Python 3.6 or later.
    FILE has the letters as they are printed, line by line, or what the QR codes hold,
    one a line; spaces do not count. It asks for the sheet words, and prints the seed:
    run it on a computer without a network."""
    import base64, getpass, hashlib, hmac, re, struct, sys, unicodedata

    ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

    def body(line, number):  # a line may end with "= ABCDEF": three sums over its letters
        text, has_check, check = line.partition("=")
        first = re.match(r"\s*(\d{1,3})[.:]?\s", text) if has_check else None
        if first:
            number, text = int(first.group(1)), text[first.end():]
        text, check = ("".join(part.split()).upper() for part in (text, check))
        values = [number] + [ord(letter) for letter in text]
        sums = [sum(v * at ** k for at, v in enumerate(values, 1)) for k in range(3)]
        right = "".join(ALPHABET[s % 1021 // 32] + ALPHABET[s % 1021 % 32] for s in sums)
        if has_check and check != right:
            sys.exit("line %d has a wrong letter: compare it with the paper" % number)
        return text

    def payload(lines):
        lines = [line for line in lines if line.strip()]
        text = "".join(body(line, number) for number, line in enumerate(lines, 1))
        parts = sorted("B$" + part for part in re.split(r"B\$", text)[1:])
        if not parts or any(
                p[:4] != "B$2B" or int(p[4:6], 36) != len(parts) or int(p[6:8], 36) != at
                for at, p in enumerate(parts)):
            sys.exit("a QR code is missing, or this is not an encrypted sheet")
        text = "".join(part[8:] for part in parts)
        return base64.b32decode(text + "=" * (-len(text) % 8))

    def quarter(s, a, b, c, d):
        for x, y, z, turn in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
            s[x] = (s[x] + s[y]) & 0xFFFFFFFF
            mixed = s[z] ^ s[x]
            s[z] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF

    def block(key, counter):  # ChaCha20 (RFC 8439) with a nonce of zeros
        start = b"expand 32-byte k" + key + struct.pack("<I", counter) + bytes(12)
        start = list(struct.unpack("<16I", start))
        s = start[:]
        for _ in range(10):
            for row in (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15):
                quarter(s, *row)
            for row in (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14):
                quarter(s, *row)
        return struct.pack("<16I", *((x + y) & 0xFFFFFFFF for x, y in zip(s, start)))

    def poly1305(key, text):
        r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
        total = 0
        for at in range(0, len(text), 16):
            total += int.from_bytes(text[at:at + 16] + b"\1", "little")
            total = total * r % ((1 << 130) - 5)
        total += int.from_bytes(key[16:32], "little")
        return (total & (1 << 128) - 1).to_bytes(16, "little")

    def opened(sheet, words):
        check = hashlib.sha256(sheet[:-4]).digest()[:4]
        if sheet[:5] != b"DBES\1" or check != sheet[-4:]:
            sys.exit("this is not an encrypted sheet, or a letter was misread")
        head, sealed, tag = sheet[:24], sheet[24:-20], sheet[-20:-4]
        words = b" ".join(unicodedata.normalize("NFKD", words).encode().lower().split())
        key = hashlib.scrypt(
            words, salt=head[8:], n=1 << head[5], r=head[6], p=head[7],
            maxmem=2**31 - 1, dklen=32)
        pad = lambda text: text + bytes(-len(text) % 16)
        lengths = struct.pack("<QQ", len(head), len(sealed))
        right = poly1305(block(key, 0), pad(head) + pad(sealed) + lengths)
        if not hmac.compare_digest(right, tag):
            sys.exit("these are not the sheet words")
        stream = b"".join(block(key, 1 + at // 64) for at in range(0, len(sealed), 64))
        return bytes(x ^ y for x, y in zip(sealed, stream)).decode().rstrip("\n")

    if __name__ == "__main__":
        is_person = sys.stdin.isatty()
        ask = getpass.getpass if is_person else lambda question: sys.stdin.readline()
        print(opened(payload(open(sys.argv[1])), ask("The sheet words: ")))

    """#

  /// Whether a QR code holds some of its lines.
  public static func holds(_ symbol: UnsafeRawBufferPointer) -> Bool {
    let own = Array(text.utf8)
    // Shorter than a line, it could be anything.
    guard symbol.count > 100, symbol.count <= own.count, let first = symbol.first else {
      return false
    }
    return (0...own.count - symbol.count).contains { start in
      own[start] == first && own[start..<start + symbol.count].elementsEqual(symbol)
    }
  }

  /// The source in parts that end with a line, each as long as a QR code of a sheet may be.
  ///
  /// `limit` is in bytes, at least as long as the longest line.
  static func parts(limit: Int) -> [String] {
    var parts = [""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if (parts.last ?? "").utf8.count + line.utf8.count + 1 > limit { parts.append("") }
      parts[parts.count - 1] += line + "\n"
    }
    return parts
  }
}
