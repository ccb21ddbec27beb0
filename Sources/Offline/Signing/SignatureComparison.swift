public import BitcoinPSBT
public import Bytes
internal import Secp256k1

/// The signatures that were made here beside those that another signer made of the same payment, byte for byte.
///
/// Signatures here are deterministic (RFC 6979 with low R, BIP-340 with 32 zero bytes as auxiliary data): another build or
/// another machine with the same keys makes the same bytes, or one of the two does not do what it says (R28).
public struct SignatureComparison: Sendable {
  /// How the other signature compares with the one made here.
  public enum Verdict: String, Sendable {
    /// The same bytes.
    case equal
    /// Other bytes, which are also a valid signature of the same key.
    case different
    /// Other bytes, and no valid signature of that key for this payment.
    case invalid
    /// The other answer has none of this key.
    case missing
    /// The other receipt has one of this key, and none was made here.
    case notMadeHere = "not-made-here"
  }

  /// A signature by its nonce alone: where it belongs, and its first half.
  public struct Nonce: Hashable, Sendable {
    /// The position of the input, from 0.
    public let input: Int
    /// The public key as the script has it: 33 or 65 bytes, 32 for taproot.
    public let key: [UInt8]
    /// The hash of the taproot leaf that the key stands in; nil for any other signature.
    public let leaf: Bytes32?
    /// The x of the nonce point, big-endian; modulo the order for ECDSA.
    public let x: Bytes32

    /// Takes the four.
    public init(input: Int, key: [UInt8], leaf: Bytes32?, x: Bytes32) {
      self.input = input
      self.key = key
      self.leaf = leaf
      self.x = x
    }
  }

  /// One signature.
  public struct Entry: Sendable {
    /// The position of the input, from 0.
    public let input: Int
    /// Whether it is a Schnorr signature (BIP-340), else ECDSA.
    public let isSchnorr: Bool
    /// The public key as the script has it: 33 or 65 bytes, 32 for taproot.
    public let key: [UInt8]
    /// How the other signature compares.
    public let verdict: Verdict
  }

  /// One for each signature made here, in the order of the inputs; then those of a receipt that were not.
  public let entries: [Entry]

  /// Whether there is something to compare and all of it is equal.
  public var isEqual: Bool { !entries.isEmpty && entries.allSatisfy { $0.verdict == .equal } }

  /// Compares.
  ///
  /// - Returns: nil when the other PSBT spends or pays something else.
  public init?(of outcome: Signer.Outcome, with other: PSBT) {
    guard outcome.psbt.unsignedTransaction == other.unsignedTransaction else { return nil }
    entries = outcome.made.flatMap { input, signatures in
      signatures.map { Self.entry($0, input: input, beside: other.inputs[input]) }
    }
  }

  private static func entry(
    _ signature: InputSignature, input: Int, beside other: PSBTInput
  ) -> Entry {
    let candidates = signature.candidates(in: other)
    let verdict: Verdict =
      if candidates.isEmpty {
        .missing
      } else if candidates.contains(where: signature.isSame) {
        .equal
      } else {
        candidates.contains(where: signature.verifies) ? .different : .invalid
      }
    return Entry(
      input: input, isSchnorr: signature.key.count == 32, key: signature.key, verdict: verdict)
  }

  /// Compares with the nonces of a receipt about the same transaction.
  ///
  /// Keys, digests and nonces that are the same make the same signatures; what a receipt names and was not made
  /// here was not compared.
  public init(of outcome: Signer.Outcome, with receipt: [Nonce]) {
    let ours = outcome.nonces
    var theirs: [Place: Bytes32] = [:]
    for nonce in receipt { theirs[Place(nonce)] = nonce.x }
    let made = ours.map { nonce in
      let verdict: Verdict =
        switch theirs[Place(nonce)] {
        case nonce.x: .equal
        case nil: .missing
        default: .different
        }
      return Self.entry(nonce, verdict)
    }
    let places = Set(ours.map(Place.init))
    entries =
      made
      + receipt.filter { !places.contains(Place($0)) }.map { Self.entry($0, .notMadeHere) }
  }

  /// Where a signature belongs.
  private struct Place: Hashable {
    let input: Int
    let key: [UInt8]
    let leaf: Bytes32?

    init(_ nonce: Nonce) {
      input = nonce.input
      key = nonce.key
      leaf = nonce.leaf
    }
  }

  private static func entry(_ nonce: Nonce, _ verdict: Verdict) -> Entry {
    Entry(
      input: nonce.input, isSchnorr: nonce.key.count == 32, key: nonce.key, verdict: verdict)
  }
}
