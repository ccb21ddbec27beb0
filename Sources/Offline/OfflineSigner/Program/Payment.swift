import AirgapMessages
import AirgapTransfer
import BitcoinPSBT
import TerminalUI

/// The payment that a command was given.
enum Payment {
  /// Reads the packet; several inputs must be about the same transaction and are combined.
  static func read(
    _ inputs: [String], on console: Console
  ) throws(ProgramError) -> PSBT {
    var packets: [PSBT] = []
    for input in inputs { packets.append(try read(input, on: console)) }
    do {
      return try Combiner(packets).combined()
    } catch {
      throw ProgramError(
        error.description, hint: "give packets of one payment, or one packet at a time")
    }
  }

  private static func read(_ input: String, on console: Console) throws(ProgramError) -> PSBT {
    let message = try MessageInput(input).message(on: console)
    guard case .psbt(let bytes) = message else {
      throw ProgramError(
        "\(ForeignText.shown(input)) holds \(message.kind), not a payment to sign",
        hint: "let the coordinator write the payment again: `pay ... --out payment.gif`")
    }
    return try hinted(during: ForeignText.shown(input)) { () throws(PSBTError) in
      try PSBT(decoding: bytes)
    }
  }
}
