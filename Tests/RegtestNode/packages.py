"""A parent that pays too little by itself, and the child that pays for both; and the order in which blocks take them."""

from mempool import NotAccepted

MAX_PACKAGE = 25


class BadPackage(Exception):
    """The package as a whole is refused, with Bitcoin Core's word for it."""


class Verdicts:
    """What became of each transaction: `taken` entries with the rate they came in at, or why they were `refused`."""

    def __init__(self):
        self.message = "success"
        self.taken, self.refused, self.replaced = {}, {}, set()
        self.known, self.others = {}, {}


def check_form(transactions):
    """That the last one spends outputs of all others, and these are in order and agree."""
    txids = [transaction.txid for transaction in transactions]
    if len(set(txids)) < len(txids):
        raise BadPackage("package-contains-duplicates")
    for number, transaction in enumerate(transactions):
        if any(item.txid in txids[number:] for item in transaction.vin):
            raise BadPackage("package-not-sorted")
    spent = [item.outpoint for transaction in transactions for item in transaction.vin]
    if len(set(spent)) < len(spent):
        raise BadPackage("conflict-in-package")


def is_child_with_parents(transactions):
    """Whether it is one child with its parents, none of which builds on another."""
    spent = {item.txid for item in transactions[-1].vin}
    parents = {transaction.txid for transaction in transactions[:-1]}
    return parents <= spent and not any(
        item.txid in parents for transaction in transactions[:-1] for item in transaction.vin)


def submit(mempool, transactions, limit):
    """Takes what may come in, by itself or together, as `submitpackage` does; gives `Verdicts`.

    `limit` is the highest fee rate, in satoshis for 1,000 vbytes; 0 for none. Ours: together only what replaces
    nothing.
    """
    check_form(transactions)
    verdicts, left, is_over = Verdicts(), [], False
    for transaction in transactions:
        known = mempool.entries.get(transaction.txid)
        if known is not None:
            same = known.wtxid == transaction.wtxid
            (verdicts.known if same else verdicts.others)[transaction.wtxid] = known
            continue
        try:
            entry, replaced = mempool.judge(transaction)
            _check_limit(entry, limit)
        except NotAccepted as error:
            verdicts.refused[transaction.wtxid] = error.details
            left.append(transaction)
            is_over |= len(transactions) == 1 or not (error.may_be_paid_for or error.is_missing)
        else:
            verdicts.replaced |= replaced
            mempool.add(entry, replaced)
            verdicts.taken[entry.wtxid] = entry, [entry]
    if is_over:
        verdicts.message = "transaction failed"
    elif left:
        _submit_together(mempool, left, limit, verdicts)
    return verdicts


def _check_limit(entry, limit):
    if limit and entry.fee * 1000 > limit * entry.vsize:
        raise NotAccepted("max feerate exceeded")


def _submit_together(mempool, transactions, limit, verdicts):
    entries = []
    try:
        for transaction in transactions:
            entry, replaced = mempool.judge(transaction, pays_for_itself=False)
            _check_limit(entry, limit)
            if replaced:
                raise NotAccepted("package RBF failed: not judged by the regtest node")
            entries.append(entry)
            # There for the next one to spend; taken out again where that is refused.
            mempool.add(entry)
        mempool.check_minimum(sum(entry.fee for entry in entries), sum(entry.vsize for entry in entries))
    except NotAccepted as error:
        for entry in entries:
            mempool.remove(entry.txid)
        verdicts.message = "transaction failed"
        verdicts.refused[transaction.wtxid] = error.details
        return
    for entry in entries:
        verdicts.refused.pop(entry.wtxid, None)
        verdicts.taken[entry.wtxid] = entry, entries


def rate(entries):
    """The fee rate of some together, in satoshis for 1,000 vbytes, rounded as Bitcoin Core rounds it down."""
    return sum(entry.fee for entry in entries) * 1000 // sum(entry.vsize for entry in entries)


def chunks(mempool):
    """(weight, fee) of what is mined together, the dearest first: each lot with all that it builds on."""
    left, ordered = dict(mempool.entries), []
    while left:
        def lot(txid):
            members = [left[one] for one in mempool.ancestors(txid) if one in left]
            return sum(one.transaction.weight for one in members), sum(one.fee for one in members), members

        # The best by its rate; of equals the smaller one.
        weight, fee, members = max(map(lot, left), key=lambda found: (found[1] / found[0], -found[0]))
        ordered.append((weight, fee))
        for member in members:
            del left[member.txid]
    return ordered


def percentiles(rated):
    """The 10th, 25th, 50th, 75th and 90th of (sat/vB, weight), by weight, as `getblockstats` tells them."""
    if not rated:
        return [0] * 5
    total, reached, found = sum(weight for _, weight in rated), 0, []
    steps = [total / 10, total / 4, total / 2, total * 3 / 4, total * 9 / 10]
    for per_byte, weight in sorted(rated):
        reached += weight
        while len(found) < len(steps) and reached >= steps[len(found)]:
            found.append(per_byte)
    return found + [max(rated)[0]] * (len(steps) - len(found))
