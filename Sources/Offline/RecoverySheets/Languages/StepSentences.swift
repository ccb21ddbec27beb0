/// What is done with a page, in steps and notes.
///
/// Commands, options and what stands for a name in them (`NAME`, `SEED`, `FINGERPRINT`, `NUMBER`) are as they are
/// typed in every language.
struct StepSentences: Sendable {
  // MARK: On the computer without a network

  /// `On a computer without a network.`
  let home: String
  /// `The program asks for a passphrase of its own, not of the seed: ...`
  let ownPassphrase: String
  /// `Hold this page in front of that computer's own camera, never a ...`
  let holdPage: String
  /// `Hold the QR code of one part in front of that computer's own ...`
  let holdPart: String
  /// `Hold the parts, one after the other, in front of that computer's ...`
  let holdParts: String
  /// `Either hold the QR code "{heading}" in front of that computer's ...`
  let eitherHoldCode: String
  /// `Either hold the QR codes of page 1, or those beside the letters, ...`
  let eitherHoldCodes: String
  /// `Without a camera, put --from terminal in place of --from ...`
  let typeWords: String
  /// `Without a camera, put --from terminal in place of --from ...`
  let typeLetters: String
  /// `Without a camera, put --from terminal in place of --from ...`
  let typeEach: String
  /// `Without a camera, put --from terminal in place of --from ...`
  let typeWordsOfEach: String
  /// `Then type the words of the other part, and just press Enter when ...`
  let otherPartWords: String
  /// `Then type the words of the other parts, and just press Enter when ...`
  let otherPartsWords: String
  /// `The program asks for the sheet words.`
  let asksSheetWords: String
  /// `By the fingerprint the program finds one wrong, missing or ...`
  let finds: String
  /// `The fingerprint must be {fingerprint}; with --fingerprint ...`
  let findsWithOption: String
  /// `The fingerprint must be {fingerprint}.`
  let compareFingerprint: String
  /// `The program asks for the SLIP-39 passphrase, which is needed. ...`
  let slip39Needed: String
  /// `The program asks for a SLIP-39 passphrase: there is none, so just ...`
  let slip39None: String
  /// `That fingerprint is the one without the passphrase, which is ...`
  let withoutPassphrase: String
  /// `That fingerprint is the one without the BIP-39 passphrase, which ...`
  let withoutBIP39: String
  /// `The fingerprint is the one without the BIP-39 passphrase, which ...`
  let withoutBIP39Inside: String
  /// `For each child listed above, here words/12/7; it must have the ...`
  let eachChild: String
  /// `The child {name}, with the fingerprint {fingerprint}:`
  let child: String
  /// `The child {name}, with the fingerprint {fingerprint}; SEED is ...`
  let childOfRenamed: String
  /// `Its wallet comes with it: {name}-combo.`
  let keyWallet: String

  // MARK: Wallets

  /// `NAME is any name you like.`
  let anyName: String
  /// `Then hold up the page of each wallet.`
  let registerEach: String
  /// `On each computer that has a key of it and no network: hold up ...`
  let registerHere: String
  /// `Its first addresses must be those printed with it.`
  let compareAddresses: String
  /// `On a computer with a network.`
  let watch: String
  /// `Import that file.`
  let importFile: String
  /// `Hold up this page.`
  let holdUp: String
  /// `Hold up the page of each wallet, never this one.`
  let holdUpEach: String
  /// `Hold up the page of each wallet again, never this one.`
  let holdUpEachAgain: String
  /// `Without a birth height it looks at the whole chain.`
  let wholeChain: String
  /// `Compare the first address.`
  let compareAddress: String
  /// `Write a file without a key, for a computer with a network:`
  let carry: String
  /// `There, with Bitcoin Core (bitcoincore.org) running:`
  let thereNode: String
  /// `There, look for the accounts that were used:`
  let discover: String
  /// `There, look for the accounts that were used; without a birth ...`
  let discoverWhole: String
  /// `There, with Bitcoin Core as its node:`
  let discoverByNode: String
  /// `There, with Bitcoin Core as its node; without a birth height this ...`
  let discoverByNodeWhole: String
  /// `A wallet of several keys needs its public sheet, too.`
  let publicSheet: String

  // MARK: Seeing the coins and paying

  /// `To see the coins and to pay, on the computer with a network`
  let payingHeading: String
  /// `On the computer with a network.`
  let payingFirst: String
  /// `To see the coins and to pay, type online-coordinator --help on ...`
  let payingInShort: String
  /// `With Bitcoin Core (bitcoincore.org) running there:`
  let payNode: String
  /// `See the coins of a wallet NAME:`
  let seeCoins: String
  /// `Pay a small amount in bitcoin to an address of yours:`
  let paySmall: String
  /// `Carry the file to the other computer and sign it:`
  let signFile: String
  /// `Carry the signed file back:`
  let carryBack: String
  /// `Send payment NUMBER:`
  let sendPayment: String

  // MARK: Encrypted sheets

  /// `Use offline-signer, as these steps say; or, without it, the ...`
  let twoWays: String
  /// `Or, without a camera, do this in place of step 2: type the lines ...`
  let orType: String
  /// `The program then says how to derive its children again.`
  let childrenAgain: String
  /// `Its wallet comes with it. Write a file for the computer with a ...`
  let exportOne: String
  /// `Its wallets come with it. For each, put its name in place of NAME ...`
  let exportEach: String

  // MARK: Without offline-signer

  /// `Or: to restore without offline-signer`
  let readerHeading: String
  /// `Take a computer without a network that has Python 3.6 or later, ...`
  let readerPython: String
  /// `Either type the program of the last pages into a file read.py ...`
  let readerFile: String
  /// `Type the lines of letters of this sheet, or what its QR codes ...`
  let readerLines: String
  /// `The program asks for the sheet words, and shows what was locked, ...`
  let readerRun: String
  /// `The line "fingerprint" must say {fingerprint}.`
  let readerFingerprint: String
  /// `The line "seed" has {count} words: a BIP-39 seed, {language}. On ...`
  let readerWords: String
  /// `The line "seed" has {count} words: a BIP-39 seed, {language}. On ...`
  let readerWordsLocked: String
  /// `The line "seed" has a seed in codex32 (BIP-93). On that computer, ...`
  let readerCodex32: String
  /// `The line "seed" has an extended private key (BIP-32, xprv). On ...`
  let readerExtendedKey: String
  /// `The line "seed" has the private key of one address (WIF). On that ...`
  let readerSingleKey: String
  /// `These were tried: {programs}.`
  let readerTried: String
  /// `Each line "wallet" has a name and an output descriptor (BIP-380). ...`
  let readerWallets: String
  /// `The format, for programmers`
  let formatHeading: String
  /// `Each QR code holds B$2B, then in two digits of base 36 how many ...`
  let formatParts: String
  /// `The bytes: DBES; the version, 1; log2 of N, r and p of scrypt, ...`
  let formatBytes: String
  /// `The sheet words: UTF-8, NFKD, A to Z as small letters, one space ...`
  let formatKey: String
  /// `The text: ChaCha20-Poly1305 (RFC 8439) with that key, a nonce of ...`
  let formatText: String
  /// `read.py as QR codes: the program of the last pages, in this order`
  let sourceCodes: String
  /// `read.py, part {number}`
  let sourceCode: String
  /// `read.py, the reader in Python`
  let sourceHeading: String
  /// `The same text as in the QR codes before. The spaces at the ...`
  let sourceNote: String

  // MARK: Blank sheets and steel

  /// `To check it, before any coin is sent to it, on the computer that ...`
  let checkBlank: String
  /// `To restore it, type this on a computer without a network.`
  let restoreBlank: String
  /// `Type the words; NAME is any name you like, FINGERPRINT the one ...`
  let typeBlank: String
  /// `Where there is a passphrase, add --with-bip39-passphrase to ...`
  let lockedBlank: String
  /// `Show it on the computer without a network:`
  let showCode: String
  /// `Fill in its dark squares, block by block; the letters and numbers ...`
  let fillIn: String
  /// `Hold this page in front of that computer's camera:`
  let holdCode: String
  /// `Then check it with the camera of the computer without a network:`
  let steelCheck: String

  /// All of them, for tests: in the order of their declaration.
  var all: [String] {
    Mirror(reflecting: self).children.compactMap { $0.value as? String }
  }
}
