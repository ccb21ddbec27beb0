internal import AirgapMessages
package import AirgapTransfer
package import BitcoinPSBT
internal import BitcoinPrimitives
package import Bytes
internal import Hashes
internal import Refusals
package import TerminalUI

/// The payment that a command was given, in whatever form: from here on it is one PSBT.
///
/// A `multisig:` payload becomes a PSBT at this door, so there is one review and one way to sign.
package struct Payment {
  /// What is reviewed and signed.
  package let psbt: PSBT
  /// The bytes that it was read from, where one PSBT was given and nothing else; nil where parts were
  /// put together.
  package let bytes: [UInt8]?
  /// The payload it came in, with what all of them said; nil when it came in PSBTs alone.
  package let payload: MultisigPayload?
  /// How the first PSBT came: the answer goes back alike.
  package let carriage: Carriage?
  /// Whether the first thing given was a payload: the answer is one too.
  private let isAskedAsPayload: Bool

  /// Reads PSBTs, payloads and previous transactions of one payment, in any order, and puts them
  /// together.
  ///
  /// - Throws: `ProgramError` for what is not part of a payment, for parts of different payments or
  ///   ones that contradict each other, and for a signature that is not what its place says (R20).
  package static func read(
    _ inputs: [String], on console: Console
  ) throws(ProgramError) -> Payment {
    var parts = PaymentParts()
    for input in inputs { try parts.add(input, on: console) }
    return try parts.payment(console)
  }

  /// Reads a payment, or the payments of a fee ladder, which come by themselves.
  ///
  /// - Throws: `ProgramError` as ``read(_:on:)`` does.
  package static func steps(
    _ inputs: [String], on console: Console
  ) throws(ProgramError) -> [Payment] {
    guard inputs.count == 1 else { return [try read(inputs, on: console)] }
    let shown = ForeignText.shown(inputs[0])
    let (message, carriage) = try MessageInput(inputs[0]).received(on: console)
    guard case .ladder(let ladder) = message else {
      var parts = PaymentParts()
      try parts.add(message, carriage, shown, on: console)
      return [try parts.payment(console)]
    }
    var payments: [Payment] = []
    for packet in ladder.packets {
      let psbt = try hinted(during: "\(shown), payment \(payments.count + 1)") {
        () throws(PSBTError) in try PSBT(decoding: packet)
      }
      payments.append(
        Payment(
          psbt: psbt, bytes: packet, payload: nil, carriage: carriage, isAskedAsPayload: false))
    }
    return payments
  }

  fileprivate init(
    psbt: PSBT, bytes: [UInt8]?, payload: MultisigPayload?, carriage: Carriage?,
    isAskedAsPayload: Bool
  ) {
    self.psbt = psbt
    self.bytes = bytes
    self.payload = payload
    self.carriage = carriage
    self.isAskedAsPayload = isAskedAsPayload
  }

  /// The SHA-256 of the PSBT that is reviewed: of the bytes as they came, or as they were put together.
  package var packetHash: Bytes32 { SHA256.hash(bytes ?? psbt.encoded()) }

  /// The form to answer in: the one it was asked in, unless `--as` or the ending of the target says
  /// otherwise.
  package func answerFormat(_ asked: PayloadFormat?, to target: String) -> PayloadFormat? {
    asked ?? (isAskedAsPayload && !target.hasSuffix(".psbt") ? .multisig : nil)
  }

  /// Refuses to sign a payload that has enough signatures: a further one is of no use (R20).
  package func requireUnfinished() throws(ProgramError) {
    guard let payload else { return }
    try hinted { () throws(MultisigPayloadError) in try payload.requireUnfinished() }
  }

  /// The signed PSBT as the answer.
  ///
  /// - Throws: `ProgramError` when a payload is asked for and cannot say it; checked before signing
  ///   too, so that nobody consents in vain.
  package func answer(
    _ signed: PSBT, as format: PayloadFormat?
  ) throws(ProgramError) -> OutgoingMessage {
    guard format == .multisig, let payload else {
      return try OutgoingMessage.payment(signed, as: format)
    }
    // What only payloads say comes back as it was; of the signatures, those of the PSBT alone.
    return .multisigPayload(
      try hinted { () throws(MultisigPayloadError) in try payload.answered(by: signed) })
  }
}

/// The parts of a payment as they were read.
private struct PaymentParts {
  private var packets: [PSBT] = []
  private var bytes: [[UInt8]] = []
  private var payload: MultisigPayload?
  private var previous: [Transaction] = []
  private var carriage: Carriage?
  private var startsWithPayload: Bool?

  mutating func add(_ input: String, on console: Console) throws(ProgramError) {
    let shown = ForeignText.shown(input)
    let (message, carriage) = try MessageInput(input).received(on: console)
    try add(message, carriage, shown, on: console)
  }

  mutating func add(
    _ message: AirgapMessage, _ carriage: Carriage, _ shown: String, on console: Console
  ) throws(ProgramError) {
    switch message {
    case .psbt(let bytes):
      packets.append(
        try hinted(during: shown) { () throws(PSBTError) in try PSBT(decoding: bytes) })
      self.bytes.append(bytes)
      self.carriage = self.carriage ?? carriage
      startsWithPayload = startsWithPayload ?? false
    case .multisigPayload(let found):
      try add(found, during: shown, console)
      startsWithPayload = startsWithPayload ?? true
    case .transaction(let transaction): previous.append(transaction)
    case .transactions(let list): previous += list
    case .ladder:
      throw ProgramError(
        "\(shown) holds \(message.kind), which comes by itself",
        hint: "run the command with this file alone", exitCode: .wrongUsage)
    default:
      throw ProgramError(
        "\(shown) holds \(message.kind), not a payment to sign",
        hint: "have the coordinator write the payment again: `pay ... --out payment.gif`")
    }
  }

  private mutating func add(
    _ found: MultisigPayload, during shown: String, _ console: Console
  ) throws(ProgramError) {
    for note in found.repeatNotes { console.warn("\(shown): \(note)") }
    let report = MultisigReport(found)
    let faults = report.faults
    guard faults.isEmpty else {
      console.talk("\(shown): \(report.lines.joined(separator: "\n  "))")
      throw ProgramError(MultisigPayloadError.badSignatures(faults), during: shown)
    }
    try hinted(during: shown) { () throws(MultisigPayloadError) in try found.requireNoSurplus() }
    guard let payload else {
      self.payload = found
      return
    }
    self.payload = try hinted(during: shown) { () throws(MultisigPayloadError) in
      try payload.combined(with: found)
    }
  }

  func payment(_ console: Console) throws(ProgramError) -> Payment {
    guard !packets.isEmpty || payload != nil else {
      throw ProgramError(
        "these are transactions, and no payment that spends them is among them",
        hint: "give the payment too: `sign PAYMENT PREVIOUS ...`", exitCode: .wrongUsage)
    }
    warnOfStrangers(console)
    var packets = self.packets
    var payload = self.payload
    if let found = payload {
      let (merged, rest) = try Self.merged(found, packets)
      let packet = try hinted { () throws(MultisigPayloadError) in
        try merged.requireNoSurplus()
        return try merged.psbt(previousTransactions: previous)
      }
      payload = merged
      packets = [packet] + rest
    }
    var psbt: PSBT
    do {
      psbt = try Combiner(packets).combined()
    } catch {
      throw ProgramError(
        error.description, hint: "give PSBTs of one payment, or one PSBT at a time")
    }
    psbt = try Self.proving(psbt, with: previous)
    let isAlone = bytes.count == 1 && payload == nil && previous.isEmpty
    return Payment(
      psbt: psbt, bytes: isAlone ? bytes.first : nil, payload: payload,
      carriage: carriage, isAskedAsPayload: startsWithPayload == true)
  }

  /// Moves the signatures of PSBTs that say nothing but what a payload could into the payload.
  ///
  /// A key may have signed twice, with another nonce: the payload keeps one that verifies, where
  /// PSBTs would contradict each other. A PSBT that no payload could say stays as it is.
  private static func merged(
    _ payload: MultisigPayload, _ packets: [PSBT]
  ) throws(ProgramError) -> (MultisigPayload, rest: [PSBT]) {
    var merged = payload
    var rest: [PSBT] = []
    for packet in packets {
      guard packet.unsignedTransaction == payload.transaction,
        let same = try? MultisigPayload(packet), same.redeemScript == payload.redeemScript
      else {
        rest.append(packet)
        continue
      }
      let faults = same.faults()
      guard faults.isEmpty else {
        throw ProgramError(MultisigPayloadError.badSignatures(faults))
      }
      merged = try hinted { () throws(MultisigPayloadError) in try merged.combined(with: same) }
      var bare = packet
      for index in packet.inputs.indices {
        bare.updateInput(index) { map in
          map.removeAll { $0.type == PSBTInputKey.partialSig.rawValue }
        }
      }
      rest.append(bare)
    }
    return (merged, rest)
  }

  /// Puts the transactions where a PSBT lacks them.
  private static func proving(
    _ psbt: PSBT, with previous: [Transaction]
  ) throws(ProgramError) -> PSBT {
    guard !previous.isEmpty else { return psbt }
    // Written once each: all inputs of one transaction share its bytes.
    let known = PreviousTransaction.spent(by: psbt.unsignedTransaction, among: previous)
    var updater = Updater(psbt)
    for (index, input) in psbt.unsignedTransaction.inputs.enumerated() {
      guard psbt.inputs[index].nonWitnessUTXO == nil,
        let transaction = known[input.previousOutput.txid]
      else { continue }
      do throws(UpdaterError) {
        try updater.addPreviousTransaction(transaction, toInput: index)
      } catch {
        throw ProgramError(
          "\(error)", rule: .r01, hint: "have the payment built again from its coins")
      }
    }
    return updater.psbt
  }

  /// Names transactions that the payment does not spend: the wrong file, perhaps.
  private func warnOfStrangers(_ console: Console) {
    let transaction = payload?.transaction ?? packets.first?.unsignedTransaction
    let spent = Set(transaction?.inputs.map(\.previousOutput.txid) ?? [])
    for stranger in previous.map(\.txid) where !spent.contains(stranger) {
      console.warn(
        "the transaction \(stranger) is left out: the payment does not spend any of its outputs")
    }
  }
}
