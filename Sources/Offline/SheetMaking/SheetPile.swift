package import RecoverySheets
package import SecureMemory
internal import SeedForms

/// Pages of several sheets in any order, and which QR codes may belong to which of them.
///
/// A sheet's own mark stands on one page or on each. What stands on a page with marks belongs to
/// these sheets alone; a page without one may belong to any of them.
package struct SheetPile {
  /// QR codes of one sheet, and where they stand in the list of all.
  package struct Sheet: ~Copyable {
    package let symbols: SecretList
    let places: [Int]

    /// Places of this sheet's list as places in the list of all.
    package func all(_ own: Set<Int>) -> Set<Int> { Set(own.map { places[$0] }) }
  }

  /// The marks that were read, each once.
  package let marks: [SheetMark]
  private let pages: [[Int]]
  private let count: Int
  private let markOf: [Int: SheetMark]
  private let sealed: Set<Int>

  /// Sorts the QR codes of pages; each page is given as places in the list.
  package init(_ symbols: borrowing SecretList, pages: [[Int]]) {
    marks = SheetMark.marks(in: symbols)
    self.pages = pages
    count = symbols.count
    var markOf: [Int: SheetMark] = [:]
    var sealed: Set<Int> = []
    for index in 0..<symbols.count {
      symbols.withUnsafeBytes(at: index) { symbol in
        markOf[index] = SheetMark(reading: symbol)
        if SealedParts.isPart(symbol) { sealed.insert(index) }
      }
    }
    self.markOf = markOf
    self.sealed = sealed
  }

  /// The marks on a page.
  package func marks(onPage page: [Int]) -> [SheetMark] { page.compactMap { markOf[$0] } }

  /// What may belong to the sheet with this mark.
  package func sheet(_ mark: SheetMark, in symbols: borrowing SecretList) -> Sheet {
    let own = pages.filter { page in
      let marks = marks(onPage: page)
      return marks.isEmpty || marks.contains(mark)
    }
    let isSealed = mark.kind == .encrypted
    let places = Set(own.joined()).filter { index in
      if let other = markOf[index] { return other == mark }
      return sealed.contains(index) == isSealed
    }
    return list(places, in: symbols)
  }

  /// What stands on pages without a mark and belongs to none of the sheets that were found.
  package func rest(without used: Set<Int>, in symbols: borrowing SecretList) -> Sheet {
    let places = Set(pages.filter { marks(onPage: $0).isEmpty }.joined()).subtracting(used)
    return list(places, in: symbols)
  }

  private func list(_ places: Set<Int>, in symbols: borrowing SecretList) -> Sheet {
    let places = places.sorted()
    var list = SecretList()
    for place in places { symbols.withUnsafeBytes(at: place) { list.append($0) } }
    return Sheet(symbols: list, places: places)
  }
}
