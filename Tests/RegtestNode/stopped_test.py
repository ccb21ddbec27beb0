"""Ctrl-C while the node looks for coins: the program has it end that scan, and the next sync need not wait for it."""

import json
import os
import signal
import subprocess
import threading
import unittest

from programs_testing import NOT_BUILT, CoordinatorCase
from walks.proxy import Proxy
from walks_programs_test import programs


class SlowScans:
    """Stands before the answers to scans: each is held back until the node is told to end it, or is let through."""

    def __init__(self):
        self.holds = True
        self.asked = []
        self.begun, self.ended = threading.Event(), threading.Event()

    def __call__(self, call):
        request = json.loads(call.request_body)
        if call.is_batch or request["method"] not in ("scanblocks", "scantxoutset"):
            return
        action = request["params"][0]
        self.asked.append((request["method"], action))
        if action == "abort":
            call.answers[0]["result"] = True
            self.ended.set()
        elif action == "start" and self.holds:
            self.begun.set()
            self.ended.wait()
            # As Bitcoin Core answers what was ended.
            call.answers[0]["result"] |= {"completed": False, "success": False}


@unittest.skipUnless(programs(), NOT_BUILT)
class Stopped(CoordinatorCase):
    def stopped(self, *command, status, number=signal.SIGINT, **options):
        """Runs a command and stops it while the node scans; what it said."""
        self.start_node(**options)
        proxy = Proxy(self.node)
        self.addCleanup(proxy.close)
        self.online.must("node", "add", "core", proxy.url, "--cookie", self.node.cookie)
        self.make_wallet()
        self.fund(1_000_000)
        scans = proxy.lie = SlowScans()
        # Nothing of a test that fails waits for ever.
        self.addCleanup(scans.ended.set)
        with subprocess.Popen(
            [self.online.path, *command], env=self.online.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            # A shell has what it starts in the background ignore Ctrl-C, and that is inherited.
            preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
        ) as run:
            self.assertTrue(scans.begun.wait(300))
            run.send_signal(number)
            out, err = run.communicate(timeout=300)
        self.assertEqual(run.returncode, status, err)
        self.assertIn("stopped by Ctrl-C", " ".join(err.split()))
        self.assertEqual([action for _, action in scans.asked], ["start", "abort"])
        self.assertEqual(len({method for method, _ in scans.asked}), 1)
        scans.holds = False
        self.assertEqual(self.sync()["confirmed"], 1_000_000)
        self.assertEqual([action for _, action in scans.asked].count("abort"), 1)
        return scans.asked[0][0], out

    def test_a_sync_that_is_stopped_leaves_no_scan_behind(self):
        method, _ = self.stopped("sync", "walk", status=1)
        self.assertEqual(method, "scanblocks")

    def test_sigterm_is_the_same(self):
        self.stopped("sync", "walk", status=1, number=signal.SIGTERM)

    def test_a_look_that_is_stopped_leaves_none_behind_and_shows_what_is_known(self):
        _, out = self.stopped("balance", "walk", "--json", status=0)
        self.assertEqual(json.loads(out)["total"], 0)


if __name__ == "__main__":
    unittest.main()
