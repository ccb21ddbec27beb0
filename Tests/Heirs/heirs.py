"""What heirs do with the pages, without this program: see run. Ends with "N passed, N failed, N skipped".

Each trial names the kind and the program that it stands for; the versions are those that are installed. What
sheets and docs/standards.md name must be what was tried here.
"""

import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import as_text
import by_hand
import encrypted
import keys
import letter
import mainnet
import outside
import shares
import typed
import us_letter
import wallets
import words
from by_electrum import Electrum
from pages import Signer
from trials import Trials

# Each of these has a home of its own, so that their order does not matter; the longest first.
JOBS = {
    "letter": letter.trials, "typed": typed.trials, "by hand": by_hand.trials, "as text": as_text.trials, "mainnet letter": letter.of_several_keys, "shares": shares.trials, "English": words.english,
    "wallets": wallets.trials, "mainnet wallets": mainnet.of_wallets, "other lists": words.of_other_lists,
    "mainnet": mainnet.trials, "keys": keys.trials, "encrypted": encrypted.trials, "outside": outside.trials,
    "on Letter": us_letter.trials}


def done(name):
    """All trials of one job; what stops it counts as a failure."""
    trials, electrum = Trials(), Electrum()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        try:
            network = "mainnet" if name.startswith("mainnet") else "signet"
            JOBS[name](Signer(Path(sys.argv[1]).resolve(), folder, network), trials, electrum)
        except Exception as error:  # everything that is left of this job was not tried
            trials.count(False, f"{name} stopped: {type(error).__name__}: {error}")
    sys.stdout.flush()
    return trials, electrum


if __name__ == "__main__":
    trials, electrum = Trials(), Electrum()
    with ProcessPoolExecutor(max_workers=min(os.cpu_count() or 1, 4)) as pool:
        for some, asked in pool.map(done, JOBS):
            trials.add(some)
            electrum.add(asked)
    electrum.ask(trials)
    if "--record" in sys.argv[2:]:
        trials.record()
    trials.compare_names()
    trials.report()
    sys.exit(trials.failed > 0)
