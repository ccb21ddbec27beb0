"""Real disks that are full or not to be written to: file systems in memory, mounted in a namespace of their own."""

import os
import subprocess
import sys

from homes import LIMIT, Ran, plain


def can_mount():
    """Whether this process may make a namespace and mount there."""
    tried = subprocess.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"], capture_output=True, check=False)
    return tried.returncode == 0


class Disks:
    """Commands on small and on read-only disks; `problems` as in Trials."""

    def __init__(self, signer):
        self.signer, self.problems, self.count, self.refused = signer, [], 0, 0

    def run(self, trials, full=True):
        """The home on a disk with no room, and on one that cannot be written to; the same for results."""
        case = trials.case
        if case.removes or case.base == "empty":
            return
        places = [("home", case.changes)] + ([("out", True)] if case.out else [])
        for place, is_written in places:
            for kind in ("full", "read-only") if full else ("read-only",):
                self.one(trials, place, kind, is_written)

    def one(self, trials, place, kind, is_written):
        signer, case = self.signer, trials.case
        self.count += 1
        what = f"{case.name}, {place} on a {kind} disk"
        signer.bring(case.base)
        target, kept = signer.path(place), os.path.join(signer.folder, "disk")
        # What lies there is copied to the disk before, and back afterwards, so that it can be looked at.
        script = [
            "set -e", f"mount -t tmpfs -o mode=700,size=256k none {target}.disk", f"cp -a {target}/. {target}.disk/"]
        if kind == "full":
            script.append(f"dd if=/dev/zero of={target}.disk/filler bs=1k 2>/dev/null || true")
        else:
            script.append(f"mount -o remount,ro {target}.disk")
        script += [
            f"mount --move {target}.disk {target} 2>/dev/null || mount --bind {target}.disk {target}", "set +e",
            '"$@"', "status=$?", f"rm -rf {kept}", f"cp -a {target} {kept}", "exit $status"]
        os.makedirs(f"{target}.disk")
        line = signer.command(case.arguments, typed=case.typed, passphrase=case.passphrase)
        try:
            done = subprocess.run(
                ["unshare", "-m", "sh", "-c", "\n".join(script), "sh", *line], cwd=signer.trial, env=signer.environment,
                stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            self.problems.append(f"{what}: it hangs")
            return
        out, err = (plain(text.decode(errors="replace")) for text in (done.stdout, done.stderr))
        ran = Ran(case.arguments, done.returncode, out, err + out if case.typed is not None else err)
        words = "no space left on the device" if kind == "full" else "read-only file system"
        if ran.is_trapped:
            self.problems.append(f"{what}: it traps: {ran.status} {ran.err[-300:]}")
        elif ran.status == 0:
            if is_written:
                self.problems.append(f"{what}: it said that it is done")
        elif not ran.is_refusal or words not in " ".join(ran.err.split()):
            self.problems.append(f"{what}: it ended with {ran.status}, and does not say why: {ran.error}")
        self.refused += ran.status != 0
        # What the disk holds afterwards opens on a healthy one.
        subprocess.run(["rm", "-rf", target, f"{target}.disk"], check=True)
        subprocess.run(["cp", "-a", kept, target], check=True)
        for name in os.listdir(target):
            if name == "filler":
                os.remove(os.path.join(target, name))
        state = trials.state()
        if state not in (trials.before, trials.after) or (ran.status == 0 and state != trials.after):
            self.problems.append(f"{what}: neither old nor new: {state}")
        left = trials.read_result() if case.out else None
        if left is not None and not trials.is_whole(left):
            self.problems.append(f"{what}: half a result: {len(left)} bytes of {trials.size}")
        if left is not None and case.needs_record and state != trials.after:
            self.problems.append(f"{what}: the result is there, and the vault knows nothing of it")


if __name__ == "__main__":
    sys.exit(0 if can_mount() else 1)
