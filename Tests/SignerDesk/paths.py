"""The paths that the desk leads along, from their first key to what they are for."""

import json
import random
import re
import subprocess

import materials
from benches import Skipped, words_of
from desk_terminal import BACK, PASSPHRASE, Secret, Trouble
from embit import bip32, bip39
from embit.networks import NETWORKS
from embit.psbt import PSBT

NEW_PASSPHRASE = "oboe Quartz-88 lagoon/Tundra"


def type_words(desk, words, end=True):
    """Types words as they are asked for, on a page of their own."""
    desk.expect("Type the first letters")
    with desk.secret_page():
        desk.type(" ".join(words), enter=False)
        if end:
            desk.key("enter")
            desk.gone("Type the first letters")


def shown(desk, name, passphrase=None):
    """Agrees that a secret is shown, opens the seeds where they are asked about, and takes down the words."""
    desk.expect(f"To continue, type: {name}")
    with desk.secret_page():
        desk.type(name)
        if passphrase:
            desk.expect("Passphrase of the seeds:")
            desk.type(passphrase)
        desk.expect("Press Enter")
        words = words_of(desk.text())
        desk.key("enter")
        desk.gone("Press Enter")
    return words


def first_set_up(bench):
    """From a machine without a vault to the first address, as the desk leads; then the log of it is in the vault."""
    with bench.desk("none") as desk:
        desk.go("Set up a new signer")
        desk.choose("[next] Check this machine")
        desk.expect(BACK, seconds=60)
        desk.back()
        desk.at("First set-up")
        new_vault(desk, "[next] Make the vault")
        desk.at("First set-up")
        desk.choose("[next] Make a seed")
        desk.fill("savings")
        desk.go("12 words", "Dice")
        desk.expect("Dice rolls")
        with desk.secret_page():
            desk.type(materials.DICE)
            desk.expect("58 of 56")
            desk.expect("[yes/no]")
            desk.type("no")
            desk.expect("Write them down", "Press Enter")
            words = words_of(desk.text())
            desk.key("enter")
            desk.expect(BACK)
        assert len(words) == 12, f"{len(words)} words were shown"
        desk.secrets.append(Secret("the words of the new seed", " ".join(words)))
        desk.back()

        desk.at("First set-up")
        desk.choose("[next] Type your words back")
        type_words(desk, words)
        desk.expect("match")
        desk.back()

        desk.choose("[next] Print its sheet")
        bench.take(desk, "Full sheet", "A file", name="sheet.png")
        desk.expect("To continue, type: savings")
        desk.type("savings")
        desk.expect("Drew the recovery sheet", seconds=60)
        desk.back()
        scan(bench.person, bench.person / "scans")

        desk.choose("[next] Read the sheet back")
        bench.take(desk, "The sheet, scanned")
        desk.go("scans/")
        everything(desk)
        desk.expect(BACK, seconds=120)
        desk.back()

        desk.at("First set-up")
        desk.choose("[next] Hand an account over")
        bench.take(desk, "A wallet of my own", name="account.png")
        desk.expect("Registered the wallet savings-wpkh-0")
        desk.back()
        assert any("tpub" in text.lower() or "account" in text.lower() for text in materials.codes(bench.person / "account.png"))

        desk.choose("[next] Compare the first address")
        desk.expect("0/0")
        end(desk)
        desk.expect("Everything is done")
    status = bench.status()
    assert [seed["name"] for seed in status["seeds"]] == ["savings"] and status["seeds"][0]["verified"]
    assert status["sheets"][0]["verified"], "the sheet was not read back"
    assert [wallet["name"] for wallet in status["wallets"]] == ["savings-wpkh-0"]


def scan(source, target):
    """Makes pictures of the paper of a sheet; it may have several pages."""
    target.mkdir()
    for page in source.glob("sheet*.png"):
        materials.photograph(page, target / f"{page.stem}.jpg")


def everything(desk):
    """Takes all pictures of a folder, or the one that lies there."""
    desk.wait(lambda: desk.offers("sheet"), "a picture")
    desk.choose("Everything in this folder" if desk.offers("Everything in this folder") else "sheet")


def end(desk):
    """Stops what is shown, if it waits for that, and goes back to the desk."""
    desk.wait(lambda: desk.sees(BACK) or desk.sees("Enter to stop") or desk.sees("Press Enter"), "an end", 30)
    if not desk.sees(BACK):
        desk.key("enter")
    desk.back()


def payment_is_signed(bench):
    """A payment from a file: read in pages, agreed to in characters of the address; the answer as a file and as QR codes."""
    person = bench.begin()
    (person / "pay.psbt").write_text(materials.pay())
    with bench.desk(None) as desk:
        bench.take(desk, "Sign a payment", "From a stick or folder", file="pay.psbt")
        desk.go("Beside it")
        read = desk.pages("or no to stop):")
        for part in ("0.00500000 BTC", "tb1q qqqs yqcy q5rq wzqf pg9s crgw pugp zysn l25z w8", "change, ours", "Total debit", "No problems"):
            assert part in read, f"{part} was on no page"
        desk.type(desk.groups())
        desk.expect("Signed 1 of 1 input")
        desk.back()
        desk.at("Sign a payment")
        signed = PSBT.parse((person / "pay-signed.psbt").read_bytes())
        assert signed.inputs[0].final_scriptwitness or signed.inputs[0].partial_sigs, "there is no signature"

        # The same again, to the screen.
        bench.take(desk, "From a stick or folder", file="pay.psbt")
        desk.go("On this screen")
        desk.pages("or no to stop):")
        desk.type(desk.groups())
        desk.expect("part", "Enter to stop")
        seen = {}

        def whole():
            text = materials.code_on(desk.lines())
            if text:
                part = re.match(r"UR:CRYPTO-PSBT/(\d+)-(\d+)/", text.upper())
                seen[part[1]] = part[2]
            return len(seen) >= 3

        desk.wait(whole, "three QR codes", 60)
        desk.key("enter")
        desk.expect("Signed 1 of 1 input")
        desk.back()
        desk.out("Home")
        # The same payment is one entry of the log, however often it is signed.
        assert desk.sees("1 in the log") or desk.sees("2 in the log"), desk.text()


def payment_is_refused(bench):
    """No at the last question, and a review left before its end: nothing is signed, and the desk is where it was."""
    person = bench.begin()
    (person / "pay.psbt").write_text(materials.pay())
    with bench.desk(None) as desk:
        bench.take(desk, "Sign a payment", "From a stick or folder", file="pay.psbt")
        desk.go("Beside it")
        desk.pages("or no to stop):")
        desk.expect("or no to stop):")
        desk.type("no")
        desk.back()
        desk.at("Answer")
        desk.go("Beside it")
        desk.wait(lambda: desk.PAGE.search(desk.flat()) or desk.sees("or no to stop):"), "the review")
        if desk.PAGE.search(desk.flat()):
            desk.key("q")
            desk.expect("error:", "last page")
        else:
            # A terminal that is large enough for all of it has no pages.
            desk.type("no")
        desk.back()
        desk.at("Answer")
        desk.go("Beside it")
        desk.pages("or no to stop):")
        desk.expect("or no to stop):")
        desk.key("ctrl-c")
        desk.back()
        desk.at("Answer")
    assert not (person / "pay-signed.psbt").exists(), "it was signed"
    assert bench.status()["signed"] == 0


def several_are_paid(bench):
    """A payment to five at once: each of them is read, and the last question wants an address of one and the amount of all."""
    person = bench.begin()
    amounts = [30_000, 40_000, 50_000, 60_000]
    others = [(amount, bytes([number] * 20)) for number, amount in enumerate(amounts, 1)]
    (person / "pay.psbt").write_text(materials.pay(others=others))
    with bench.desk(None) as desk:
        bench.take(desk, "Sign a payment", "From a stick or folder", file="pay.psbt")
        desk.go("Beside it")
        read = desk.pages("or no to stop):")
        for amount in (500_000, *amounts):
            assert read.count(f"{amount / 1e8:.8f} BTC") >= 2, f"{amount} is not read twice:\n{read}"
        assert "5 recipients" in read and "Leaving us 0.00680000 BTC" in read, read
        desk.type(desk.groups())
        desk.expect("also type the amount leaving you in BTC", "as shown above (or no to stop):")
        desk.type("0.005")
        again = re.compile(r"That is not the amount shown above\. .*also type the amount .*\(or no to stop\):$")
        desk.wait(lambda: again.search(desk.flat().strip()), "the question again")
        desk.type("0.0068")
        desk.expect("Signed 1 of 1 input")
        desk.back()
        desk.at("Sign a payment")
    signed = PSBT.parse((person / "pay-signed.psbt").read_bytes())
    assert signed.inputs[0].final_scriptwitness or signed.inputs[0].partial_sigs, "there is no signature"


def seeds_by_draws(bench):
    """Seeds of a coin, of cards, of key presses, and of three of them: each says how far one is, and none shows what was drawn."""
    chance = random.Random(18)
    coins = "".join(chance.choice("HT") for _ in range(180))
    deck = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    cards = " ".join(chance.sample(deck, 30))
    presses = [chance.choice("asdfghjkl") for _ in range(400)]
    dice = "".join(chance.choice("123456") for _ in range(10))
    drawn = [Secret("the coins", coins), Secret("the cards", cards)]
    with bench.desk("seeded", secrets=[Secret("the passphrase of the vault", PASSPHRASE), *drawn]) as desk:
        desk.go("Seeds")
        for name, label, parts in [
                ("coins", "A coin", [("Coin flips (H for heads", coins, "180 of 174")]),
                ("cards", "Cards", [("Cards (such as AS 10D QH", cards, "30")]),
                ("presses", "Key presses", [("Press 65 keys", None, None)]),
                ("several", "Dice, a coin and cards", [
                    ("Dice rolls (digits 1 to 6", dice, "10 of 56"), ("Coin flips", coins[:20], "20 of 174"), ("Cards (such", cards[:8], "3")])]:
            desk.go("Make a seed")
            desk.fill(name)
            desk.go("12 words", label)
            for question, draws, count in parts:
                desk.expect(question)
                if draws is None:
                    press_unevenly(desk, presses)
                    continue
                desk.type(draws, enter=False)
                desk.expect(count)
                desk.key("enter")
            desk.expect("ESTIMATED MINIMUM", "[yes/no]")
            desk.type("no")
            with desk.secret_page():
                desk.expect("Write them down", "Press Enter")
                words = words_of(desk.text())
                desk.key("enter")
                desk.expect(f"Made the seed {name}: 12 words", BACK)
            assert len(words) == 12, f"{len(words)} words were shown"
            desk.secrets.append(Secret(f"the words of {name}", " ".join(words)))
            desk.back()
            desk.at("Seeds")
        for secret in (coins, cards):
            desk.never_shown(secret)
    assert [seed["name"] for seed in bench.status()["seeds"]] == ["savings", "coins", "cards", "presses", "several"]


def press_unevenly(desk, presses):
    """Presses keys until there are enough: the same one twice in a row counts once, so the next is another."""
    with desk.tells("press keys unevenly"):
        for key in presses:
            if desk.sees(": enough. Press Enter to continue"):
                break
            desk.key(key)
            desk.read(0.002)
    desk.expect(": enough. Press Enter to continue")
    desk.key("enter")


def payment_is_only_read(bench):
    person = bench.begin()
    (person / "pay.psbt").write_text(materials.pay())
    with bench.desk(None) as desk:
        bench.take(desk, "Sign a payment", "Review only, from a file", file="pay.psbt")
        desk.pages(BACK)
        desk.back()
        desk.at("Sign a payment")


def addresses(bench):
    """Ours, typed and from a picture; somebody else's; one by its number."""
    person = bench.begin()
    materials.picture(materials.address(materials.SAVINGS, 3), person / "address.png")
    with bench.desk(None) as desk:
        desk.go("Check an address", "Type or paste it")
        desk.fill(materials.address(materials.SAVINGS, 2))
        desk.expect("It is ours: savings-wpkh-0 0/2")
        desk.back()
        desk.at("Check an address")
        desk.go("Type or paste it")
        desk.fill("tb1qqqqsyqcyq5rqwzqfpg9scrgwpugpzysnl25zw8")
        desk.expect("no registered wallet has the address", BACK)
        desk.back()
        desk.at("Address")
        assert "25zw8_" in desk.text(), "what was typed is gone"
        desk.out("Check an address")
        bench.take(desk, "From a picture", file="address.png")
        desk.expect("It is ours: savings-wpkh-0 0/3", seconds=60)
        desk.back()
        desk.go("Show one of savings-wpkh-0")
        desk.fill("5")
        desk.expect("0/5")
        assert materials.address(materials.SAVINGS, 5) in desk.said().replace(" ", "")
        end(desk)


def pasted_address(bench):
    """A field of the desk takes a paste; a menu does not act on one."""
    with bench.desk() as desk:
        desk.go("Check an address", "Type or paste it")
        address = materials.address(materials.SAVINGS, 0)
        desk.wait(desk.field, "a field")
        desk.write(address)
        desk.expect(address + "_")
        desk.key("enter")
        desk.expect("It is ours: savings-wpkh-0 0/0")
        desk.back()
        desk.out("Home")
        desk.write("98765432")
        desk.wait(lambda: not desk.unread(), "the end of the paste")
        desk.key("down")
        desk.wait(lambda: (desk.selected() or "").startswith("Wallets"), "the next choice")
        assert desk.title() == "Home", "a paste was taken for keys"


def group_wallet(bench):
    """A wallet of three people from its file, page by page; then it is listed, shown, and removed."""
    person = bench.begin()
    (person / "family.txt").write_text(materials.group() + "\n")
    with bench.desk(None) as desk:
        bench.take(desk, "Wallets", "Register a wallet", "From a stick or folder", file="family.txt", name="family")
        read = desk.pages("or no to stop):")
        for part in ("2 of 3 keys must sign", "OURS: verified from the seed savings", "Key 3 another person's", "Change 2"):
            assert part in read, f"{part} was on no page:\n{read}"
        desk.type(desk.groups())
        desk.expect("also type its four Words")
        desk.type(re.search(r"Words ((?:[a-z]+ ){4})\(compare", read)[1].strip())
        desk.expect("family", BACK)
        desk.back()
        desk.at("Wallets")
        desk.go("family")
        desk.at("family")
        desk.choose("Show it whole")
        desk.pages(BACK)
        desk.back()
        desk.at("family")
        bench.take(desk, "Write it for another program", name="family-again.txt")
        desk.expect(BACK)
        desk.back()
        assert "sortedmulti(2," in (person / "family-again.txt").read_text()
        desk.out("family")
        desk.choose("Remove it")
        desk.expect("family", ":")
        desk.wait(lambda: desk.echoing, "a question")
        desk.type("family" if desk.sees("type: family") else "yes")
        desk.back()
        if desk.sees("There is no wallet family any more"):
            desk.go("Back")
        desk.at("Wallets")
        assert desk.find("family") is None, "it is still listed"


# The row of the word that one is on, which is drawn last: without it a page is still coming.
WORD = re.compile(r" \d+:( \S+)?$")


def words_typed_in(bench):
    """A seed from words, one of which is wrong at first: the checksum says so, and one goes back to it."""
    words = materials.OTHER.split()
    with bench.desk("seeded") as desk:
        desk.go("Seeds", "Bring a seed in", "From words")
        desk.fill("restored")
        wrong = [*words[:9], "zebra", *words[10:]]
        type_words(desk, wrong, end=False)
        with desk.secret_page():
            desk.key("enter")
            desk.expect("The checksum does not match")
            # Back over two words and the wrong one.
            for _ in range(60):
                if re.search(r"1 to 9: done", desk.flat()) and re.search(r"10: *$", desk.flat().strip()):
                    break
                before = desk.lines()
                desk.key("erase")
                desk.wait(lambda: desk.lines() != before and WORD.search(desk.flat().strip()), "one character less", 5)
            else:
                raise Trouble("one cannot go back to a word:\n" + desk.framed())
            desk.type(" ".join(words[9:]), enter=False)
            desk.key("enter")
            desk.gone("Type the first letters")
        for _ in range(4):
            desk.wait(lambda: desk.sees(BACK) or desk.echoing, "an end or a question")
            if desk.sees(BACK):
                break
            desk.type("yes")
        desk.expect("Imported the seed restored: 12 words")
        desk.back()
    assert [seed["name"] for seed in bench.status()["seeds"]] == ["savings", "restored"]


def seed_from_a_picture(bench):
    person = bench.begin("seeded")
    materials.picture(materials.seedqr(materials.OTHER), person / "seedqr.png")
    with bench.desk(None) as desk:
        bench.take(desk, "Seeds", "Bring a seed in", "From a sheet or QR code", "From a stick or folder", file="seedqr.png", name="restored")
        agree(desk)
        desk.expect("Imported the seed restored")
        desk.back()
    assert len(bench.status()["seeds"]) == 2


def agree(desk):
    """Says yes to what is asked, until the command has ended."""
    for _ in range(7):
        # The question that was answered last stands there with its answer behind it.
        desk.wait(lambda: desk.sees(BACK) or desk.flat().rstrip().endswith("[yes/no]"), "an end or a question", 60)
        if desk.sees(BACK):
            return
        desk.type("yes")


def recovery_from_a_sheet(bench):
    """On a new machine, from the paper alone to the list of accounts and the first address."""
    person = bench.begin("seeded")
    with bench.desk(None) as desk:
        bench.take(desk, "Seeds", "savings", "Print a sheet", "Full sheet", "A file", name="sheet.png")
        desk.expect("To continue, type: savings")
        desk.type("savings")
        desk.expect("Drew the recovery sheet", seconds=60)
        desk.back()
    new = bench.begin("none")
    scan(person, new / "paper")
    with bench.desk(None) as desk:
        new_vault(desk, "I have a sheet")
        desk.at("Recovery")
        bench.take(desk, "I have a sheet", "From a stick or folder")
        desk.go("paper/")
        everything(desk)
        desk.fill("savings")
        agree(desk)
        desk.expect("Imported the seed savings")
        desk.back()
        to_the_coins(bench, desk)


def recovery_from_words(bench):
    bench.begin("none")
    with bench.desk(None) as desk:
        new_vault(desk, "I have words")
        desk.at("Recovery")
        desk.go("I have words")
        desk.fill("savings")
        type_words(desk, materials.SAVINGS.split())
        agree(desk)
        desk.expect("Imported the seed savings")
        desk.back()
        to_the_coins(bench, desk)


def new_vault(desk, label):
    desk.go(label, "Practice on signet")
    desk.expect("[yes/no]")
    desk.type("yes")
    desk.expect("Passphrase of the new vault")
    desk.type(PASSPHRASE)
    desk.expect("once more")
    desk.type(PASSPHRASE)
    desk.back()
    desk.unlock()


def to_the_coins(bench, desk):
    """From a seed that is back to its accounts and its first address."""
    desk.at("Recovery")
    bench.take(desk, "Show the list of accounts", name="accounts.txt")
    desk.expect(BACK)
    desk.back()
    assert "/84h/1h/0h]" in (bench.person / "accounts.txt").read_text().replace("'", "h"), "an account is missing"
    if desk.title().split(" > ")[-1] != "Recovery":
        desk.out("Recovery")
    desk.go("Show the first address")
    if desk.title().endswith("Account"):
        bench.take(desk, "A wallet of my own", name="account.png")
        desk.expect("Registered the wallet savings-wpkh-0")
        desk.back()
        desk.at("Recovery")
        desk.go("Show the first address")
    desk.wait(lambda: desk.title().endswith("Wallet") or desk.sees("0/0"), "an address")
    if desk.title().endswith("Wallet"):
        desk.go("savings-wpkh-0")
    desk.expect("0/0")
    assert materials.address(materials.SAVINGS, 0) in desk.said(), desk.said()
    end(desk)


def seed_is_tried(bench):
    """The backup read back by words, three of them, and a drill; a wrong word is told."""
    words = materials.SAVINGS.split()
    with bench.desk() as desk:
        desk.go("Seeds", "savings", "Read its backup back", "The written words")
        type_words(desk, words)
        desk.expect("The words match the seed savings")
        desk.back()
        desk.at("savings")
        desk.go("Read its backup back", "Three of the words")
        for turn in range(3):
            with desk.secret_page():
                desk.expect("from the paper:")
                desk.wait(lambda: len(re.findall(r"Word (\d+) of savings", desk.flat())) == turn + 1, "the next word")
                number = int(re.findall(r"Word (\d+) of savings", desk.flat())[-1])
                desk.type(words[number - 1])
        desk.expect(BACK)
        desk.back()
        desk.go("Read its backup back", "A drill")
        type_words(desk, words)
        agree(desk)
        desk.back()
        desk.at("savings")
        desk.go("Read its backup back", "The written words")
        type_words(desk, materials.OTHER.split())
        desk.expect("error:", BACK)
        desk.back()
        desk.at("Read back")


def seed_is_shown_split_and_has_children(bench):
    with bench.desk() as desk:
        desk.go("Seeds", "savings", "Show it", "Its words")
        assert shown(desk, "savings") == materials.SAVINGS.split()
        desk.back()
        desk.at("savings")
        desk.go("Show it", "SeedQR")
        desk.expect("To continue, type: savings")
        with desk.secret_page():
            desk.type("savings")
            desk.wait(lambda: materials.code_on(desk.lines()), "a QR code")
            assert materials.code_on(desk.lines()) == materials.seedqr(materials.SAVINGS)
            desk.key("enter")
            desk.expect(BACK)
        desk.back()
        desk.go("Split it into shares", "SLIP-39", "2 of 3")
        desk.expect("To continue, type: savings")
        shares = []
        with desk.secret_page():
            desk.type("savings")
            for number in (1, 2, 3):
                desk.expect(f"Share {number} of savings", "Press Enter")
                shares.append(words_of(desk.text()))
                desk.key("enter")
            desk.expect(BACK)
        for number, share in enumerate(shares, 1):
            assert len(share) >= 20, f"share {number} has {len(share)} words"
            desk.secrets.append(Secret(f"share {number}", " ".join(share)))
        desk._look()
        desk.back()
        desk.at("savings")
        desk.go("Read its backup back", "Its shares, typed")
        for share, then in ((shares[2], "Any other share"), (shares[0], "Passphrase of these SLIP-39 shares")):
            desk.expect("Type the first letters")
            with desk.secret_page():
                desk.type(" ".join(share))
                desk.expect(then)
        desk.type("")
        desk.expect("savings", BACK)
        assert not desk.sees("error:"), desk.text()
        desk.back()
        desk.at("savings")
        desk.go("Make a child of it", "12 words")
        desk.fill("0")
        child = shown(desk, "savings")
        assert len(child) == 12
        desk.secrets.append(Secret("the child", " ".join(child)))
        desk.back()
        desk.go("Make a child of it", "A seed kept here")
        desk.fill("savings-child")
        agree(desk)
        desk.back()
        desk.out("Seeds")
        assert desk.find("savings-child"), "the child is not listed"


def sheets(bench):
    """An encrypted sheet and a blank one; one that was not read back says so; the scan of the file itself is refused."""
    with bench.desk() as desk:
        bench.take(desk, "Sheets and drills", "Print a sheet", "savings", "Encrypted sheet", "A file", name="locked.pdf")
        desk.expect("To continue, type: savings")
        desk.type("savings")
        desk.expect("Sheet words")
        with desk.secret_page():
            desk.type("lava mosquito tunnel glimpse violin wreck")
            desk.expect("once more")
            desk.type("lava mosquito tunnel glimpse violin wreck")
            desk.expect(BACK, seconds=60)
        desk.back()
        desk.at("Sheets and drills")
        desk.expect("NEVER READ BACK")
        bench.take(desk, "A blank sheet", "A file", name="blank.pdf")
        desk.expect(BACK, seconds=60)
        desk.back()
        bench.take(desk, "Read a sheet back, scanned", file="locked.pdf")
        desk.expect("error:", BACK, seconds=60)
        desk.back()
        desk.out("Sheets and drills")
        bench.take(desk, "Print a sheet", "savings-wpkh-0", "Public sheet", "A file", name="public.pdf")
        desk.expect(BACK, seconds=60)
        desk.back()
    for name in ("locked.pdf", "blank.pdf", "public.pdf"):
        assert (bench.person / name).read_bytes().startswith(b"%PDF"), name


def log(bench):
    person = bench.begin()
    (person / "pay.psbt").write_text(materials.pay())
    bench.run("sign", "pay.psbt", "--out", "signed.psbt", "--yes")
    with bench.desk(None) as desk:
        desk.expect("1 in the log")
        desk.go("What was signed", "The newest entries")
        desk.expect("0.00500000", BACK)
        desk.back()
        desk.at("What was signed")
        desk.go("Check it")
        desk.expect("1 entry", BACK)
        desk.back()
        bench.take(desk, "Hand it to the coordinator", name="log.txt")
        desk.expect(BACK)
        desk.back()
        desk.at("What was signed")
    assert (person / "log.txt").stat().st_size > 0


def setting(bench):
    with bench.desk() as desk:
        desk.go("This machine and settings", "Settings", "desk-lock-minutes")
        desk.fill("0")
        desk.expect("Type a number from 1 to 240")
        desk.fill("7")
        desk.expect("To continue, type: desk-lock-minutes")
        desk.type("desk-lock-minutes")
        desk.back()
        desk.at("Settings")
        desk.wait(lambda: re.search(r"desk-lock-minutes +7", desk.text()), "the new value")
        desk.out("Machine and settings")
        desk.expect("after 7 minutes")


def passphrase(bench):
    """The vault's passphrase is changed; the desk asks for the new one, and no longer takes the old."""
    bench.begin()
    desk = bench.sit(secrets=[Secret("the passphrase", PASSPHRASE), Secret("the new one", NEW_PASSPHRASE)])
    desk.home()
    desk.go("This machine and settings", "Change the passphrase")
    desk.expect("Passphrase of the vault:")
    desk.type(PASSPHRASE)
    desk.expect("New passphrase")
    desk.type(NEW_PASSPHRASE)
    desk.expect("once more")
    desk.type(NEW_PASSPHRASE)
    desk.expect("Changed the passphrase")
    desk.back()
    desk.expect("The passphrase was changed. Open the vault with the new one.")
    desk.unlock(PASSPHRASE)
    desk.expect("The vault was not opened", seconds=30)
    desk.unlock(NEW_PASSPHRASE)
    desk.at("Home")
    desk.key("q")
    assert desk.ended() == 0
    desk.is_as_before()
    desk.never_shown(PASSPHRASE)
    desk.never_shown(NEW_PASSPHRASE)


def retiring(bench):
    person = bench.begin()
    desk = bench.sit()
    desk.home()
    desk.go("Retire this machine")
    desk.expect("read back")
    desk.choose("Erase the vault")
    desk.expect("To continue, type: wipe")
    desk.type("no")
    desk.back()
    desk.at("Retire this machine")
    desk.choose("Erase the vault")
    desk.expect("To continue, type: wipe")
    desk.type("wipe")
    desk.back()
    desk.at("Welcome")
    desk.key("q")
    assert desk.ended() == 0
    desk.is_as_before()
    assert not (person / ".signer" / "vault").exists(), "the vault is still there"


def stick(bench):
    """A memory stick that is put in while one looks for it: the payment on it is read, and the answer goes there."""
    if not bench.options.is_alone:
        raise Skipped("file systems may not be mounted here")
    person = bench.begin()
    place = "/media/STICK"
    with bench.desk(None) as desk:
        desk.go("Sign a payment", "From a stick or folder")
        desk.expect("No memory stick is mounted")
        subprocess.run(["mkdir", "-p", place], check=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", place], check=True)
        try:
            with open(f"{place}/pay.psbt", "w", encoding="ascii") as file:
                file.write(materials.pay())
            desk.choose("Look again")
            desk.expect(place)
            desk.choose(place)
            desk.at("STICK")
            desk.choose("pay.psbt")
            desk.go("Beside it")
            desk.pages("or no to stop):")
            desk.type(desk.groups())
            desk.expect("Signed 1 of 1 input")
            desk.back()
            with open(f"{place}/pay-signed.psbt", "rb") as file:
                PSBT.parse(file.read())
        finally:
            subprocess.run(["umount", place], check=True)
            subprocess.run(["rmdir", place], check=True)
    assert person


def encrypted_sheet_comes_in(bench):
    """A sheet that opens with words, printed at one desk and scanned, brings the seed to another."""
    person = bench.begin("seeded")
    with bench.desk(None) as desk:
        bench.take(desk, "Seeds", "savings", "Print a sheet", "Encrypted sheet", "A file", name="locked.pdf")
        desk.expect("To continue, type: savings")
        desk.type("savings")
        sheet_words(desk, "once more")
        desk.expect(BACK, seconds=60)
        desk.back()
    materials.scans(person / "locked.pdf", person / "scans")
    new = bench.begin("empty")
    (person / "scans").rename(new / "scans")
    with bench.desk(None) as desk:
        bench.take(desk, "Seeds", "Bring a seed in", "From a sheet or QR code", "From a stick or folder")
        desk.go("scans/")
        desk.wait(lambda: desk.offers("page"), "a scan")
        desk.choose("All" if desk.offers("All") else "page")
        desk.fill("savings")
        sheet_words(desk)
        agree(desk)
        desk.expect("Imported the seed savings: 12 words")
        desk.back()
    assert [seed["name"] for seed in bench.status()["seeds"]] == ["savings"]


SHEET_WORDS = "lava mosquito tunnel glimpse violin wreck"


def sheet_words(desk, again=None):
    """Types the words that open a sheet, twice where they are new."""
    desk.expect("Sheet words", seconds=120)
    desk.secrets.append(Secret("the words of the sheet", SHEET_WORDS))
    with desk.secret_page():
        desk.type(SHEET_WORDS)
        if again:
            desk.expect(again)
            desk.type(SHEET_WORDS)


TEXT = "These coins are mine, says a page of the desk"


def text_is_signed(bench):
    """A text is shown whole, agreed to in characters of the address, and signed into a file and on the screen; no signs nothing."""
    person = bench.begin()
    (person / "request.txt").write_text(f"signmessage m/84h/1h/0h/0/2 ascii:{TEXT}\n")
    address = materials.address(materials.SAVINGS, 2)
    with bench.desk(None) as desk:
        bench.take(desk, "Sign a payment", "Sign a text", "savings-wpkh-0", "From a stick or folder", file="request.txt")
        desk.at("Answer")
        for answer in ("no", None):
            if desk.title().endswith("Answer"):
                desk.choose(str(person))
            desk.fill("signed.txt")
            read = desk.pages("or no to stop):")
            assert TEXT in read and address in read.replace(" ", ""), read
            desk.type(answer or desk.groups())
            desk.expect(BACK)
            desk.back()
            assert (person / "signed.txt").exists() == (answer is None)
            desk.wait(lambda: desk.title().endswith(("File", "Sign a payment")), "the page from which one came")
        bench.take(desk, "Sign a text", "savings-wpkh-0", "From a stick or folder", file="request.txt")
        desk.go("On this screen")
        desk.pages("or no to stop):")
        desk.type(desk.groups())
        desk.wait(lambda: materials.code_on(desk.lines()), "a QR code", 60)
        end(desk)
    ran = json.loads(bench.run("message", "verify", "signed.txt", "--json", is_open=False))
    assert ran["valid"] and ran["message"] == TEXT and ran["address"] == address, ran


SECOND = "acid Acoustic-31 acquire/Across"


def seeds_have_a_passphrase(bench):
    """The seeds get a passphrase of their own: one unlock opens the desk, and what uses a seed asks for the second one."""
    person = bench.begin()
    (person / "pay.psbt").write_text(materials.pay())
    with bench.desk(None) as desk:
        desk.secrets.append(Secret("the second passphrase", SECOND))
        desk.go("This machine and settings", "Give the seeds one of their own")
        desk.expect("New passphrase of the seeds")
        desk.type(SECOND)
        desk.expect("once more")
        desk.type(SECOND)
        desk.expect(BACK)
        desk.back()
        desk.at("Machine and settings")
        desk.expect("Change the seeds' passphrase")
        desk.out("Home")
        # What needs no seed does not ask.
        desk.go("Check an address", "Type or paste it")
        desk.fill(materials.address(materials.SAVINGS, 2))
        desk.expect("It is ours: savings-wpkh-0 0/2", BACK)
        assert "Passphrase of the seeds" not in desk.said()
        desk.back()
        desk.out("Home")
        bench.take(desk, "Sign a payment", "From a stick or folder", file="pay.psbt")
        desk.go("Beside it")
        desk.pages("or no to stop):")
        desk.type(desk.groups())
        # After the approval; that of the vault is not it.
        desk.expect("Passphrase of the seeds")
        desk.type(PASSPHRASE)
        desk.wait(lambda: desk.flat().count("Passphrase of the seeds:") == 2, "the question once more")
        assert not (person / "pay-signed.psbt").exists()
        desk.type(SECOND)
        desk.expect("Signed 1 of 1 input")
        desk.back()
        desk.out("Home")
        desk.go("Seeds", "savings", "Show it", "Its words")
        assert shown(desk, "savings", SECOND) == materials.SAVINGS.split()
        desk.back()
        desk.never_shown(SECOND)
    assert (person / "pay-signed.psbt").exists()


BIP39_PASSPHRASE = "Yacht-5 pelican"


def seed_in_other_forms(bench):
    """An extended key that is typed, words with a BIP-39 passphrase, and two parts of a Seed XOR bring their seeds in."""
    root = bip32.HDKey.from_seed(bip39.mnemonic_to_seed(materials.OTHER), version=NETWORKS["signet"]["xprv"])
    whole, part = (bip39.mnemonic_to_bytes(words) for words in (materials.CAROL, materials.OTHER))
    other = bip39.mnemonic_from_bytes(bytes(one ^ two for one, two in zip(whole, part)))
    with bench.desk("empty") as desk:
        desk.secrets += [Secret("the key", root.to_base58()), Secret("the BIP-39 passphrase", BIP39_PASSPHRASE),
                         Secret("the words of Carol", materials.CAROL), Secret("the other part", other)]
        desk.go("Seeds", "Bring a seed in", "From something else", "Typed here")
        desk.fill("key")
        type_words(desk, [root.to_base58()])
        agree(desk)
        desk.expect("Imported the seed key")
        desk.back()
        desk.at("Bring a seed in")
        desk.go("From something else", "Words with a BIP-39 passphrase")
        desk.fill("bob")
        type_words(desk, materials.BOB.split())
        # Asked for at each use, and not now.
        agree(desk)
        desk.expect("Imported the seed bob", "without its BIP-39 passphrase")
        desk.back()
        desk.go("From something else", "Parts of Seed XOR, typed")
        desk.fill("carol")
        for words in (materials.OTHER, other):
            type_words(desk, words.split())
        type_words(desk, [])
        agree(desk)
        desk.expect("Imported the seed carol: 12 words")
        desk.back()
        desk.out("Home")
        bench.take(desk, "Seeds", "bob", "Hand an account over", "A wallet of my own", name="account.png")
        desk.expect("BIP-39 passphrase of the seed bob:")
        desk.type(BIP39_PASSPHRASE)
        desk.expect("With this passphrase the fingerprint of the seed bob is")
        agree(desk)
        desk.expect("Registered the wallet bob-wpkh-0")
        desk.back()
        desk.out("Home")
        desk.go("Check an address", "Type or paste it")
        desk.fill(materials.address(materials.BOB, 0, BIP39_PASSPHRASE))
        desk.expect("It is ours: bob-wpkh-0 0/0")
        desk.back()
        desk.never_shown(BIP39_PASSPHRASE)
    found = {seed["name"]: seed["fingerprint"] for seed in bench.status()["seeds"]}
    expected = {"key": root.my_fingerprint.hex()}
    for name, words in (("bob", materials.BOB), ("carol", materials.CAROL)):
        expected[name] = bip32.HDKey.from_seed(bip39.mnemonic_to_seed(words)).my_fingerprint.hex()
    assert found == expected, found


def payment_with_a_warning(bench):
    """A fee that is far too high: it is signed only after its warning is agreed to by its name, and not otherwise."""
    person = bench.begin()
    (person / "pay.psbt").write_text(materials.pay(fee=150_000))
    with bench.desk(None) as desk:
        bench.take(desk, "Sign a payment", "From a stick or folder", file="pay.psbt")
        desk.go("Beside it")
        read = desk.pages("To continue, type:")
        asked = re.search(r"To continue, type: (\S+)", desk.flat())[1]
        assert asked in read, read
        desk.type("yes")
        desk.expect("error:", BACK)
        desk.back()
        assert not (person / "pay-signed.psbt").exists()
        desk.at("Answer")
        desk.go("Beside it")
        desk.pages("To continue, type:")
        # The fee is too much of the payment, and too much for its size.
        for turn in (1, 2):
            desk.wait(lambda turn=turn: desk.flat().count("To continue, type:") == turn, "the next warning")
            desk.type(asked)
        desk.type(desk.groups())
        desk.expect("Signed 1 of 1 input")
        desk.back()
    assert (person / "pay-signed.psbt").exists()


def real_coins_are_signed_for(bench):
    """Mainnet, on a machine that is isolated: from words to a signature, with no word of a rehearsal; a cable ends it."""
    machine = bench.homes.machine
    machine.unplug()
    person = bench.begin("none")
    desk = bench.sit(QUICK_SIGNER_MACHINE=str(machine.folder))
    desk.at("Welcome")
    desk.go("I have words", "Real bitcoin")
    desk.expect("[yes/no]")
    assert not desk.sees("NOT ISOLATED"), desk.text()
    desk.type("yes")
    desk.expect("Passphrase of the new vault")
    desk.type(PASSPHRASE)
    desk.expect("once more")
    desk.type(PASSPHRASE)
    desk.back()
    desk.unlock()
    desk.at("Recovery")
    desk.go("I have words")
    desk.fill("savings")
    type_words(desk, materials.SAVINGS.split())
    agree(desk)
    desk.expect("Imported the seed savings")
    desk.back()
    desk.out("Home")
    bench.take(desk, "Seeds", "savings", "Hand an account over", "A wallet of my own", name="account.png")
    desk.expect("Registered the wallet savings-wpkh-0")
    desk.back()
    desk.out("Home")
    desk.go("Check an address", "Type or paste it")
    desk.fill(materials.address(materials.SAVINGS, 1, network="main"))
    desk.expect("It is ours: savings-wpkh-0 0/1")
    desk.back()
    desk.out("Home")
    (person / "pay.psbt").write_text(materials.pay(coin=0))
    bench.take(desk, "Sign a payment", "From a stick or folder", file="pay.psbt")
    desk.go("Beside it")
    read = desk.pages("or no to stop):")
    assert "0.00500000 BTC" in read and "bc1q" in read and "change, ours" in read, read
    desk.type(desk.groups())
    desk.expect("Signed 1 of 1 input")
    desk.back()
    signed = PSBT.parse((person / "pay-signed.psbt").read_bytes())
    assert signed.inputs[0].final_scriptwitness or signed.inputs[0].partial_sigs, "there is no signature"
    assert b"REHEARSAL" not in desk.sent, "real coins were called a rehearsal"
    # A cable while the next one is looked at: nothing is signed, and the desk stays closed until it is out again.
    bench.take(desk, "From a stick or folder", file="pay.psbt")
    desk.go("Elsewhere", str(person))
    desk.fill("second.psbt")
    desk.pages("or no to stop):")
    machine.plug_in()
    desk.expect("this machine has changed", "eth0")
    desk.key("enter")
    desk.expect("not isolated", "eth0")
    machine.unplug()
    desk.key("enter")
    desk.expect("Passphrase of the vault")
    desk.type(PASSPHRASE)
    desk.at("Home")
    bench.leave(desk)
    assert not (person / "second.psbt").exists(), "it was signed"


MAIN = [first_set_up, payment_is_signed, payment_is_refused, group_wallet, words_typed_in, recovery_from_words]
OTHERS = [payment_is_only_read, addresses, pasted_address, seed_from_a_picture, recovery_from_a_sheet, seed_is_tried,
          seed_is_shown_split_and_has_children, sheets, log, setting, passphrase, retiring, stick, encrypted_sheet_comes_in, text_is_signed,
          seeds_have_a_passphrase, seed_in_other_forms, payment_with_a_warning, several_are_paid, seeds_by_draws,
          real_coins_are_signed_for]
