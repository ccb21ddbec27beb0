"""Every command while the clock is wrong: before the vault was made, before 1970, beyond every date."""

from homes import NOW

# A day and ten years back, the beginning of time and before it, and what numbers of 32, 53 and 63 bits end with.
CLOCKS = [
    NOW - 86_400, NOW - 315_360_000, 946_684_800, 1, 0, -1, -(2**40), 2**31 - 1, 2**31, 2**32, 253_402_300_800, 2**53,
    2**62, 2**63 - 1,
]


class Clocks:
    """Commands with a wrong clock; `problems` as in Trials."""

    def __init__(self, signer):
        self.signer, self.problems, self.count, self.refused = signer, [], 0, 0

    def run(self, trials, clocks):
        """One command at each of the times; `trials` knows what it leaves."""
        signer, case = self.signer, trials.case
        if case.removes:
            return
        signer.bring(case.base)
        signer.run(case.arguments, typed=case.typed, passphrase=case.passphrase)
        after = self.state(case)
        for now in clocks:
            self.count += 1
            signer.bring(case.base)
            before = self.state(case)
            ran = signer.run(case.arguments, typed=case.typed, now=now, passphrase=case.passphrase)
            what = f"{case.name} at {now}"
            if ran.is_trapped:
                self.problems.append(f"{what}: it traps: {ran.status} {ran.err[-300:]}")
                continue
            if ran.status != 0 and not ran.is_refusal:
                self.problems.append(f"{what}: it ended with {ran.status}: {ran.error}")
            self.refused += ran.status != 0
            state = self.state(case)
            if state != (after if ran.status == 0 else before):
                self.problems.append(f"{what}: {ran.error}: the state is {state}")
            # What was written then is read then and now.
            for time in (now, NOW):
                for arguments in (("log", "verify"), ("seed", "list"), ("log",)):
                    for passphrase in ("passphrase", "other"):
                        read = signer.run((*arguments, "--json"), now=time, passphrase=passphrase)
                        if read.status == 0:
                            break
                    if read.status != 0 and case.base not in ("empty", "damaged"):
                        self.problems.append(f"{what}: `{read.command}` at {time}: {read.status} {read.error}")

    def state(self, case):
        from homes import without_chance
        state = self.signer.state(times=False)
        return without_chance(state) if case.is_random else state
