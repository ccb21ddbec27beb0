"""Runs the tests of the laptop and ends with `N passed, N failed, N skipped`."""

import os
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


class Timed(unittest.TextTestResult):
    """Says how long each test took, with what it waited for first."""

    def startTest(self, test):
        self.began = time.monotonic()
        super().startTest(test)

    def addSuccess(self, test):
        self.stream.write(f"({time.monotonic() - self.began:.0f} s) ")
        super().addSuccess(test)


def main():
    loader = unittest.defaultTestLoader
    if len(sys.argv) > 1:
        loader.testNamePatterns = [f"*{name}*" for name in sys.argv[1:]]
    suite = loader.discover(HERE, "*_test.py")
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, resultclass=Timed).run(suite)
    failed, skipped = len(result.failures) + len(result.errors), len(result.skipped)
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
