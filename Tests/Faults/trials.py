"""One command, ended or hindered at one of its calls; then what it left is looked at."""

import errno
import os
import shutil
import sys

from homes import difference, once, without_chance

# What a disk says that takes nothing more, and how the programs word it.
FAULTS = {
    "ENOSPC": (errno.ENOSPC, "no space left on the device"),
    "EIO": (errno.EIO, "input/output error"),
    "EROFS": (errno.EROFS, "read-only file system"),
}


class Trials:
    """Trials of one command: `problems` is what went wrong, `counts` how many trials of which kind there were."""

    def __init__(self, signer, case):
        self.signer, self.case = signer, case
        self.problems, self.counts, self.leftovers = [], {}, 0
        self.before = self.after = self.result = None
        self.calls = []

    def learn(self):
        """Runs the command to its end: the state before and after it, its result, and its calls."""
        signer, case = self.signer, self.case
        signer.bring(case.base)
        self.before = self.state()
        results = []
        for _ in range(2 if case.out else 1):
            signer.bring(case.base)
            ran, self.calls = signer.calls(case.arguments, typed=case.typed, passphrase=case.passphrase)
            if ran.status != 0:
                raise RuntimeError(f"{ran.command}: {ran.status}\n{ran.out}\n{ran.err}")
            if case.out:
                results.append(self.read_result())
        self.after = self.state()
        if signer.is_vault_of(case.base) == case.changes:
            raise RuntimeError(f"{case.name}: it was to change the vault: {case.changes}")
        self.result = results[0] if results and results[0] == results[1] else None
        self.size = len(results[0]) if results else 0
        # What results have in common at their end, where they differ: whole lines, if there are any, as a number in the
        # line before may end with the same digits by chance (where the table of a PDF begins).
        end = os.path.commonprefix([result[::-1] for result in results])[::-1] if results and not self.result else b""
        self.end = end[end.find(b"\n"):] if b"\n" in end else end
        self.beside = self.read_result(case.beside) if case.beside else None

    def state(self):
        state = self.signer.state()
        if self.case.base == "damaged" and state and "vault restore` puts it back" in state.get("error", ""):
            # Damaged or put aside already: the same is to be done.
            state = {"error": "damaged"}
        return without_chance(state) if self.case.is_random else state

    def read_result(self, name=None):
        """What its result holds; of a folder the names of the files as well, but of those that are hidden."""
        path = self.signer.path("out", name or self.case.out)
        if os.path.isdir(path):
            names = sorted(name for name in os.listdir(path) if not name.startswith("."))
            return tuple((name, self.read_result(os.path.join(path, name))) for name in names)
        if not os.path.exists(path):
            return None
        with open(path, "rb") as file:
            return file.read()

    def remove_result(self):
        path = self.signer.path("out", self.case.out)
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

    def is_whole(self, left):
        """Whether a result is all there: equal, where two runs write the same, else of its length and with its end."""
        if self.case.in_parts:
            return left == self.result[: len(left)]
        if self.result is not None:
            return left == self.result
        return left.endswith(self.end) and len(left) >= self.size * 9 // 10 if self.end else len(left) == self.size

    # Trials

    def kill(self, point, how="--kill", of=0):
        """Ended at a call: `--kill` everything, `--kill-one` process, `--torn` after half of what it writes."""
        trace = ["--at", point, how] + (["--of", of] if of else [])
        ran = self.begin(trace, f"{how[2:]} {point}" + (f" of process {of}" if of else ""))
        if ran.status == 0 and how == "--kill":
            self.problem("it was not killed")
        is_told = ran.is_refusal or self.case.relays and ran.status == 1
        if how == "--kill-one" and ran.status not in (0, 137) and not is_told:
            self.problem(f"its companion died, and it ended with {ran.status}: {ran.error}")
        self.look(ran)

    def fault(self, name, point, onwards):
        """A call that fails; with `onwards` all that follow as well."""
        number, words = FAULTS[name]
        trace = ["--at", point, "--fail", number] + (["--onwards"] if onwards else [])
        ran = self.begin(trace, f"{name} {point}{' onwards' if onwards else ''}")
        if ran.status != 0:
            if not ran.is_refusal:
                self.problem(f"ended with {ran.status}: {ran.error}")
            elif words not in " ".join(ran.err.split()):
                self.problem(f"it does not say why: {ran.error}")
        self.look(ran)

    def begin(self, trace, what):
        self.what = what
        kind = what.split()[0]
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.signer.bring(self.case.base)
        ran = self.signer.run(self.case.arguments, trace=trace, typed=self.case.typed, passphrase=self.case.passphrase)
        if ran.status is None:
            self.problem("it hangs")
        elif ran.is_trapped:
            self.problem(f"it traps: {ran.status} {ran.err[-300:]}")
        return ran

    def problem(self, text):
        self.problems.append(f"{self.case.name}, {self.what}: {text}")
        print(f"PROBLEM {self.problems[-1]}", file=sys.stderr, flush=True)

    # Looking

    def look(self, ran):
        """The old state or the new one, the result whole or absent; and the command can be given again."""
        signer, case = self.signer, self.case
        if case.removes:
            return self.look_removed(ran)
        left = self.read_result() if case.out else None
        state = self.before if signer.is_vault_of(case.base) else self.state()
        if state is self.before and state is not None and case.base != "damaged" and (error := signer.opens()):
            return self.problem(f"the vault does not open: {error}")
        if state not in (self.before, self.after):
            return self.problem(f"neither old nor new: {difference(state, self.before, self.after)}")
        if left is not None and not self.is_whole(left):
            self.problem(f"half a result: {len(left)} bytes of {self.size}")
        if case.beside and self.read_result(case.beside) not in (None, self.beside):
            self.problem(f"half of what stands beside the result, {case.beside}")
        if left is not None and case.needs_record and state != self.after:
            self.problem("the result is there, and the vault knows nothing of it")
        if ran.status == 0 and (state != self.after or (case.out and (left is None or self.result not in (None, left)))):
            self.problem("it said that it is done, and it is not")
        if case.stays and left is not None and (state != self.after or not case.changes):
            self.remove_result()
            left = None
        again = () if left is None else case.again
        ran = signer.run((*case.arguments, *again), typed=case.typed, passphrase=case.passphrase)
        if ran.is_trapped or (ran.status != 0 and not ran.is_refusal and not (state == self.after and case.typed is not None)):
            return self.problem(f"given again it ends with {ran.status}: {ran.error}")
        if ran.status != 0 and (state == self.before != self.after or left is None and not case.changes):
            return self.problem(f"it cannot be given again: {ran.error}")
        if ran.status == 0 and case.out and self.read_result() is None:
            self.problem("given again it leaves no result")
        now, wanted = self.state(), self.after
        if case.needs_record:
            now, wanted = once(now), once(wanted)
        if now != wanted:
            return self.problem(f"given again it ends in another state: {difference(now, wanted)}")
        self.tidy()
        return None

    def look_removed(self, ran):
        """What removes a vault leaves it, or part of it; and can be given until nothing is left."""
        if ran.status == 0 and self.state() is not None:
            self.problem("it said that it is done, and it is not")
        again = self.signer.run(self.case.arguments, passphrase=self.case.passphrase)
        if again.status != 0 and not again.is_refusal:
            return self.problem(f"given again it ends with {again.status}: {again.error}")
        if self.signer.names("home") != ["lock"]:
            self.problem(f"given again it leaves {self.signer.names('home')}")
        return None

    def tidy(self):
        """Nothing half written lies in the home; beside results it is counted."""
        left = [name for name in self.signer.names("home") if name.startswith(".")]
        if left:
            self.problem(f"in the home lies {left}")
        if [name for name in self.signer.names("out") if name.startswith(".")]:
            self.leftovers += 1
