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
      "Bitcoin. The long line of letters on this page is the key to coins. Whoever has it has the coins.",
    key:
      "Bitcoin. The private key on this page opens one address. Whoever has it has the coins there.",
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
    passphrase: "A passphrase is needed too, and it is not on this page.",
    rehearsal: "This page is for practice on the network {network}: its coins are worth nothing.",
    firstWithSecret:
      "Take your time; waiting loses nothing. Bring the seed back on a computer without a network, "
      + "and compare the fingerprint. Pay a small amount to yourself before you move the rest.",
    firstWithShare:
      "Take your time; waiting loses nothing. Find out who holds the other parts, and bring them "
      + "together only where the key is restored: at a computer without a network.",
    firstWithEncrypted:
      "Take your time; waiting loses nothing. Find the words. Open this page on a computer without "
      + "a network, with this program or with the reader whose source is printed with it.",
    firstWithWallet:
      "Keep it with the papers that hold the keys. Any of the programs below shows the balance "
      + "from the QR code; compare the first address before anybody pays to it.",
    firstWithBlank: "Write by hand, alone, and read it back before any coin is sent to it.",
    neverWithSecret:
      "Do not show, send or read this out to anybody, and do not type it into a telephone, a "
      + "web page or a computer with a network. Nobody honest asks for it, and no help needs "
      + "it.",
    neverWithWallet:
      "Do not let anybody talk you into typing words because of this page: looking at coins needs none.",
    photographsOfSecrets: "Only a machine without a network may photograph or scan this page.",
    photographsOfOthers:
      "This page may be photographed, but whoever has the picture sees every payment.",
    since: "block {height}, about {month}; earlier blocks need not be searched",
    sinceBlock: "block {height}; earlier blocks need not be searched",
    sinceUnknown: "not known: search the whole chain",
    programs: "{programs}. Our tests restored this kind of page with each on that day.",
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
    termsHeading: "Four words that you will meet",
    seedTerm: "Seed",
    seedMeaning:
      "The key: 12 to 24 words, or one line of letters, on paper. Whoever reads it has the coins.",
    walletTerm: "Wallet",
    walletMeaning:
      "Which keys can spend which coins. It stands on the last pages of this letter and is not a "
      + "secret.",
    fingerprintTerm: "Fingerprint",
    fingerprintMeaning:
      "Eight digits and letters that tell one seed from another. They are not a secret; they tell "
      + "you whether you brought back the right seed.",
    machineTerm: "Machine without a network",
    machineMeaning:
      "A computer that is not on the internet, neither by cable nor by radio, and will not be "
      + "connected again until it has been erased. Only there may a seed be typed or shown to a "
      + "camera.",
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
    needsPassphrase: "it needs a passphrase that is not on any sheet",
    whereHeading: "Where things are (written by hand)",
    whereLabel: "Recovery sheets, shares and their holders, machines, passphrases",
    helpHeading: "Who can help",
    helpText:
      "Somebody whom you choose, who knows bitcoin and gains nothing from it; better two who do not know "
      + "each other. They may read this letter and sit beside you. They need no seed, and they look "
      + "away while you type one.",
    helpLabel: "People I would ask (written by hand)",
    neverHeading: "Who must never be asked",
    neverText:
      "Anybody who calls, writes or comes to you first. No support line, recovery service, search "
      + "engine, chat program, bank or authority needs a seed: whoever asks for one wants the "
      + "coins. Type no seed into a telephone or a web page, and let nobody see your screen while "
      + "you type it elsewhere.",
    stepsHeading: "The steps",
    findSheets:
      "Find the sheets, and read the box on each. Only a machine without a network may photograph or "
      + "scan a page with a secret.",
    takeMachine:
      "Take a machine without a network: one that never had a network, or an old computer whose "
      + "radio and cable were removed.",
    chooseWay: "Bring the seed back in one of the three ways below.",
    compare:
      "Compare the fingerprint with the one above, and the first address with the one on the last "
      + "pages, letter by letter. If one of them differs, stop: it is another seed, another "
      + "passphrase or another kind of address. Nothing is lost by stopping.",
    others:
      "Other people must sign too. Their keys stand on the last pages. They keep their seeds; only "
      + "what is to be signed travels.",
    paySmall: "Pay a small amount to yourself first, and wait until it is confirmed.",
    moveRest:
      "Then move the rest to a wallet of your own, whose words you wrote down and read back "
      + "yourself.",
    oursHeading: "First way: {program}",
    oursHome:
      "Press Enter alone at its question: it draws a new passphrase of six words.",
    oursSeed:
      "For each sheet (or --from terminal, to type it). A sheet may say more under To restore: add "
      + "that.",
    oursPassphrase:
      "Where a seed needs a passphrase, add --with-bip39-passphrase. With a wrong one the wallet looks "
      + "empty.",
    oursChildren:
      "The letter in English says how each seed that is derived from another comes back.",
    oursWallet: "Show it the QR codes of the last pages.",
    oursWatching:
      "On a machine with a network, with the same QR codes. It shows the coins.",
    electrumHeading: "Second way: Electrum (tried with version {version})",
    electrumInstall:
      "Bring Electrum to the machine without a network as a file, and compare its signature as its "
      + "page says. Choose Standard wallet, then I already have a seed.",
    electrumWords:
      "Type the words. Click Options and choose BIP39 seed; where a passphrase is needed, also Extend "
      + "this seed with custom words.",
    electrumAddresses: "Choose the kind of addresses and the path: {addresses}.",
    electrumSeveral:
      "For a wallet of several keys choose Multi-signature wallet instead. Give it your words, and the "
      + "keys of the others from the last pages.",
    electrumTaproot: "Electrum did not know Taproot addresses (P2TR): take another way for these.",
    otherHeading: "Third way: another program",
    otherChoose:
      "Your helper finds one that knows the standard in the box of the sheet (for words, BIP-39). "
      + "These were tried by our tests: {programs}.",
    otherEnter: "Enter the seed, the kind of addresses and the path: {addresses}.",
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
