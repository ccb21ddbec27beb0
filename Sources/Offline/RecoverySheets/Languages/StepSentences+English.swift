extension StepSentences {
  static let english = StepSentences(
    home: "On a computer without a network.",
    ownPassphrase:
      "The program asks for a passphrase of its own, not of the seed: press Enter, and write "
      + "down the six words that it makes up.",
    holdPage: "Hold this page in front of that computer's own camera, never a smartphone's.",
    holdPart:
      "Hold the QR code of one part in front of that computer's own camera, never a "
      + "smartphone's.",
    holdParts:
      "Hold the parts, one after the other, in front of that computer's own camera, never a "
      + "smartphone's.",
    eitherHoldCode:
      "Either hold the QR code \"{heading}\" in front of that computer's own camera, never a "
      + "smartphone's.",
    eitherHoldCodes:
      "Either hold the QR codes of page 1, or those beside the letters, in front of that "
      + "computer's own camera, never a smartphone's.",
    typeWords:
      "Without a camera, put `--from terminal` in place of `--from camera` and type the words.",
    typeLetters:
      "Without a camera, put `--from terminal` in place of `--from camera` and type the letters "
      + "and digits.",
    typeEach:
      "Without a camera, put `--from terminal` in place of `--from camera` and type each of "
      + "them.",
    typeWordsOfEach:
      "Without a camera, put `--from terminal` in place of `--from camera` and type the words "
      + "of each.",
    otherPartWords:
      "Then type the words of the other part, and just press Enter when there are no more.",
    otherPartsWords:
      "Then type the words of the other parts, and just press Enter when there are no more.",
    asksSheetWords: "The program asks for the sheet words.",
    finds: "By the fingerprint it finds one wrong or missing word, or two swapped ones.",
    findsWithOption:
      "The fingerprint must be {fingerprint}; with `--fingerprint {fingerprint}` in the line the "
      + "program finds one wrong or missing word, or two swapped ones.",
    compareFingerprint: "The fingerprint must be {fingerprint}.",
    slip39Needed:
      "The program asks for the SLIP-39 passphrase, which is needed. Another one, or none, "
      + "gives another seed, without coins: only the fingerprint shows it.",
    slip39None: "The program asks for a SLIP-39 passphrase: there is none, so just press Enter.",
    withoutPassphrase:
      "That fingerprint is the one without the passphrase, which is asked for at each use. A "
      + "wrong one gives other, empty wallets.",
    withoutBIP39:
      "That fingerprint is the one without the BIP-39 passphrase, which is asked for at each "
      + "use.",
    withoutBIP39Inside:
      "The fingerprint is the one without the BIP-39 passphrase, which is asked for at each use.",
    eachChild:
      "For each child listed above, here words/12/7; it must have the fingerprint beside it:",
    child: "The child {name}, with the fingerprint {fingerprint}:",
    childOfRenamed:
      "The child {name}, with the fingerprint {fingerprint}; `SEED` is the seed with the "
      + "fingerprint {seed}:",
    keyWallet: "Its wallet comes with it: {name}-combo.",
    anyName: "NAME is any name you like.",
    registerEach: "Then hold up the page of each wallet.",
    registerHere: "On each computer that has a key of it and no network: hold up this page.",
    compareAddresses: "Its first addresses must be those printed with it.",
    watch: "On a computer with a network.",
    importFile: "Import that file.",
    holdUp: "Hold up this page.",
    holdUpEach: "Hold up the page of each wallet, never this one.",
    holdUpEachAgain: "Hold up the page of each wallet again, never this one.",
    wholeChain: "Without a birth height it looks at the whole chain.",
    compareAddress: "Compare the first address.",
    carry: "Write a file without a key, for a computer with a network:",
    thereNode: "There, with Bitcoin Core (bitcoincore.org) running:",
    discover: "There, look for the accounts that were used:",
    discoverWhole:
      "There, look for the accounts that were used; without a birth height this reads the whole "
      + "chain:",
    discoverByNode: "There, with Bitcoin Core as its node:",
    discoverByNodeWhole:
      "There, with Bitcoin Core as its node; without a birth height this reads the whole chain:",
    publicSheet: "A wallet of several keys needs its public sheet, too.",
    payingHeading: "To see the coins and to pay, on the computer with a network",
    payingFirst: "On the computer with a network.",
    payingInShort:
      "To see the coins and to pay, type `online-coordinator --help` on the computer with a "
      + "network: it lists the commands.",
    payNode: "With Bitcoin Core (bitcoincore.org) running there:",
    seeCoins: "See the coins of a wallet NAME:",
    paySmall:
      "Pay a small amount in bitcoin to an address of yours; later the rest, with `all` as "
      + "`AMOUNT` and new file names:",
    signFile: "Carry the file to the other computer and sign it:",
    carryBack: "Carry the signed file back:",
    sendPayment: "Send payment NUMBER:",
    twoWays:
      "Use offline-signer, as these steps say; or, without it, the reader on the last pages, as "
      + "the steps further down say.",
    orType:
      "Or, without a camera, do this in place of step 2: type the lines of letters into a text "
      + "file `sheet.txt` as they are printed, and then:",
    childrenAgain: "The program then says how to derive its children again.",
    exportOne: "Its wallet comes with it. Write a file for the computer with a network:",
    exportEach:
      "Its wallets come with it. For each, put its name in place of NAME and write a file for "
      + "the computer with a network:",
    readerHeading: "Or: to restore without offline-signer",
    readerPython:
      "Take a computer without a network that has Python 3.6 or later, from Linux or "
      + "python.org. Apple's own Python lacks scrypt.",
    readerFile:
      "Either type the program of the last pages into a file `read.py` there, or let that "
      + "computer's own camera read its QR codes, and put their text into that file, in their "
      + "order.",
    readerLines:
      "Type the lines of letters of this sheet, or what its QR codes hold, into a file "
      + "`sheet.txt` there, one per line.",
    readerRun:
      "The program asks for the sheet words (nothing appears while you type them) and shows what "
      + "was locked, a line for each thing (on Windows, type `py` in place of `python3`):",
    readerFingerprint: "The line \"fingerprint\" must say {fingerprint}.",
    readerWords:
      "The line \"seed\" has {count} words: a BIP-39 seed, {language}. On that computer, enter "
      + "them in a program that knows BIP-39.",
    readerWordsLocked:
      "The line \"seed\" has {count} words: a BIP-39 seed, {language}. On that computer, enter "
      + "them in a program that knows BIP-39, with the BIP-39 passphrase.",
    readerCodex32:
      "The line \"seed\" has a seed in codex32 (BIP-93). On that computer, enter it in a "
      + "program that knows codex32.",
    readerExtendedKey:
      "The line \"seed\" has an extended private key (BIP-32, xprv). On that computer, enter it "
      + "in a program that takes a master private key.",
    readerSingleKey:
      "The line \"seed\" has the private key of one address (WIF). On that computer, enter it "
      + "in a program that takes such a key.",
    readerTried: "These were tried: {programs}.",
    readerWallets:
      "Each line \"wallet\" has a name and an output descriptor (BIP-380). With it, a program "
      + "on a computer with a network finds the coins; never take another line there.",
    formatHeading: "The format, for programmers",
    formatParts:
      "Each QR code holds B$2B, then in two digits of base 36 how many QR codes there are, in "
      + "two more which one it is, counted from 0, and the rest in base32 (RFC 4648, without =). "
      + "Join what remains in that order and decode it. The letters printed for typing are the "
      + "same.",
    formatBytes:
      "The bytes: DBES; the version, 1; log2 of N, r and p of scrypt, one byte each (here "
      + "{logN}, {r} and {p}); 16 bytes of salt; the encrypted text; 16 bytes of tag; and the "
      + "first 4 bytes of SHA-256 of everything before.",
    formatKey:
      "The sheet words: UTF-8, NFKD, A to Z as small letters, one space between two. The key: "
      + "scrypt (RFC 7914) of the sheet words with salt, N, r and p, 32 bytes.",
    formatText:
      "The text: ChaCha20-Poly1305 (RFC 8439) with that key, a nonce of 12 zero bytes, and the "
      + "first 24 bytes as associated data. Line feeds fill it up at its end. Its first line is "
      + "the seed; the others say its network, its fingerprint and its wallets.",
    sourceCodes: "read.py as QR codes: the program of the last pages, in this order",
    sourceCode: "read.py, part {number}",
    sourceHeading: "read.py, the reader in Python",
    sourceNote:
      "The same text as in the QR codes before. The spaces at the beginning of a line count: "
      + "four a level.",
    checkBlank:
      "To check it, before any coin is sent to it, on the computer that made the words; NAME is "
      + "the seed's name there:",
    restoreBlank: "To restore it, type this on a computer without a network.",
    typeBlank:
      "Type the words; NAME is any name you like, FINGERPRINT the one written above. With it, the "
      + "program finds one wrong or missing word, or two swapped ones. Or type `--from camera` in "
      + "place of `--from terminal`, and hold the filled-in code of the next page in front of "
      + "that computer's camera.",
    lockedBlank: "Where there is a passphrase, add `--with-bip39-passphrase` to that line.",
    showCode: "Show it on the computer without a network:",
    fillIn:
      "Fill in its dark squares, block by block; the letters and numbers along the edge show "
      + "where you are. The squares with a stroke are dark in every code.",
    holdCode: "Hold this page in front of that computer's camera:",
    steelCheck: "Then check it with the camera of the computer without a network:")
}
