extension SheetSentences {
  static let english = SheetSentences(
    language: "English", box: .english, letter: .english, facts: .english, steps: .english)
}

extension BoxSentences {
  static let english = BoxSentences(
    title: "What is this?",
    whatLabel: "This is", standardLabel: "Standard", addressesLabel: "Addresses",
    sinceLabel: "Coins since", programsLabel: "Other programs", firstLabel: "First",
    neverLabel: "Never", sourceLabel: "These programs",
    words:
      "Bitcoin. The {count} words on this page are the key to coins. Whoever has the words has the coins.",
    letters:
      "Bitcoin. The long line of letters and digits on this page is the key to coins. "
      + "Whoever has it has the coins.",
    key:
      "Bitcoin. The private key on this page can spend what lies at one address. Whoever has "
      + "it has the coins there.",
    encrypted:
      "Bitcoin. This page holds a seed, the key to coins, but it is locked. Only the sheet words "
      + "open it: words that the owner kept somewhere else. They are not the words of the seed.",
    countedShare:
      "Bitcoin. This is one of {count} parts of a seed, the key to coins. Any {needed} of them "
      + "together restore it; fewer open nothing.",
    bothParts:
      "Bitcoin. This is one of two parts of a seed, the key to coins. Both are needed "
      + "together; with one alone nobody gets to the coins.",
    allParts:
      "Bitcoin. This is one of {count} parts of a seed, the key to coins. All of them are "
      + "needed together; with fewer nobody gets to the coins.",
    share:
      "Bitcoin. This is one part of a seed, the key to coins. Alone it opens nothing; the rule "
      + "on this page says which parts are needed together.",
    wallet:
      "Bitcoin. This page shows where coins are and which keys can spend them. It holds no key: "
      + "nobody can take a coin with it, but whoever reads it sees every payment.",
    blank:
      "Paper for writing down the key to bitcoins. Once words are written here, they are the key: whoever "
      + "has them has the coins.",
    passphrase:
      "A passphrase is needed too; it is not on this page, and without it the wallet looks "
      + "empty.",
    quotedName: "\"{name}\"",
    needsOthers:
      "This seed alone does not open the wallet {wallet}: {needed} of its {count} keys must "
      + "sign.",
    needOthers: "This seed alone is not enough for {wallets}: other keys must sign there too.",
    rehearsal:
      "a PRACTICE page. Its coins (on {network}) are worth nothing. The rest is as on a real page.",
    firstWithSecret:
      "Let nobody hurry you. Restore the key on a computer without a "
      + "network, and compare the fingerprint. Pay a small amount to yourself before you move "
      + "the rest.",
    firstWithShare:
      "Let nobody hurry you. Find out who holds the other parts; bring "
      + "them together only at a computer without a network.",
    firstWithOtherPart:
      "Let nobody hurry you. Find out who holds the other part; bring "
      + "the two together only at a computer without a network.",
    firstWithEncrypted:
      "Let nobody hurry you. Find the sheet words. Open this page on a "
      + "computer without a network, with this program or with the reader that is printed on the "
      + "last pages.",
    firstWithWallet:
      "Keep it with the papers that hold the keys. A program that knows output descriptors "
      + "finds the coins with it; the first address that it shows must be the one on this page.",
    firstWithBlank:
      "If this page is filled in: take your time, restore the seed on a computer without a "
      + "network, and compare the fingerprint. If it is empty: write by hand, alone, and check "
      + "all of it before any coin is sent to it.",
    neverWithSecret:
      "Do not show, send or read this out to anybody, and do not type it into a smartphone, a "
      + "web page or a computer with a network. Nobody honest asks for it, and nobody needs it "
      + "to help you.",
    neverWithEncrypted:
      "Do not show, send or read out this page or the sheet words to anybody, and do not type "
      + "them into a smartphone, a web page or a computer with a network. Nobody honest asks for "
      + "them, and nobody needs them to help you.",
    neverWithWallet:
      "Do not let anybody talk you into typing the words of a seed because of this page: "
      + "nobody needs them to look at the coins.",
    photographsOfSecrets: "Only a computer without a network may photograph or scan this page.",
    photographsOfOthers:
      "This page may be photographed, but whoever has the picture sees every payment.",
    since:
      "block {height}, or {month} where a date is asked for; nothing earlier need be searched",
    sinceBlock: "block {height}; nothing earlier need be searched",
    sinceUnknown: "not known: search all blocks",
    addressesOfGroup: "in a wallet of several keys {addresses}",
    programs:
      "{programs}. We restored this kind of page with each of them on the date given.",
    onlyFor: "{program} only for {kinds}",
    codeOnly:
      "Of {programs} we ran only the code that reads such a page, not the program or device "
      + "itself.",
    device: "{program} (device)",
    forProgrammers: "{programs}, for programmers",
    afterWords:
      "The words of BIP-39 that come out restore the wallet in {programs}.",
    afterBytes:
      "This gives a seed in bytes: a programmer derives an account's private key (zprv) from "
      + "it, which {programs} takes.",
    afterBytesOfGroup:
      "This gives a seed in bytes: a programmer derives an account's private key from it (zprv; "
      + "for several keys Zprv), which {programs} takes. The public sheet of a wallet of "
      + "several keys has the path and the other keys.",
    programsNone: "we tested none with this kind of page; the standard is public",
    programsBlank:
      "any that knows BIP-39. Tried with English words: {programs}. Which one shows the coins depends "
      + "on what is written here.",
    programsEncrypted: "the reader on the last pages, in Python",
    source:
      "{program} and online-coordinator, for Linux (Debian 12). They and their source are "
      + "kept at {address}; SHA-256 of the source archive: {hash}",
    sourceUnknown:
      "{program} and online-coordinator, for Linux (Debian 12). Never search the web for "
      + "them. A copy is kept at: {line}")
}

extension LetterSentences {
  static let english = LetterSentences(
    title: "Letter to the heirs: {name}",
    heading: "To those who come after me",
    written: "Written on {date}.",
    practice:
      "This is a practice letter: its coins (on {network}) are worth nothing. A real letter "
      + "says:",
    opening:
      "If you are reading this, I can no longer help you. There are bitcoins: money that no "
      + "bank keeps. It belongs to whoever holds its key, and nobody can give it back once it is "
      + "gone. This letter says what there is and how to get it. It holds no key: whoever finds "
      + "it can take nothing, but can see how much there is, so show it only to people who must "
      + "know.",
    calm:
      "Let nobody hurry you. Coins do not spoil, but paper and people's memory do: begin "
      + "within a few months. Everything can be lost by hurrying, or by trusting somebody who "
      + "offers help unasked.",
    calmForSeveralWays:
      "Take your time: nothing is lost by waiting for a few weeks. Everything can be lost by "
      + "hurrying, or by trusting somebody who offers help unasked.",
    termsHeading: "Six terms that you will meet",
    seedTerm: "Seed",
    seedMeaning:
      "The key: 12 to 24 words, or one line of letters and digits, on paper. Others call it "
      + "seed phrase, recovery phrase or mnemonic. Whoever reads it has the coins.",
    passphraseTerm: "Passphrase",
    passphraseMeaning:
      "Further words or characters that the owner may have added to a seed. They are on no "
      + "sheet. Without them, or with others, the seed opens an empty wallet.",
    sheetWordsTerm: "Sheet words",
    sheetWordsMeaning:
      "The words that open an encrypted sheet. They are on no sheet, and they are neither the "
      + "seed nor its passphrase.",
    walletTerm: "Wallet",
    walletMeaning:
      "The description of which seeds the coins belong to. It is on the last pages of this "
      + "letter. It holds no secret, but whoever reads it sees every payment.",
    fingerprintTerm: "Fingerprint",
    fingerprintMeaning:
      "Eight digits and letters that tell one seed from another. They are not a secret; they "
      + "tell you whether you restored the right seed.",
    machineTerm: "Computer without a network",
    machineMeaning:
      "A computer that is on no network, neither by cable nor wirelessly (Wi-Fi, Bluetooth, "
      + "mobile), and will never be connected again until everything on it has been erased. "
      + "Only there may a seed be typed or shown to a camera.",
    whatHeading: "What there is",
    walletLabel: "Wallet {name}",
    seedLabel: "Seed {name}",
    oneKey: "1 key signs",
    severalKeys: "{needed} of {count} keys must sign",
    otherRule: "its rule is on its page",
    severalWays:
      "There is more than one way to spend from it, and whoever holds the keys of one way "
      + "needs nobody else: do not leave it for years",
    enough: "the seeds named here are enough",
    notEnough: "the seeds named here are not enough, others must sign too",
    made: "fingerprint {fingerprint}, made {date}",
    imported: "fingerprint {fingerprint}, imported {date}, so the seed may be older",
    madeAgain:
      "fingerprint {fingerprint}, made or derived {date}, perhaps not for the first time",
    child: "it is derived from the seed {parent} (BIP-85 {path}), which restores it",
    needsPassphrase:
      "it needs a passphrase that is not on any sheet (this fingerprint is the one without "
      + "it)",
    noPassphrase: "no passphrase",
    otherWallets:
      "The same seeds have other wallets, which this letter is not about: {names}. See their "
      + "own sheets.",
    whereHeading: "Where things are (written by hand)",
    whereLabel:
      "Recovery sheets, parts and who holds them, computers, and where passphrases and sheet "
      + "words are kept (the place, never the words)",
    helpHeading: "Who can help",
    helpText:
      "Someone you choose, who knows bitcoin and gains nothing from it; better two who do not "
      + "know each other. They may read this letter and sit beside you. They need no seed, and "
      + "they must look away while you type one.",
    helpLabel: "People I would ask for help (written by hand)",
    neverHeading: "Who must never be asked for help",
    neverText:
      "Anybody who calls, writes or comes to you first. No support line, recovery service, "
      + "search engine, chat program, bank or authority needs a seed: whoever asks for one, or "
      + "for your words, seed phrase or recovery phrase, wants the coins. Type no seed into a "
      + "smartphone or a web page, and let nobody see your screen while you type it elsewhere.",
    stepsHeading: "The steps",
    twoComputers:
      "You need two computers: one without a network, for the seeds, and one with a network, "
      + "to see the coins and to send payments. A memory stick carries what goes between them.",
    findSheets:
      "Find the sheets, and read the box on each. Only a computer without a network may "
      + "photograph or scan a page with a secret.",
    takeMachine:
      "Take a computer without a network: one that was never connected, or an old one of your "
      + "own, erased and set up anew, without its wireless card (Wi-Fi, Bluetooth) and network "
      + "cable. Your helper can prepare it before any sheet comes near it. Erase none of my "
      + "computers: there may be a key on one of them.",
    chooseWay:
      "Restore each seed that is needed, in one of the ways below. If you are unsure, let your "
      + "helper choose.",
    compare:
      "Compare the fingerprint with the one under \"What there is\", and the first address "
      + "with the one on the last pages, letter by letter. Where a passphrase is used, a "
      + "program may show another fingerprint; then the first address decides. If anything "
      + "else differs, stop: it is another seed, another passphrase or another kind of "
      + "address. Nothing is lost by stopping.",
    others:
      "Other people must sign too. Their public keys are on the last pages. They keep their "
      + "seeds; only what is to be signed travels.",
    howPaid:
      "A payment is written on the computer with a network, checked and signed on the other "
      + "one, and sent from the first. No seed ever leaves the computer without a network.",
    paySmall:
      "Make a wallet of your own, with a seed that nobody else has seen: on another computer "
      + "without a network, or on a device that your helper knows. Write down its words and "
      + "check what you wrote. Pay a small amount to it first, and wait until the payment is "
      + "confirmed.",
    moveRest: "Then move the rest to the same wallet.",
    oursHeading: "First way: {program}",
    oursSource:
      "offline-signer is for the computer without a network, online-coordinator for the other. "
      + "Both are kept with their source at {address}; SHA-256 of the source archive: {hash}.",
    oursSourceUnknown:
      "offline-signer is for the computer without a network, online-coordinator for the other. "
      + "Take them only from the place that I wrote into this letter; if nothing is there, take "
      + "another way. Never search the web for them.",
    oursSystem: "Both run on Linux (Debian 12), which your helper can set up.",
    oursSourceLabel: "A copy of both programs is kept at (written by hand)",
    oursHome:
      "When the program asks for a passphrase, just press Enter: it makes up six new words, "
      + "which lock the program on this computer. Write them down; they are neither a seed nor the "
      + "passphrase of one.",
    oursSeed:
      "For each sheet (without a camera: `--from terminal`, and type it). `SEED` is any name "
      + "you like, a new one for each seed. If the sheet's own line under \"To restore\" is "
      + "longer, type that line instead.",
    oursPassphrase:
      "Where a seed needs a passphrase, add `--with-bip39-passphrase` to that line. With a wrong one the wallet looks "
      + "empty.",
    oursEachWallet: "For each wallet; `WALLET` stands for its name, here and below.",
    oursWallet: "Show the camera the QR codes of the last pages.",
    oursNode:
      "On the computer with a network. Bitcoin Core (bitcoincore.org) must run there; your "
      + "helper sets it up. It first downloads every block, which takes days.",
    oursWatching:
      "Show the camera the QR codes of the last pages, and compare the first address.",
    oursBalance: "The program looks for the coins and shows how much there is.",
    oursPay:
      "`ADDRESS` is an address of your own new wallet. `AMOUNT` is in bitcoin: `0.001` first; "
      + "later `all` for the rest, with `rest.gif` in place of `small.gif` in the line. The "
      + "program shows the number of the payment and four words.",
    oursSign:
      "Carry the file to the computer without a network; agree only if the address, the amount "
      + "and the four words are the same. Give each signed file a name of its own: "
      + "`signed-1.gif`, `signed-2.gif` and so on.",
    oursSignEach:
      "If the keys are on several computers, sign on each of them, each time with a new name, "
      + "until enough keys have signed.",
    oursCollect:
      "Carry the signed files back to the computer with a network; if there are several, name "
      + "them all, with a space between them.",
    oursSend: "`NUMBER` is the number of the payment. Nobody can call it back once it is sent.",
    electrumHeading: "Second way: Electrum (Windows, macOS, Linux; tried with version {version})",
    electrumInstall:
      "Bring Electrum, from electrum.org and nowhere else, to the computer without a network "
      + "as a file, and check its signature as its page says.",
    electrumPractice:
      "The coins are on {network}, a network for practice. Start Electrum on both computers "
      + "with:",
    electrumChoose: "Choose \"Standard wallet\", then \"I already have a seed\".",
    electrumChooseSeveral:
      "Choose \"Multi-signature wallet\", then how many keys there are and how many must sign, "
      + "then \"I already have a seed\".",
    electrumWords:
      "Type the words. Click \"Options\" and choose \"BIP39 seed\"; where a passphrase is "
      + "needed, also \"Extend this seed with custom words\".",
    electrumAddresses: "Choose the kind of addresses and the path: {addresses}",
    electrumSeveral:
      "For a wallet of several keys, choose \"Multi-signature wallet\" instead of \"Standard "
      + "wallet\", then how many keys there are and how many must sign. After the words, the "
      + "kind of addresses and the path, choose \"Enter cosigner key\" for each other key and "
      + "type what follows the fingerprint in its line, which stands below \"{label}\" on the "
      + "last pages. Do this for each seed that has to sign, and carry the payment from one to "
      + "the next. On the computer with a network, type that part of every line, and no words.",
    electrumCosigners:
      "For each other key choose \"Enter cosigner key\" and type what follows the fingerprint "
      + "in its line, which stands below \"{label}\" on the last pages. Do this for each seed "
      + "that has to sign, and carry the payment from one to the next. On the computer with a "
      + "network, choose \"Use a master key\" in place of \"I already have a seed\", and type "
      + "that part of every line, and no words.",
    electrumTaproot: "Electrum did not know Taproot addresses (P2TR): take another way for these.",
    electrumOneKey: "For a wallet of one key:",
    electrumWatch:
      "To see the coins, make the wallet on the computer with a network as well, but without "
      + "words: choose \"Use a master key\" in place of \"I already have a seed\", and type the "
      + "master public key, which Electrum shows on the other computer under \"Wallet\", "
      + "\"Information\".",
    electrumPay:
      "To pay, on the computer with a network: \"Send\", the address and the amount, "
      + "\"Pay...\", \"Send\"; in the window with the payment, \"Export\", \"Export to file\". "
      + "Carry the file to the computer without a network: \"Tools\", \"Load transaction\", "
      + "\"From file\"; compare the address and the amount; \"Sign\", then again \"Export\", "
      + "\"Export to file\". Carry that file back: \"Tools\", \"Load transaction\", \"From "
      + "file\", \"Broadcast\".",
    pythonHeading: "Another way: Python (tried with {programs})",
    pythonInstall:
      "For a helper who programs, and who looks away while you type the words; it works for every "
      + "kind of address in this letter. On the computer with a network, type this line in a "
      + "terminal (on Windows, type `py` in place of `python3`, here and below):",
    pythonStart:
      "Carry the folder `tools` to the computer without a network, which needs Python 3, too. "
      + "Open a terminal in that folder. From here on, type each line as it stands, one at a "
      + "time, whenever `>>>` is shown; where an error appears, type that line again. This one "
      + "starts Python:",
    pythonImport: "What is needed:",
    pythonWords:
      "Python asks for the words: type each in full, with a space between them. Then it asks for "
      + "the passphrase: without one, just press Enter. It does not notice a wrong word, which "
      + "shows only when you compare:",
    pythonKeys: "The keys:",
    pythonFingerprint:
      "The fingerprint. Without a passphrase it must be the one in this letter; if it is not, "
      + "begin again with the line that asks for the words. With a passphrase it is another one:",
    pythonAddress:
      "The first address of the wallet {name}. If it is not the one with the number 0 on the "
      + "last pages, letter by letter, stop:",
    pythonKey:
      "The key of this seed in the wallet {name}; it must stand in that wallet's lines of "
      + "letters on the last pages, which have spaces in between:",
    pythonPayment:
      "To pay, a program that reads output descriptors, on the computer with a network, writes "
      + "the payment into a file (PSBT, BIP-174). Carry it to the other computer, into the "
      + "folder `tools`, as `payment.psbt`:",
    pythonShow:
      "This line shows each amount in satoshis (100 million to the bitcoin) with its address, "
      + "and the fee at the end. Any address other than the one that you pay to must be the "
      + "wallet's own, as the change goes there. If anything is not as you wanted it, stop.",
    pythonDescriptor:
      "Type the lines of letters of the wallet that pays, from the last pages, into a file "
      + "`wallet.txt` in the folder `tools`, without the number before each line, and without the "
      + "= and what follows it. Spaces and line ends do not matter:",
    pythonChange:
      "The change addresses of the wallet {name}; nothing appears. For a wallet long in use, "
      + "type 2000 in place of 200:",
    pythonElsewhere:
      "What a payment of the wallet {name} sends anywhere but to those addresses, in satoshis. If "
      + "this line shows anything but the amounts that you pay, stop:",
    pythonSign: "Sign; the number that appears must not be 0:",
    pythonSave: "Write the signed payment into a file:",
    pythonSignEach:
      "Where other keys must sign too, the file `signed.psbt` of each becomes the "
      + "`payment.psbt` of the next: type `exit()`, and begin again with the line that starts "
      + "Python.",
    pythonSend:
      "Carry `signed.psbt` back to the computer with a network; the same program sends it.",
    otherHeading: "Another way: another program",
    otherChoose:
      "Your helper finds one that knows the standard in the box of the sheet (for words, BIP-39).",
    otherTried: "These were tested: {programs}.",
    otherEnter:
      "On the computer without a network, enter the seed, the kind of addresses and the "
      + "path: {addresses}",
    otherSeveral:
      "For a wallet of several keys it must read output descriptors: give it the QR codes or the text "
      + "of the last pages.",
    otherPay:
      "Then pay as the last two of \"The steps\" say; your helper knows how that program signs.",
    rehearsedHeading: "Rehearsed",
    rehearsedText:
      "We went through these steps with a practice sheet and understood them. Whoever signs here can "
      + "be asked.",
    rehearsedBox: "Name, date, signature",
    ownerBox: "The owner: date, signature")
}
