"""Short walks, kills and lies with the programs, where they are built: nothing may differ."""

import os
import shutil
import tempfile
import unittest

from testing import HERE
from walks import complete
from walks.killing import Killing
from walks.lies import KINDS
from walks.lying import Lying
from walks.nodes import Node
from walks.walking import Walk


def programs():
    """The folder of built programs, or None."""
    built = os.path.join(HERE, "..", "..", ".build-programs", "bin")
    for folder in (os.environ.get("DRAWBRIDGE_PROGRAMS"), built):
        if folder and os.access(os.path.join(folder, "online-coordinator"), os.X_OK):
            return os.path.abspath(folder)
    return None


@unittest.skipUnless(programs(), "skipped: the programs are not built (Tests/run programs builds them)")
class ShortWalks(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.mkdtemp(dir=shared)
        self.addCleanup(shutil.rmtree, self.folder)

    def node(self, **options):
        node = Node(os.path.join(self.folder, "node"), **options)
        self.addCleanup(node.remove)
        return node

    def walk(self, kind, steps, **options):
        walk = Walk(self.folder, self.node(**options), programs(), kind, "tests", steps={"filters": 0})
        self.addCleanup(walk.close)
        walk.run(steps)
        self.assertEqual(walk.differences, [])

    def test_a_walk_with_filters_never_differs_from_the_node(self):
        self.walk("wpkh", 14)

    def test_a_walk_without_filters_never_differs_from_the_node(self):
        self.walk("tr", 12, filters=False)

    def test_a_walk_of_a_shared_wallet_never_differs_from_the_node(self):
        self.walk("sh-wsh", 10)

    def test_every_command_is_killed_or_a_reason_says_why_not(self):
        trials = [name[len("try_"):] for name in dir(Killing) if name.startswith("try_")]
        self.assertEqual(complete.missing(os.path.join(programs(), "online-coordinator"), trials), [])

    def test_no_kill_of_a_command_that_writes_loses_or_repeats_anything(self):
        killing = Killing(self.folder, self.node(), programs(), "tests")
        self.addCleanup(killing.close)
        killing.run(1)
        self.assertEqual(killing.walk.differences, [])

    def test_after_a_lie_everything_is_true_again(self):
        lying = Lying(self.folder, self.node(), programs(), "tests")
        self.addCleanup(lying.close)
        lying.run(list(KINDS)[::12])
        self.assertEqual(lying.walk.differences, [])


if __name__ == "__main__":
    unittest.main()
