/// What stands on a page beside its box, its head and its steps: titles, labels, facts, notes, headings,
/// captions and the footer.
///
/// As of ``SheetSentences``, a translation has the same names in braces as the English sentence.
/// `FactSentences+English.swift` says what each is for.
struct FactSentences: Sendable {
  // MARK: Titles and footers

  let fullTitle: String
  let encryptedTitle: String
  let publicTitle: String
  let blankTitle: String
  let partTitle: String
  let countedPartTitle: String
  let letteredPartTitle: String
  let print: String
  let samePrint: String
  let checked: String
  let blankChecked: String
  let page: String
  let withoutSpaces: String
  let oneSpace: String
  let continued: String

  // MARK: Standards, as the box names them

  let standardEnglishWords: String
  let standardWords: String
  let standardCodex32: String
  let standardExtendedKey: String
  let standardSingleKey: String
  let standardSLIP39: String
  let standardCodex32Part: String
  let standardXORPart: String
  let standardWallet: String
  let standardBlank: String

  // MARK: Kinds of addresses that other programs have no name for

  let everyKind: String
  let bareKey: String
  let otherKind: String

  // MARK: Seeds

  let seed: String
  let kind: String
  let fingerprint: String
  let passphrase: String
  let words: String
  let codex32: String
  let extendedKey: String
  let singleKey: String
  let block: String
  let blockUnknown: String
  let passphraseNeeded: String
  let noPassphrase: String

  // MARK: Where a seed comes from

  let made: String
  let imported: String
  let derived: String
  let madeFrom: String
  let cameFrom: String
  let olderByDraws: String
  let older: String
  let originWords: String
  let originKey: String
  let originResource: String
  let originSheet: String
  let originShares: String
  let originParts: String
  let originAlone: String
  let originRecovery: String
  let child: String
  let childText: String
  let unknownChild: String
  let log: String
  let logText: String
  let logTextOfOne: String

  // MARK: The words of a seed and its QR codes

  let digits: String
  let seedHeading: String
  let order: String
  let boldEnough: String
  let orderOfBytewords: String
  let seedQR: String
  let wordsAsText: String
  let codeOf: String
  let anyReader: String
  let extraHeading: String
  let recoveryQR: String
  let accountMap: String
  let toRestore: String

  // MARK: Wallets

  let walletCopies: String
  let walletForOthers: String
  let copies: String
  let walletsHeading: String
  let rule: String
  let oneKeySigns: String
  let allKeysSign: String
  let someKeysSign: String
  let waysSign: String
  let orWay: String
  let keyAlone: String
  let someOfKeys: String
  let andKey: String
  let keyRange: String
  let ruleUnknown: String
  let key: String
  let heldBySeed: String
  let heldByOther: String
  let keyOrigin: String
  let noOrigin: String
  let nobodysKey: String
  let linesNote: String
  let descriptorLine: String
  let neverPayHandedOut: String
  let neverPaySweep: String
  let firstAddresses: String
  let onlyAddress: String
  let warnedAddresses: String
  let warnedAddress: String
  let electrumLabel: String
  let electrumKeys: String
  /// Before the key of a wallet of one key, which stands on the next line.
  let electrumKey: String
  let copyNote: String
  let copiesNote: String
  let sameCode: String
  let countedCopy: String
  let descriptorCode: String
  let descriptorCodes: String

  // MARK: Shares

  let itsFingerprint: String
  let part: String
  let partText: String
  let partTextOfSet: String
  let groupShare: String
  let allPartsNeeded: String
  let somePartsNeeded: String
  let bothInAnyOrder: String
  let allInAnyOrder: String
  let groupsNeeded: String
  let groupRule: String
  let restores: String
  let restoresWords: String
  let restoresRoot: String
  let wallets: String
  let walletInList: String
  let slip39Needed: String
  let bip39Needed: String
  let otherPart: String
  let otherParts: String
  let partOf: String
  let partWords: String

  // MARK: Encrypted sheets

  let inside: String
  let network: String
  let walletsInside: String
  let noWallets: String
  let lockedWith: String
  let lockedWithWords: String
  let seedPassphrase: String
  let neededBesideWords: String
  let childrenInside: String
  let childrenInsideText: String
  let lockedSeed: String
  let lockedWallets: String
  let encryptedCodes: String
  let afterLetters: String
  let noPlace: String
  let whoKnows: String
  let lettersHeading: String
  let lettersText: String

  // MARK: Blank sheets

  let blankWords: String
  let name: String
  let date: String
  let blankSince: String
  let blankAddresses: String
  let blankPassphrase: String
  let madeWith: String
  let pencil: String
  let toCheck: String
  let gridsHeading: String
  let digitsGrid: String
  let compactGrid: String
  let oneIsEnough: String
  let readAsDigits: String

  // MARK: Pages for steel

  let steelWords: String
  let steelNote: String
  let steelCode: String
  let steelCopy: String

  // MARK: Lists of words

  /// How the languages of lists of words are called.
  let lists: WordListNames

  /// All of them, for tests: in the order of their declaration.
  var all: [String] {
    Mirror(reflecting: self).children.compactMap { $0.value as? String } + lists.all
  }
}

/// The languages of BIP-39's lists of words, as a page says them.
struct WordListNames: Sendable {
  let english: String
  let japanese: String
  let korean: String
  let spanish: String
  let chineseSimplified: String
  let chineseTraditional: String
  let french: String
  let italian: String
  let czech: String
  let portuguese: String

  /// All of them, in order.
  var all: [String] {
    Mirror(reflecting: self).children.compactMap { $0.value as? String }
  }
}
