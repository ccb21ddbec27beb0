/// What is done with a page, in steps and notes.
///
/// Commands, options and what stands for a name in them (`NAME`, `SEED`, `FINGERPRINT`, `NUMBER`) are as they are
/// typed in every language. `StepSentences+English.swift` says what each is for.
struct StepSentences: Sendable {
  // MARK: On the computer without a network

  let home: String
  let ownPassphrase: String
  let holdPage: String
  let holdPart: String
  let holdParts: String
  let eitherHoldCode: String
  let eitherHoldCodes: String
  let typeWords: String
  let typeLetters: String
  let typeEach: String
  let typeWordsOfEach: String
  let otherPartWords: String
  let otherPartsWords: String
  let asksSheetWords: String
  let finds: String
  let findsWithOption: String
  let compareFingerprint: String
  let slip39Needed: String
  let slip39None: String
  let withoutPassphrase: String
  let withoutBIP39: String
  let withoutBIP39Inside: String
  let eachChild: String
  let child: String
  let childOfRenamed: String
  let keyWallet: String

  // MARK: Wallets

  let anyName: String
  let registerEach: String
  let registerHere: String
  let compareAddresses: String
  let watch: String
  let importFile: String
  let holdUp: String
  let holdUpEach: String
  let holdUpEachAgain: String
  let wholeChain: String
  let compareAddress: String
  let carry: String
  let thereNode: String
  let discover: String
  let discoverWhole: String
  let discoverByNode: String
  let discoverByNodeWhole: String
  let publicSheet: String

  // MARK: Seeing the coins and paying

  let payingHeading: String
  let payingFirst: String
  let payingInShort: String
  let payNode: String
  let seeCoins: String
  let paySmall: String
  let signFile: String
  let carryBack: String
  let sendPayment: String

  // MARK: Encrypted sheets

  let twoWays: String
  let orType: String
  let childrenAgain: String
  let exportOne: String
  let exportEach: String

  // MARK: Without offline-signer

  let readerHeading: String
  let readerPython: String
  let readerFile: String
  let readerLines: String
  let readerRun: String
  let readerFingerprint: String
  let readerWords: String
  let readerWordsLocked: String
  let readerCodex32: String
  let readerExtendedKey: String
  let readerSingleKey: String
  let readerTried: String
  let readerWallets: String
  let formatHeading: String
  let formatParts: String
  let formatBytes: String
  let formatKey: String
  let formatText: String
  let sourceCodes: String
  let sourceCode: String
  let sourceHeading: String
  let sourceNote: String

  // MARK: Blank sheets and steel

  let checkBlank: String
  let restoreBlank: String
  let typeBlank: String
  let lockedBlank: String
  let showCode: String
  let fillIn: String
  let holdCode: String
  let steelCheck: String

  /// All of them, for tests: in the order of their declaration.
  var all: [String] {
    Mirror(reflecting: self).children.compactMap { $0.value as? String }
  }
}
