import Refusals
import Testing

@Suite struct RuleTests {
  private struct Refused: HintedError {
    let rule: Rule?
    var description: String { "the packet ends too early" }
    var hint: String { "export it again" }
  }

  @Test func `the rules are R01 to R34, each under the number that docs/rules.md gives it`() {
    let names = (1...34).map { $0 < 10 ? "R0\($0)" : "R\($0)" }
    #expect(Rule.allCases.map(\.rawValue) == names)
    #expect(Rule.allCases.map { "\($0)" } == names)
  }

  @Test func `a sentence that does not end a command has its rule behind it, where there is one`() {
    #expect(Refused(rule: .r17).ruled == "the packet ends too early (R17)")
    #expect(Refused(rule: nil).ruled == "the packet ends too early")
  }
}
