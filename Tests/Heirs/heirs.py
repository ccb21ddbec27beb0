"""What heirs do with the pages, without this program: see run. Ends with "N passed, N failed, N skipped".

Each trial names the kind and the program that it stands for; the versions are those that are installed. What
sheets and docs/standards.md name must be what was tried here.
"""

import sys
import tempfile
from pathlib import Path

import as_text
import by_hand
import encrypted
import keys
import shares
import wallets
import words
from by_electrum import Electrum
from pages import Signer
from trials import Trials

trials = Trials()
electrum = Electrum()
with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
    signer = Signer(Path(sys.argv[1]).resolve(), folder)
    words.trials(signer, trials, electrum)
    keys.trials(signer, trials, electrum)
    shares.trials(signer, trials)
    wallets.trials(signer, trials)
    encrypted.trials(signer, trials)
    by_hand.trials(signer, trials, electrum)
    as_text.trials(signer, trials)
electrum.ask(trials)
trials.compare_names()
trials.report()
sys.exit(trials.failed > 0)
