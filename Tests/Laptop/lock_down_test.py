"""Lock-down and its undoing, on an injected root."""

import os
import re
import unittest

from laptop import AIRGAP, KILLER, ROOT, folder, read, run, tree, write

SCRIPT = os.path.join(AIRGAP, "lock-down")
FSTAB = ("# a comment with swap in it\nUUID=1 / ext4 defaults 0 1\n/dev/sda2 none swap sw 0 0\n"
         "  /swapfile\tnone\tswap\tdefaults\t0\t0\nswap:/x /mnt nfs defaults 0 0\n")
POINTS = ["radios", "modules", "network", "swap", "dumps", "automount", "apparmor", "camera"]


def laptop():
    """An installed system as Debian leaves it, as far as lock-down looks at it."""
    root = folder()
    write(f"{root}/etc/fstab", FSTAB, 0o640)
    write(f"{root}/etc/group", "root:x:0:\nvideo:x:44:alice,bob\n")
    write(f"{root}/etc/passwd", "root:x:0:0::/root:/bin/sh\nalice:x:1000:1000::/home/alice:/bin/sh\n")
    write(f"{root}/etc/apparmor.d/usr.lib.offline-signer.offline-signer", "profile\n")
    write(f"{root}/usr/sbin/apparmor_parser", "")
    os.makedirs(f"{root}/etc/apparmor.d/disable")
    os.symlink("../usr.lib.offline-signer.offline-signer",
               f"{root}/etc/apparmor.d/disable/usr.lib.offline-signer.offline-signer")
    # Somebody's own version of a service that is going to be masked.
    write(f"{root}/etc/systemd/system/ssh.service", "[Unit]\nDescription=mine\n")
    return root


def lock_down(root, *arguments, **environment):
    return run(SCRIPT, "--root", root, *arguments, env=os.environ | environment)


class LockDownTest(unittest.TestCase):
    def test_does_every_point_and_says_so(self):
        root = laptop()
        before = lock_down(root, "--check")
        self.assertEqual(before.returncode, 1)
        self.assertEqual(len(re.findall("^FIX", before.stdout, re.M)), len(POINTS), before.stdout)
        done = lock_down(root, "--user", "alice")
        self.assertEqual(done.returncode, 0, done.stderr)
        after = lock_down(root, "--check")
        self.assertEqual(after.stdout, "".join(f"ok   {point}\n" for point in POINTS))
        self.assertEqual(after.returncode, 0)
        self.assertIn("#offline-signer# /dev/sda2 none swap", read(f"{root}/etc/fstab"))
        self.assertEqual(os.stat(f"{root}/etc/fstab").st_mode & 0o777, 0o640)
        self.assertIn("swap:/x /mnt nfs", read(f"{root}/etc/fstab").splitlines()[-1])
        self.assertRegex(read(f"{root}/etc/group"), r"(?m)^offline-signer-camera:x:\d+:alice$")
        self.assertEqual(os.readlink(f"{root}/etc/systemd/system/NetworkManager.service"), "/dev/null")

    def test_is_taken_back_whole(self):
        root = laptop()
        before = tree(root)
        self.assertEqual(lock_down(root, "--user", "alice").returncode, 0)
        undone = lock_down(root, "--undo")
        self.assertEqual(undone.returncode, 0, undone.stderr)
        after = tree(root)
        # A profile that was switched off stays in force; folders that are Debian's stay.
        del before["etc/apparmor.d/disable/usr.lib.offline-signer.offline-signer"]
        self.assertEqual({name: after.get(name) for name in before}, before)
        new = [name for name in after if name not in before and after[name][0] != "folder"]
        self.assertEqual(new, [])

    def test_done_twice_is_done_once(self):
        root = laptop()
        lock_down(root, "--user", "alice")
        once = tree(root)
        self.assertEqual(lock_down(root, "--user", "alice").returncode, 0)
        self.assertEqual(tree(root), once)

    def test_killed_at_any_step_it_is_finished_or_taken_back_by_the_next_run(self):
        killer = os.path.join(folder(), "killer")
        write(killer, KILLER)
        reference = laptop()
        lock_down(reference, "--user", "alice")
        done, fresh = tree(reference), tree(laptop())
        del fresh["etc/apparmor.d/disable/usr.lib.offline-signer.offline-signer"]
        step, killed = 30, 0
        while True:
            root = laptop()
            ran = lock_down(root, "--user", "alice", BASH_ENV=killer, KILL_AT=str(step))
            if ran.returncode == 0:
                break
            killed += 1
            for name, text in (("etc/fstab", FSTAB), ("etc/group", "root:x:0:")):
                self.assertIn(text.splitlines()[0], read(f"{root}/{name}"), f"step {step}")
            if killed % 2:
                self.assertEqual(lock_down(root, "--user", "alice").returncode, 0, f"step {step}")
                now = tree(root)
                same = {name: now.get(name) for name in done if not name.endswith("/masked")}
                self.assertEqual(same, {name: done[name] for name in same}, f"step {step}")
            else:
                self.assertEqual(lock_down(root, "--undo").returncode, 0, f"step {step}")
                now = tree(root)
                self.assertEqual({name: now.get(name) for name in fresh if "/disable/" not in name},
                                 fresh, f"step {step}")
            step += 61
        self.assertGreater(killed, 8)

    def test_explains_each_point_and_changes_nothing(self):
        root = laptop()
        before = tree(root)
        said = lock_down(root, "--explain").stdout
        for point in POINTS:
            self.assertRegex(said, rf"(?m)^{point}: ")
        self.assertEqual(len(re.findall("^  undo ", said, re.M)), len(POINTS))
        # Each file that it writes is named where it is explained.
        for place, _, files in os.walk(os.path.join(AIRGAP, "laptop", "etc")):
            for file in files:
                path = "/" + os.path.relpath(os.path.join(place, file), os.path.join(AIRGAP, "laptop"))
                self.assertIn(path, said)
        self.assertEqual(tree(root), before)

    def test_refuses_in_words_and_changes_nothing(self):
        root = laptop()
        before = tree(root)
        for arguments, code, words in (
            ((), 2, "--user"), (("--user", "mallory"), 1, "there is no user mallory"),
            (("--user",), 2, "needs a name"), (("--nonsense",), 2, "unknown argument"),
            (("--check", "--undo"), 2, "one thing at a time"),
            (("--user", ""), 2, "needs the name"), (("--user", "-x"), 2, "needs the name"),
            (("--user", "al ice"), 2, "needs the name"), (("--user", "a/b&c"), 2, "needs the name"),
            # A name is no pattern.
            (("--user", "al.ce"), 1, "there is no user al.ce"), (("--user", "alic"), 1, "there is no user"),
        ):
            ran = lock_down(root, *arguments)
            self.assertEqual(ran.returncode, code, arguments)
            self.assertIn(words, ran.stderr)
            self.assertRegex(ran.stderr, "^error: .*\nhint: ")
        self.assertEqual(run(SCRIPT, "--root", "/nowhere", "--check").returncode, 1)
        self.assertEqual(tree(root), before)

    def test_is_noted_before_anything_is_changed_until_all_is_taken_back(self):
        # The package that knows the way back is not removed while the note is there.
        root, killer = laptop(), os.path.join(folder(), "killer")
        write(killer, KILLER)
        before = tree(root)
        note = f"{root}/var/lib/offline-signer/lock-down"
        step = 1
        while not os.path.exists(note):
            self.assertEqual(tree(root), before, f"step {step}")
            lock_down(root, "--user", "alice", BASH_ENV=killer, KILL_AT=str(step))
            step += 3
        self.assertGreater(step, 30)
        self.assertEqual(lock_down(root, "--user", "alice").returncode, 0)
        self.assertTrue(os.path.isdir(note))
        self.assertEqual(lock_down(root, "--undo").returncode, 0)
        self.assertFalse(os.path.exists(note))

    def test_the_rules_of_udev_and_modprobe_are_lines_they_know(self):
        for line in read(f"{AIRGAP}/laptop/etc/modprobe.d/offline-signer.conf").splitlines():
            self.assertRegex(line, r"^(#.*|install [a-z0-9_]+ /bin/false|)$")
        drivers = set(re.findall(r"(?m)^install (\S+)", read(f"{AIRGAP}/laptop/etc/modprobe.d/offline-signer.conf")))
        for driver in ("cfg80211", "e1000e", "r8169", "i40e", "ice", "vmxnet3", "usbnet", "kaweth", "catc"):
            self.assertIn(driver, drivers)
        for place in ("laptop/etc/udev/rules.d/71-offline-signer.rules",
                      "packaging/udev/70-offline-signer-camera.rules",
                      "packaging/udev/70-online-coordinator-camera.rules"):
            for line in read(f"{AIRGAP}/{place}").splitlines():
                rule = r'[A-Z]+(\{\w+\})?(==|=|\+=|-=)"[^"]*"'
                self.assertRegex(line, rf"^(#.*|{rule}(, {rule})*|)$")
        self.assertTrue(os.path.exists(f"{ROOT}/Airgap/laptop/masked-units"))
