internal import BitcoinPrimitives
internal import Bytes
package import EncryptedVault
internal import ExtendedKeys
package import RecoverySheets
package import SecureMemory
package import SeedForms
package import SignerHome
package import TerminalUI

/// What the QR codes of a sheet say about the vault: which sheet it is, what of it was read byte
/// for byte, and what is missing.
///
/// A sheet with a mark is the one that the mark names. Of older ones it is the sheet of which most
/// was read; where sheets of two kinds have the same QR codes, a person must say which it is. What
/// counts is the newest print: an older one that lacks a wallet of it is not read whole.
package struct SheetCheck {
  /// A sheet that was printed, or nil for a QR code that was made by hand.
  package let record: Int?
  /// What the sheet is, for a person.
  package let title: String
  package let found: [String]
  package var missing: [String]
  /// QR codes that belong to something else.
  package let strangers: Int
  /// The QR codes that belong to it, as places in what was read.
  package let places: Set<Int>
  /// The seed that was read in full, by name.
  let seed: String?
  /// What a person should know.
  package var notes: [String] = []

  package var isWhole: Bool { missing.isEmpty && !found.isEmpty }

  /// Finds the sheet; nil when nothing of the vault was read.
  ///
  /// `kind` is what a person said that it is.
  ///
  /// An encrypted sheet is looked at by ``init(opened:record:seed:_:)`` instead.
  package init?(
    _ symbols: borrowing SecretList, _ contents: VaultContents, kind: SheetKind? = nil,
    opening seeds: SeedOpener
  ) throws(ProgramError) {
    if let mark = try Self.mark(in: symbols, expecting: kind) {
      guard let index = contents.sheetRecord(of: mark) else {
        guard var alone = try Self.seedAlone(symbols, contents, seeds) else {
          throw Self.unknown(mark)
        }
        alone.notes.append(
          "this vault has no record of the print \(mark.spoken): only the seed on it was "
            + "checked, not its other pages")
        self = alone
        return
      }
      guard let check = try Self(symbols, contents, record: index, seeds) else { return nil }
      self = check
      return
    }
    if let share = try Self.share(symbols, contents) {
      self = share
      return
    }
    let best = try Self.best(symbols, contents, kind, seeds)
    let bySeed = try Self.seedAlone(symbols, contents, seeds)
    guard let best else {
      guard let bySeed else { return nil }
      self = bySeed
      return
    }
    // A QR code copied by hand, or a sheet that was never written down here: the seed is what
    // counts.
    if !best.isWhole, let bySeed, best.record.map({ contents.sheets[$0].sheetKind }) != .full {
      self = bySeed
      return
    }
    self = best
  }

  /// The one mark among QR codes; nil on sheets that were printed before there were any.
  package static func mark(
    in symbols: borrowing SecretList, expecting kind: SheetKind? = nil
  ) throws(ProgramError) -> SheetMark? {
    let marks = SheetMark.marks(in: symbols)
    guard marks.count <= 1 else { throw SheetPile.refusal(of: marks) }
    if let mark = marks.first, let kind, mark.kind != kind {
      throw ProgramError(
        "this sheet is not of the kind \(kind.rawValue): its mark says \(mark.kind.rawValue), print "
          + "\(mark.spoken)",
        hint: "leave --kind out: a sheet with a mark says what it is")
    }
    return marks.first
  }

  private static func unknown(_ mark: SheetMark) -> ProgramError {
    ProgramError(
      "this is the \(mark.kind.title.lowercased()) with the number \(mark.spoken), and this vault has "
        + "no record of printing it",
      hint: "check that this is the right home; if its seed or wallet was removed since, or the "
        + "vault was restored from an older backup, print a new sheet")
  }

  /// Compares with one sheet that was printed; nil for kinds that are not made again from the vault,
  /// and when nothing of it was read.
  private init?(
    _ symbols: borrowing SecretList, _ contents: VaultContents, record index: Int,
    _ seeds: SeedOpener
  ) throws(ProgramError) {
    let record = contents.sheets[index]
    if record.sheetKind == .share {
      guard let check = try Self.share(symbols, contents) else {
        self = Self.marked(index, record, missing: "the QR code of the share", in: symbols)
        return
      }
      self = check
      return
    }
    if record.sheetKind == .encrypted, let mark = record.mark, mark.symbol.isRead(in: symbols) {
      self = Self.marked(index, record, missing: "the QR codes of the encrypted seed", in: symbols)
      return
    }
    guard let kind = record.sheetKind,
      let expected = try contents.expectedSymbols(of: record, opening: seeds)
    else { return nil }
    let read = SheetReadBack(expected + [record.mark?.symbol].compactMap(\.self), in: symbols)
    guard !read.found.isEmpty else { return nil }
    var missing = read.missing
    if let newest = contents.newestPrint(like: record), newest != index {
      let print = contents.sheets[newest]
      let more = try contents.expectedSymbols(of: print, opening: seeds) ?? []
      missing += SheetReadBack(more, in: symbols).missing.filter { !missing.contains($0) }
        .map { "\($0) (on the newest print, of \(UTCTime(print.printed).text))" }
    }
    self.record = index
    title = "the \(record.title)"
    found = read.found
    self.missing = missing
    strangers = read.strangers
    places = read.places
    seed = kind == .full && missing.isEmpty ? record.name : nil
    if RecoverySheet.digest(kind, expected) != record.digest {
      notes.append(
        "its wallets are not those that it was printed with: something was changed or removed since, "
          + "so print a new one")
    }
    let later = contents.walletsRegistered(since: record)
    if !later.isEmpty {
      notes.append(
        "registered after it was printed, so not on it: \(later.joined(separator: ", ")); print a new "
          + "sheet")
    }
  }

  /// A sheet of which nothing but its mark was read.
  private static func marked(
    _ index: Int, _ record: SheetRecord, missing: String, in symbols: borrowing SecretList
  ) -> SheetCheck {
    let places = SheetReadBack([record.mark?.symbol].compactMap(\.self), in: symbols).places
    var check = SheetCheck(
      record: index, "the \(record.title)", found: [], strangers: 0, places: places, seed: nil)
    check.missing = [missing]
    return check
  }

  /// Among sheets without a mark, the one of which most was read; among those, the one of which
  /// least is missing; then the latest.
  private static func best(
    _ symbols: borrowing SecretList, _ contents: VaultContents, _ kind: SheetKind?,
    _ seeds: SeedOpener
  ) throws(ProgramError) -> SheetCheck? {
    var best: (check: SheetCheck, score: Int)?
    var whole: [SheetCheck] = []
    for index in contents.sheets.indices.reversed() {
      let record = contents.sheets[index]
      guard kind == nil || record.sheetKind == kind, record.sheetKind != .share,
        let check = try Self(symbols, contents, record: index, seeds)
      else { continue }
      let score = 1_000 * check.found.count - check.missing.count
      if score > best?.score ?? .min { best = (check, score) }
      if check.missing.isEmpty || check.missing == [record.mark?.symbol.name] {
        whole.append(check)
      }
    }
    guard let best else { return nil }
    let same = whole.filter { $0.found == best.check.found }
    let kinds = Set(same.compactMap { check in check.record.map { contents.sheets[$0].sheetKind } })
    guard kinds.count > 1 else { return best.check }
    throw ProgramError(
      "these QR codes could be from \(same.map(\.title).joined(separator: ", or from "))",
      hint:
        "read the title of the sheet and add --kind public or --kind inheritance; or include the page with the "
        + "sheet's own mark, which newer sheets have")
  }

  /// The result for an encrypted sheet that was opened.
  package init(
    opened parts: SealedParts, in symbols: borrowing SecretList, record: Int?, seed: String,
    _ contents: VaultContents
  ) {
    self.record = record
    title =
      record.map { "the \(contents.sheets[$0].title)" } ?? "an encrypted sheet of the seed \(seed)"
    found =
      parts.symbols.count == 1
      ? ["the encrypted seed"] : ["all \(parts.symbols.count) QR codes of the encrypted seed"]
    missing = []
    strangers = 0
    let mark = record.flatMap { contents.sheets[$0].mark }
    places = Set(
      (0..<symbols.count).filter { index in
        symbols.withUnsafeBytes(at: index) { SealedParts.isPart($0) }
      }
    ).union(SheetReadBack([mark?.symbol].compactMap(\.self), in: symbols).places)
    self.seed = seed
  }

  /// A sheet with a mark that could not be checked, in words.
  package init(unknown mark: SheetMark, because reason: String) {
    self.init(
      unchecked: "the \(mark.kind.title.lowercased()) with the number \(mark.spoken)",
      because: reason)
  }

  /// A sheet that could not be checked, in words.
  package init(unchecked title: String, because reason: String) {
    record = nil
    self.title = title
    found = []
    missing = [reason]
    strangers = 0
    places = []
    seed = nil
  }

  private init(
    record: Int?, _ title: String, found: [String], strangers: Int, places: Set<Int>, seed: String?
  ) {
    self.record = record
    self.title = title
    self.found = found
    missing = []
    self.strangers = strangers
    self.places = places
    self.seed = seed
  }

  /// A QR code of a seed by itself: written by hand, or on a sheet of another program.
  private static func seedAlone(
    _ symbols: borrowing SecretList, _ contents: VaultContents, _ seeds: SeedOpener
  ) throws(ProgramError) -> SheetCheck? {
    // What has no secret on it is compared with none.
    let mayHoldSeed = (0..<symbols.count).contains { index in
      symbols.withUnsafeBytes(at: index) { SecretForm(symbol: $0) != .unknown }
    }
    guard mayHoldSeed else { return nil }
    for seed in contents.seeds {
      let symbol = try seeds.opened(seed).forSheet().symbol
      guard symbol.isRead(in: symbols) else { continue }
      return SheetCheck(
        record: nil, "a QR code of the seed \(seed.name)", found: [symbol.name],
        strangers: symbols.count - 1, places: SheetReadBack([symbol], in: symbols).places,
        seed: seed.name)
    }
    return nil
  }

  /// A share that was printed here, recognised by its digest, which only the same bytes have.
  private static func share(
    _ symbols: borrowing SecretList, _ contents: VaultContents
  ) throws(ProgramError) -> SheetCheck? {
    let mark = try mark(in: symbols)
    for position in 0..<symbols.count {
      let digest = PrintedSymbol("", symbols.secret(at: position), isSecret: true).shareDigest
      let prints = contents.sheets.indices.filter {
        let record = contents.sheets[$0]
        return record.sheetKind == .share && record.digest == digest
          && contents.isOfItsSeed(record)
      }
      guard let index = prints.last(where: { contents.sheets[$0].mark == mark }) ?? prints.last
      else { continue }
      let record = contents.sheets[index]
      let name = record.kind.split(separator: " ").last.map(String.init) ?? ""
      let marked = SheetReadBack([record.mark?.symbol].compactMap(\.self), in: symbols)
      var check = SheetCheck(
        record: index, "the \(record.title)", found: ["the share \(name)"] + marked.found,
        strangers: symbols.count - 1 - marked.found.count,
        places: marked.places.union([position]), seed: nil)
      check.missing = marked.missing
      return check
    }
    return nil
  }
}
