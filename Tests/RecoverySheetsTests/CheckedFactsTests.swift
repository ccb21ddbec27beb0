import SheetPages
import Testing

@testable import RecoverySheets

@Suite struct `Printed lines with checks` {
  @Test func `lines are numbered on, and take the columns that are promised`() {
    let facts = SheetFact.checkedLines(
      of: String(repeating: "ABCD", count: 21), letters: 32, from: 7)
    #expect(facts.map(\.label) == ["7", "8", "9"])
    #expect(facts.map(\.text.count) == [48, 48, 33])
    #expect(facts.allSatisfy { $0.isCode && $0.text.contains(" = ") })
  }
}
