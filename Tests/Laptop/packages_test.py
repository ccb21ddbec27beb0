"""The packages: the same bytes twice, and what is in them."""

import gzip
import json
import os
import re
import shutil
import subprocess
import unittest

from laptop import (AIRGAP, EPOCH, PROGRAMS, folder, packages, program_copy, run, source_copy,
                    stripped)

NAMES = ("offline-signer", "online-coordinator")


def unpacked(name):
    path = os.path.join(folder(), name)
    deb = next(f for f in os.listdir(packages()) if f.startswith(name + "_"))
    subprocess.run(["dpkg-deb", "-R", os.path.join(packages(), deb), path], check=True)
    return path


class PackagesTest(unittest.TestCase):
    maxDiff = None

    def test_two_runs_in_different_folders_give_the_same_bytes(self):
        # Another folder, another umask, another time zone and language, another number of processors.
        other = os.path.join(folder(), "another place")
        os.makedirs(other)
        out = folder()
        made = run(
            "sh", "-c", 'umask 077; cd /; exec "$0" "$@"',
            os.path.join(source_copy(other), "make-packages"), "--out", out, "--programs", stripped(),
            env=os.environ | {"SOURCE_DATE_EPOCH": EPOCH, "TZ": "Pacific/Auckland", "LANG": "tr_TR.UTF-8"},
            preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}))
        self.assertEqual(made.returncode, 0, made.stderr)
        names = sorted(os.listdir(packages()))
        self.assertEqual(sorted(os.listdir(out)), names)
        self.assertEqual(len(names), 2)
        for name in names:
            same = run("cmp", os.path.join(out, name), os.path.join(packages(), name))
            self.assertEqual(same.returncode, 0, same.stdout)

    def test_a_program_built_in_two_folders_is_the_same_bytes(self):
        # The least of the five, of Swift and C; the others are built with the same flags (docs/decisions/0006).
        if shutil.which("swift") is None:
            self.skipTest("skipped: swift is not on the PATH")
        one, other = folder(), os.path.join(folder(), "another place, with a longer name")
        os.makedirs(other)
        made = [program_copy(place, "qr-reader") for place in (one, other)]
        same = run("cmp", *made)
        self.assertEqual(same.returncode, 0, same.stdout)

    def test_another_time_gives_other_bytes(self):
        # The comparison above could not fail if it looked at nothing.
        out = folder()
        run(os.path.join(AIRGAP, "make-packages"), "--out", out, "--programs", stripped(),
            env=os.environ | {"SOURCE_DATE_EPOCH": str(int(EPOCH) + 86400)})
        self.assertTrue(set(os.listdir(out)).isdisjoint(os.listdir(packages())))

    def test_hold_programs_pages_completions_profile_and_rule(self):
        for name in NAMES:
            root = unpacked(name)
            helpers = [name, "qr-reader"]
            if name == "offline-signer":
                helpers += ["sheet-drawer", "sheet-printer"]
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
                plain = page.replace("\\-", "-").replace("\\(aq", "'").replace("\\e", "\\")
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
            with open(f"{root}/usr/share/doc/{name}/sbom.spdx.json", encoding="utf-8") as file:
                sbom = json.load(file)
            self.assertEqual(sbom["spdxVersion"], "SPDX-2.3")
            inside = {package["name"]: package for package in sbom["packages"]}
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
                if package not in ("fonts-dejavu-core", "fonts-noto-cjk", "apparmor"):
                    self.assertIn(package, inside)
            for program in os.listdir(f"{root}/usr/lib/{name}"):
                checksum = inside[program]["checksums"][0]["checksumValue"]
                # The sum is that of the file in the package: nothing stands between.
                self.assertEqual(
                    run("sha256sum", f"{root}/usr/lib/{name}/{program}").stdout.split()[0], checksum)

    def test_the_profiles_are_ones_that_apparmor_reads(self):
        # Skipped where its parser is not installed; nothing is loaded into a kernel.
        if run("sh", "-c", "command -v apparmor_parser").returncode != 0:
            self.skipTest("skipped: apparmor_parser is not installed")
        for name in NAMES:
            read = run("apparmor_parser", "-Q", "-K", "-T",
                       f"{AIRGAP}/packaging/apparmor/usr.lib.{name}.{name}")
            self.assertEqual(read.returncode, 0, read.stderr)

    def test_say_what_is_missing(self):
        for arguments, code, words in (
            ((), 2, "--out"), (("--out",), 2, "without its value"), (("--nonsense", "x"), 2, "unknown"),
            (("--out", folder(), "--programs", folder()), 1, "is not there"),
        ):
            ran = run(os.path.join(AIRGAP, "make-packages"), *arguments,
                      env=os.environ | {"SOURCE_DATE_EPOCH": EPOCH})
            self.assertEqual(ran.returncode, code, arguments)
            self.assertRegex(ran.stderr, rf"(?s)error: .*{words}.*\nhint: ")
