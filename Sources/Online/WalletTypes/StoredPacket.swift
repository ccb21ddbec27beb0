public import BitcoinPSBT
package import Bytes

/// A payment's PSBT as it is kept: the transactions that its inputs spend lie beside it, once each.
public struct StoredPacket: Hashable, Sendable {
  /// The PSBT with references; see `PSBT.encodedWithReferences()`.
  package let slim: [UInt8]
  /// The previous transactions by reference.
  package let previous: [Bytes32: ArraySlice<UInt8>]
  /// Whether some of them were let go of when the payment was finished: the PSBT comes without
  /// these.
  package let isThinned: Bool

  package init(slim: [UInt8], previous: [Bytes32: ArraySlice<UInt8>], isThinned: Bool = false) {
    self.slim = slim
    self.previous = previous
    self.isThinned = isThinned
  }

  /// Takes a PSBT apart into references and the transactions that they stand for.
  public init(_ psbt: PSBT) {
    let encoded = psbt.encodedWithReferences()
    self.init(slim: encoded.bytes, previous: encoded.previous)
  }

  /// Takes a whole PSBT apart; what cannot be read as one is kept as it is.
  public init(bytes: [UInt8]) {
    if let psbt = try? PSBT(decoding: bytes) {
      self.init(psbt)
    } else {
      self.init(slim: bytes, previous: [:])
    }
  }

  /// The PSBT; inputs that spend one transaction share its bytes.
  ///
  /// - Throws: `PSBTError` when it is not one.
  public func psbt() throws(PSBTError) -> PSBT {
    try PSBT(decoding: slim, previous: previous, leavingOutMissing: isThinned)
  }

  /// The PSBT without the transactions that its inputs spend, for callers that look at its
  /// signatures and do not pass it on.
  ///
  /// - Throws: `PSBTError` when it is not one.
  public func signatures() throws(PSBTError) -> PSBT {
    try PSBT(decodingWithoutPrevious: slim)
  }

  /// The whole PSBT, as it goes out.
  public var bytes: [UInt8] {
    guard !previous.isEmpty || isThinned, let psbt = try? psbt() else { return slim }
    return psbt.encoded()
  }

  /// The whole PSBT, or, where the transactions that its inputs spend have more bytes than `limit`,
  /// the PSBT without these.
  public func bytes(withPreviousUpTo limit: Int) -> [UInt8] {
    guard !previous.isEmpty || isThinned, let psbt = try? psbt() else { return slim }
    var size = 0
    for input in psbt.inputs { size += input.nonWitnessUTXO?.bytes.count ?? 0 }
    guard size > limit, let bare = try? signatures() else { return psbt.encoded() }
    return bare.encoded()
  }
}
