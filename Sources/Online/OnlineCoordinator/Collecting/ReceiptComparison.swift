internal import AirgapMessages
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import TerminalUI

/// Signatures beside the receipts that other machines made of the same payment (R28): a signer that hides something
/// in its nonces makes other ones than a second machine with the same seed.
struct ReceiptComparison: Equatable {
  /// How many signatures have the nonce that a receipt names.
  let equal: Int
  /// How many signatures no receipt names.
  let notNamed: Int
  /// How many a receipt names and nobody has brought yet.
  let missing: Int

  /// Compares all signatures of a payment that are verified, with its outputs that are spent at `inputs`.
  ///
  /// - Throws: `CollectError.otherNonce` for the first signature with another nonce than a receipt names.
  init(
    _ receipts: [SigningReceipt], with signatures: [VerifiedSignature], inputs: [KnownInput],
    naming name: (Int) -> String
  ) throws(CollectError) {
    var named: [Place: Set<[UInt8]>] = [:]
    for signature in receipts.flatMap(\.signatures) {
      named[Place(signature), default: []].insert(
        Array(signature.nonce.bytes.drop { $0 == 0 }))
    }
    var equal = 0
    var seen: Set<Place> = []
    let inOrder = signatures.sorted { ($0.input, $0.signer) < ($1.input, $1.signer) }
    for signature in inOrder {
      let place = Place(signature, spending: inputs[signature.input])
      guard let nonces = named[place] else { continue }
      guard nonces == [signature.nonce] else {
        throw .otherNonce(input: signature.input, signer: name(signature.signer))
      }
      equal += 1
      seen.insert(place)
    }
    self.equal = equal
    notNamed = signatures.count - equal
    missing = named.keys.count { !seen.contains($0) }
  }

  /// Where a signature belongs: the key as the script has it, and the leaf that it stands in.
  private struct Place: Hashable {
    let input: Int
    let key: [UInt8]
    let leaf: [UInt8]

    init(_ signature: SigningReceipt.Signature) {
      input = Int(signature.input)
      key = signature.key
      leaf = signature.leaf?.bytes ?? []
    }

    init(_ signature: VerifiedSignature, spending coin: KnownInput) {
      input = signature.input
      let data = Array(signature.field.keyData)
      switch PSBTInputKey(rawValue: signature.field.type) {
      // The key behind OP_1 and its length.
      case .tapKeySig: (key, leaf) = (Array(coin.output.scriptPubKey.bytes.dropFirst(2)), [])
      case .tapScriptSig: (key, leaf) = (Array(data.prefix(32)), Array(data.dropFirst(32)))
      default: (key, leaf) = (data, [])
      }
    }
  }

  /// What came of it, in a sentence.
  var words: String {
    let signatures = { (count: Int) in count == 1 ? "1 signature" : "\(count) signatures" }
    var parts = [
      "\(signatures(equal)) \(equal == 1 ? "has" : "have") the nonce that a receipt names"
    ]
    if notNamed > 0 {
      parts.append("\(signatures(notNamed)) \(notNamed == 1 ? "is" : "are") in no receipt")
    }
    if missing > 0 {
      parts.append("\(missing) in a receipt \(missing == 1 ? "is" : "are") not here yet")
    }
    return parts.joined(separator: "; ") + "."
  }

  /// The same for scripts.
  var json: JSONValue {
    [
      "equal": .integer(equal), "notNamed": .integer(notNamed), "missing": .integer(missing),
    ]
  }
}
