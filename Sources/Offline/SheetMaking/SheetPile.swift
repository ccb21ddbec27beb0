package import RecoverySheets
package import SecureMemory
internal import SeedForms
package import TerminalUI

/// Pages of several sheets in any order, and which QR codes may belong to which of them.
///
/// A sheet's own mark stands on one page or on each. What stands on a page with one mark belongs to
/// that sheet alone. A page without a mark, or with several, counts for a sheet only when no other
/// sheet was read: two sheets have the same QR codes of a wallet, and one that has lost its page must
/// not pass for whole with the page of another.
package struct SheetPile {
  /// QR codes of one sheet, and where they stand in the list of all.
  package struct Sheet: ~Copyable {
    package let symbols: SecretList
    let places: [Int]

    /// Places of this sheet's list as places in the list of all.
    package func all(_ own: Set<Int>) -> Set<Int> { Set(own.map { places[$0] }) }
  }

  /// What was read of a sheet without a mark: its places in the list of all.
  package struct Stray {
    let places: Set<Int>
    /// Whether it is an encrypted sheet.
    package let isSealed: Bool
  }

  /// The marks that were read, each once.
  package let marks: [SheetMark]
  private let pages: [[Int]]
  private let count: Int
  private let markOf: [Int: SheetMark]
  private let sealed: Set<Int>
  /// What no encrypted sheet has: QR codes that are neither parts, nor marks, nor its reader; nothing
  /// where none of them is of a sheet.
  private let plain: Set<Int>

  /// Sorts the QR codes of pages; each page is given as places in the list.
  package init(_ symbols: borrowing SecretList, pages: [[Int]]) {
    marks = SheetMark.marks(in: symbols)
    self.pages = pages
    count = symbols.count
    var markOf: [Int: SheetMark] = [:]
    var sealed: Set<Int> = []
    var plain: Set<Int> = []
    var hasMatter = false
    for index in 0..<symbols.count {
      symbols.withUnsafeBytes(at: index) { symbol in
        markOf[index] = SheetMark(reading: symbol)
        if SealedParts.isPart(symbol) {
          sealed.insert(index)
        } else if markOf[index] == nil, !SheetReaderSource.holds(symbol) {
          plain.insert(index)
          hasMatter = hasMatter || Self.isMatter(symbol)
        }
      }
    }
    self.markOf = markOf
    self.sealed = sealed
    self.plain = hasMatter ? plain : []
  }

  /// Whether a QR code is of some sheet: a seed, a share, or a wallet, whole or in parts.
  private static func isMatter(_ symbol: UnsafeRawBufferPointer) -> Bool {
    RecoveryQR.isOne(symbol) || SecretForm(symbol: symbol) != .unknown
      || PageReport.checksum(symbol) != nil || symbol.starts(with: "B$".utf8)
  }

  /// The marks on a page, each once.
  package func marks(onPage page: [Int]) -> [SheetMark] {
    Set(page).sorted().compactMap { markOf[$0] }
  }

  /// The refusal of what one look through a camera saw of several sheets; nil for one sheet.
  ///
  /// All that a camera sees is one page, so nobody could say which QR code is from which sheet.
  package func refusal(ofLook page: [Int]) -> ProgramError? {
    let marks = marks(onPage: page)
    return marks.count > 1 ? Self.refusal(of: marks) : nil
  }

  /// The refusal of sheets that cannot be told apart.
  static func refusal(of marks: [SheetMark]) -> ProgramError {
    let names = marks.map { "\($0.kind.title.lowercased()) \($0.spoken)" }
    return ProgramError(
      "these are \(marks.count) different sheets: \(names.joined(separator: ", "))",
      hint: "check one at a time; the number of the print is at the foot of each page")
  }

  /// Pages that count for no sheet: several were read, and these have no mark, or more than one.
  ///
  /// They are numbers of pages, from 0; a page without any QR code is not among them.
  package var shared: [Int] {
    guard marks.count > 1 else { return [] }
    return pages.indices.filter { !pages[$0].isEmpty && marks(onPage: pages[$0]).count != 1 }
  }

  /// Whether something was read beside a sheet that cannot be its own: of another sheet without a mark.
  ///
  /// It is an old print, or its mark was not read. It is checked by itself, and the marked ones too.
  /// What stands on pages that count for no sheet is not among these.
  package var hasStrays: Bool { !strays.isEmpty }

  /// The sheets without a mark, encrypted ones first.
  package var strays: [Stray] {
    let found: [Stray] =
      switch marks.count {
      // Without a mark and without parts all is one sheet; so it is with parts alone.
      case 0 where sealed.isEmpty || plain.isEmpty: []
      case 0: [Stray(places: sealed, isSealed: true), Stray(places: plain, isSealed: false)]
      case 1 where marks.first?.kind == .encrypted: [Stray(places: plain, isSealed: false)]
      case 1: [Stray(places: sealed, isSealed: true)]
      default: [Stray(places: partsOfOthers, isSealed: true)]
      }
    return found.filter { !$0.places.isEmpty }
  }

  /// Parts of an encrypted sheet on pages with the mark of another sheet alone.
  private var partsOfOthers: Set<Int> {
    let own = pages.filter { page in
      let marks = marks(onPage: page)
      return marks.count == 1 && marks.first?.kind != .encrypted
    }
    let elsewhere = pages.filter { marks(onPage: $0).contains { $0.kind == .encrypted } }
    return sealed.intersection(own.joined()).subtracting(elsewhere.joined())
  }

  /// What belongs to a sheet without a mark.
  package func sheet(_ stray: Stray, in symbols: borrowing SecretList) -> Sheet {
    list(stray.places, in: symbols)
  }

  /// What may belong to the sheet with this mark: its mark, and what stands on its own pages.
  package func sheet(_ mark: SheetMark, in symbols: borrowing SecretList) -> Sheet {
    let own = pages.filter { marks.count == 1 || marks(onPage: $0) == [mark] }
    let isSealed = mark.kind == .encrypted
    var places = Set(own.joined()).filter { index in
      markOf[index] == nil && sealed.contains(index) == isSealed
    }
    places.formUnion(markOf.filter { $0.value == mark }.keys)
    return list(places, in: symbols)
  }

  private func list(_ places: Set<Int>, in symbols: borrowing SecretList) -> Sheet {
    let places = places.sorted()
    var list = SecretList()
    for place in places { symbols.withUnsafeBytes(at: place) { list.append($0) } }
    return Sheet(symbols: list, places: places)
  }
}
