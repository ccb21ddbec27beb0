"""The steps of a walk about payments: built, signed, collected, sent, replaced, given up."""

import os
import shutil

from embit.psbt import PSBT

import scripts
from . import comparing
from .nodes import SOMEBODY

# The warnings that are accepted.
RULES = [f"R{number:02}" for number in range(1, 34)]


class Payment:
    """A payment that the coordinator built, and what the walk did with it."""

    def __init__(self, number, path):
        with open(path, "rb") as file:
            packet = PSBT.parse(file.read())
        self.number, self.path = number, path
        self.unsigned = packet.tx.txid().hex()
        self.inputs = {(item.txid.hex(), item.vout) for item in packet.tx.vin}
        self.scripts = {output.script_pubkey.data for output in packet.tx.vout}
        self.state = "draft"
        self.is_signed = self.was_sent = self.is_given_up = False


class PaymentSteps:
    """Steps of a walk; needs its programs, its node and its random numbers."""

    # Payments

    def _live(self, *states):
        return [payment for payment in self.payments.values() if payment.state in states]

    def bump(self):
        """A payment in the mempool is replaced by one of this home at a higher fee."""
        wallet = self.wallet()
        able = [payment for payment in self._live("sent") if wallet.fate(payment) == "mempool"]
        if not able:
            return
        path = self.file(".psbt")
        older = self.random.choice(able)
        ran = self.online(
            "pay", "walk", "--replace", older.number, "--out", path, "--json", "--fee-rate", self.random.choice((40, 80)),
            "--accept", "R04", "--accept", "R33")
        if not ran.is_done or ran.json is None:
            return self.refused("pay --replace", ran)
        payment = self._took(ran, path)
        if not payment.inputs & older.inputs:
            self.differs("pay: a replacement that replaces nothing", f"payment {payment.number} for {older.number}")
        if self._sign(payment):
            self._broadcast(payment)
        return None

    def pay(self, *options):
        wallet = self.wallet()
        held = {outpoint for payment in self._live(*comparing.LIVE) for outpoint in payment.inputs}
        able = sum(wallet.coins[outpoint].amount for outpoint in self._spendable(wallet) if outpoint not in held)
        recipients = []
        if self.random.random() < 0.08:
            recipients = [f"{SOMEBODY}=all"]
            options = (*options, "--without-held")
        else:
            for _ in range(self.random.choice((1, 1, 2, 3))):
                amount = max(2000, int(able * self.random.uniform(0.01, 0.35)))
                own = self.random.random() < 0.15
                lock = self.receive() if own else None
                place = scripts.address(lock) if lock else self._foreign()
                recipients.append(f"{place}={amount}sat")
        path = self.file(".psbt")
        arguments = [part for recipient in recipients for part in ("--to", recipient)]
        rate = f"{self.random.choice((1, 2, 5, 12, 30)) + self.random.random():.2f}"
        if self.random.random() < 0.3:
            options = (*options, "--no-sync")
        ran = self.online(
            "pay", "walk", *arguments, "--fee-rate", rate, "--out", path, "--json", "--accept", "R04", "--accept", "R33",
            *options)
        if not ran.is_done or ran.json is None:
            self.refused("pay", ran)
            return None
        payment = self._took(ran, path)
        # `pay` syncs before it builds: a payment may have died since the walk last looked.
        now = {item["payment"]: item["state"] for item in self.online.must("payments", "--json").json}
        for other in self.payments.values():
            if other is not payment and now.get(other.number) in comparing.LIVE and other.inputs & payment.inputs:
                if not other.is_given_up:
                    self.differs("pay: a coin twice", f"payments {other.number} and {payment.number}")
        return payment

    def _took(self, ran, path):
        """The payment that was built; its change must be new."""
        payment = Payment(ran.json["payment"], path)
        change = ran.json.get("change")
        if change:
            lock = scripts.script_of_address(change["address"])
            place = self.keys.place(lock)
            if place is None or lock in self.shown_change or place[1] <= self.known_used[1]:
                self.differs("pay: change used before", f"payment {payment.number}: {place}")
            self.shown_change[lock] = payment.number
            if place:
                self.keys.watch(*place)
        self.payments[payment.number] = payment
        return payment

    def _foreign(self):
        return scripts.address(b"\x00\x14" + self.random.randbytes(20))

    def sign(self):
        drafts = [payment for payment in self._live("draft") if not payment.is_signed]
        if drafts:
            self._sign(self.random.choice(drafts))

    def _sign(self, payment):
        """Signs and collects; in a shared wallet one signature is another program's."""
        first, second = self.file(".psbt"), self.file(".psbt")
        answers = []
        if self.keys.is_shared or self.random.random() < 0.5:
            answers = [second]
            self.keys.sign_packet(payment.path, second, 1 if self.keys.is_shared else 0)
        if self.keys.is_shared or not answers:
            # What a person would be asked about is agreed to; nothing can agree to a refusal.
            ran = self.offline(
                "sign", payment.path, "--out", first, "--yes", "--json", *(
                    part for rule in [*RULES, "replace"] for part in ("--accept", rule)))
            if not ran.is_done:
                self.refused("sign", ran)
                return False
            answers.append(first)
        self.random.shuffle(answers)
        ran = self.online("collect", *answers, "--json")
        if not ran.is_done:
            self.refused("collect", ran)
            return False
        payment.is_signed, payment.state = True, "complete"
        return True

    def broadcast(self):
        ready = self._live("complete", "sending")
        if ready:
            self._broadcast(self.random.choice(ready))

    def _broadcast(self, payment):
        ran = self.online("broadcast", payment.number, "--yes", "--json")
        if not ran.is_done or ran.json is None:
            self.refused("broadcast", ran)
            return
        payment.was_sent, payment.state = True, "sent"
        pool = self.node("getrawmempool")
        if ran.json["txid"] not in pool and ran.json["txid"] not in self.wallet().everywhere:
            self.differs("broadcast: nowhere", f"payment {payment.number}, {ran.json['txid']}")

    def begun_elsewhere(self):
        """Another home of the same wallet builds a payment; this one takes it in, signed or not."""
        if self.wallet().widest_gap() > 20:
            return
        fresh = self._another_home()
        try:
            if not fresh("sync", "walk", "--json").is_done:
                return
            path, signed = self.file(".psbt"), self.file(".psbt")
            ran = fresh(
                "pay", "walk", "--to", f"{self._foreign()}={self.random.randint(3_000, 300_000)}sat", "--fee-rate", "6",
                "--out", path, "--json", "--accept", "R04", "--accept", "R33")
            if not ran.is_done:
                return self.refused("pay elsewhere", ran)
            if self.random.random() < 0.5:
                self.keys.sign_packet(path, signed, 0)
            else:
                signed = path
            ran = self.online("collect", signed, "--yes", "--json", *(
                part for rule in RULES for part in ("--accept", rule)))
            if ran.status not in (0, 3) or ran.json is None:
                # Its coins may be held here, or not be there any more.
                return self.refused("collect what was begun elsewhere", ran)
            payment = Payment(ran.json["payment"], path)
            payment.is_signed = ran.status == 0
            payment.state = "complete" if payment.is_signed else "draft"
            self.payments[payment.number] = payment
            for lock in payment.scripts:
                place = self.keys.place(lock)
                if place:
                    self.shown_change[lock] = payment.number
                    self.keys.watch(*place)
        finally:
            shutil.rmtree(os.path.join(self.folder, "fresh"))
        return None

    def rebroadcast(self):
        sent = self._live("sent")
        if sent:
            self._broadcast(self.random.choice(sent))

    def chain(self):
        """A payment from end to end, then one that spends its unconfirmed change."""
        for _ in range(2):
            payment = self.pay()
            if payment and self._sign(payment):
                self._broadcast(payment)
            self.sync()

    def silence(self):
        """Much happens, and nobody asks for longer than a node without filters is asked block by block."""
        payment = self.pay()
        if payment and self._sign(payment):
            self._broadcast(payment)
        self.fund_ahead()
        self.elsewhere()
        self.mine_long()
        if self.random.random() < 0.5:
            self.elsewhere()
            self.mine_long()
        self.sync()

    def cancel(self):
        live = self._live("draft", "complete", "sent", "sending")
        if live:
            self._cancel(self.random.choice(live))

    def _cancel(self, payment):
        fate = self.wallet().fate(payment)
        ran = self.online("cancel", payment.number, "--yes", "--json")
        if not ran.is_done:
            self.refused(f"cancel ({payment.state}, {fate})", ran)
            return False
        payment.is_given_up = True
        payment.state = ran.json["state"] if ran.json else "cancelled"
        # It may have been confirmed since the last sync: nothing more is known to the program then.
        if fate in ("confirmed", "mempool") and not self._is_warned(ran):
            self.differs(f"cancel: of a payment that is {fate}", f"payment {payment.number}: {ran.out[:200]}")
        return True

    @staticmethod
    def _is_warned(ran):
        """Whether it was said that what is given up may confirm all the same."""
        return bool(ran.json and ran.json.get("mayStillConfirm"))
