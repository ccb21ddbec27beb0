"""Kills a program at the n-th call by which it changes a file: `killed_at_write.c`, preloaded."""

import os
import shutil
import struct
import subprocess

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "killed_at_write.c")


def compiler():
    """A C compiler, or None."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


class Writes:
    """The library, built into a folder, and the count of the run that was started last."""

    def __init__(self, folder):
        self.library, self.path = os.path.join(folder, "killed_at_write.so"), os.path.join(folder, "writes")
        subprocess.run(
            [compiler(), "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", self.library, SOURCE, "-ldl"],
            check=True)

    def environment(self, number=None, torn=False):
        """What a program is started with to be counted, and killed at a call."""
        with open(self.path, "wb") as file:
            file.write(bytes(8))
        chosen = {"LD_PRELOAD": self.library, "WALK_COUNT": self.path}
        if number is not None:
            chosen["WALK_KILL"] = str(number)
        if torn:
            chosen["WALK_TORN"] = "1"
        return chosen

    @property
    def count(self):
        """The calls that were begun, also by a program that was killed."""
        with open(self.path, "rb") as file:
            return struct.unpack("<q", file.read(8))[0]
