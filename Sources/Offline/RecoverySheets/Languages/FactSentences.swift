/// What stands on a page beside its box, its head and its steps: titles, labels, facts, notes, headings,
/// captions and the footer.
///
/// As of ``SheetSentences``, a translation has the same names in braces as the English sentence.
struct FactSentences: Sendable {
  // MARK: Titles and footers

  /// `Recovery sheet: {name}`
  let fullTitle: String
  /// `Encrypted recovery sheet: {name}`
  let encryptedTitle: String
  /// `Public sheet: {name}`
  let publicTitle: String
  /// `Blank sheet: {count} words`
  let blankTitle: String
  /// `Part {part} of the seed {name}`
  let partTitle: String
  /// `Part {part} of {count} of the seed {name}`
  let countedPartTitle: String
  /// `Part {part} of the seed {name} (one of {count})`
  let letteredPartTitle: String
  /// `{title}, print {number}, {date}, {program}`
  let print: String
  /// `Every page of this print has the same number. The small code at ...`
  let samePrint: String
  /// `Checked on {line} by {line} Check again before {date}: {line}`
  let checked: String
  /// `Checked on {line} by {line} Check again before {line}`
  let blankChecked: String
  /// `page {page} of {pages}`
  let page: String
  /// `read without the spaces`
  let withoutSpaces: String
  /// `one space between words`
  let oneSpace: String
  /// `{heading}, continued`
  let continued: String

  // MARK: Standards, as the box names them

  /// `BIP-39, {count} English words; the QR code is a SeedQR`
  let standardEnglishWords: String
  /// `BIP-39, {count} words, {language}; the QR code is their text`
  let standardWords: String
  /// `BIP-93 (codex32), the whole seed (BIP-32)`
  let standardCodex32: String
  /// `BIP-32, extended private key (xprv)`
  let standardExtendedKey: String
  /// `WIF, the private key of one address`
  let standardSingleKey: String
  /// `SLIP-39, {count} words (Shamir backup)`
  let standardSLIP39: String
  /// `BIP-93 (codex32), a part`
  let standardCodex32Part: String
  /// `Seed XOR, a part of {count} BIP-39 words`
  let standardXORPart: String
  /// `output descriptor (BIP-380, BIP-389)`
  let standardWallet: String
  /// `BIP-39, {count} words; SeedQR`
  let standardBlank: String

  // MARK: Seeds

  /// `Seed`
  let seed: String
  /// `What it is`
  let kind: String
  /// `Fingerprint`
  let fingerprint: String
  /// `Passphrase`
  let passphrase: String
  /// `{count} BIP-39 words, {language}`
  let words: String
  /// `seed in codex32 (BIP-93)`
  let codex32: String
  /// `extended private key (BIP-32, xprv)`
  let extendedKey: String
  /// `private key of one address (WIF)`
  let singleKey: String
  /// `block {height} (birth height)`
  let block: String
  /// `not known: search the whole chain`
  let blockUnknown: String
  /// `NEEDED: a BIP-39 passphrase that is not on any sheet; without it ...`
  let passphraseNeeded: String
  /// `none`
  let noPassphrase: String

  // MARK: Where a seed comes from

  /// `Made`
  let made: String
  /// `Imported`
  let imported: String
  /// `Derived`
  let derived: String
  /// `{date}, from {origin}`
  let madeFrom: String
  /// `{date}, {origin}`
  let cameFrom: String
  /// `{made}; older if it was made of these draws before`
  let olderByDraws: String
  /// `{made}; the seed may be older than that`
  let older: String
  /// `words`
  let originWords: String
  /// `extended private key`
  let originKey: String
  /// `uniform resource`
  let originResource: String
  /// `encrypted sheet`
  let originSheet: String
  /// `{form}, {count} shares`
  let originShares: String
  /// `Seed XOR of {count} parts`
  let originParts: String
  /// `{draws} alone, as {program}`
  let originAlone: String
  /// `Recovery QR of {program}`
  let originRecovery: String
  /// `Child {name}`
  let child: String
  /// `BIP-85 {path} of {parent}, fingerprint {fingerprint}`
  let childText: String
  /// `BIP-85 child of {parent}, fingerprint {fingerprint}`
  let unknownChild: String
  /// `Signer's log`
  let log: String
  /// `{entries} entries, words: {words}; to compare: {command}`
  let logText: String
  /// `{entries} entry, words: {words}; to compare: {command}`
  let logTextOfOne: String

  // MARK: The words of a seed and its QR codes

  /// `Digits of the SeedQR: the place of each word in the list, counted ...`
  let digits: String
  /// `The seed`
  let seedHeading: String
  /// `Order: down each column. The small number is the word's place in ...`
  let order: String
  /// `The bold letters are enough.`
  let boldEnough: String
  /// `Order: down each column.`
  let orderOfBytewords: String
  /// `The SeedQR of {name}`
  let seedQR: String
  /// `The words as text of {name}`
  let wordsAsText: String
  /// `The {form} of {name}`
  let codeOf: String
  /// `{caption}: any reader of QR codes shows it as text`
  let anyReader: String
  /// `It holds the seed too: {code}`
  let extraHeading: String
  /// `the Recovery QR of {name}`
  let recoveryQR: String
  /// `the Account Map of {name}`
  let accountMap: String
  /// `To restore`
  let toRestore: String

  // MARK: Wallets

  /// `Wallet {name}, the same QR codes again`
  let walletCopies: String
  /// `Wallet {name}, for other programs`
  let walletForOthers: String
  /// `The same QR codes again`
  let copies: String
  /// `The wallets, for the computer`
  let walletsHeading: String
  /// `Rule`
  let rule: String
  /// `1 key signs`
  let oneKeySigns: String
  /// `all {count} keys must sign`
  let allKeysSign: String
  /// `{needed} of {count} keys must sign`
  let someKeysSign: String
  /// `{ways} must sign`
  let waysSign: String
  /// `{ways}, or {way}`
  let orWay: String
  /// `key {key} alone`
  let keyAlone: String
  /// `{needed} of the keys {keys}`
  let someOfKeys: String
  /// `{keys} and {key}`
  let andKey: String
  /// `{first} to {last}`
  let keyRange: String
  /// `unknown must sign`
  let ruleUnknown: String
  /// `Key {number}`
  let key: String
  /// `held by the seed {seed}; {origin}`
  let heldBySeed: String
  /// `held by somebody else; {origin}`
  let heldByOther: String
  /// `fingerprint {fingerprint}, path {path}`
  let keyOrigin: String
  /// `without origin`
  let noOrigin: String
  /// `nobody's: its secret cannot be known (BIP-341)`
  let nobodysKey: String
  /// `The wallet as lines of letters. The = and what follows it check ...`
  let linesNote: String
  /// `Descriptor`
  let descriptorLine: String
  /// `Pay nothing to this wallet: it is a BIP-85 child, and whoever was ...`
  let neverPayHandedOut: String
  /// `Pay nothing to this wallet: its key came from outside, and ...`
  let neverPaySweep: String
  /// `First receiving addresses, to compare after restoring:`
  let firstAddresses: String
  /// `Its address:`
  let onlyAddress: String
  /// `{warning} Its first addresses, only to compare after restoring:`
  let warnedAddresses: String
  /// `{warning} Its address, only to compare after restoring:`
  let warnedAddress: String
  /// `For Electrum`
  let electrumLabel: String
  /// `For Electrum, a line for each key above. Type the words of one ...`
  let electrumKeys: String
  /// `One of the two QR codes is enough. If one is stained or folded, ...`
  let copyNote: String
  /// `Each QR code is printed twice. If one is stained or folded, use ...`
  let copiesNote: String
  /// `The same QR code again`
  let sameCode: String
  /// `QR code {number} of {count}, again`
  let countedCopy: String
  /// `The descriptor of {name}`
  let descriptorCode: String
  /// `QR code {number} of {count} of the descriptor of {name}`
  let descriptorCodes: String

  // MARK: Shares

  /// `Its fingerprint`
  let itsFingerprint: String
  /// `Part`
  let part: String
  /// `{part}, {form}`
  let partText: String
  /// `{part}, {form}, set {set} (the same on each part)`
  let partTextOfSet: String
  /// `group {group}, share {share}`
  let groupShare: String
  /// `all {count} parts are needed`
  let allPartsNeeded: String
  /// `any {needed} of the {count} parts are needed`
  let somePartsNeeded: String
  /// `both parts are needed, in any order`
  let bothInAnyOrder: String
  /// `all {count} parts are needed, in any order`
  let allInAnyOrder: String
  /// `{needed} of {count} groups are needed ({groups})`
  let groupsNeeded: String
  /// `group {group}: {needed} of {count}`
  let groupRule: String
  /// `What it restores`
  let restores: String
  /// `the key itself ({count}-byte BIP-39 seed), not the words`
  let restoresWords: String
  /// `the {count}-byte seed (BIP-32 root)`
  let restoresRoot: String
  /// `Wallets`
  let wallets: String
  /// `{name}, descriptor #{checksum}`
  let walletInList: String
  /// `NEEDED: SLIP-39 passphrase, not on any sheet; a wrong one gives ...`
  let slip39Needed: String
  /// `NEEDED: a BIP-39 passphrase, not on any sheet; without it the ...`
  let bip39Needed: String
  /// `The other part is with (name)`
  let otherPart: String
  /// `Other parts are with (names)`
  let otherParts: String
  /// `Part {part} of {name}`
  let partOf: String
  /// `The words of this part`
  let partWords: String

  // MARK: Encrypted sheets

  /// `Inside`
  let inside: String
  /// `Network`
  let network: String
  /// `Wallets in it`
  let walletsInside: String
  /// `none`
  let noWallets: String
  /// `Locked with`
  let lockedWith: String
  /// `the sheet words, which are not the words of the seed`
  let lockedWithWords: String
  /// `Passphrase of the seed`
  let seedPassphrase: String
  /// `NEEDED: a BIP-39 passphrase, as well as the sheet words`
  let neededBesideWords: String
  /// `Children in it`
  let childrenInside: String
  /// `{count} (BIP-85); their list is encrypted too`
  let childrenInsideText: String
  /// `Encrypted: the seed`
  let lockedSeed: String
  /// `Encrypted: the seed and its wallets`
  let lockedWallets: String
  /// `QR code {number} of {count} of the encrypted seed {name}`
  let encryptedCodes: String
  /// `The page after the letters says what to do with them.`
  let afterLetters: String
  /// `Do not write here where the sheet words are kept: whoever finds ...`
  let noPlace: String
  /// `Who knows where the sheet words are kept (a name)`
  let whoKnows: String
  /// `The same as letters, to type if a QR code cannot be read`
  let lettersHeading: String
  /// `Type each line with the = and the six characters after it. They ...`
  let lettersText: String

  // MARK: Blank sheets

  /// `Words, in their order`
  let blankWords: String
  /// `Name`
  let name: String
  /// `Date`
  let date: String
  /// `Coins since (block or date)`
  let blankSince: String
  /// `Addresses (kinds, paths)`
  let blankAddresses: String
  /// `Passphrase (yes or no)`
  let blankPassphrase: String
  /// `Made with (program)`
  let madeWith: String
  /// `Write with a pencil, or a pen that water does not wash out.`
  let pencil: String
  /// `To check and to restore`
  let toCheck: String
  /// `The same words as a QR code, copied by hand`
  let gridsHeading: String
  /// `SeedQR: {count} words as {digits} digits`
  let digitsGrid: String
  /// `CompactSeedQR: the smaller code, of the same words`
  let compactGrid: String
  /// `One of the two codes is enough; this one has fewer squares.`
  let oneIsEnough: String
  /// `This one can be read as digits: four for each word, its place in ...`
  let readAsDigits: String

  // MARK: Pages for steel

  /// `For steel: the {count} words`
  let steelWords: String
  /// `Four letters of a word are enough: no two words of the list begin ...`
  let steelNote: String
  /// `For steel: the CompactSeedQR`
  let steelCode: String
  /// `The same words for a camera, to copy into the empty grid or onto ...`
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
