"""Seeds that come in, in every form that `seed import` takes: by published vectors, led by the menus; one wrong input of each is refused.

What is read once more in another way is the seed that was kept before, and is refused by its name.
"""

import hashlib
import re
import subprocess
import unicodedata
from pathlib import Path

import materials
import paths
from desk_terminal import BACK, Secret, Trouble
from embit import bip32, bip39

# Seconds for what has to be computed: the likely correction of a long key takes its time.
WAIT = 120
# SLIP-39, its vectors 4 and 6: two shares of three, and one of another set.
SLIP39 = ["shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist rescue view short owner flip making coding armed",
          "shadow pistol academic acid actress prayer class unknown daughter sweater depict flip twice unkind craft early superior advocate guest smoking"]
SLIP39_OTHER = "adequate smoking academic acid debut wine petition glen cluster slow rhyme slow simple epidemic rumor junk tracks treat olympic tolerate"
SLIP39_KEY = "xprv9s21ZrQH143K2nNuAbfWPHBtfiSCS14XQgb3otW4pX655q58EEZeC8zmjEUwucBu9dPnxdpbZLCn57yx45RBkwJHnwHFjZK4XPJ8SyeYjYg"
# BIP-93, its vectors 1 and 2.
CODEX32 = "ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw"
CODEX32_KEY = "xprv9s21ZrQH143K3taPNekMd9oV5K6szJ8ND7vVh6fxicRUMDcChr3bFFzuxY8qP3xFFBL6DWc2uEYCfBFZ2nFWbAqKPhtCLRjgv78EZJDEfpL"
CODEX32_SHARES = ["MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM", "MS12NAMECACDEFGHJKLMNPQRSTUVWXYZ023FTR2GDZMPY6PN"]
CODEX32_SHARES_KEY = "xprv9s21ZrQH143K2NkobdHxXeyFDqE44nJYvzLFtsriatJNWMNKznGoGgW5UMTL4fyWtajnMYb5gEc2CgaKhmsKeskoi9eTimpRv2N11THhPTU"
# BCR-2020-011: two shares of one group and three of another.
SSKR = ["ur:sskr/gogrrsbyadaohtrygabavahphnlrlpmkghwyiojkjtkpmdkncfjp", "ur:sskr/gogrrsbyadaefmnlbnctaaecvoqdfnjpbzecstfgaxtifpsskbfw",
        "ur:sskr/gogrrsbybgaefywsfefhiymofseyihfremkivwsogrespmclwepd", "ur:sskr/gogrrsbybgadjlzocwbnskpyfdhehtiobwjzladnswkgtscfhfvt",
        "ur:sskr/gogrrsbybgaootkoehgoztzcreloknrfvawyinssrksnmedtfmks"]
# What is asked for behind each of them but the last.
SSKR_WANTED = [f"Any other share of this set{groups}; 2 of the 2 groups are needed)" for groups in (
    " (group 1: 1 given, 1 more needed",
    " from a group that is not complete (group 1: complete",
    " from a group that is not complete (group 1: complete; group 2: 1 given, 2 more needed",
    " from a group that is not complete (group 1: complete; group 2: 2 given, 1 more needed")]
SSKR_SECRET = "7daa851251002874e1a1995f0897e6b1"
# BIP-32, its vector 1; BIP-38, its vectors 0 and 5, with the key and the address that they lead to.
XPRV = "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
WIF = "5KN7MzqK5wt2TP1fQCYyHBtDrXdJuXbUzm4A9rKAteGu3Qi5CVR"
WIF_ADDRESS = "1Jq6MksXQVWzrznvZzxkV6oY57oWXD9TXB"
BIP38 = "6PfQu77ygVyJLZjfvMLyhLMQbYnu5uguoJJ4kMCLqWwPEdfpwANVS76gTX"
BIP38_PASSPHRASE = "TestingOneTwoThree"
BIP38_ADDRESS = "1PE6TQi6HTVNz5DLwB1LcpMBALubfuN2z2"
# BCR-2020-006 and the crypto-bip39 of urtypes; SeedSigner's SeedQR, its vector 4.
CRYPTO_SEED = "ur:crypto-seed/oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos"
CRYPTO_SEED_ENTROPY = "c7098580125e2ab0981253468b2dbc52"
CRYPTO_BIP39 = ("ur:crypto-bip39/oeadlkiyjkisinihjzieihiojpjlkpjoihihjpjlieihihhskthsjeihiejzjliajeiojkhskpjkhsioihieiahsjkisihiojzhsjpihiekthskoihieiajp"
                "ihktihiyjzhsjnihihiojzjlkoihaoidihjtrkkndede")
CRYPTO_BIP39_WORDS = "shield group erode awake lock sausage cash glare wave crew flame glove"
SEEDQR = "073318950739065415961602009907670428187212261116"
SEEDQR_WORDS = "forum undo fragile fade shy sign arrest garment culture tube off merit"
# The bytes of a CompactSeedQR that are characters too: what draws the QR code here knows no others.
COMPACT = "sixteen letters!"
COMPACT_WORDS = bip39.mnemonic_from_bytes(COMPACT.encode())
# Coldcard's document of Seed XOR.
XOR = ["romance wink lottery autumn shop bring dawn tongue range crater truth ability",
       "boat unfair shell violin tree robust open ride visual forest vintage approve",
       "lion misery divide hurry latin fluid camp advance illegal lab pyramid unhappy"]
XOR_WORDS = "cannon opinion leader nephew found yard metal galaxy crouch between real trade"
# Electrum's own tests.
ELECTRUM = "wild father tree among universe such mobile favorite target dynamic credit identify"
# FullyNoded 2's Recovery.md, put right: its own is not consistent with itself.
RECOVERY_QR = ('{"entropy":"ed3032b2f69ad7037d0a1ab388d91065","descriptor":"wpkh([253110e5/84\'/1\'/0\']'
               "tprv8h9XdFy7mfEpt2GBLhCwNghDCVjeGQ44sGoQpZTkWu7iWEYV9ncbMJ2NTnTF4w8HpKG5D6M1JpCwkUrzGKWjHRhacymwo2nXaF4DQzNc4dc"
               '/0/*)#zkjnnv8q","birthdate":1582800776,"blockheight":61904,"label":"FullyNoded2 - SingleSig"}')
RECOVERY_WORDS = "unfold light protect unfold pulp like vintage drive receive egg dune sketch"
# BIP-39 in the vectors of python-mnemonic: the entropy 7f7f... in some of its languages.
LANGUAGES = {
    "french": "implorer visage sonnette voyage véloce pourpre volaille tribunal implorer visage sonnette voyelle",
    "japanese": "そつう　れきだい　ほんやく　わかす　りくつ　ばいか　ろせん　やちん　そつう　れきだい　ほんやく　わかめ",
    "korean": "실장 활동 큰절 흔적 형제 제대로 훈련 한글 실장 활동 큰절 흔히",
    "chinese-simplified": "枪 疫 霉 尝 俩 闹 饿 贤 枪 疫 霉 卿"}
# Words of two lists at once: which one it is makes no other seed.
TWO_LANGUAGES = "phrase minute stable question rival cycle dragon mobile palace nature voyage simple"


def of_words(words):
    """The fingerprint of words in any language, without a passphrase."""
    text = unicodedata.normalize("NFKD", " ".join(words.split())).encode()
    return bip32.HDKey.from_seed(hashlib.pbkdf2_hmac("sha512", text, b"mnemonic", 2048)).my_fingerprint.hex()


def of_key(key):
    return bip32.HDKey.from_string(key).my_fingerprint.hex()


def of_entropy(entropy):
    return of_words(bip39.mnemonic_from_bytes(bytes.fromhex(entropy)))


def sitting(bench, state, *secrets):
    """At the page where seeds are brought in; what is typed or read there must be seen nowhere else."""
    secrets = [Secret(f"the secret {number}", text) for number, text in enumerate(secrets, 1)]
    if state == "mainnet":
        bench.homes.machine.unplug()
    return bench.desk(state, secrets=secrets, QUICK_SIGNER_MACHINE=str(bench.homes.machine.folder))


def to_typing(desk, name, *labels):
    desk.go(*(labels or ("From something else", "Typed here")))
    desk.fill(name)
    desk.expect("Type the first letters")


def give(desk, text, *then):
    """Types a text on the page that is there, to its Enter, and waits for what comes then."""
    with desk.secret_page():
        desk.type(text, enter=False)
        desk.key("enter")
        if then:
            desk.expect(*then, seconds=WAIT)


def insist(desk):
    """What was typed is taken as it is, although something is wrong with it."""
    with desk.secret_page():
        desk.expect("Correct it, or press Enter again to leave it as it is.")
        desk.key("enter")
        desk.gone("Type the first letters")


def correction(desk, answer, *words):
    """The likely correction of what was typed is shown alone, with these words, and agreed to or not."""
    with desk.secret_page():
        desk.expect(*words, "The likely correction", "Press Enter", seconds=WAIT)
        desk.key("enter")
        desk.expect("be read like this", "[yes/no]")
        desk.type(answer)


def refused(desk, *words):
    """It was refused in these words, with what to do; the desk goes on where seeds are brought in."""
    desk.expect("error:", "hint:", *words, BACK, seconds=WAIT)
    desk.back()
    desk.out("Bring a seed in")


def kept(desk, name, fingerprint, *words):
    """Everything is agreed to, and the seed is kept with its fingerprint."""
    paths.agree(desk)
    desk.expect(f"Imported the seed {name}:", f"fingerprint {fingerprint}", *words, BACK)
    desk.back()
    desk.at("Bring a seed in")


def back_to(desk, number):
    """Goes back over finished words by the one key that erases, to the beginning of a word."""
    done = "shown" if number == 1 else "1: done" if number == 2 else f"1 to {number - 1}: done"
    there = re.compile(rf"{done}[^:]* {number}:$")
    for _ in range(300):
        if there.search(desk.flat().strip()):
            return
        before = desk.lines()
        desk.key("erase")
        desk.wait(lambda: desk.lines() != before and paths.WORD.search(desk.flat().strip()), "one letter less", 5)
    raise Trouble(f"one cannot go back to word {number}:\n{desk.framed()}")


def on_word(desk, number, word, *done):
    """Waits until one is on this word, with these places done."""
    line = f" {' and '.join(done)}: done" if done else ""
    desk.wait(lambda: line in desk.flat() and desk.text().rstrip().endswith(f"{number}: {word}".rstrip()), f"word {number}")


def edited_in_place(bench):
    """One goes to any word by the arrows, changes it, and the rest stays; one that was left out is put in; the window may change."""
    words = materials.OTHER.split()
    with sitting(bench, "empty", materials.OTHER) as desk:
        desk.go("Seeds", "Bring a seed in")
        to_typing(desk, "words", "From words")
        assert desk.sees("Ctrl-C stops") and desk.sees("Left and Right go to another word"), desk.text()
        with desk.secret_page():
            # The fifth is another one, and the eighth is missing.
            desk.type(" ".join([*words[:4], "zoo", *words[5:7], *words[8:]]), enter=False)
            desk.key("enter")
            desk.expect("Correct it, or press Enter again")
            on_word(desk, 12, "", "1 to 11")
            for _ in range(7):
                desk.key("left")
            on_word(desk, 5, "zoo", "1 to 4 and 6 to 11")
            desk.write("\x15")
            on_word(desk, 5, "", "1 to 4 and 6 to 11")
            desk.type(words[4], enter=False)
            desk.key("down")
            on_word(desk, 6, words[5], "1 to 5 and 7 to 11")
            desk.keys("right", "right")
            on_word(desk, 8, words[8], "1 to 7 and 9 to 11")
            desk.write("\x0e")
            on_word(desk, 8, "", "1 to 7 and 9 to 12")
            desk.type(words[7], enter=False)
            on_word(desk, 8, words[7], "1 to 7 and 9 to 12")
            before = desk.lines()
            desk.resize(120, 40)
            # At once, and cut off at its top meanwhile: nobody who asks for the size finds that it was another one.
            desk.resize(bench.columns, bench.rows)
            desk.wait(lambda: desk.lines() == before, "the page as it was", 5)
            desk.key("home")
            on_word(desk, 1, words[0], "2 to 12")
            desk.key("end")
            on_word(desk, 13, "", "1 to 12")
            desk.key("enter")
            desk.gone("Type the first letters")
        kept(desk, "words", of_words(materials.OTHER))


def shares_of_slip39(bench):
    """A wrong word is told by the checksum; a share of another set, and too few, are refused; typed, and before the camera."""
    with sitting(bench, "empty", *SLIP39, "TREZOR") as desk:
        desk.go("Seeds", "Bring a seed in")
        to_typing(desk, "shares")
        words = SLIP39[0].split()
        give(desk, " ".join([*words[:16], "kidney", *words[17:]]), "checksum", "word 17 is probably flip")
        insist(desk)
        with desk.secret_page():
            desk.expect("Word 17 of share 1 is wrong. With this word at place 17", "flip", "Press Enter")
            desk.key("enter")
            desk.expect("Can the paper be read like this?")
        desk.type("no")
        refused(desk, "the words were not changed", "type the words again")

        # One goes back to it instead.
        to_typing(desk, "shares")
        give(desk, " ".join([*words[:16], "kidney", *words[17:]]), "word 17 is probably flip")
        with desk.secret_page():
            back_to(desk, 17)
            give(desk, " ".join(words[16:]), "Any other share of this set (1 given, 1 more needed)")
            give(desk, SLIP39_OTHER)
            # The same is asked once more, on a page where no word is done yet.
            desk.wait(lambda: desk.sees("Any other share of this set (1 given, 1 more needed)") and not desk.sees("done"), "the question for another share")
            desk.key("enter")
            desk.gone("Type the first letters")
        refused(desk, "share 2 does not belong to the set of share 1", "group 1 has only 1 of the 2 needed shares", "add more shares of the set")

        to_typing(desk, "shares")
        give(desk, SLIP39[0], "Any other share of this set (1 given, 1 more needed)")
        give(desk, SLIP39[1], "Passphrase of these SLIP-39 shares")
        desk.type("TREZOR")
        kept(desk, "shares", of_key(SLIP39_KEY), "SLIP-39, 2 shares")
        with bench.camera([SLIP39[1]], blanks=5):
            desk.go("From something else", "By camera")
            desk.fill("filmed")
            desk.expect("Hold any other share of this set in front of the camera and press Enter (1 given, 1 more needed)", seconds=60)
            # The next one before the same camera.
            materials.film(Path("/dev/video0"), [SLIP39[0]], blanks=5)
            desk.type("")
            desk.expect("Passphrase of these SLIP-39 shares", seconds=60)
            desk.type("TREZOR")
            refused(desk, "this seed is already in the vault, as shares")
        desk.never_shown("TREZOR")


def codex32(bench):
    """A wrong character is found and compared with the sheet; a whole seed and shares, typed and from pictures."""
    person = bench.begin("empty")
    for number, share in enumerate(CODEX32_SHARES):
        (person / "shares").mkdir(exist_ok=True)
        materials.picture(share, person / "shares" / f"share{number}.png")
    with sitting(bench, None, CODEX32, *CODEX32_SHARES) as desk:
        desk.go("Seeds", "Bring a seed in")
        for answer in ("no", "yes"):
            to_typing(desk, "whole")
            give(desk, CODEX32[:20] + "q" + CODEX32[21:])
            correction(desk, answer, "The checksum of codex32 (BIP-93) does not match", "characters: 21")
            if answer == "no":
                refused(desk, "checksum of codex32 (BIP-93) does not match", "compare all characters with the sheet")
        kept(desk, "whole", of_key(CODEX32_KEY), "codex32")
        to_typing(desk, "shares")
        give(desk, CODEX32_SHARES[0], "Any other share of this set (1 given, 1 more needed)")
        with desk.secret_page():
            desk.key("enter")
            desk.gone("Type the first letters")
        refused(desk, "found only 1 of the 2 needed shares", "add more shares of the set")
        to_typing(desk, "shares")
        give(desk, CODEX32_SHARES[0], "Any other share of this set (1 given, 1 more needed)")
        give(desk, CODEX32_SHARES[1])
        kept(desk, "shares", of_key(CODEX32_SHARES_KEY), "codex32, 2 shares")
        bench.take(desk, "From something else", "From a stick or folder")
        desk.go("shares/", "All 2 pictures here")
        desk.fill("pictures")
        refused(desk, "this seed is already in the vault, as shares")


def sskr(bench):
    """Groups of shares: too few of them are refused with what is missing; typed, and from a folder of texts."""
    person = bench.begin("empty")
    (person / "shares").mkdir()
    for number, share in enumerate(SSKR):
        (person / "shares" / f"share{number}.txt").write_text(share + "\n")
    with sitting(bench, None, *SSKR) as desk:
        desk.go("Seeds", "Bring a seed in")
        to_typing(desk, "shares")
        give(desk, SSKR[0][:-1] + "a")
        refused(desk, "word 26 is not a byteword", "compare word 26 with the sheet")
        to_typing(desk, "shares")
        give(desk, SSKR[0], SSKR_WANTED[0])
        give(desk, SSKR[1], SSKR_WANTED[1])
        with desk.secret_page():
            desk.key("enter")
            desk.gone("Type the first letters")
        refused(desk, "found only 1 of the 2 needed groups", "add more shares of the set")
        to_typing(desk, "shares")
        for share, then in zip(SSKR, [*SSKR_WANTED, None]):
            give(desk, share, *([then] if then else []))
        kept(desk, "shares", of_entropy(SSKR_SECRET), "SSKR, 5 shares")
        bench.take(desk, "From something else", "From a stick or folder")
        desk.go("shares/", "All 5 files here")
        desk.fill("texts")
        refused(desk, "this seed is already in the vault, as shares")


def single_keys(bench):
    """WIF and BIP-38 with their wrong letter and wrong passphrase: each key gets its wallet, whose address is shown; an xprv."""
    person = bench.begin("mainnet")
    materials.picture(WIF, person / "wif.png")
    with sitting(bench, None, WIF, BIP38_PASSPHRASE, XPRV) as desk:
        desk.go("Seeds", "Bring a seed in")
        to_typing(desk, "paper")
        give(desk, WIF[:30] + "1" + WIF[31:])
        correction(desk, "no", "private key (WIF): base58 checksum does not match", "changed letters: 31")
        refused(desk, "private key (WIF): base58 checksum does not match")
        bench.take(desk, "From something else", "From a stick or folder", file="wif.png", name="paper")
        desk.expect("Registered its wallet paper-combo. To sweep it, choose “Hand its wallet over”", "Imported the private key paper", "read from WIF", BACK)
        desk.back()
        to_typing(desk, "sealed")
        give(desk, BIP38[:30] + "1" + BIP38[31:])
        refused(desk, "encrypted private key (BIP-38): base58 checksum does not match", "copy the whole key again")
        for passphrase in ("Satoshi", BIP38_PASSPHRASE):
            to_typing(desk, "sealed")
            give(desk, BIP38, "Passphrase of this encrypted key (BIP-38)")
            desk.type(passphrase)
            if passphrase == "Satoshi":
                refused(desk, "passphrase", "BIP-38")
        desk.expect("Registered its wallet sealed-combo", "Imported the private key sealed", "read from BIP-38", BACK)
        desk.back()
        to_typing(desk, "root")
        give(desk, XPRV[:60] + "Z" + XPRV[61:])
        correction(desk, "no", "checksum does not match", "changed letters: 61")
        refused(desk, "checksum does not match")
        to_typing(desk, "root")
        give(desk, XPRV)
        kept(desk, "root", of_key(XPRV), "extended private key")
        desk.out("Seeds")
        bench.take(desk, "paper", "Hand its wallet over", name="paper-key.png")
        desk.expect(BACK)
        desk.back()
        assert any("combo" in text or "UR:" in text.upper() for text in materials.codes(person / "paper-key.png")), "no wallet was handed over"
        desk.out("Home")
        desk.go("Check an address")
        for name, address in (("paper", WIF_ADDRESS), ("sealed", BIP38_ADDRESS)):
            desk.go("Type or paste it")
            desk.fill(address)
            desk.expect(f"It belongs to a key that came from outside: {name}-combo", BACK)
            desk.back()
            desk.out("Check an address")
        desk.never_shown(BIP38_PASSPHRASE)


def seeds_in_qr_codes(bench):
    """SeedQR as digits, CompactSeedQR, uniform resources: a digit, a letter and a picture that are wrong, and the right ones."""
    person = bench.begin("empty")
    materials.picture(COMPACT, person / "compact.png")
    materials.picture(CRYPTO_SEED.upper(), person / "crypto-seed.png")
    materials.picture(SEEDQR[:-1] + "7", person / "wrong.png")
    materials.picture("https://example.org", person / "link.png")
    with sitting(bench, None, SEEDQR, SEEDQR_WORDS, COMPACT_WORDS, CRYPTO_BIP39_WORDS) as desk:
        desk.go("Seeds", "Bring a seed in")
        to_typing(desk, "digits")
        give(desk, SEEDQR[:-1] + "7")
        refused(desk, "checksum")
        to_typing(desk, "digits")
        give(desk, SEEDQR)
        kept(desk, "digits", of_words(SEEDQR_WORDS), "SeedQR")
        for file, words in (("wrong.png", "checksum"), ("link.png", "no QR code with a seed was found")):
            bench.take(desk, "From a sheet or QR code", "From a stick or folder", file=file, name="other")
            refused(desk, words)
        for answer in ("no", "yes"):
            bench.take(desk, "From a sheet or QR code", "From a stick or folder", file="compact.png", name="compact")
            desk.expect("Is it a CompactSeedQR?")
            desk.type(answer)
            if answer == "no":
                refused(desk, "the QR code was not read as a seed")
        desk.expect("A CompactSeedQR has no checksum", "compare the seed's fingerprint")
        kept(desk, "compact", of_words(COMPACT_WORDS), "CompactSeedQR")
        bench.take(desk, "From something else", "From a stick or folder", file="crypto-seed.png", name="resource")
        kept(desk, "resource", of_entropy(CRYPTO_SEED_ENTROPY), "uniform resource")
        to_typing(desk, "words")
        give(desk, CRYPTO_BIP39[:-1] + "a")
        refused(desk, "uniform resource")
        with bench.camera([CRYPTO_BIP39.upper()], blanks=5):
            desk.go("From something else", "By camera")
            desk.fill("words")
            kept(desk, "words", of_words(CRYPTO_BIP39_WORDS), "uniform resource")


def sealed_by_camera(bench):
    """A BIP-38 key before the camera, which asks for its passphrase: with a wrong one nothing is kept."""
    with sitting(bench, "mainnet", BIP38_PASSPHRASE) as desk:
        desk.go("Seeds", "Bring a seed in")
        for passphrase in ("Satoshi", BIP38_PASSPHRASE):
            with bench.camera([BIP38], blanks=5):
                desk.go("From something else", "By camera")
                desk.fill("sealed")
                desk.expect("Passphrase of this encrypted key (BIP-38)", seconds=WAIT)
            desk.type(passphrase)
            if passphrase == "Satoshi":
                refused(desk, "passphrase", "BIP-38")
        desk.expect("Registered its wallet sealed-combo", "Imported the private key sealed", "read from BIP-38", BACK, seconds=WAIT)
        desk.back()
        desk.never_shown(BIP38_PASSPHRASE)


def sskr_by_camera(bench):
    """Shares of SSKR held up one after the other; each time it is said how far one is."""
    with sitting(bench, "empty", *SSKR) as desk:
        desk.go("Seeds", "Bring a seed in")
        with bench.camera([SSKR[0].upper()], blanks=5):
            desk.go("From something else", "By camera")
            desk.fill("filmed")
            for share, wanted in zip(SSKR[1:], SSKR_WANTED):
                desk.expect("Hold a" + wanted[1:].replace(" (", " in front of the camera and press Enter ("), seconds=60)
                materials.film(Path("/dev/video0"), [share.upper()], blanks=5)
                desk.type("")
            kept(desk, "filmed", of_entropy(SSKR_SECRET), "SSKR, 5 shares")


def letters_of_a_sheet(bench):
    """The letters of an encrypted sheet, typed line by line as a person without a camera has to: one that is wrong is put right or refused."""
    person = bench.begin("seeded")
    with bench.desk(None) as desk:
        bench.take(desk, "Seeds", "savings", "Print a sheet", "Encrypted sheet", "A file", name="locked.pdf")
        desk.expect("To continue, type: savings")
        desk.type("savings")
        paths.sheet_words(desk, "once more")
        desk.expect(BACK, seconds=WAIT)
        desk.back()
    text = subprocess.run(["pdftotext", "-layout", person / "locked.pdf", "-"], capture_output=True, text=True, check=True).stdout
    lines = [f"{number} {letters}" for number, letters in re.findall(r"^ +(\d+) +((?:[A-Z0-9$]{2,4} )+= [A-Z2-7]{6})$", text, re.MULTILINE)]
    assert len(lines) > 5 and lines[0].startswith("1 B$2B"), lines
    with sitting(bench, "empty", materials.SAVINGS) as desk:
        desk.go("Seeds", "Bring a seed in")
        to_typing(desk, "savings", "From a sheet or QR code", "Type its letters")
        desk.type(lines[0], enter=False)
        desk.key("enter")
        for number, line in enumerate(lines[1:], 2):
            desk.expect(f"Line {number}, with its check")
            at = line.index(" ") + 6
            if number == 3:
                # One letter that was misread.
                line = line[:at] + ("A" if line[at] != "A" else "B") + line[at + 1 :]
            if number == 4:
                # More than the check can put right.
                desk.type(line[:at] + "".join("A" if letter != "A" else "B" for letter in line[at : at + 3]) + line[at + 3 :])
                desk.expect("line 4")
                desk.wait(lambda: desk.flat().count("Line 4, with its check") == 2, "the same line once more")
            desk.type(line)
            if number == 3:
                desk.expect("Fixed")
        paths.sheet_words(desk)
        kept(desk, "savings", of_words(materials.SAVINGS))


def parts_of_seed_xor(bench):
    """Pictures of the parts: without one that can be read nothing is joined; what they join to is compared before it is kept."""
    person = bench.begin("empty")
    (person / "parts").mkdir()
    for number, words in enumerate(XOR):
        materials.picture(materials.seedqr(words), person / "parts" / f"part{number}.png")
    with sitting(bench, None, *XOR, XOR_WORDS) as desk:
        desk.go("Seeds", "Bring a seed in")
        materials.picture("https://example.org", person / "parts" / "part3.png")
        for last in ("broken", "left out", "whole"):
            bench.take(desk, "From something else", "Parts of Seed XOR, in files")
            desk.go("parts/", "All")
            desk.fill("joined")
            if last == "broken":
                refused(desk, "was not read, and Seed XOR needs every part", "move it out of the folder")
                (person / "parts" / "part3.png").unlink()
                (person / "parts" / "part2.png").rename(person / "part2.png")
            elif last == "left out":
                desk.expect("2 parts of Seed XOR join to a seed", "Are these all the parts")
                desk.type("no")
                refused(desk, "the seed joined from 2 parts was not used", "find the missing part")
                (person / "part2.png").rename(person / "parts" / "part2.png")
        desk.expect("3 parts of Seed XOR join to a seed with the fingerprint " + of_words(XOR_WORDS))
        kept(desk, "joined", of_words(XOR_WORDS), "12 words")


def electrums_words(bench):
    """They are told from others and not taken, with what to do instead."""
    with sitting(bench, "empty", ELECTRUM) as desk:
        desk.go("Seeds", "Bring a seed in", "From something else")
        desk.expect("Electrum's own words lead to other keys")
        desk.go("Typed here")
        desk.fill("electrum")
        desk.expect("Type the first letters")
        give(desk, ELECTRUM, "look like an Electrum seed for segwit addresses", "restore them there")
        insist(desk)
        refused(desk, "do not fit BIP-39, but look like an Electrum seed for segwit addresses", "pay the coins to a wallet of this signer")
    assert bench.status()["seeds"] == [], "it was kept"


def recovery_qr_of_fullynoded(bench):
    """Its addresses are shown before anything is kept; the public part is written, and registered as a wallet; a damaged one is refused."""
    person = bench.begin("empty")
    materials.picture(RECOVERY_QR, person / "recovery.png")
    materials.picture(RECOVERY_QR.replace("Nc4dc", "Nc4dd"), person / "damaged.png")
    with sitting(bench, None, RECOVERY_WORDS) as desk:
        desk.go("Seeds", "Bring a seed in")
        for file in ("damaged.png", "recovery.png"):
            bench.take(desk, "From something else", "Recovery QR of FullyNoded 2", "From a stick or folder", file=file, name="old")
            desk.at("Account Map")
            desk.choose(str(person))
            desk.fill("account-map.json")
            if file == "damaged.png":
                refused(desk, "private key is damaged")
        assert "tb1q skj2 s0cn qpjh gzfk nm77 fcs5 a25j 5lum zgx6 l6" in desk.pages("[yes/no]"), "its first address was not shown"
        kept(desk, "old", "253110e5", "Recovery QR of FullyNoded 2")
        desk.out("Home")
        bench.take(desk, "Wallets", "Register a wallet", "From a stick or folder", file="account-map.json", name="spend")
        read = desk.pages("or no to stop):")
        assert "OURS (seed old): [253110e5/84h/1h/0h]" in read, read
        desk.type("no")
        desk.expect("error:", BACK)
        desk.back()


def words_in_other_languages(bench):
    """In each list one goes back to any word; a wrong one is told by the checksum."""
    with sitting(bench, "empty", TWO_LANGUAGES) as desk:
        desk.go("Seeds", "Bring a seed in")
        for language, sentence in LANGUAGES.items():
            words = sentence.split()
            desk.secrets.append(Secret(language, " ".join(words)))
            to_typing(desk, language, "From words")
            give(desk, " ".join([*words[:5], words[0], *words[6:]]), "The checksum does not match")
            # Words of one letter are gone through to the first.
            number = 1 if language.startswith("chinese") else 6
            with desk.secret_page():
                back_to(desk, number)
                give(desk, " ".join(words[number - 1 :]))
            kept(desk, language, of_words(sentence), f"12 words, {language}")
        to_typing(desk, "both", "From words")
        give(desk, TWO_LANGUAGES, "valid in several languages: english, french", "Which language are they in")
        desk.type("german")
        desk.expect("german is none of them")
        desk.wait(lambda: desk.said().count("Which language are they in:") == 2, "the question once more")
        desk.type("french")
        kept(desk, "both", of_words(TWO_LANGUAGES), "12 words, french")


def damaged_words(bench):
    """One word that is wrong or missing is found by the fingerprint; with another fingerprint nothing is."""
    words = materials.CAROL.split()
    with sitting(bench, "empty", materials.CAROL) as desk:
        desk.go("Seeds", "Bring a seed in")
        for given, fingerprint in (([*words[:3], "zebra", *words[4:]], of_words(materials.BOB)), (words[:3] + words[4:], of_words(materials.CAROL))):
            desk.go("From something else", "Words, one wrong or missing")
            desk.fill("73c5da0")
            desk.expect("eight characters")
            desk.fill(fingerprint)
            desk.go("Words of a seed")
            desk.fill("found")
            desk.expect("Type the first letters")
            give(desk, " ".join(given), "Correct it, or press Enter again")
            insist(desk)
            if fingerprint == of_words(materials.BOB):
                refused(desk, fingerprint)
        with desk.secret_page():
            desk.expect("Word 4 is missing", "Press Enter", seconds=60)
            desk.key("enter")
            desk.expect("Can the paper be read like this?")
        kept(desk, "found", of_words(materials.CAROL), "12 words")


TESTS = [shares_of_slip39, edited_in_place, words_in_other_languages, single_keys, seeds_in_qr_codes, codex32, sskr, sealed_by_camera, sskr_by_camera,
         letters_of_a_sheet, parts_of_seed_xor, damaged_words,
         recovery_qr_of_fullynoded, electrums_words]
