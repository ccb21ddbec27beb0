/// Every sentence of sheets in one language, but for the heads of pages (`PageSentences`).
///
/// What is filled in stands in braces: `{program}`. A translation has the same names in braces as
/// the English sentence, which a test looks at, and no sentence is left out: there is no default.
struct SheetSentences: Sendable {
  /// The language's own name: `Deutsch`.
  let language: String
  /// The box on every sheet.
  let box: BoxSentences
  /// The letter to the heirs.
  let letter: LetterSentences
  /// Titles, labels, facts, notes and captions.
  let facts: FactSentences
  /// What is done with a page.
  let steps: StepSentences

  /// All of them, for tests.
  var all: [String] { box.all + letter.all + facts.all + steps.all }

  /// Fills in what stands in braces.
  static func filled(_ sentence: String, _ values: [(name: String, value: String)]) -> String {
    var parts: [String] = []
    // From left to right, so that braces in a value are left alone.
    var rest = sentence[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      parts.append(String(rest[..<open]))
      let name = String(rest[rest.index(after: open)..<close])
      parts.append(values.first { $0.name == name }?.value ?? "{\(name)}")
      rest = rest[rest.index(after: close)...]
    }
    return parts.joined() + rest
  }

  /// The names that stand in braces, in order of the alphabet.
  static func names(in sentence: String) -> [String] {
    sentence.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
      part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }.sorted()
  }
}

extension String {
  /// Fills in what stands in braces.
  func filling(_ values: KeyValuePairs<String, String>) -> String {
    SheetSentences.filled(self, values.map { ($0.key, $0.value) })
  }
}

/// What the box on a sheet says to somebody who was told nothing.
struct BoxSentences: Sendable {
  // MARK: Labels

  /// The heading of the box.
  let title: String
  let whatLabel: String
  let standardLabel: String
  let addressesLabel: String
  let sinceLabel: String
  let programsLabel: String
  let firstLabel: String
  let neverLabel: String
  let sourceLabel: String

  // MARK: What it is

  /// `{count}` words that are a whole seed.
  let words: String
  /// A whole seed or key in letters.
  let letters: String
  /// A private key of one address.
  let key: String
  /// An encrypted seed; what opens it is called sheet words, as in the program.
  let encrypted: String
  /// A share of which `{needed}` of `{count}` are needed.
  let countedShare: String
  /// A share of two that are both needed.
  let bothParts: String
  /// A share of `{count}` that are all needed.
  let allParts: String
  /// A share whose rule is longer than two numbers.
  let share: String
  /// A wallet without a secret.
  let wallet: String
  /// An empty sheet.
  let blank: String
  /// Added where a passphrase is needed that stands on no sheet.
  let passphrase: String
  /// A wallet's `{name}` in a sentence.
  let quotedName: String
  /// Added where the seed alone does not open the `{wallet}`: `{needed}` of its `{count}` keys must sign.
  let needsOthers: String
  /// The same of several `{wallets}`, or of one whose rule is longer than two numbers.
  let needOthers: String
  /// Before everything else on a test network, `{network}`.
  let rehearsal: String

  // MARK: What to do

  let firstWithSecret: String
  let firstWithShare: String
  /// The same where there is but one other part.
  let firstWithOtherPart: String
  let firstWithEncrypted: String
  let firstWithWallet: String
  let firstWithBlank: String
  /// Never, with a secret on the page; the rule about photographs follows.
  let neverWithSecret: String
  /// The same with an encrypted sheet, whose words are a secret too.
  let neverWithEncrypted: String
  /// Never, with a page that holds no secret.
  let neverWithWallet: String
  /// The rule about photographs of a page with a secret, the same everywhere.
  let photographsOfSecrets: String
  /// The rule about photographs of a page without a secret.
  let photographsOfOthers: String

  // MARK: Facts

  /// `{height}`, and a `{month}` that is not later than that block.
  let since: String
  /// `{height}` on a network whose blocks have no known dates.
  let sinceBlock: String
  let sinceUnknown: String
  /// The `{addresses}` of a key in a wallet of several keys, where no wallet of the seed is known.
  let addressesOfGroup: String
  /// `{programs}`, each with its version and its day.
  let programs: String
  /// `{program}` with its version and its day, which restores the `{kinds}` of addresses alone.
  let onlyFor: String
  /// `{programs}` and devices of which only the code was run that reads such a page.
  let codeOnly: String
  /// `{program}` that is a device and no program for a computer.
  let device: String
  /// `{programs}` that are no programs to open but libraries, each with its version and its day.
  let forProgrammers: String
  /// After these: `{programs}` that take the words which come out.
  let afterWords: String
  /// The same where a seed in bytes comes out.
  let afterBytes: String
  /// The same where the seed belongs to a wallet of several keys, too: what its public sheet is needed for.
  let afterBytesOfGroup: String
  /// No program of others was tried with this kind.
  let programsNone: String
  /// Of a blank sheet, whose words nobody knows yet: `{programs}` that were tried with English ones.
  let programsBlank: String
  /// What opens an encrypted sheet instead: the reader that is printed with it.
  let programsEncrypted: String
  /// `{program}` and its system, `{address}` and `{hash}` (SHA-256).
  let source: String
  /// `{program}` was built without saying where its source is: `{line}` is for writing it by hand.
  let sourceUnknown: String

  /// All of them, for tests: in the order of their declaration.
  var all: [String] {
    Mirror(reflecting: self).children.compactMap { $0.value as? String }
  }
}
