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
            (("--packages", packages(), "--out", there, "--key", key()[0]), 1, "already exists"),
            (("--packages", there, "--out", f"{there}/b", "--key", key()[0]), 1, "no offline-signer package"),
            (("--packages", packages(), "--out", "/nowhere/b", "--key", key()[0]), 1, "is not a folder"),
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
        # A name is no pattern, and none is no name.
        self.assert_untouched(debian, status, debian.install("--lock-down", "r..t"), r"there is no user r\.\.t")
        for name in ("", "-x", "al ice", "a:b", "root\n"):
            ran = debian.install("--lock-down", name)
            self.assertEqual((ran.returncode, debian.status), (2, status), name)
            self.assertIn("--lock-down needs the name of the user", ran.stderr)
        # Another's key in front of the owner's, and no line end behind it.
        other = own_key()
        forged = altered(lambda path: rewrite(f"{path}/signer.pub", read(f"{path}/signer.pub") +
                                              read(f"{other}.pub").rstrip("\n")))
        sign(forged, by=other)
        debian.put(forged)
        self.assert_untouched(debian, status, debian.install(), "signer.pub holds more than one key")
        debian.put(bundle())
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
        debian = Debian(like=installed())
        status = debian.status
        again = debian.install()
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(debian.status, status)
        self.assertEqual(debian("dpkg", "--audit").stdout, "")

        found = self.doctor(debian)
        # It draws a sheet with letters of every word list, and tries to break out of the picture reader.
        for name in ("filter", "memory", "qr-reader", "sheets"):
            self.assertTrue(found[name], name)
        self.assertFalse(found["lock-down modules"])
        self.payment(debian)

    def test_locked_down_it_is_not_removed_before_that_is_taken_back(self):
        debian = Debian(like=installed())
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

        for way in (("dpkg", "--purge"), ("dpkg", "--remove"), ("apt-get", "-y", "purge")):
            kept = debian(*way, "offline-signer")
            self.assertNotEqual(kept.returncode, 0, way)
            self.assertIn("first run: offline-signer-lock-down --undo", kept.stderr + kept.stdout)
            self.assertTrue(debian.has("/usr/sbin/offline-signer-lock-down"))
            self.assertEqual(debian("dpkg", "--audit").stdout, "")
            self.assertEqual(debian("offline-signer", "--version").returncode, 0)

        # A later one takes its place all the same.
        def later(root):
            place = f"{root}/DEBIAN/control"
            write(place, re.sub(r"(?m)^(Version: .*)$", r"\1.1", read(place)))

        debian.put(repacked(later))
        brought = debian.install()
        self.assertEqual(brought.returncode, 0, brought.stderr)
        self.assertRegex(debian("dpkg-query", "-W", "offline-signer").stdout, r"\.1\n$")
        self.assertEqual(debian("offline-signer-lock-down", "--check").returncode, 0)
        # And the earlier one does not come back by itself.
        status = debian.status
        debian.put(bundle())
        for more in ((), ("--verify",)):
            refused = debian.install(*more)
            self.assertEqual(refused.returncode, 1)
            self.assertRegex(refused.stderr, r"^error: a newer offline-signer is installed: \S+\.1, and this bundle "
                             r"has \S+; nothing was changed\nhint: ")
            self.assertNotIn("Installed", refused.stdout)
        self.assertEqual(debian.status, status)
        self.assertEqual(os.listdir(debian.root + "/var/tmp"), [])

        undone = debian("bash", "/bundle/install", "--undo-lock-down")
        self.assertEqual(undone.returncode, 0, undone.stderr)
        self.assertEqual(debian("offline-signer-lock-down", "--check").returncode, 1)
        removed = debian("dpkg", "--purge", "offline-signer")
        self.assertEqual(removed.returncode, 0, removed.stderr)
        self.assert_gone(debian)

    def assert_gone(self, debian):
        for place in ("usr/lib/offline-signer", "etc/apparmor.d/usr.lib.offline-signer.offline-signer",
                      "usr/share/offline-signer", "usr/sbin/offline-signer-lock-down", "usr/bin/offline-signer"):
            self.assertFalse(debian.has("/" + place), place)

    def test_other_bytes_under_the_same_version_are_installed(self):
        debian = Debian(like=installed())
        profile = "etc/apparmor.d/usr.lib.offline-signer.offline-signer"

        def page_changed(root):
            place = "usr/share/doc/offline-signer/ceremonies/README.md"
            write(f"{root}/{place}", "other bytes\n")
            sums = re.sub(rf"(?m)^\w+(?=  {re.escape(place)}$)",
                          run("md5sum", f"{root}/{place}").stdout.split()[0], read(f"{root}/DEBIAN/md5sums"))
            write(f"{root}/DEBIAN/md5sums", sums)

        def script_changed(root):
            write(f"{root}/DEBIAN/postinst", read(f"{root}/DEBIAN/postinst") + "# other\n", 0o755)

        def profile_changed(root):
            write(f"{root}/{profile}", read(f"{root}/{profile}") + "# other\n")

        for change, place, words in (
            (page_changed, "/usr/share/doc/offline-signer/ceremonies/README.md", "other bytes\n"),
            (script_changed, "/var/lib/dpkg/info/offline-signer.postinst", "# other\n"),
            (profile_changed, "/" + profile, "# other\n"),
        ):
            debian.put(repacked(change))
            verified = debian.install("--verify")
            self.assertIn("would install debs/offline-signer_", verified.stdout, verified.stderr)
            done = debian.install()
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(read(debian.root + place).endswith(words), place)
            self.assertNotIn("would install", debian.install("--verify").stdout, place)
            self.assert_whole(debian)

    def assert_whole(self, debian):
        self.assertEqual(debian("dpkg", "--audit").stdout, "")
        self.assertNotRegex(debian.status, "half-|unpacked|reinst")
        self.assertEqual(debian.journal, "")
        self.assertFalse(debian.has("/var/lib/offline-signer-install"))
        self.assertEqual(os.listdir(debian.root + "/var/tmp"), [])
        self.assertEqual(debian("offline-signer", "--version").returncode, 0)

    def test_what_an_install_left_in_the_temporary_folder_is_removed_and_two_do_not_meet(self):
        debian = Debian(like=installed())
        for name in ("offline-signer-install.aBc123", "offline-signer-install.others", "mine"):
            write(f"{debian.root}/var/tmp/{name}/bundle/debs/one.deb", "left")
        os.chown(f"{debian.root}/var/tmp/offline-signer-install.others", 1000, 1000)
        with open(f"{debian.root}/run/offline-signer-install.lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            refused = debian.install()
            self.assertEqual(refused.returncode, 1)
            self.assertRegex(refused.stderr, "^error: another install is running; nothing was changed\nhint: ")
        self.assertEqual(len(os.listdir(debian.root + "/var/tmp")), 3)
        self.assertEqual(debian.install("--verify").returncode, 0)
        self.assertEqual(sorted(os.listdir(debian.root + "/var/tmp")), ["mine", "offline-signer-install.others"])

    # --- the pages

    def ceremony(self, debian, lines, signer=None):
        """The lines of a page, typed one after the other by root; the fingerprint is the one on the paper, USER alice."""
        typed = "\n".join(lines).replace("SHA256:...", signer or key()[1]).replace("USER", "alice")
        return debian("bash", "-e", "-c", typed)

    def test_every_line_for_the_shell_on_the_pages_does_what_they_say(self):
        pages = {name.removesuffix(".md"): page(name.removesuffix(".md"))
                 for name in os.listdir(f"{AIRGAP}/ceremonies")}
        # A page that gets such lines gets its test here.
        self.assertEqual({name: len(blocks) for name, blocks in pages.items() if blocks},
                         {"set-up": 3, "retiring": 1})
        # The two lines for the connected machine made the bundle of all these tests.
        self.assertEqual([line.split()[0] for line in pages["set-up"][0]],
                         ["Airgap/make-packages", "Airgap/make-bundle"])
        look, install = pages["set-up"][1:]
        debian = Debian()
        debian("useradd", "--create-home", "alice")
        stick = "/media/stick/bundle"

        # Looked at before anything of it runs: each of these stops there, or shows another fingerprint.
        other = own_key()

        def exchanged(path):
            rewrite(f"{path}/install", "touch /evil\n")

        def signed_by_another(path):
            exchanged(path)
            rewrite(f"{path}/signer.pub", read(f"{other}.pub"))
            sign(path, by=other)

        def both(path):
            exchanged(path)
            rewrite(f"{path}/signer.pub", read(f"{other}.pub") + read(f"{key()[0]}.pub"))
            sign(path, by=other)

        def both_turned(path):
            exchanged(path)
            rewrite(f"{path}/signer.pub", read(f"{key()[0]}.pub") + read(f"{other}.pub"))
            sign(path, by=other)

        for change in (exchanged, flip("SHA256SUMS"), flip("SHA256SUMS.sig"), flip("lock-down"), both_turned):
            debian.put(altered(change), stick)
            self.assertNotEqual(self.ceremony(debian, look).returncode, 0, change)
        for change, count in ((signed_by_another, 0), (both, 1)):
            debian.put(altered(change), stick)
            seen = self.ceremony(debian, look)
            self.assertEqual((seen.returncode, seen.stdout.count(key()[1])), (0, count))
            # The key that signed is named by the verifier itself.
            self.assertRegex(seen.stdout.splitlines()[0], r'^Good "drawbridge-bundle" signature .* SHA256:')
            self.assertNotIn(key()[1], seen.stdout.splitlines()[0])

        debian.put(bundle(), stick)
        # A link to where the stick could answer differently later.
        os.rename(f"{debian.root}{stick}/install", f"{debian.root}/media/stick/install")
        os.symlink("../install", f"{debian.root}{stick}/install")
        seen = self.ceremony(debian, look)
        self.assertEqual(seen.returncode, 0, seen.stderr)
        self.assertEqual((seen.stdout.count(key()[1]), len(seen.stdout.splitlines())), (2, 2), seen.stdout)
        self.assertEqual(os.stat(debian.root + "/root").st_mode & 0o077, 0)
        # The copy is what was looked at, whatever the stick says from now on.
        shutil.rmtree(debian.root + "/media/stick")
        done = self.ceremony(debian, install)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("would install debs/offline-signer_", done.stdout)
        self.assertIn("locked down", done.stdout)
        self.assertEqual(debian("offline-signer-lock-down", "--check").returncode, 0)
        self.assertFalse(debian.has("/root/bundle") or debian.has("/root/signer") or debian.has("/evil"))
        self.assert_whole(debian)

        retired = self.ceremony(debian, pages["retiring"][0])
        self.assertEqual(retired.returncode, 0, retired.stderr)
        self.assert_gone(debian)

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
        write(f"{path}/passphrase.txt", "velvet orbit claim dune tuna lamp\n", 0o600)
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
        self.assert_finished(debian)

    def assert_finished(self, debian):
        """The same line once more, and everything is whole."""
        done = debian.install()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_whole(debian)
        self.assertTrue(self.doctor(debian)["sheets"])

    def cut(self, debian, package, happened):
        """Power lost while dpkg unpacks that package, which neither apt nor dpkg takes up by itself."""
        self.assertTrue(debian.install_killed_when(happened), package)
        self.assertRegex(debian.status + debian.journal,
                         rf"(?m)^Package: {package}\nStatus: install reinstreq half-installed$")
        # Looking changes nothing, and says how it is.
        status = debian.status
        looked = debian.install("--verify")
        self.assertEqual(looked.returncode, 0, looked.stderr)
        self.assertIn("An install was interrupted here; without --verify it is taken up again.", looked.stdout)
        self.assertEqual(debian.status, status)

    def test_power_lost_while_a_package_is_unpacked_is_healed_by_the_same_line(self):
        debian = Debian()
        debian.put(bundle())
        # A library of that name for another processor is none for this one.
        library = re.match(r"(libpng16-16)_([^_]+)_", deb("libpng16-16"))
        empty_package(f"{debian.root}/other.deb", library.group(1), library.group(2), "i386",
                      "Multi-Arch: same\n")
        debian("dpkg", "--add-architecture", "i386")
        self.assertEqual(debian("dpkg", "-i", "/other.deb").returncode, 0)
        fonts = "/usr/share/fonts/opentype/noto/*.dpkg-new"
        self.cut(debian, "fonts-noto-cjk", lambda: debian.found(fonts))
        self.assertFalse(debian.has("/usr/bin/offline-signer"))
        self.assert_finished(debian)
        self.assertEqual(debian.found(fonts), [])
        # Ours, while nothing of it is there, and while it takes the place of one that is.
        own = "/usr/lib/offline-signer/*.dpkg-new"
        self.assertEqual(debian("dpkg", "--purge", "offline-signer").returncode, 0)
        self.cut(debian, "offline-signer", lambda: debian.found(own))
        self.assert_finished(debian)
        # Taking a half off is no removal: what keeps it on a laptop that is locked down is not in the way.
        os.makedirs(debian.root + "/var/lib/offline-signer/lock-down")
        debian.put(repacked(lambda root: write(f"{root}/DEBIAN/postrm", "#!/bin/sh\n", 0o755)))
        self.cut(debian, "offline-signer", lambda: debian.found(own))
        self.assert_finished(debian)
        self.assertEqual(debian.found(own), [])

    def test_packages_that_dpkg_calls_half_installed_are_unpacked_again(self):
        # As the kills above leave them now and then: written down, so that no luck is needed. apt takes them for the newest.
        debian = Debian(like=installed())
        whole = debian.status
        for names in (("libcairo2",), ("fonts-noto-cjk", "libpango-1.0-0", "offline-signer")):
            status = whole
            for name in names:
                status, count = re.subn(rf"(?m)^(Package: {re.escape(name)}\nStatus: install )ok installed$",
                                        r"\1reinstreq half-installed", status)
                self.assertEqual(count, 1, name)
            rewrite(debian.root + "/var/lib/dpkg/status", status)
            write(debian.root + "/var/lib/offline-signer-install", "")
            self.assertNotEqual(debian("dpkg", "--audit").stdout, "")
            self.assert_finished(debian)

    def test_power_lost_while_a_package_is_opened_is_healed_by_the_same_line(self):
        debian = Debian()
        debian.put(bundle())
        self.assertTrue(debian.install_killed_when(lambda: debian.has("/var/lib/dpkg/tmp.ci")))
        self.assert_finished(debian)
        # And with the journal of dpkg full.
        debian("dpkg", "--purge", "offline-signer")
        self.assertTrue(debian.install_killed_when(
            lambda: debian.has("/var/lib/dpkg/tmp.ci") and debian.has("/var/lib/offline-signer-install")))
        self.assert_finished(debian)
