public import BitcoinPrimitives
public import ExtendedKeys
public import Refusals
internal import SecretKeys

/// Why an approved PSBT could not be signed; nothing of it leaves.
public enum SignerError: HintedError, Equatable, Sendable {
  /// No seed that was opened has this fingerprint.
  case noSeed(input: Int, fingerprint: Fingerprint)
  /// The seed derives another key at the path than the registered wallet has.
  case otherKey(input: Int, origin: KeyOrigin)
  /// A path of the registered wallet leads to no key.
  case derivation(input: Int, origin: KeyOrigin)
  /// A script type that single keys do not sign.
  case unsupportedScript(input: Int, type: String)
  /// What is to be signed could not be computed.
  case sighash(input: Int, SighashError)
  /// A signature did not verify: a fault of the machine. Nothing is written.
  case signature(input: Int)
  /// The second reader does not take the payment, a wallet or a signature, for this reason.
  case secondReading(String)
  /// The review and the second reading say different things about the same bytes.
  case readingsDiffer(String, review: String, secondReading: String)
}

extension SignerError {
  public var description: String {
    switch self {
    case .noSeed(let input, let fingerprint):
      "input \(input): no seed here has the fingerprint \(fingerprint)"
    case .otherKey(let input, let origin):
      "input \(input): the seed derives another key at \(origin) than the registered wallet has"
    case .derivation(let input, let origin): "input \(input): there is no key at \(origin)"
    case .unsupportedScript(let input, let type):
      "input \(input): a single key cannot sign a script of type \(type)"
    case .sighash(let input, let error): "input \(input): \(error)"
    case .signature(let input):
      "input \(input): a signature did not verify after it was made; this machine computes wrongly"
    case .secondReading(let reason): "nothing was signed: \(reason)"
    case .readingsDiffer(let what, let review, let secondReading):
      "nothing was signed: two readings of the payment differ. \(what): the review says \(review), "
        + "the second reading \(secondReading)"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .otherKey: .r12
    case .sighash(_, let error): error.rule
    case .secondReading, .readingsDiffer: .r29
    case .noSeed, .derivation, .unsupportedScript, .signature: nil
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .noSeed: "open the seed of that wallet, or sign on the machine that holds it"
    case .otherKey: "check the BIP-39 passphrase: the wallet may have been made with another one"
    case .derivation, .unsupportedScript, .sighash: "have the payment built again"
    case .signature: "test the memory of this machine before it signs anything"
    case .secondReading, .readingsDiffer:
      "do not sign this payment on this machine; keep its file, report the problem, and review the file "
        + "on another machine"
    }
  }
}

extension SignerError {
  /// Says which input needed the key that the ring does not have.
  init(_ error: KeyRingError, input: Int, origin: KeyOrigin) {
    switch error {
    case .noSeed(let fingerprint): self = .noSeed(input: input, fingerprint: fingerprint)
    case .noPath, .derivation: self = .derivation(input: input, origin: origin)
    }
  }
}
