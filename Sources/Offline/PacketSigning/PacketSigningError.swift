public import Refusals

/// Why a packet gets no signature from whoever holds the keys.
public enum PacketSigningError: HintedError, Equatable, Sendable {
  /// The second reader does not take the packet, a wallet or a coin, for this reason.
  case secondReading(String)
  /// The review and the second reading say different things about the same bytes.
  case readingsDiffer(String, review: String, secondReading: String)
  /// No seed that was opened has this fingerprint.
  case noSeed(input: Int, fingerprint: String)
  /// The seed derives another key at the path than the registered wallet has.
  case otherKey(input: Int, origin: String)
  /// A path of the registered wallet leads to no key.
  case derivation(input: Int, origin: String)
  /// Nonces are agreed on with a host for some of the signatures only, or are not equally far.
  case mixedRounds
  /// This signer gives another opening than the one in the payment.
  case otherOpening(input: Int)
  /// A signature did not verify: a fault of the machine. Nothing leaves.
  case signature(input: Int)
}

extension PacketSigningError {
  public var description: String {
    switch self {
    case .secondReading(let reason): "nothing was signed: \(reason)"
    case .readingsDiffer(let what, let review, let secondReading):
      "nothing was signed: two readings of the payment differ. \(what): the review says \(review), "
        + "the second reading \(secondReading)"
    case .noSeed(let input, let fingerprint):
      "input \(input): no seed here has the fingerprint \(fingerprint)"
    case .otherKey(let input, let origin):
      "input \(input): the seed derives another key at \(origin) than the registered wallet has"
    case .derivation(let input, let origin): "input \(input): there is no key at \(origin)"
    case .mixedRounds:
      "nothing was signed: the payment is in round 1 or 2 of anti-exfil for some of the signatures, and not for others"
    case .otherOpening(let input):
      "input \(input): the opening in the payment is not the one that this signer computes"
    case .signature(let input):
      "input \(input): a signature did not verify after it was made; this machine computes wrongly"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .secondReading, .readingsDiffer: .r29
    case .otherKey: .r12
    case .mixedRounds, .otherOpening: .r28
    case .noSeed, .derivation, .signature: nil
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .secondReading, .readingsDiffer:
      "do not sign this payment on this machine; keep its file, report the problem, and review the file "
        + "on another machine"
    case .noSeed: "import that seed with `seed import`, or sign on the machine that holds it"
    case .otherKey: "check the BIP-39 passphrase: the wallet may have been made with another one"
    case .derivation: "have the payment built again"
    case .mixedRounds:
      "ask for the payment again: the coordinator writes it with `payments --payment NUMBER --out FILE`"
    case .otherOpening:
      "sign round 1 and round 2 with the same seed and passphrase; if you did, have the payment built again"
    case .signature: "test the memory of this machine before it signs anything"
    }
  }
}
