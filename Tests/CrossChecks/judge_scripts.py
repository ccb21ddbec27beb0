"""ScriptVerification and Bitcoin Core's consensus library judge the same spends.

    judge_scripts.py PATH-OF-script-judge

Prints the counts of each family and ends with `N passed, N failed`.
"""

import subprocess
import sys

import pbk
from pbk.script import PrecomputedTransactionData

from spends import FAMILIES, generate

SEED = "drawbridge-1"


def core_verdict(spend):
    """Whether Bitcoin Core's library allows the spend."""
    transaction = pbk.Transaction(spend.transaction.encode())
    outputs = [pbk.TransactionOutput(pbk.ScriptPubkey(script), value) for value, script in spend.spent]
    value, script = spend.spent[spend.index]
    return pbk.ScriptPubkey(script).verify(
        value, transaction, PrecomputedTransactionData(transaction, outputs), spend.index,
        pbk.ScriptVerificationFlags(spend.flags))


def line(name, spend):
    coins = ",".join(f"{value}:{script.hex()}" for value, script in spend.spent)
    return f"{name} {spend.flags} {spend.index} {spend.encoded()} {coins}\n"


def main():
    spends = list(generate(SEED))
    lines = "".join(line(name, spend) for name, spend in spends)
    judged = subprocess.run([sys.argv[1]], input=lines, capture_output=True, text=True, check=True)
    ours = dict(answer.split(" ", 1) for answer in judged.stdout.splitlines())
    passed = failed = 0
    counts = {family.replace(" ", "-"): [0, 0, 0] for family in FAMILIES}
    errors = set()
    for name, spend in spends:
        expected, found = core_verdict(spend), ours.get(name, "MISSING")
        count = counts[name.split("/")[0]]
        count[0 if expected else 1] += 1
        count[2] += spend.mutations > 0
        errors.add(found)
        if (found == "OK") == expected and found not in ("UNREADABLE", "MISSING"):
            passed += 1
        else:
            failed += 1
            if failed <= 10:
                print(f"DISAGREE: library says {expected}, we say {found}: {line(name, spend)}", end="")
    for family, (valid, invalid, mutated) in counts.items():
        print(f"{family}: {valid} valid, {invalid} invalid, {mutated} mutated")
        # A check that sees only one kind of spend is blind.
        if min(valid, invalid) * 10 < valid + invalid:
            print(f"error: fewer than a tenth of {family} is of one kind")
            failed += 1
    mutated = counts["tapscript"][2] + counts["tapscript-budget"][2]
    if mutated < 2000:
        print(f"error: only {mutated} mutated tapscript spends")
        failed += 1
    print("errors seen:", " ".join(sorted(errors)))
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
