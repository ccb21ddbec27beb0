internal import AirgapMessages
internal import AirgapTransfer
internal import BitcoinPSBT
internal import BitcoinPrimitives
package import Bytes
internal import Refusals
package import Signing
package import TerminalUI

/// What another signer answered to a payment, for comparing (`sign --compare`).
///
/// Bytes from outside like any other; nothing of them is ever passed on.
package struct OtherAnswer {
  private enum Content {
    case signatures(PSBT)
    case receipt(SigningReceipt)
  }

  private let content: Content
  private let name: String

  /// Reads a PSBT, a payload, a finished transaction or a receipt.
  package init(_ input: String, on console: Console) throws(ProgramError) {
    name = ForeignText.shown(input)
    let message = try MessageInput(input).message(on: console)
    switch message {
    case .psbt(let bytes):
      content = .signatures(
        try hinted(during: name) { () throws(PSBTError) in try PSBT(decoding: bytes) })
    case .multisigPayload(let payload):
      content = .signatures(
        try hinted(during: name) { () throws(MultisigPayloadError) in
          try payload.psbt(previousTransactions: [])
        })
    case .transaction(let transaction):
      guard let found = Self.packet(finished: transaction) else {
        throw ProgramError("\(name) is not a transaction that can be compared", hint: Self.hint)
      }
      content = .signatures(found)
    case .signingReceipt(let receipt): content = .receipt(receipt)
    default:
      throw ProgramError(
        "\(name) holds \(message.kind), not the answer of another signer", hint: Self.hint)
    }
  }

  private static let hint =
    "give what the other signer wrote: a signed PSBT, a payload, the finished transaction or a receipt"

  /// A finished transaction as a PSBT that holds its scripts.
  private static func packet(finished transaction: Transaction) -> PSBT? {
    guard var packet = try? Creator(transaction.withoutUnlocking).created() else { return nil }
    for (number, input) in transaction.inputs.enumerated() {
      packet.updateInput(number) { map in
        if !input.scriptSig.slice.isEmpty { map.setFinalScriptSig(input.scriptSig) }
        if !input.witness.isEmpty { map.setFinalScriptWitness(input.witness) }
      }
    }
    return packet
  }

  /// Compares it with what was signed here, of a packet with this SHA-256.
  ///
  /// - Throws: `ProgramError` when it is the answer to another payment (R29).
  package func compared(
    with outcome: Signer.Outcome, packet: Bytes32
  ) throws(ProgramError) -> Comparison {
    let here = outcome.psbt.unsignedTransaction.txid
    switch content {
    case .signatures(let psbt):
      guard let found = SignatureComparison(of: outcome, with: psbt) else {
        throw another(psbt.unsignedTransaction.txid, here)
      }
      return Comparison(name: name, found: found, receipt: nil)
    case .receipt(let receipt):
      guard receipt.unsignedTxid == here else { throw another(receipt.unsignedTxid, here) }
      let nonces = receipt.signatures.map {
        SignatureComparison.Nonce(
          input: Int($0.input), key: $0.key, leaf: $0.leaf, x: $0.nonce)
      }
      return Comparison(
        name: name, found: SignatureComparison(of: outcome, with: nonces),
        receipt: .init(isOfSamePacket: receipt.packet == packet))
    }
  }

  private func another(_ theirs: Txid, _ here: Txid) -> ProgramError {
    ProgramError(
      "\(name) is the answer to another payment: its transaction is \(theirs), the one reviewed "
        + "here is \(here)",
      rule: .r29,
      hint: "give both signers the same payment; somebody may have changed one of them")
  }

  /// What came of it, in words and as JSON.
  package struct Comparison {
    /// What a receipt says beside its signatures.
    struct Receipt {
      let isOfSamePacket: Bool
    }

    let name: String
    let found: SignatureComparison
    /// Nil where the signatures themselves were compared.
    let receipt: Receipt?

    package var isEqual: Bool { found.isEqual }

    package var text: String {
      let lines = found.entries.map { "input \($0.input), \(Self.kind($0)): \(words($0.verdict))" }
      return (lines + [summary]).joined(separator: "\n")
    }

    private var summary: String {
      let (equal, all) = (found.entries.count { $0.verdict == .equal }, found.entries.count)
      let what = all == 1 ? "1 signature is" : "\(all) signatures are"
      guard isEqual else { return "\(equal) of \(what) equal." }
      guard let receipt else { return "The other signer made the same bytes: \(what) equal." }
      let nonces =
        "By its receipt the other signer used the same nonces, so its signatures are the same: "
        + "\(what) equal."
      return receipt.isOfSamePacket
        ? nonces
        : "\(nonces)\nIt read other bytes of the same payment: the SHA-256 of the packets differs."
    }

    /// The kind of the signature, and the key by its first bytes: it only tells cosigners apart.
    private static func kind(_ entry: SignatureComparison.Entry) -> String {
      "\(entry.isSchnorr ? "Schnorr" : "ECDSA") of \(Hex.encode(entry.key.prefix(5)))..."
    }

    private func words(_ verdict: SignatureComparison.Verdict) -> String {
      switch verdict {
      case .equal: "equal"
      case .different where receipt != nil: "DIFFERENT nonce in \(name)"
      case .different: "DIFFERENT, although \(name) has a valid signature"
      case .invalid: "DIFFERENT, and the one in \(name) is not valid for this payment"
      case .missing: "\(name) has no signature by this key"
      case .notMadeHere: "NOT COMPARED: \(name) names it, and this key did not sign here"
      }
    }

    /// Why the command ends with 1; nil when all is equal.
    package var trouble: ProgramError? {
      let verdicts = Set(found.entries.map(\.verdict))
      if isEqual { return nil }
      if verdicts.contains(.invalid) {
        return ProgramError(
          "\(name) has a signature that is not valid for this payment; the one made here is valid",
          rule: .r28,
          hint: "do not use or pass on the other answer; find out what that signer signed")
      }
      if verdicts.contains(.different) {
        return ProgramError(
          "the signatures in \(name) differ from those made here for the same payment", rule: .r28,
          hint: """
            a signer that adds randomness (many do for taproot, some for all) makes different valid \
            signatures each time and cannot be compared; if both signers are said to be deterministic, one \
            of them is not: send neither answer
            """)
      }
      if verdicts.contains(.notMadeHere) {
        return ProgramError(
          "\(name) names signatures by keys that did not sign here, so they were not compared",
          rule: .r28, hint: "compare on a signer that holds all the seeds that signed there")
      }
      return ProgramError(
        "\(name) lacks signatures by keys that signed here, so they cannot be compared",
        hint: "give the answer of a signer that holds the same seed")
    }

    package var json: JSONValue {
      .array(
        found.entries.map {
          [
            "input": .integer($0.input), "kind": .string($0.isSchnorr ? "schnorr" : "ecdsa"),
            "key": .string(Hex.encode($0.key)), "result": .string($0.verdict.rawValue),
          ]
        })
    }
  }
}
