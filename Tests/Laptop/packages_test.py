"""The packages: the same bytes twice, and what is in them."""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
import unittest

from laptop import (AIRGAP, EPOCH, PROGRAM_NAMES, PROGRAMS, ROOT, as_packed, folder, packages, programs_copy,
                    read, run, source_copy, stripped, write)

NAMES = ("offline-signer", "online-coordinator")


def unpacked(name, where=None):
    path = os.path.join(folder(), name)
    where = where or packages()
    deb = next(f for f in os.listdir(where) if f.startswith(name + "_"))
    subprocess.run(["dpkg-deb", "-R", os.path.join(where, deb), path], check=True)
    return path


def sbom(name):
    return json.loads(read(f"{unpacked(name)}/usr/share/doc/{name}/sbom.spdx.json"))


def differences(one, other):
    """The lines of the sums that two folders of packages do not share."""
    lines = []
    for name in NAMES:
        sums = [set(read(f"{unpacked(name, where)}/DEBIAN/md5sums").splitlines()) for where in (one, other)]
        lines += sorted(f"{name}: {line}" for line in sums[0] ^ sums[1])
    return "\n".join(lines)


def without_pins():
    path = folder()
    for name in os.listdir(stripped()):
        if name != "Package.resolved":
            os.symlink(os.path.join(stripped(), name), os.path.join(path, name))
    return path


def only_pins():
    path = folder()
    shutil.copy2(os.path.join(stripped(), "Package.resolved"), path)
    return path


def commit(source):
    """Makes a clone of it whose only commit is this."""
    for command in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "all")):
        done = run("git", "-c", "user.name=n", "-c", "user.email=e", *command, cwd=source)
        assert done.returncode == 0, done.stderr


class PackagesTest(unittest.TestCase):
    maxDiff = None

    def test_two_runs_in_different_folders_give_the_same_bytes(self):
        # Another folder, another umask, another time zone and language, another number of processors.
        # It is a clone without changes besides.
        other = os.path.join(folder(), "another place")
        airgap = source_copy(other)
        commit(other)
        out = folder()
        made = run(
            "sh", "-c", 'umask 077; cd /; exec "$0" "$@"',
            os.path.join(airgap, "make-packages"), "--out", out, "--programs", stripped(),
            env=os.environ | {"SOURCE_DATE_EPOCH": EPOCH, "TZ": "Pacific/Auckland", "LANG": "tr_TR.UTF-8"},
            preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}))
        self.assertEqual(made.returncode, 0, made.stderr)
        names = sorted(os.listdir(packages()))
        self.assertEqual(sorted(os.listdir(out)), names)
        self.assertEqual(len(names), 2)
        for name in names:
            same = run("cmp", os.path.join(out, name), os.path.join(packages(), name))
            self.assertEqual(same.returncode, 0, same.stdout + differences(out, packages()))

    def test_a_program_built_in_two_folders_is_the_same_bytes(self):
        # The least of the five, of Swift and C, each time from nothing.
        if shutil.which("swift") is None:
            self.skipTest("skipped: swift is not on the PATH")
        one, other = folder(), os.path.join(folder(), "another place, with a longer name")
        os.makedirs(other)
        made = [programs_copy(place, "qr-reader")[0] for place in (one, other)]
        same = run("cmp", *made)
        self.assertEqual(same.returncode, 0, same.stdout)

    def test_every_program_built_in_another_folder_is_the_same_bytes(self):
        # As long as the build that it is compared with, so only beside one of this very tree.
        if not os.path.realpath(PROGRAMS).startswith(os.path.realpath(ROOT) + "/.build-programs/"):
            self.skipTest("skipped: these programs were not built in this tree (Tests/run programs laptop)")
        path = os.path.join(folder(), "another place")
        os.makedirs(path)
        for made in programs_copy(path, *PROGRAM_NAMES, only=False):
            name = os.path.basename(made)
            first = as_packed(os.path.join(PROGRAMS, name), os.path.join(folder(), name))
            same = run("cmp", made, first)
            self.assertEqual(same.returncode, 0, same.stdout)

    def test_another_time_gives_other_bytes_and_a_change_says_so_in_the_version(self):
        # The comparison above could not fail if it looked at nothing.
        out, place = folder(), os.path.join(folder(), "clone")
        airgap = source_copy(place)
        commit(place)
        write(f"{place}/Sources/New.swift", "// A file that git does not know yet is built all the same.\n")
        made = run(os.path.join(airgap, "make-packages"), "--out", out, "--programs", stripped(),
                   env=os.environ | {"SOURCE_DATE_EPOCH": str(int(EPOCH) + 86400)})
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertTrue(set(os.listdir(out)).isdisjoint(os.listdir(packages())))
        for name in os.listdir(out):
            self.assertIn("+dirty_", name)
        for name in os.listdir(packages()):
            self.assertNotIn("dirty", name)
        self.assertIn("offline-signer: ", differences(out, packages()))

    def test_programs_are_built_with_their_pins_beside_them(self):
        # With a compiler that only notes what it is asked for.
        place = folder()
        shutil.copytree(f"{ROOT}/Airgap", f"{place}/Airgap")
        os.mkdir(f"{place}/built")
        write(f"{place}/bin/swift", '#!/bin/sh\ncase "$*" in\n'
              f"*--show-bin-path) echo '{place}/built'; exit ;;\nesac\n"
              'case $DRAWBRIDGE_ONLY in offline-signer) echo all >Package.resolved ;; esac\n'
              f"cp /bin/true '{place}/built/'$DRAWBRIDGE_ONLY\n", 0o755)
        paths = os.environ | {"PATH": f"{place}/bin:{os.environ['PATH']}"}
        built = run(f"{place}/Airgap/build-programs", "offline-signer", env=paths)
        self.assertEqual((built.returncode, built.stdout), (0, f"{place}/built\n"), built.stderr)
        self.assertEqual(read(f"{place}/built/Package.resolved"), "all\n")
        # One that needs no outside package has no pins, and keeps none of an earlier build.
        os.remove(f"{place}/Package.resolved")
        run(f"{place}/Airgap/build-programs", "qr-reader", env=paths)
        self.assertFalse(os.path.exists(f"{place}/built/Package.resolved"))

    def commit_told(self, place):
        """The commit that build-programs tells the compiler, which only notes it."""
        write(f"{place}.bin/swift", '#!/bin/sh\ncase "$*" in\n'
              f"*--show-bin-path) echo '{place}.built' ;;\n"
              f"*) printf %s \"$DRAWBRIDGE_COMMIT\" >'{place}.told'; cp /bin/true '{place}.built/qr-reader' ;;\nesac\n", 0o755)
        os.makedirs(f"{place}.built", exist_ok=True)
        built = run(f"{place}/Airgap/build-programs", "qr-reader",
                    env=os.environ | {"PATH": f"{place}.bin:{os.environ['PATH']}", "DRAWBRIDGE_COMMIT": "0" * 40})
        self.assertEqual(built.returncode, 0, built.stderr)
        return read(f"{place}.told")

    def test_programs_are_told_their_commit_by_a_clone_and_by_an_archive_of_it_alike(self):
        place = self.clone()
        shutil.copy2(f"{ROOT}/.gitattributes", place)
        commit(place)
        head = run("git", "rev-parse", "HEAD", cwd=place).stdout.strip()
        self.assertEqual(self.commit_told(place), head)
        other = os.path.join(folder(), "unpacked")
        os.mkdir(other)
        tar = run("sh", "-c", f"git archive HEAD | tar -x -C '{other}'", cwd=place)
        self.assertEqual(tar.returncode, 0, tar.stderr)
        self.assertEqual(self.commit_told(other), head)
        # A copy that is neither says nothing, and so does a clone with changes.
        bare = os.path.join(folder(), "bare")
        shutil.copytree(place, bare, ignore=shutil.ignore_patterns(".git"))
        self.assertEqual(self.commit_told(bare), "")
        write(f"{place}/Airgap/new", "A file that git does not know yet is built all the same.\n")
        self.assertEqual(self.commit_told(place), "")

    def archive(self, place, *arguments):
        """Runs make-packages with a compiler that only notes what sheets are to say, and makes nothing."""
        out = folder()
        write(f"{place}.bin/swift", f"#!/bin/sh\nprintf '%s\\n%s' \"$DRAWBRIDGE_ARCHIVE_ADDRESS\" "
              f"\"$DRAWBRIDGE_ARCHIVE_SHA256\" >'{out}/told'\necho '{out}'\n", 0o755)
        made = run("sh", "-c", 'umask 077; exec "$0" "$@"', f"{place}/Airgap/make-packages", "--out", out, *arguments,
                   env=os.environ | {"PATH": f"{place}.bin:{os.environ['PATH']}", "SOURCE_DATE_EPOCH": EPOCH})
        return out, made

    def clone(self):
        place = os.path.join(folder(), "clone")
        shutil.copytree(AIRGAP, f"{place}/Airgap")
        for name in ("LICENSE", "Package.swift"):
            shutil.copy2(os.path.join(ROOT, name), place)
        commit(place)
        return place

    def test_programs_are_told_where_their_source_is_kept_and_its_hash(self):
        place, digests = self.clone(), set()
        for umask in ("0022", "0077"):
            # A setting of whoever runs it changes nothing of the archive.
            run("git", "config", "tar.umask", umask, cwd=place)
            out, made = self.archive(place, "--archive", "the safe, at home")
            # There are no programs, so it ends after them.
            self.assertEqual(made.returncode, 1, made.stderr)
            path = f"{out}/drawbridge-source_20251124.160000.tar"
            self.assertEqual(made.stdout.splitlines()[0], path)
            with open(path, "rb") as file:
                digests.add(hashlib.sha256(file.read()).hexdigest())
            self.assertEqual(read(f"{out}/told"), f"the safe, at home\n{min(digests)}")
            with tarfile.open(path) as tar:
                names = tar.getnames()
            self.assertIn("drawbridge/Package.swift", names)
            self.assertFalse([name for name in names if "/.git/" in name])
        self.assertEqual(len(digests), 1)

    def test_an_archive_is_of_a_commit_and_of_what_is_still_to_be_built(self):
        place = self.clone()
        for arguments, words in ((("--archive", 'a "place"'), "without quotes"), (("--archive", ""), "1 to 100"),
                                 (("--archive", "a `place`"), "backticks"),
                                 (("--archive", "a", "--programs", "/"), "still to be built")):
            out, made = self.archive(place, *arguments)
            self.assertEqual((made.returncode, os.listdir(out)), (2, []), made.stderr)
            self.assertIn(words, made.stderr)
        write(f"{place}/Sources/New.swift", "// Not in any commit.\n")
        out, made = self.archive(place, "--archive", "a place")
        self.assertEqual((made.returncode, os.listdir(out)), (1, []))
        self.assertIn("the source is not a commit", made.stderr)
        # Without --archive nothing is said, whatever was there.
        shutil.rmtree(f"{place}/Sources")
        out, made = self.archive(place)
        self.assertEqual(os.listdir(out), ["told"])
        self.assertEqual(read(f"{out}/told"), "\n")

    def test_hold_programs_pages_completions_profile_and_rule(self):
        for name in NAMES:
            root = unpacked(name)
            helpers = [name, "qr-reader"]
            if name == "offline-signer":
                helpers += ["key-keeper", "sheet-drawer", "sheet-printer"]
            else:
                helpers.append("coordinator-desk")
            self.assertEqual(sorted(os.listdir(f"{root}/usr/lib/{name}")), sorted(helpers))
            self.assertEqual(os.readlink(f"{root}/usr/bin/{name}"), f"../lib/{name}/{name}")
            for path in (f"usr/share/bash-completion/completions/{name}",
                         f"usr/share/zsh/vendor-completions/_{name}",
                         f"usr/share/fish/vendor_completions.d/{name}.fish",
                         f"etc/apparmor.d/usr.lib.{name}.{name}",
                         f"usr/lib/udev/rules.d/70-{name}-camera.rules",
                         f"usr/share/doc/{name}/copyright"):
                self.assertGreater(os.path.getsize(f"{root}/{path}"), 0, path)
            bash = run("bash", "-n", f"{root}/usr/share/bash-completion/completions/{name}")
            self.assertEqual(bash.returncode, 0, bash.stderr)
            self.assertIn("-o default", read(f"{root}/usr/share/bash-completion/completions/{name}"))
            owners = run("dpkg-deb", "-c", os.path.join(
                packages(), next(f for f in os.listdir(packages()) if f.startswith(name))))
            self.assertEqual({line.split()[1] for line in owners.stdout.splitlines()}, {"root/root"})
            sums = run("md5sum", "--quiet", "-c", "DEBIAN/md5sums", cwd=root)
            self.assertEqual(sums.returncode, 0, sums.stdout)

    def test_have_a_page_for_every_command_that_says_what_its_help_says(self):
        for name in NAMES:
            root = unpacked(name)
            program = os.path.join(PROGRAMS, name)
            dumped = json.loads(run(program, "--experimental-dump-help").stdout)["command"]
            waiting, seen = [([name], dumped)], 0
            while waiting:
                path, command = waiting.pop()
                seen += 1
                with gzip.open(f"{root}/usr/share/man/man1/{'-'.join(path)}.1.gz", "rt") as file:
                    page = file.read()
                for sign, letter in (("\\-", "-"), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(ha", "^"), ("\\(ti", "~")):
                    page = page.replace(sign, letter)
                plain = page.replace("\\e", "\\")
                self.assertIn(command["abstract"].rstrip("."), plain)
                for argument in command.get("arguments", []):
                    for each in argument.get("names", []):
                        if argument.get("shouldDisplay", True):
                            self.assertIn(each["name"], plain)
                waiting += [(path + [c["commandName"]], c) for c in command.get("subcommands", [])
                            if c["commandName"] != "help"]
            self.assertEqual(seen, len(os.listdir(f"{root}/usr/share/man/man1")))
            self.assertGreater(seen, 10)

    def test_name_all_that_is_inside_with_its_version(self):
        for name in NAMES:
            root = unpacked(name)
            listed = json.loads(read(f"{root}/usr/share/doc/{name}/sbom.spdx.json"))
            self.assertEqual(listed["spdxVersion"], "SPDX-2.3")
            inside = {package["name"]: package for package in listed["packages"]}
            for package in inside.values():
                self.assertRegex(package["versionInfo"], r"^\d", package["name"])
            self.assertIn("swift-standard-library", inside)
            self.assertIn("swift-argument-parser", inside)
            self.assertEqual("grdb.swift" in inside, name == "online-coordinator")
            # Everything that the package depends on is named, and more: what those load.
            control = run("dpkg-deb", "-f", os.path.join(
                packages(), next(f for f in os.listdir(packages()) if f.startswith(name))), "Depends")
            for dependency in re.split(r", ", control.stdout.strip()):
                package = dependency.split()[0]
                # Letters and the loader of profiles are no libraries: nothing of them is linked or loaded.
                if package not in ("fonts-lato", "fonts-dejavu-core", "fonts-noto-cjk", "apparmor"):
                    self.assertIn(package, inside)
            for program in os.listdir(f"{root}/usr/lib/{name}"):
                checksum = inside[program]["checksums"][0]["checksumValue"]
                # The sum is that of the file in the package: nothing stands between.
                self.assertEqual(
                    run("sha256sum", f"{root}/usr/lib/{name}/{program}").stdout.split()[0], checksum)

    def test_every_pin_of_the_build_is_named_and_none_is_guessed(self):
        inside = {package["name"]: package for package in sbom("online-coordinator")["packages"]}
        with open(f"{PROGRAMS}/Package.resolved", encoding="utf-8") as file:
            resolved = json.load(file)
        self.assertGreaterEqual(len(resolved["pins"]), 2)
        for pin in resolved["pins"]:
            each = inside[pin["identity"]]
            self.assertEqual(each["versionInfo"], pin["state"]["version"])
            self.assertTrue(each["downloadLocation"].endswith("@" + pin["state"]["revision"]))
        # What a build of a part leaves: the other programs' packages are not in it.
        for change in ("gone", "another version"):
            pins = [dict(pin) for pin in resolved["pins"]]
            if change == "gone":
                pins = [pin for pin in pins if pin["identity"] != "grdb.swift"]
            else:
                next(pin for pin in pins if pin["identity"] == "grdb.swift")["state"] = {"version": "1.0.0"}
            narrow = f"{folder()}/Package.resolved"
            write(narrow, json.dumps({"pins": pins}))
            for name in NAMES:
                ran = run(f"{AIRGAP}/packaging/sbom", name, "1", EPOCH, narrow, f"{PROGRAMS}/qr-reader")
                self.assertEqual((ran.returncode, ran.stdout), (1, ""))
                self.assertRegex(ran.stderr, r"error: .*has no pin of grdb.swift 7\..*\nhint: ")
        # And what lies in the tree at the time is not looked at.
        place = os.path.join(folder(), "source")
        airgap = source_copy(place)
        write(f"{place}/Package.resolved", '{"pins": []}')
        ran = run(f"{airgap}/packaging/sbom", "offline-signer", "1", EPOCH, f"{PROGRAMS}/Package.resolved",
                  f"{PROGRAMS}/qr-reader")
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_the_profiles_are_ones_that_apparmor_reads(self):
        # Skipped where its parser is not installed; nothing is loaded into a kernel.
        if run("sh", "-c", "command -v apparmor_parser").returncode != 0:
            self.skipTest("skipped: apparmor_parser is not installed")
        for name in NAMES:
            parsed = run("apparmor_parser", "-Q", "-K", "-T",
                       f"{AIRGAP}/packaging/apparmor/usr.lib.{name}.{name}")
            self.assertEqual(parsed.returncode, 0, parsed.stderr)

    def test_say_what_is_missing(self):
        for arguments, code, words in (
            (("--out", folder(), "--programs", without_pins()), 1, "Package.resolved is missing"),
            ((), 2, "--out"), (("--out",), 2, "without its value"), (("--nonsense", "x"), 2, "unknown"),
            (("--out", folder(), "--programs", only_pins()), 1, "offline-signer is missing"),
        ):
            ran = run(os.path.join(AIRGAP, "make-packages"), *arguments,
                      env=os.environ | {"SOURCE_DATE_EPOCH": EPOCH})
            self.assertEqual(ran.returncode, code, arguments)
            self.assertRegex(ran.stderr, rf"(?s)error: .*{words}.*\nhint: ")
