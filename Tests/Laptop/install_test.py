"""A bundle made, refused and installed: in a minimal Debian inside a network namespace without devices."""

import fcntl
import json
import os
import re
import shlex
import shutil
import subprocess
import unittest

from laptop import (AIRGAP, PROGRAMS, ROOT, Debian, bundle, folder, installed, key, link, packages, page, read,
                    run, sign, why_no_root, write)


def altered(change, signed_again=False):
    """A copy of the bundle after `change(folder)`; the owner may sign it again."""
    path = os.path.join(folder(), "bundle")
    shutil.copytree(bundle(), path, copy_function=link)
    change(path)
    if signed_again:
        sign(path)
    return path


def rewrite(path, text):
    """Writes a file of a copied bundle anew: the copies share their bytes."""
    os.remove(path)
    write(path, text)


def flip(name):
    """One bit in the middle of a file."""
    def change(path):
        place = os.path.join(path, name)
        with open(place, "rb") as file:
            content = bytearray(file.read())
        content[len(content) // 2] ^= 1
        os.remove(place)
        with open(place, "wb") as file:
            file.write(content)
    return change


def says(name, value):
    """Another line in BUNDLE."""
    def change(path):
        place = os.path.join(path, "BUNDLE")
        rewrite(place, re.sub(rf"(?m)^{name}: .*$", f"{name}: {value}", read(place)))
    return change


def without(pattern, counted=False):
    def change(path):
        gone = [name for name in os.listdir(f"{path}/debs") if re.match(pattern, name)]
        assert len(gone) == 1, gone
        os.remove(f"{path}/debs/{gone[0]}")
        if counted:
            count = int(re.search(r"(?m)^packages: (\d+)$", read(f"{path}/BUNDLE")).group(1))
            says("packages", count - 1)(path)
    return change


def debs():
    return sorted(os.listdir(os.path.join(bundle(), "debs")))


def deb(name):
    return next(each for each in debs() if each.startswith(name + "_"))


def repacked(change):
    """The bundle with our package unpacked, changed and packed under the same name, signed by its owner."""
    def pack(path):
        place, root = f"{path}/debs/{deb('offline-signer')}", os.path.join(folder(), "root")
        subprocess.run(["dpkg-deb", "-R", place, root], check=True)
        change(root)
        os.remove(place)
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", root, place],
                       check=True, capture_output=True)
    return altered(pack, signed_again=True)


def empty_package(path, name, version, architecture, more=""):
    """A package that holds nothing."""
    root = os.path.join(folder(), "root")
    write(f"{root}/DEBIAN/control", f"Package: {name}\nVersion: {version}\nArchitecture: {architecture}\n"
          f"Maintainer: nobody <nobody@example.invalid>\nDescription: empty\n{more}")
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", root, path], check=True, capture_output=True)


def own_key():
    """A key of somebody else."""
    path = os.path.join(folder(), "key")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    return path


class BundleTest(unittest.TestCase):
    """Making one: nothing of a bundle stays that is not whole. Wants no root but where a full stick is mounted."""

    @classmethod
    def setUpClass(cls):
        if why_no_root():
            raise unittest.SkipTest(why_no_root())

    def make(self, *arguments):
        return run(os.path.join(AIRGAP, "make-bundle"), *arguments)

    def test_holds_every_package_down_to_the_c_library_and_its_sums_are_signed(self):
        names = {name.split("_")[0] for name in debs()}
        for name in ("offline-signer", "libc6", "libsecp256k1-1", "libseccomp2", "fonts-noto-cjk", "apparmor"):
            self.assertIn(name, names)
        self.assertNotIn("online-coordinator", names)
        for place in ("install", "lock-down", "laptop/etc", "ceremonies/README.md", "SHA256SUMS.sig"):
            self.assertTrue(os.path.exists(os.path.join(bundle(), place)), place)
        # What a person could do by hand, without the installer.
        with open(os.path.join(folder(), "allowed"), "w", encoding="utf-8") as file:
            file.write("me " + read(key()[0] + ".pub"))
        checked = run("sh", "-c", f"ssh-keygen -Y verify -f {file.name} -I me -n drawbridge-bundle"
                      " -s SHA256SUMS.sig <SHA256SUMS && sha256sum --quiet -c SHA256SUMS", cwd=bundle())
        self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_a_stick_that_fills_up_keeps_nothing(self):
        stick = folder()
        # One that says so before, and one that runs full in the middle: room for bytes, none for more names.
        for size in ("size=24m", "size=300m,nr_inodes=20"):
            ran = run("unshare", "--mount", "bash", "-c",
                      'mount -t tmpfs -o "$1" none "$0" && shift && { "$@"; code=$?; ls -A "$0"; exit $code; }',
                      stick, size, os.path.join(AIRGAP, "make-bundle"), "--packages", packages(),
                      "--out", os.path.join(stick, "bundle"), "--key", key()[0])
            self.assertEqual(ran.returncode, 1)
            self.assertRegex(ran.stderr, r"error: .*the stick is full \(\d+ kB are needed, \d+ kB are free\);"
                             " nothing was left on it\nhint: ")
            self.assertEqual(ran.stdout, "")

    def test_what_a_cut_left_on_the_stick_is_in_nobodys_way(self):
        stick = folder()
        # Somebody's own folder, and what a run that was cut left.
        write(f"{stick}/bundle.partial/mine", "mine")
        write(f"{stick}/bundle.drawbridge-partial/debs/half.deb", "half")
        os.symlink("/nowhere", f"{stick}/bundle.drawbridge-partial/link")
        made = self.make("--packages", self.small(), "--out", f"{stick}/bundle", "--key", key()[0])
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(sorted(os.listdir(stick)), ["bundle", "bundle.partial"])
        self.assertEqual(os.listdir(f"{stick}/bundle.partial"), ["mine"])
        self.assertEqual(len(os.listdir(f"{stick}/bundle/debs")), 1)
        # Of two versions the later one, as Debian counts.
        self.assertIn("\nversion: 0.10\n", read(f"{stick}/bundle/BUNDLE"))

    def test_a_stick_that_is_damaged_is_not_called_full(self):
        stick, shims = folder(), folder()
        write(f"{shims}/cp", '#!/bin/sh\ncase "$*" in *drawbridge-partial) '
              "echo \"cp: error writing 'debs': Input/output error\" >&2; mkdir \"$3\"; exit 1 ;; esac\n"
              'exec /bin/cp "$@"\n', 0o755)
        made = run(os.path.join(AIRGAP, "make-bundle"), "--packages", self.small(), "--out", f"{stick}/bundle",
                   "--key", key()[0], env=os.environ | {"PATH": f"{shims}:{os.environ['PATH']}"})
        self.assertEqual(made.returncode, 1)
        self.assertRegex(made.stderr, "^error: .*could not be written: cp: error writing 'debs': Input/output error;"
                         " nothing was left on the stick\nhint: ")
        self.assertNotIn("full", made.stderr)
        self.assertEqual(os.listdir(stick), [])

    def small(self):
        """Two packages that need nothing, in place of ours."""
        path = folder()
        control = run("dpkg-deb", "-f", os.path.join(bundle(), "debs", deb("offline-signer")),
                      "Drawbridge-Release", "Architecture").stdout
        fields = dict(re.findall(r"(?m)^(\S+): (.*)$", control))
        for version in ("0.9", "0.10"):
            empty_package(f"{path}/offline-signer_{version}_{fields['Architecture']}.deb", "offline-signer",
                          version, fields["Architecture"],
                          f"Drawbridge-Release: {fields['Drawbridge-Release']}\n")
        return path

    def test_refuses_in_words(self):
        there = folder()
        for arguments, code, words in (
            ((), 2, "--packages and --out"),
            (("--packages", packages(), "--out", f"{there}/b"), 2, "a bundle is signed"),
            (("--packages", packages(), "--out", there, "--key", key()[0]), 1, "there already"),
            (("--packages", there, "--out", f"{there}/b", "--key", key()[0]), 1, "no offline-signer package"),
            (("--packages", packages(), "--out", "/nowhere/b", "--key", key()[0]), 1, "is no folder"),
            (("--packages", packages(), "--out", f"{there}/b", "--key", "/nowhere"), 1, "cannot be read"),
        ):
            ran = self.make(*arguments)
            self.assertEqual(ran.returncode, code, arguments)
            self.assertRegex(ran.stderr, rf"error: .*{words}.*\nhint: ")
        self.assertEqual(os.listdir(there), [])


class InstallTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        if why_no_root():
            raise unittest.SkipTest(why_no_root())

    def assert_untouched(self, debian, status, ran, words):
        self.assertNotEqual(ran.returncode, 0, words)
        self.assertRegex(ran.stderr, rf"error: .*{words}")
        self.assertRegex(ran.stderr, r"nothing was changed\nhint: .+\n$")
        self.assertEqual(debian.status, status, words)
        self.assertFalse(debian.has("/usr/bin/offline-signer"), words)
        self.assertFalse(debian.has("/usr/lib/offline-signer"), words)
        self.assertEqual(os.listdir(debian.root + "/var/tmp"), [], words)

    def test_a_bundle_that_is_not_as_it_was_signed_changes_nothing(self):
        debian = Debian()
        status = debian.status
        own = next(name for name in debs() if name.startswith("offline-signer_"))
        library = next(name for name in debs() if name.startswith("libsecp256k1"))

        def unsigned(path):
            os.remove(f"{path}/SHA256SUMS.sig")

        def added(path):
            write(f"{path}/debs/more.deb", "")

        def linked(path):
            os.remove(f"{path}/debs/{library}")
            os.symlink("/etc/passwd", f"{path}/debs/{library}")

        for change, signed_again, words in (
            (flip(f"debs/{own}"), False, "is not as it was signed: bytes were changed"),
            (flip("ceremonies/README.md"), False, "README.md is not as it was signed"),
            (flip("lock-down"), False, "lock-down is not as it was signed"),
            (flip("SHA256SUMS"), False, "the signature does not fit"),
            (flip("SHA256SUMS.sig"), False, "the signature does not fit"),
            (without("libsecp256k1"), False, "is missing from the bundle"),
            (without("libsecp256k1"), True, "were signed for"),
            (without("libsecp256k1", counted=True), True, "packages are missing that the signer needs"),
            (says("release", "trixie"), True, "the bundle is for Debian trixie, this is bookworm"),
            (says("architecture", "arm64"), True, "the bundle is for arm64, this machine is"),
            (says("format", "2"), True, "a form that this installer does not know"),
            (unsigned, False, "is not signed"),
            (added, False, "was added to the bundle after it was signed"),
            (linked, False, "links or devices"),
        ):
            debian.put(altered(change, signed_again))
            self.assert_untouched(debian, status, debian.install(), words)
        debian.put(bundle())
        stranger = "SHA256:" + "A" * 43
        self.assert_untouched(debian, status, debian.install(signer=stranger), "signed by SHA256:.*, not by")
        self.assert_untouched(debian, status, debian.install("--lock-down", "nobody-here"), "there is no user")
        # The laptop's own disk is full.
        full = debian("sh", "-c", "mount -t tmpfs -o size=24m none /var/tmp && exec bash /bundle/install"
                      f" --signer {key()[1]}")
        self.assert_untouched(debian, status, full, "the disk is full")
        # There is room for the copy, and none for what is in it.
        os.rename(debian.root + "/usr/bin/df", debian.root + "/usr/bin/df.debian")
        write(debian.root + "/usr/bin/df", "#!/bin/sh\ncase $2 in\n"
              "/usr) printf 'Filesystem\\n/dev/sda1 9 9 150000 9%% /usr\\n' ;;\n"
              "*) exec df.debian \"$@\" ;;\nesac\n", 0o755)
        self.assert_untouched(debian, status, debian.install(), r"\d+ kB are needed in /usr, 150000 kB are free")
        os.replace(debian.root + "/usr/bin/df.debian", debian.root + "/usr/bin/df")
        verified = debian.install("--verify")
        self.assertEqual(verified.returncode, 0, verified.stderr)
        self.assertIn("would install debs/offline-signer_", verified.stdout)
        self.assertEqual(debian.status, status)

    def test_installed_without_a_network_it_pays_draws_and_is_locked_down(self):
        debian = Debian()
        debian.put(bundle())
        self.assertEqual(debian("sh", "-c", "ls /sys/class/net").stdout.split(), ["lo"])
        done = debian.install()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Next: offline-signer doctor", done.stdout)
        installed = debian.status
        again = debian.install()
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(debian.status, installed)
        self.assertEqual(debian("dpkg", "--audit").stdout, "")

        found = self.doctor(debian)
        # It draws a sheet with letters of every word list, and tries to break out of the picture reader.
        for name in ("filter", "memory", "qr-reader", "sheets"):
            self.assertTrue(found[name], name)
        self.assertFalse(found["lock-down modules"])
        self.payment(debian)

        debian("useradd", "--create-home", "alice")
        locked = debian.install("--lock-down", "alice")
        self.assertEqual(locked.returncode, 0, locked.stderr)
        checked = debian("offline-signer-lock-down", "--check")
        self.assertEqual(checked.stdout.count("ok "), 8, checked.stdout)
        found = self.doctor(debian)
        for name in ("network", "automount", "camera"):
            self.assertTrue(found[f"lock-down {name}"], name)
        # Of the kernel outside a radio may be on and a driver loaded; the files are there.
        said = debian("offline-signer", "doctor").stdout
        for place in ("71-offline-signer.rules", "modprobe.d/offline-signer.conf"):
            self.assertNotIn(place, said)
        undone = debian("bash", "/bundle/install", "--undo-lock-down")
        self.assertEqual(undone.returncode, 0, undone.stderr)
        self.assertEqual(debian("offline-signer-lock-down", "--check").returncode, 1)

        removed = debian("dpkg", "--purge", "offline-signer")
        self.assertEqual(removed.returncode, 0, removed.stderr)
        for place in ("usr/lib/offline-signer", "etc/apparmor.d/usr.lib.offline-signer.offline-signer",
                      "usr/share/offline-signer", "usr/sbin/offline-signer-lock-down"):
            self.assertFalse(debian.has("/" + place), place)

    def test_one_signed_with_gnupg_is_verified_by_what_every_debian_has(self):
        if shutil.which("gpg") is None:
            self.skipTest("skipped: gpg is not installed")
        home = folder()
        own = os.environ | {"GNUPGHOME": home}
        run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "person", "ed25519", "sign", "never",
            env=own)
        listed = run("gpg", "--list-keys", "--with-colons", env=own).stdout
        finger = next(line.split(":")[9] for line in listed.splitlines() if line.startswith("fpr:"))
        out = os.path.join(folder(), "bundle")
        made = run(os.path.join(AIRGAP, "make-bundle"), "--packages", packages(), "--out", out, "--gpg", "person",
                   env=own)
        run("gpgconf", "--kill", "gpg-agent", env=own)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertIn(finger, made.stdout)
        debian = Debian()
        status = debian.status
        debian.put(out)
        self.assertEqual(debian.install("--verify", signer=finger).returncode, 0)
        self.assert_untouched(debian, status, debian.install(signer="0" * 40), "by another key than")
        self.assert_untouched(debian, status, debian.install(), "is not signed with an ssh key")
        flip("SHA256SUMS")(debian.root + "/bundle")
        self.assert_untouched(debian, status, debian.install(signer=finger), "the signature does not fit")

    def doctor(self, debian):
        ran = debian("offline-signer", "doctor", "--json")
        return {check["check"]: check["ok"] for check in json.loads(ran.stdout)}

    def payment(self, debian):
        """The sample's whole payment on a rehearsal chain: the signer in the laptop, the coordinator outside of it."""
        path = folder()
        signer = os.path.join(path, "bin", "offline-signer")
        inside = debian.command("sh", "-c", 'cd "$1" && shift && exec offline-signer "$@"', "sh", bind=path,
                                environment={"OFFLINE_SIGNER_HOME": f"{path}/out/signer-home"})
        write(signer, f'#!/bin/sh\nexec {shlex.join(inside)} "$PWD" "$@"\n', 0o755)
        ran = run(os.path.join(ROOT, "Samples", "first-payment"), "--bin", PROGRAMS, "--signer", signer,
                  "--out", os.path.join(path, "out"))
        self.assertEqual(ran.returncode, 0, ran.stdout[-2000:] + ran.stderr[-2000:])
        self.assertTrue(os.path.getsize(f"{path}/out/signed.psbt"))
        self.assertIn("rehears", ran.stdout + ran.stderr)
        self.sheets(debian, path)

    def sheets(self, debian, path):
        """A sheet of the wallet that has just paid, and a blank one; where the signer prints sheets already."""
        dumped = json.loads(debian("offline-signer", "--experimental-dump-help").stdout)
        if "sheet" not in {each["commandName"] for each in dumped["command"]["subcommands"]}:
            return
        write(f"{path}/passphrase.txt", "correct horse battery staple\n", 0o600)
        for name, arguments in (("blank", ("--words", "12")),
                                ("public", ("first-wpkh-0", "--passphrase-file", f"{path}/passphrase.txt"))):
            ran = debian("offline-signer", "sheet", "print", "--kind", name, "--out", f"{path}/{name}.pdf",
                         *arguments, bind=path,
                         environment={"OFFLINE_SIGNER_HOME": f"{path}/out/signer-home"})
            self.assertEqual(ran.returncode, 0, ran.stderr)
            with open(f"{path}/{name}.pdf", "rb") as file:
                self.assertTrue(file.read().startswith(b"%PDF-"), name)

    def test_power_lost_at_any_moment_leaves_no_half_of_it(self):
        debian = Debian()
        debian.put(bundle())
        lists = debian.root + "/var/lib/dpkg/info"
        moments = (
            ("while the stick is copied", lambda: os.listdir(debian.root + "/var/tmp")),
            ("while libraries are unpacked", lambda: os.path.exists(f"{lists}/libcairo2:amd64.list")),
            ("while libraries are configured", lambda: " ok unpacked" not in debian.status
             and "Package: libcairo2\n" in debian.status),
            ("while the program is unpacked", lambda: debian.has("/usr/lib/offline-signer")),
            ("when the command is there", lambda: debian.has("/usr/bin/offline-signer")),
        )
        interrupted = 0
        for name, happened in moments:
            interrupted += debian.install_killed_when(happened)
            if not debian.has("/usr/bin/offline-signer"):
                self.assertNotEqual(debian("offline-signer", "--version").returncode, 0, name)
            elif not debian.has("/var/lib/offline-signer-install"):
                # All that it needs is there: it draws, and reads pictures.
                self.assertTrue(self.doctor(debian)["sheets"], name)
        # How many of them a machine is quick enough to catch is its own affair.
        self.assertGreaterEqual(interrupted, 1)
        done = debian.install()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(debian("dpkg", "--audit").stdout, "")
        self.assertFalse(debian.has("/var/lib/offline-signer-install"))
        self.assertTrue(self.doctor(debian)["sheets"])
        self.assertNotRegex(debian.status, "half-|unpacked|reinst")
