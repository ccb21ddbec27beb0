"""The server of backups of the tests, and the coordinator that uploads to it over real sockets."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from backup_server import EASIEST, BackupServer, proves
from walks_programs_test import programs

ACCOUNT = (
    "wpkh([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQ"
    "gewGiYZqrA9DsP4zbQ1M/<0;1>/*)#lxek0ef2")
ELSEWHERE = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
SIGNER = "028747be6de07552c48f9db23617792d47df1accd611175f6dfe636f4098984a09"

# The vector of the container, the ID of the old draft, and check values of the proof of work.
PAYLOAD = bytes.fromhex(
    "01074b1955bf07aaa979ae8af6eebfea5da8e83cad505edbaade9ba4ed528a8de36c95ece996189dedf4756fba2599f94b4f370d701366e2f0ba4e"
    "59111c0787708cf4b0b82de558b4d8bf5d90b3512f09814d605d4c14f2f85b596211f83918c31c4bef19ea473045022100ddbc9b06625c2b3c9cbf"
    "b27b6ac39596bd13daf43d4ddecbb7257a0d26f5e2c402200a5bd5fd27df7ac262ac3cff9d5398742c6fd9c76c427548667bee45dcb1134c")
WALLET = bytes.fromhex("4de3108fe4a896ad3410171abbb98d16")


def backup_key(fill=7):
    """The text of a backup key for regtest, as a signer hands it over."""
    start = b"drawbridge-backup-key:1:regtest:00000007:"
    payload = bytes([fill] * 32) + bytes(16) + bytes.fromhex(SIGNER)
    check = hashlib.sha256(hashlib.sha256(start + payload).digest()).digest()[:4]
    return start.decode() + (payload + check).hex() + "\n"


class ProofOfWork(unittest.TestCase):
    def test_it_is_that_of_the_check_values(self):
        for rounds, result in ((1, 5486202734994562794), (2, 631313659145488968), (1000, 2372584115953228297)):
            for base, does in (((result + 1) * len(PAYLOAD), True), (result * len(PAYLOAD), False)):
                self.assertEqual(proves(bytes(32), WALLET, PAYLOAD, rounds, base), does, rounds)


@unittest.skipUnless(programs(), "skipped: the programs are not built (Tests/run programs builds them)")
class Uploads(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.program = os.path.join(programs(), "online-coordinator")
        self.start("home")
        self.must("node", "add", "practice", "rehearsal://")
        self.must("wallet", "create", "savings", ACCOUNT)

    def start(self, home):
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "LC_ALL": "C.UTF-8",
            "ONLINE_COORDINATOR_HOME": os.path.join(self.folder, home)}
        with open(os.path.join(self.folder, "key.txt"), "w", encoding="ascii") as file:
            file.write(backup_key())
        self.must("backup", "key", "--from", "key.txt")

    def server(self, **options):
        server = BackupServer(**options)
        self.addCleanup(server.close)
        return server

    def run_program(self, *words, before=()):
        return subprocess.run(
            [*before, self.program, *words], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=120, check=False)

    def must(self, *words, before=()):
        ran = self.run_program(*words, before=before)
        self.assertEqual(ran.returncode, 0, f"{words}: {ran.stderr}")
        return ran

    def standing(self):
        told = json.loads(self.must("backup", "auto", "--json").stdout)
        return told["networks"][0]["server"]

    def set(self, server, *words):
        return self.must("backup", "auto", "--server", f"http://127.0.0.1:{server.port}/desk", *words)

    def test_changes_are_uploaded_with_work_and_come_back_in_a_new_home(self):
        server = self.server(rounds=3, base_target=EASIEST // 2)
        told = self.set(server, "--rounds", "3", "--base-target", str(EASIEST // 2))
        self.assertIn("It can withhold the backup or give an old one", told.stderr.replace("\n", " "))
        self.must("label", "savings", ELSEWHERE, "rent, May")
        self.assertEqual([len(kept) for kept in server.kept.values()], [2])
        self.assertTrue(self.standing()["opened"])
        self.start("new")
        shown = self.must("backup", "restore", "--server", f"http://127.0.0.1:{server.port}/desk", "--yes", "--accept",
                          "R07")
        self.assertIn("Nothing shows whether there was a newer one", shown.stderr.replace("\n", " "))
        self.assertIn("rent, May", self.must("label", "export", "savings", "--out", "-").stdout)

    def test_a_certificate_of_its_own_is_pinned_and_another_one_refused(self):
        pairs = []
        for name in ("first", "second"):
            pair = [os.path.join(self.folder, f"{name}{end}.pem") for end in ("", "-key")]
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                 "-days", "3650", "-subj", f"/CN={name}", "-keyout", pair[1], "-out", pair[0]],
                check=True, capture_output=True)
            pairs.append(pair)
        server = self.server(tls=pairs[0])
        told = self.must("backup", "auto", "--server", f"https://127.0.0.1:{server.port}", "--json")
        self.assertIn("so its key was pinned", told.stderr.replace("\n", " "))
        self.assertEqual(len(json.loads(told.stdout)["server"]["pinnedKey"].split()), 16)
        self.assertTrue(self.standing()["current"])
        port, asked = server.port, len(server.asked)
        server.close()
        other = self.server(tls=pairs[1], port=port)
        ran = self.must("label", "savings", ELSEWHERE, "rent")
        self.assertIn("does not prove that it is the right one", ran.stderr.replace("\n", " "))
        self.assertEqual((len(server.asked), other.asked), (asked, []))
        self.assertFalse(self.standing()["current"])
        # Named again, the server keeps the key that was pinned, until it is said to be wrong.
        again = ("backup", "auto", "--server", f"https://127.0.0.1:{port}")
        refused = self.run_program(*again)
        self.assertEqual((refused.returncode, other.asked), (1, []))
        self.assertIn("--certificate FILE", " ".join(refused.stderr.split()))
        self.must(*again, "--certificate", pairs[1][0])
        self.assertTrue(self.standing()["current"])

    def test_a_server_that_misbehaves_fails_no_command(self):
        server = self.server()
        self.set(server)
        for number, habit in enumerate(
                ("endless", "garbage", "old", "other", "forgetful", "refusing", "hangs up", "moved")):
            server.habit = habit
            ran = self.must("label", "savings", ELSEWHERE, f"rent {number}")
            said = " ".join(ran.stderr.split())
            self.assertRegex(said, "was not uploaded: .*`backup auto --now", habit)
            self.assertIn("what was changed since is not in it",
                          " ".join(self.must("balance", "savings").stderr.split()), habit)
            self.assertEqual(self.run_program("doctor").returncode, 1, habit)
            self.assertEqual(self.run_program("backup", "auto", "--now").returncode, 1, habit)
            server.habit = "honest"
            self.must("backup", "auto", "--now")
            self.assertTrue(self.standing()["current"], habit)

    @unittest.skipUnless(shutil.which("strace"), "skipped: strace is not there")
    def test_it_connects_to_the_server_that_is_set_and_to_nobody_else(self):
        def connections(*words):
            log = os.path.join(self.folder, "calls")
            self.must(*words, before=("strace", "-f", "-qq", "-o", log, "-e", "trace=connect,sendto,sendmsg"))
            with open(log, encoding="utf-8", errors="replace") as file:
                calls = [line for line in file if "AF_INET" in line]
            return {match.group(1) + ":" + match.group(2) for match in (
                re.search(r"sin_port=htons\((\d+)\).*?inet_addr\(\"([0-9.]+)\"\)", line) for line in calls) if match}

        self.assertEqual(connections("label", "savings", ELSEWHERE, "a"), set())
        server = self.server()
        self.set(server)
        here = {f"{server.port}:127.0.0.1"}
        self.assertEqual(connections("label", "savings", ELSEWHERE, "b"), here)
        # Nothing changed, or only a look by the records: nobody is asked.
        self.assertEqual(connections("balance", "savings"), set())
        self.assertEqual(connections("coins", "savings"), set())
        self.must("backup", "auto", "--no-server")
        self.assertEqual(connections("label", "savings", ELSEWHERE, "c"), set())


if __name__ == "__main__":
    unittest.main()
