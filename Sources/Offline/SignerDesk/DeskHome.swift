package import Bytes
internal import Refusals
internal import TerminalUI

/// What the desk knows of the home, as `status --json` said it, and of the machine.
package struct DeskHome: Sendable {
  /// A seed in the vault.
  package struct Seed: Equatable, Sendable {
    package let name: String
    package let fingerprint: String
    /// What it is, as in "24 words".
    package let kind: String
    package let hasWords: Bool
    /// Whether it is one private key, which has a wallet of its own and no accounts.
    package let isSingleKey: Bool
    package let isReadBack: Bool
    /// When its backup was tried last, in Unix time; nil for never.
    package let verified: Int64?
    /// Until when it is to be tried again, in Unix time.
    package let nextDrill: Int64?
  }
  /// A registered wallet.
  package struct Wallet: Equatable, Sendable {
    package let name: String
    /// Who can spend from it, in a word or two.
    package let trust: String
    package let seeds: [String]
  }
  /// A printed sheet.
  package struct Sheet: Equatable, Sendable {
    package let title: String
    package let kind: String
    /// The seed or the wallet that it is of.
    package let name: String
    /// When it was printed, in Unix time.
    package let printed: Int64
    /// When it was read back, in Unix time; nil for never.
    package let verified: Int64?
  }
  /// A setting, by its name on the command line.
  package struct Setting: Equatable, Sendable {
    package let name: String
    package let value: Int64
    package let meaning: String
    package let least: Int64
    package let most: Int64
  }

  /// Whether there is a vault.
  package var hasVault: Bool
  /// The name of its network; nil until it was opened.
  package var network: String?
  package var isMainnet: Bool
  package var seeds: [Seed] = []
  package var wallets: [Wallet] = []
  package var sheets: [Sheet] = []
  package var settings: [Setting] = []
  /// How many payments and texts were signed.
  package var signed = 0
  /// What is said at every start; each one a sentence.
  package var reminders: [String] = []
  package var hasSeedsPassphrase = false
  /// Minutes without a key after which the desk locks itself.
  package var lockMinutes = 10
  /// What was done in this sitting.
  package var marks: Set<DeskMark> = []
  /// How many points of this machine were open when it was checked last in this sitting; nil while it was not.
  package var openPoints: Int?
  /// What lies on the machine.
  package var files: any DeskFiles
  /// Whether sheets can be printed through CUPS in this sitting.
  package var printsThroughCUPS: Bool
  /// Whether a seed or a wallet may have this name.
  package var isName: @Sendable (String) -> Bool
  /// What time it is, in Unix time.
  package var now: @Sendable () -> Int64

  /// A home of which nothing is known but whether it has a vault, and on which network that is.
  package init(
    hasVault: Bool, isMainnet: Bool, files: any DeskFiles, printsThroughCUPS: Bool,
    isName: @escaping @Sendable (String) -> Bool, now: @escaping @Sendable () -> Int64
  ) {
    self.hasVault = hasVault
    self.isMainnet = isMainnet
    self.files = files
    self.printsThroughCUPS = printsThroughCUPS
    self.isName = isName
    self.now = now
  }

  /// What stands on every screen of a home for practice; nothing for one that holds real coins, and where there is none.
  ///
  /// A vault says openly whether it is for mainnet; which other network it is for, it says once it is open.
  package var mark: String {
    guard hasVault, !isMainnet else { return "" }
    return network.map(Self.mark) ?? "REHEARSAL"
  }

  private static func mark(on network: String) -> String { "REHEARSAL on \(network)" }

  /// A line behind that mark.
  package func marked(_ text: String) -> String { mark.isEmpty ? text : "\(mark). \(text)" }

  /// A line of a command behind the mark, of the home that it makes, too.
  ///
  /// Where a command may be about real coins all the same, it says itself which it is.
  package func marked(_ text: String, of deed: DeskDeed) -> String {
    if let network = deed.practiceNetwork { return "\(Self.mark(on: network)). \(text)" }
    return deed.maySpendRealCoins ? text : marked(text)
  }

  /// Takes what `status --json` said; false where that is not what it says.
  package mutating func take(status value: JSONValue) -> Bool {
    guard let object = value.objectValue, let network = object["network"]?.stringValue,
      let seeds = object["seeds"]?.arrayValue, let wallets = object["wallets"]?.arrayValue,
      let sheets = object["sheets"]?.arrayValue, let settings = object["settings"]?.arrayValue
    else { return false }
    self.network = network
    // A fork of Bitcoin is no practice, whatever it is called.
    isMainnet = object["isWorthMoney"]?.boolValue ?? (network == "mainnet")
    hasVault = true
    self.seeds = seeds.map(Seed.init)
    self.wallets = wallets.map(Wallet.init)
    self.sheets = sheets.map(Sheet.init)
    self.settings = settings.map(Setting.init)
    signed = Int(object["signed"]?.integerValue ?? 0)
    reminders =
      ((object["notices"]?.arrayValue ?? []) + (object["reminders"]?.arrayValue ?? []))
      .compactMap { $0.stringValue.map { ForeignText.again($0, limit: .max) } }
    hasSeedsPassphrase = object["seedsPassphrase"]?.boolValue ?? false
    if let lock = self.settings.first(where: { $0.name == "desk-lock-minutes" }) {
      lockMinutes = Int(lock.value)
    }
    return true
  }

  /// Takes what `doctor --json` said of the machine; where that is not what it says, nothing is known of it.
  package mutating func take(checks value: JSONValue?) {
    openPoints = value?.arrayValue.map { checks in
      checks.count { $0.objectValue?["ok"]?.boolValue != true }
    }
  }

  /// Forgets what the vault said, when the desk is locked.
  package mutating func forget() {
    let (marks, openPoints) = (marks, openPoints)
    self = DeskHome(
      hasVault: hasVault, isMainnet: isMainnet, files: files, printsThroughCUPS: printsThroughCUPS,
      isName: isName, now: now)
    (self.marks, self.openPoints) = (marks, openPoints)
  }
}

extension DeskHome.Seed {
  init(_ value: JSONValue) {
    let object = value.objectValue
    name = object?["name"]?.stringValue ?? ""
    fingerprint = object?["fingerprint"]?.stringValue ?? ""
    let words = object?["words"]?.integerValue
    hasWords = words != nil
    let form = object?["kind"]?.stringValue ?? ""
    isSingleKey = form == "wif"
    kind =
      words.map { "\($0) words" }
      ?? ["seed": "no words", "xpriv": "extended private key", "wif": "private key"][form] ?? form
    isReadBack = object?["readBack"]?.boolValue ?? false
    verified = object?["verified"]?.integerValue
    nextDrill = object?["nextDrill"]?.integerValue
  }
}

extension DeskHome.Wallet {
  /// The trust classes in words.
  private static let words = [
    "sole": "yours alone", "joint": "others sign with you",
    "shared": "others can spend without you",
    "handedOut": "a child that you gave away", "sweep": "its key came from outside",
  ]

  init(_ value: JSONValue) {
    let object = value.objectValue
    name = object?["name"]?.stringValue ?? ""
    let trust = object?["trust"]?.stringValue ?? ""
    self.trust = Self.words[trust] ?? trust
    seeds = (object?["seeds"]?.arrayValue ?? []).compactMap(\.stringValue)
  }
}

extension DeskHome.Sheet {
  init(_ value: JSONValue) {
    let object = value.objectValue
    title = ForeignText.again(object?["title"]?.stringValue ?? "", limit: .max)
    kind = object?["kind"]?.stringValue ?? ""
    name = object?["name"]?.stringValue ?? ""
    printed = object?["printed"]?.integerValue ?? 0
    verified = object?["verified"]?.integerValue
  }
}

extension DeskHome.Setting {
  init(_ value: JSONValue) {
    let object = value.objectValue
    name = object?["name"]?.stringValue ?? ""
    self.value = object?["value"]?.integerValue ?? 0
    meaning = object?["meaning"]?.stringValue ?? ""
    least = object?["least"]?.integerValue ?? 0
    most = object?["most"]?.integerValue ?? 0
  }
}

/// What lies on the machine, as far as a person who looks for a file is shown it.
package protocol DeskFiles: Sendable {
  /// The folder of the person; nil where nobody says.
  var own: String? { get }
  /// The folders at which memory sticks and cards are mounted.
  func sticks() -> [String]
  /// What lies in a folder, by name.
  func entries(of folder: String) -> DeskListing
  /// Printers that are plugged in, by their devices.
  func printers() -> [String]
}

/// What came of looking into a folder.
package enum DeskListing: Equatable, Sendable {
  /// What lies in it.
  case entries([DeskEntry])
  /// It is gone, or holds more names than are shown.
  case unreadable
  /// Nothing came within so many seconds: what it lies on is broken, or about to be.
  case silent(seconds: Int)
}

/// A name in a folder.
package struct DeskEntry: Equatable, Sendable {
  package let name: String
  package let isFolder: Bool

  package init(name: String, isFolder: Bool) {
    self.name = name
    self.isFolder = isFolder
  }
}
