"""Whom the coordinator talks to: its sockets are watched by strace while it syncs, pays and broadcasts."""

import os
import re
import shutil
import subprocess
import sys
import unittest

from programs_testing import ELSEWHERE, NOT_BUILT, CoordinatorCase
from socks_proxy import SocksProxy
from testing import HERE
from walks_programs_test import programs

# As it stands in what strace writes, for both families.
PLACES = (
    re.compile(r'sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)'),
    re.compile(r'sin6_port=htons\((\d+)\).*?inet_pton\(AF_INET6, "([^"]+)"'))


def places(log):
    """Every (host, port) that a call named, and each path at which a program of this machine listens.

    The C library looks for a cache of names and users (nscd) at a path where mostly nobody is.
    """
    found = set()
    for line in log.splitlines():
        if "sa_family=AF_INET" in line:
            matches = [match for pattern in PLACES for match in pattern.finditer(line)]
            # A line that cannot be read must not look like silence.
            found |= {(match.group(2), int(match.group(1))) for match in matches} or {line}
        elif "sa_family=AF_UNIX" in line:
            found.add(re.search(r'sun_path=@?"([^"]*)"', line).group(1))
    return {place for place in found if isinstance(place, tuple) or "AF_INET" in place or os.path.exists(place)}


@unittest.skipUnless(programs(), NOT_BUILT)
@unittest.skipUnless(shutil.which("strace"), "skipped: strace is not there")
class Sockets(CoordinatorCase):
    def setUp(self):
        super().setUp()
        self.start_node()
        self.add_core()
        self.make_wallet()
        self.core = ("127.0.0.1", self.node.port)
        self.index = ("127.0.0.1", self.start_index())
        self.online.must("node", "add", "index", f"electrum://127.0.0.1:{self.index[1]}")
        self.fund(3_000_000, 2_000_000, 1_000_000)
        self.online.must("sync", "walk")

    def start_index(self):
        """A small Electrum server in front of the node; its port."""
        server = subprocess.Popen(
            [sys.executable, "-B", os.path.join(HERE, "electrum_server.py"), self.node.url, self.node.cookie],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def end():
            server.stdin.close()
            server.wait()
            server.stdout.close()

        self.addCleanup(end)
        return int(server.stdout.readline().split()[1])

    def talked_to(self, *words, status=0):
        """Runs a command; whom it talked to, on whatever kind of socket."""
        log = os.path.join(self.folder, "calls")
        ran = subprocess.run(
            ["strace", "-f", "--seccomp-bpf", "-qq", "-s", "200", "-o", log, "-e", "trace=connect,sendto,sendmsg,sendmmsg",
             self.online.path, *map(str, words)],
            env=self.online.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
            check=False)
        self.assertEqual(ran.returncode, status, f"{words}: {ran.stderr}")
        with open(log, encoding="utf-8", errors="replace") as file:
            return places(file.read())

    def pay_and_look(self, active, second=()):
        """A payment from `pay` to its block: nobody but these is talked to."""
        active, both = {active}, {active, *second}
        path, signed = (os.path.join(self.folder, name) for name in ("built.psbt", "signed.psbt"))
        self.assertEqual(self.talked_to("sync", "walk"), active)
        self.assertEqual(self.talked_to("receive", "walk"), active)
        self.assertEqual(self.talked_to(
            "pay", "walk", "--to", f"{ELSEWHERE}=100000sat", "--fee-rate", "5", "--out", path, "--force", "--accept",
            "R33"), active)
        number = max(item["payment"] for item in self.online.must("payments", "--json").json)
        self.keys.sign_packet(path, signed, 0)
        self.assertEqual(self.talked_to("collect", signed), set())
        self.assertEqual(self.talked_to("broadcast", number, "--yes"), both)
        # Sent and in no block yet: that is what a second one is asked about.
        self.assertEqual(self.talked_to("sync", "walk"), both)
        self.node.mine()
        self.online.must("sync", "walk")
        self.assertEqual(self.state(number), "confirmed")
        self.assertEqual(self.talked_to("balance", "walk"), active)
        self.assertEqual(self.talked_to("balance", "walk", "--offline"), set())

    def test_only_the_node_in_use_is_talked_to(self):
        self.pay_and_look(self.core)
        self.online.must("node", "use", "index")
        self.pay_and_look(self.index)

    def test_the_second_one_is_asked_where_it_was_chosen(self):
        self.online.must("node", "second", "index")
        self.pay_and_look(self.core, [self.index])
        self.assertEqual(self.talked_to("node", "status"), {self.core})
        self.assertEqual(self.talked_to("node", "compare"), {self.index})

    def test_where_there_is_a_proxy_only_it_is_talked_to_and_no_name_is_looked_up(self):
        proxy = SocksProxy()
        self.addCleanup(proxy.close)
        only = ("127.0.0.1", proxy.port)
        with open(self.node.cookie, encoding="ascii") as file:
            login = file.read().strip()
        for name, url in (
            ("far", f"http://{login}@node.test:{self.node.port}"), ("onion", f"electrum://{'a' * 56}.onion:{self.index[1]}"),
        ):
            self.assertEqual(self.talked_to("node", "add", name, url, "--proxy", f"127.0.0.1:{proxy.port}"), {only})
            self.online.must("node", "use", name)
            proxy.asked.clear()
            if name == "far":
                self.assertEqual(self.talked_to("sync", "walk"), {only})
            else:
                self.pay_and_look(only)
            # The names were left to the proxy.
            self.assertEqual({host for host, _ in proxy.asked}, {url.split("://")[1].rsplit("@")[-1].split(":")[0]})
        # Through a proxy that is gone nobody is reached, and nobody asked directly.
        proxy.close()
        self.assertEqual(self.talked_to("sync", "walk", status=1), {only})

    def test_a_name_without_a_proxy_is_looked_up_and_that_is_seen_here(self):
        # What shows that the tests above would see it.
        seen = self.talked_to("node", "add", "named", "http://user:word@node.invalid:8332")
        self.assertTrue(any(isinstance(place, str) or place[1] == 53 for place in seen), seen)


if __name__ == "__main__":
    unittest.main()
