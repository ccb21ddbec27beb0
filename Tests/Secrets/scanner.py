"""Finds secrets in bytes: every form of them and each part that is long enough (`scanner.c` does the work)."""

import ctypes
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Letters from the start of a word to that of the next: a word in an array of Swift's short strings takes 16, in a
# table of numbered words some more.
GAP = 40
# Two words beside each other may be chance, three are not.
RUN = 3
ROOM = 4096


class _Hit(ctypes.Structure):
    _fields_ = [("offset", ctypes.c_uint64), ("pattern", ctypes.c_uint32), ("length", ctypes.c_uint32)]


def _library():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "scanner.so")
        subprocess.run(
            ["clang", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", path, HERE / "scanner.c"], check=True)
        library = ctypes.CDLL(str(path))
    library.scanner_make.restype = ctypes.c_void_p
    library.scanner_scan.restype = ctypes.c_uint64
    library.scanner_words.restype = ctypes.c_uint64
    library.scanner_free.argtypes = [ctypes.c_void_p]
    return library


class Scanner:
    """Looks for all forms of some secrets."""

    library = None

    def __init__(self, secrets):
        Scanner.library = Scanner.library or _library()
        self.secrets = list(secrets)
        self.patterns = [
            pattern for secret in self.secrets for pattern in secret.patterns() if len(pattern.data) >= 8]
        data = b"".join(pattern.data for pattern in self.patterns)
        starts, at = [], 0
        for pattern in self.patterns:
            starts.append(at)
            at += len(pattern.data)
        numbers = ctypes.c_uint32 * len(self.patterns)
        # Kept: the scanner reads them where they are.
        self._arrays = (
            data, numbers(*starts), numbers(*(len(pattern.data) for pattern in self.patterns)),
            numbers(*(pattern.least for pattern in self.patterns)))
        self._scanner = ctypes.c_void_p(self.library.scanner_make(*self._arrays, len(self.patterns)))
        self._owners, prefixes = [], []
        for secret in self.secrets:
            for word in [*secret.words, ""] if secret.words else []:
                # A word of three letters is passed over by beginning anew behind it.
                prefixes.append(int.from_bytes(word[:4].lower().encode(), "little") if len(word) > 3 else 0)
                self._owners.append(secret.name)
        self._words = (ctypes.c_uint32 * len(prefixes))(*prefixes)
        self._hits = (_Hit * ROOM)()

    def close(self):
        self.library.scanner_free(self._scanner)

    def find(self, data):
        """What is found: (offset, secret, form, length), each once."""
        size = len(data)
        view = (ctypes.c_char * size).from_buffer(data) if isinstance(data, bytearray) else data
        found = []
        if self.patterns:
            count = self.library.scanner_scan(self._scanner, view, ctypes.c_uint64(size), self._hits, ctypes.c_uint64(ROOM))
            for hit in self._hits[: min(count, ROOM)]:
                pattern = self.patterns[hit.pattern]
                found.append((hit.offset, pattern.secret, pattern.form, hit.length))
        if len(self._words):
            for stride in (1, 2, 4):
                count = self.library.scanner_words(
                    self._words, len(self._words), view, ctypes.c_uint64(size), stride, ctypes.c_uint64(GAP), RUN,
                    self._hits, ctypes.c_uint64(ROOM))
                for hit in self._hits[: min(count, ROOM)]:
                    form = "words" if stride == 1 else f"words, {stride} bytes a letter"
                    found.append((hit.offset, self._owners[hit.pattern], form, hit.length))
        return found
