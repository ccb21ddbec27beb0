extension SheetSentences {
  static let english = SheetSentences(language: "English", box: .english)
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
      "Never show, send, read out or type this into a telephone, a web page or a computer with a "
      + "network. Nobody honest asks for it, and no help needs it.",
    neverWithWallet:
      "Never let anybody talk you into typing words because of this page: looking at coins needs none.",
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
