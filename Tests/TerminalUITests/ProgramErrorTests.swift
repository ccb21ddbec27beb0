import Refusals
import TerminalUI
import Testing

/// The rule stands behind the sentence, once, however often an error is handed on.
@Suite struct ProgramErrorTests {
  private struct Refused: HintedError {
    let rule: Rule?
    let description = "input 0: the key appears twice"
    let hint = "export it again"
  }

  @Test func `the rule of an error is put behind its sentence`() {
    let error = ProgramError(Refused(rule: .r17))
    #expect(error.message == "input 0: the key appears twice (R17)")
    #expect(error.rule == .r17 && error.hint == "export it again")
    #expect(ProgramError(Refused(rule: nil)).message == "input 0: the key appears twice")
    #expect(Refused(rule: .r17).ruled == error.message)
    #expect(Refused(rule: nil).ruled == "input 0: the key appears twice")
    #expect(ProgramError("too high", rule: .r04, hint: "lower it").message == "too high (R04)")
  }

  @Test func `an error that is handed on names its rule once, in the end`() {
    let inner = ProgramError(Refused(rule: .r17), during: "payment.psbt")
    #expect(inner.message == "payment.psbt: input 0: the key appears twice (R17)")
    let outer = ProgramError(inner, during: "the folder")
    #expect(outer.message == "the folder: payment.psbt: input 0: the key appears twice (R17)")
    #expect(ProgramError(any: outer) == outer)
    #expect(outer.refusingSecret(hint: "move the coins").message == outer.message)
    #expect(outer.refusingSecret(hint: "move the coins").rule == .r17)
  }
}
