extension SheetSentences {
  static let english = SheetSentences(language: "English", box: .english, letter: .english)
}

extension BoxSentences {
  static let english = BoxSentences(
    title: "What is this?",
    whatLabel: "This is", standardLabel: "Standard", addressesLabel: "Addresses",
    sinceLabel: "Coins since", programsLabel: "Other programs", firstLabel: "First",
    neverLabel: "Never", sourceLabel: "This program",
    words:
      "Bitcoin. The {count} words on this page are the key to coins. Whoever has the words has the coins.",
    letters:
      "Bitcoin. The long line of letters and digits on this page is the key to coins. "
      + "Whoever has it has the coins.",
    key:
      "Bitcoin. The private key on this page can spend what lies at one address. Whoever has "
      + "it has the coins there.",
    encrypted:
      "Bitcoin. The key to coins is on this page, encrypted. Only the words that its owner chose "
      + "open it; they are kept somewhere else.",
    countedShare:
      "Bitcoin. This is one of {count} parts of the key to coins. Any {needed} of them together "
      + "bring it back; fewer open nothing.",
    share:
      "Bitcoin. This is one part of the key to coins. Alone it opens nothing; the rule on this page "
      + "says which parts are needed together.",
    wallet:
      "Bitcoin. This page shows where coins are and which keys can spend them. It holds no key: "
      + "nobody can take a coin with it, but whoever reads it sees every payment.",
    blank:
      "Paper for the key to bitcoins. Once the words stand on it, whoever reads it has the coins.",
    passphrase:
      "A passphrase is needed too; it is not on this page, and without it the wallet looks "
      + "empty.",
    rehearsal: "This page is for practice on the network {network}: its coins are worth nothing.",
    firstWithSecret:
      "Take your time; waiting loses nothing. Bring the key back on a computer without a "
      + "network, and compare the fingerprint. Pay a small amount to yourself before you move "
      + "the rest.",
    firstWithShare:
      "Take your time; waiting loses nothing. Find out who holds the other parts, and bring them "
      + "together only where the key is restored: at a computer without a network.",
    firstWithEncrypted:
      "Take your time; waiting loses nothing. Find the words. Open this page on a computer without "
      + "a network, with this program or with the reader whose source is printed with it.",
    firstWithWallet:
      "Keep it with the papers that hold the keys. A program that knows the standard named "
      + "here shows the balance from the QR code; compare the first address with this page "
      + "before anybody pays to it.",
    firstWithBlank: "Write by hand, alone, and read it back before any coin is sent to it.",
    neverWithSecret:
      "Do not show, send or read this out to anybody, and do not type it into a smartphone, a "
      + "web page or a computer with a network. Nobody honest asks for it, and nobody needs it "
      + "to help you.",
    neverWithWallet:
      "Do not let anybody talk you into typing words because of this page: looking at coins needs none.",
    photographsOfSecrets: "Only a computer without a network may photograph or scan this page.",
    photographsOfOthers:
      "This page may be photographed, but whoever has the picture sees every payment.",
    since: "block {height}, about {month}; earlier blocks need not be searched",
    sinceBlock: "block {height}; earlier blocks need not be searched",
    sinceUnknown: "not known: search all blocks",
    programs: "{programs}. Our tests restored this kind of page with each on the day beside it.",
    programsNone: "none was tried with this kind of page; the standard is public",
    source: "{program}. Its source is kept at {address}, SHA-256 {hash}.",
    sourceUnknown: "{program}. This copy was built without saying where its source is kept.")
}

extension LetterSentences {
  static let english = LetterSentences(
    heading: "To those who come after me",
    written: "Written on {date}.",
    opening:
      "If you read this, I cannot help you any more. There are bitcoins: money that no bank keeps. It belongs "
      + "to whoever holds its key, and nobody can give it back once it is gone. This letter says "
      + "what there is and how you get it. It holds no key: whoever finds it can take nothing, "
      + "but can see how much there is, so show it only to people who must know.",
    calm:
      "Take your time. Nothing is lost by waiting, not even by waiting for years. Everything can be lost "
      + "by hurrying, or by trusting somebody who offers help.",
    termsHeading: "Five words that you will meet",
    seedTerm: "Seed",
    seedMeaning:
      "The key: 12 to 24 words, or one line of letters and digits, on paper. Others call it "
      + "seed phrase, recovery phrase or mnemonic. Whoever reads it has the coins.",
    passphraseTerm: "Passphrase",
    passphraseMeaning:
      "Further words or characters that the owner may have added to a seed. They stand on no "
      + "sheet. Without them, or with others, the seed opens an empty wallet.",
    walletTerm: "Wallet",
    walletMeaning:
      "Which keys can spend which coins. It stands on the last pages of this letter. It "
      + "holds no secret, but whoever reads it sees every payment.",
    fingerprintTerm: "Fingerprint",
    fingerprintMeaning:
      "Eight digits and letters that tell one seed from another. They are not a secret; they tell "
      + "you whether you brought back the right seed.",
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
    otherRule: "its rule stands on its page",
    enough: "my own keys are enough",
    notEnough: "my own keys are not enough, others must sign too",
    made: "fingerprint {fingerprint}, made {date}",
    child: "it is derived from the seed {parent} (BIP-85 {path}), which brings it back",
    needsPassphrase:
      "it needs a passphrase that is not on any sheet (this fingerprint is the one without "
      + "it)",
    whereHeading: "Where things are (written by hand)",
    whereLabel:
      "Recovery sheets, shares and their holders, computers, and where passphrases are kept "
      + "(never the passphrases themselves)",
    helpHeading: "Who can help",
    helpText:
      "Somebody whom you choose, who knows bitcoin and gains nothing from it; better two who "
      + "do not know each other. They may read this letter and sit beside you. They need no "
      + "seed, and they must look away while you type one.",
    helpLabel: "People I would ask for help (written by hand)",
    neverHeading: "Who must never be asked for help",
    neverText:
      "Anybody who calls, writes or comes to you first. No support line, recovery service, "
      + "search engine, chat program, bank or authority needs a seed: whoever asks for one, or "
      + "for your words, seed phrase or recovery phrase, wants the coins. Type no seed into a "
      + "smartphone or a web page, and let nobody see your screen while you type it elsewhere.",
    stepsHeading: "The steps",
    findSheets:
      "Find the sheets, and read the box on each. Only a computer without a network may "
      + "photograph or scan a page with a secret.",
    takeMachine:
      "Take a computer without a network: one that never had a network, or an old one whose "
      + "wireless card (Wi-Fi, Bluetooth) and network cable were removed.",
    chooseWay: "Bring the seed back in one of the ways below.",
    compare:
      "Compare the fingerprint with the one under \"What there is\", and the first address "
      + "with the one on the last pages, letter by letter. Where a passphrase is used, a "
      + "program may show another fingerprint; then the first address decides. If anything "
      + "else differs, stop: it is another seed, another passphrase or another kind of "
      + "address. Nothing is lost by stopping.",
    others:
      "Other people must sign too. Their public keys stand on the last pages. They keep "
      + "their seeds; only what is to be signed travels.",
    paySmall:
      "Make a wallet of your own, write down its words and read them back. Pay a small "
      + "amount to it first, and wait until the payment is confirmed.",
    moveRest: "Then move the rest to the same wallet.",
    oursHeading: "First way: {program}",
    oursHome:
      "At its question press only Enter: it draws six new words that lock this program. "
      + "Write them down; they are neither a seed nor the passphrase of one.",
    oursSeed:
      "For each sheet (or --from terminal, to type it). NAME is any name you like. A sheet "
      + "may say more under \"To restore\": add that.",
    oursPassphrase:
      "Where a seed needs a passphrase, add --with-bip39-passphrase. With a wrong one the wallet looks "
      + "empty.",
    oursChildren:
      "The letter in English says how each seed that is derived from another comes back.",
    oursWallet: "Show it the QR codes of the last pages.",
    oursWatching: "On a computer with a network, with the same QR codes. It shows the coins.",
    electrumHeading: "Second way: Electrum (tried with version {version})",
    electrumInstall:
      "Bring Electrum, from electrum.org and nowhere else, to the computer without a network "
      + "as a file, and check its signature as its page says. Choose \"Standard wallet\", then "
      + "\"I already have a seed\".",
    electrumWords:
      "Type the words. Click \"Options\" and choose \"BIP39 seed\"; where a passphrase is "
      + "needed, also \"Extend this seed with custom words\".",
    electrumAddresses: "Choose the kind of addresses and the path: {addresses}.",
    electrumTaproot: "Electrum did not know Taproot addresses (P2TR): take another way for these.",
    otherHeading: "Another program",
    otherChoose:
      "Your helper finds one that knows the standard in the box of the sheet (for words, BIP-39).",
    otherTried: "These were tried by our tests: {programs}.",
    otherEnter:
      "On the computer without a network, enter the seed, the kind of addresses and the "
      + "path: {addresses}.",
    otherSeveral:
      "For a wallet of several keys it must read output descriptors: give it the QR codes or the text "
      + "of the last pages.",
    rehearsedHeading: "Rehearsed",
    rehearsedText:
      "We went through these steps with a practice sheet and understood them. Whoever signs here can "
      + "be asked.",
    rehearsedBox: "Name, date, signature",
    dateBox: "Date",
    signatureBox: "Signature")
}
