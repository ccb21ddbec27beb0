import BitcoinPrimitives
import Bytes
import EncryptedVault
import RecoverySheets
import SecretKeys
import SecureMemory
import TerminalUI

/// What the symbols of a sheet say about the vault: which sheet it is, what of it was read byte for
/// byte, and what is missing.
struct SheetCheck {
  /// A sheet that was printed, or nil for a symbol that was made by hand.
  let record: Int?
  /// What the sheet is, for a person.
  let title: String
  let found: [String]
  let missing: [String]
  /// Symbols that belong to something else.
  let strangers: Int
  /// The seed that was read in full, by name.
  let seed: String?
  /// What a person should know.
  var notes: [String] = []

  var isWhole: Bool { missing.isEmpty && !found.isEmpty }

  /// Finds the sheet that fits best; nil when nothing of the vault was read.
  ///
  /// An encrypted sheet is looked at by ``init(opened:record:seed:_:)`` instead.
  init?(_ symbols: borrowing SecretList, _ contents: VaultContents) throws(ProgramError) {
    if let share = Self.share(symbols, contents) {
      self = share
      return
    }
    var best: (record: Int, read: SheetReadBack, score: Int, isChanged: Bool)?
    for index in contents.sheets.indices.reversed() {
      guard let expected = try contents.expectedSymbols(of: contents.sheets[index]) else {
        continue
      }
      let read = SheetReadBack(expected, in: symbols)
      // The one of which most was read; of those the one of which least is missing; the latest.
      let score = 1_000 * read.found.count - read.missing.count
      guard !read.found.isEmpty, score > best?.score ?? .min else { continue }
      let record = contents.sheets[index]
      let digest = record.sheetKind.map { RecoverySheet.digest($0, expected) }
      best = (index, read, score, digest != record.digest)
    }
    let bySeed = try Self.seedAlone(symbols, contents)
    guard let best else {
      guard let bySeed else { return nil }
      self = bySeed
      return
    }
    let record = contents.sheets[best.record]
    // A symbol copied by hand, or a sheet that was never written down here: the seed is what counts.
    if !best.read.isWhole, let bySeed, record.sheetKind != .full {
      self = bySeed
      return
    }
    self.record = best.record
    title = "the \(record.title)"
    found = best.read.found
    missing = best.read.missing
    strangers = best.read.strangers
    seed = record.sheetKind == .full && best.read.isWhole ? record.name : nil
    if best.isChanged {
      notes.append(
        "its wallets are not those that it was printed with: something was changed or removed since, "
          + "so print a new one")
    }
  }

  /// The result for an encrypted sheet that was opened.
  init(opened parts: SealedParts, record: Int?, seed: String, _ contents: VaultContents) {
    self.record = record
    title =
      record.map { "the \(contents.sheets[$0].title)" } ?? "an encrypted sheet of the seed \(seed)"
    found =
      parts.symbols.count == 1
      ? ["the encrypted seed"] : ["all \(parts.symbols.count) symbols of the encrypted seed"]
    missing = []
    strangers = 0
    self.seed = seed
  }

  private init(
    record: Int?, _ title: String, found: [String], strangers: Int, seed: String?
  ) {
    self.record = record
    self.title = title
    self.found = found
    missing = []
    self.strangers = strangers
    self.seed = seed
  }

  /// A symbol of a seed by itself: written by hand, or on a sheet of another program.
  private static func seedAlone(
    _ symbols: borrowing SecretList, _ contents: VaultContents
  ) throws(ProgramError) -> SheetCheck? {
    for seed in contents.seeds {
      let symbol = try seed.forSheet().symbol
      guard symbol.isRead(in: symbols) else { continue }
      return SheetCheck(
        record: nil, "a symbol of the seed \(seed.name)", found: [symbol.name],
        strangers: symbols.count - 1, seed: seed.name)
    }
    return nil
  }

  /// A share that was printed here: told by its digest, which only the same bytes have.
  private static func share(
    _ symbols: borrowing SecretList, _ contents: VaultContents
  ) -> SheetCheck? {
    for position in 0..<symbols.count {
      let digest = PrintedSymbol("", symbols.secret(at: position), isSecret: true).shareDigest
      guard
        let index = contents.sheets.lastIndex(where: {
          $0.sheetKind == .share && $0.digest == digest && contents.isOfItsSeed($0)
        })
      else { continue }
      let record = contents.sheets[index]
      let name = record.kind.split(separator: " ").last.map(String.init) ?? ""
      return SheetCheck(
        record: index, "the \(record.title)", found: ["the share \(name)"],
        strangers: symbols.count - 1, seed: nil)
    }
    return nil
  }
}

extension PrintedSymbol {
  /// The digest of a sheet that holds this share and nothing else.
  var shareDigest: Bytes32 { RecoverySheet.digest(.share, [self]) }
}

extension VaultContents {
  /// The encrypted sheet that was printed with these symbols.
  func sealedRecord(_ parts: SealedParts) -> Int? {
    let digest = RecoverySheet.digest(.encrypted, parts.symbols)
    return sheets.lastIndex { $0.sheetKind == .encrypted && $0.digest == digest }
  }

  /// Stamps what was read: the sheet, and the seed when all of it was, or enough of its shares.
  ///
  /// The name of the seed that counts as read back now; nil when none does.
  mutating func stamp(_ check: SheetCheck, now: Int64) -> String? {
    guard check.isWhole else { return nil }
    if let record = check.record { sheets[record].verified = now }
    if let seed = check.seed {
      noteReadBack(seedNamed: seed, now: now)
      return seed
    }
    guard let record = check.record, let set = ShareSet(sheets[record], in: self),
      set.isEnough, !set.needsPassphrase
    else { return nil }
    noteReadBack(seedNamed: set.seed, now: now)
    return set.seed
  }
}
