public import BitcoinPSBT
internal import Bytes
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

  /// One for each signature made here, in the order of the inputs.
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
    switch signature.place {
    case .ecdsa(let key):
      return Entry(input: input, isSchnorr: false, key: key.encoded, verdict: verdict)
    case .keyPath(let key), .leaf(let key, _):
      return Entry(input: input, isSchnorr: true, key: key.bytes.bytes, verdict: verdict)
    }
  }
}
