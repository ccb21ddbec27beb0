"""Two commands at the same time: one is held still at one of its calls while the other is given."""

import os
import time

from homes import LIMIT, Ran

# Each leaves a mark of its own: what is looked for in the state, as text.
PAIRS = [
    (("seed", "import", "two", "--from", "more-words"),
     ("account", "export", "seed", "--script", "pkh", "--out", "out/account.txt"), "b8688df1", "seed-pkh-0"),
    (("sign", "payment.psbt.txt", "--out", "out/signed.psbt", "--yes"),
     ("wallet", "register", "shared", "--from", "shared.txt", "--yes"), "6e4cded348bd967a", "'name': 'shared'"),
    (("wallet", "register", "shared", "--from", "shared.txt", "--yes"),
     ("sign", "payment.psbt.txt", "--out", "out/signed.psbt", "--yes"), "'name': 'shared'", "6e4cded348bd967a"),
    (("seed", "import", "two", "--from", "more-words"), ("seed", "import", "two", "--from", "more-words"),
     "b8688df1", "b8688df1"),
]


class Together:
    """Pairs of commands; `problems` as in Trials."""

    def __init__(self, signer):
        self.signer, self.problems, self.count, self.waited, self.refused = signer, [], 0, 0, 0

    def run(self, points, patient=True):
        """Each pair, the first held at the calls that `points` chooses of its number of them.

        Held for a moment the other waits; held for longer than it waits it refuses.
        """
        for first, second, mark, other in PAIRS:
            self.signer.bring("plain")
            _, calls = self.signer.calls(first)
            for number in points(len(calls)):
                self.pair(first, second, mark, other, number, is_long=False)
            if patient:
                self.pair(first, second, mark, other, len(calls) // 2, is_long=True)

    def pair(self, first, second, mark, other, number, is_long):
        signer, held = self.signer, os.path.join(self.signer.folder, "held")
        self.count += 1
        what = f"{' '.join(first[:2])} held at {number}, {' '.join(second[:2])}"
        signer.bring("plain")
        begun = signer.start(first, trace=("--at", number, "--hold", held))
        limit = time.monotonic() + LIMIT
        while not os.path.exists(held) and begun.poll() is None:
            if time.monotonic() > limit:
                # With the tracer everything that it runs ends.
                begun.kill()
                begun.communicate()
                self.problems.append(f"{what}: it neither came to that call nor ended in {LIMIT} s")
                return
            time.sleep(0.005)
        waiting = signer.start(second)
        if is_long:
            # It gives up by itself.
            ended = signer.end(waiting, second)
            os.remove(held)
        else:
            # Long enough to come to the lock; how far it came decides nothing.
            time.sleep(0.3)
            os.remove(held)
            ended = signer.end(waiting, second)
        done = signer.end(begun, first)
        self.judge(what, done, ended, mark, other, is_long)

    def judge(self, what, done: Ran, ended: Ran, mark, other, is_long):
        state = repr(self.signer.state())
        for ran, sign in ((done, mark), (ended, other)):
            if ran.is_trapped or ran.status not in (0, 1) or (ran.status == 1 and not ran.is_refusal):
                self.problems.append(f"{what}: {ran.command} ended with {ran.status}: {ran.error}")
            elif ran.status == 0 and sign not in state:
                self.problems.append(f"{what}: {ran.command} said that it is done, and it is lost")
        if done.status != 0 and ended.status != 0:
            self.problems.append(f"{what}: neither was done: {done.error}; {ended.error}")
        if is_long and ended.status == 0:
            self.problems.append(f"{what}: the second went on beside the first")
        if is_long and "process" not in ended.error:
            self.problems.append(f"{what}: it does not say who has the home: {ended.error}")
        if "'error'" in state:
            self.problems.append(f"{what}: the vault does not open")
        self.waited += ended.status == 0
        self.refused += ended.status != 0
