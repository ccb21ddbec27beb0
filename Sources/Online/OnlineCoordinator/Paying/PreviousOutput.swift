internal import AirgapTransfer
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Refusals
internal import TerminalUI

/// Where the transactions go that a payment spends: a `multisig:` payload cannot hold them, and
/// without them no signer knows the fee.
struct PreviousOutput {
  /// Nil when they are written nowhere.
  let target: MessageOutput?
  /// Whether a payload goes without them.
  let isMissing: Bool

  /// Beside the payload, unless it is said where.
  ///
  /// - Throws: `ProgramError` for a place that is not needed, since a PSBT holds them itself, and
  ///   for one that is taken.
  init(
    _ named: String?, beside out: String, as format: PayloadFormat?, overwriting: Bool
  ) throws(ProgramError) {
    guard format == .multisig else {
      guard named == nil else {
        throw ProgramError(
          "--previous works only with --as multisig",
          hint: "leave --previous out: a PSBT already contains these transactions",
          exitCode: .wrongUsage)
      }
      (target, isMissing) = (nil, false)
      return
    }
    var name = named
    if name == nil, out != "-", out != MessageOutput.terminal { name = Self.beside(out) }
    guard let name else {
      (target, isMissing) = (nil, true)
      return
    }
    let output = try MessageOutput(name, overwriting: overwriting)
    try output.requireFree()
    (target, isMissing) = (output, false)
  }

  /// `dir/payment.png` and `dir/payment/` give `dir/payment-previous.txt`.
  static func beside(_ out: String) -> String {
    var stem = Substring(out)
    if stem.hasSuffix("/") {
      stem = stem.dropLast()
    } else if let dot = stem.lastIndex(of: "."), !stem[dot...].contains("/") {
      stem = stem[..<dot]
    }
    return "\(stem)-previous.txt"
  }

  /// Writes a PSBT, and beside it, where it is written as a payload, the transactions that made its
  /// coins.
  ///
  /// - Throws: `ProgramError`; both are in place where its `newContentsAreInPlace` says so.
  func write(
    _ packet: PSBT, beside output: MessageOutput, as format: PayloadFormat?, on console: Console
  ) throws(ProgramError) {
    guard format == .multisig else { return try output.write(packet, as: format, on: console) }
    // What a payload cannot say is known before anything is written.
    let payload = try OutgoingMessage.payment(packet, as: format)
    var late: ProgramError?
    do throws(ProgramError) {
      try write(packet, on: console)
    } catch {
      // They are there all the same: the payload is written too, and then both are.
      guard error.newContentsAreInPlace else { throw error }
      late = error
    }
    try output.write(payload, as: format, on: console)
    if let late { throw late }
  }

  /// Writes the transactions that made the coins of a PSBT, each once.
  private func write(_ packet: PSBT, on console: Console) throws(ProgramError) {
    guard let target else { return }
    var seen: Set<Txid> = []
    let transactions = packet.inputs.compactMap(\.nonWitnessUTXO)
      .filter { seen.insert($0.txid).inserted }.map { Array($0.bytes) }
    try target.write(.transactions(transactions), on: console)
  }

  /// Warns when signers will not know the fee.
  func warnIfMissing(on console: Console) {
    guard isMissing else { return }
    console.warn(
      """
      signers cannot know the fee without the transactions it spends: write them with `payments \
      --payment NUMBER --as multisig --out FILE --previous FILE`
      """
    )
  }

  /// A line for people; empty when they are written nowhere.
  var line: String {
    target.map { "The transactions it spends, for the signers: \(ForeignText.shown($0.argument))" }
      ?? ""
  }
}
