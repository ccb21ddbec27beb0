internal import BitcoinPSBT
internal import Bytes
internal import Descriptors
internal import Refusals
internal import Secp256k1

/// A signature that was left out, or an answer to round 1 of anti-exfil: which input, whose, and why (R28, R31).
struct RejectedSignature: Hashable, Sendable {
  let input: Int
  /// Who it is said to be of; nil when nobody says, or when the key is not the wallet's.
  let signer: String?
  /// What is wrong with it; `notCheckable` where only its nonce is.
  let fault: SignatureFault
  /// What is wrong with its nonce.
  let nonceFault: Collector.NonceFault?
  /// The key that it is said to be of, where its place names one.
  private let key: ScriptKey?
  /// Whose it really is, where it is valid elsewhere and somebody else's.
  let otherSigner: String?
  /// Where it came from, as the command was given it.
  let source: String

  /// Names the people of a verdict; `inputs` are those of the payment.
  init(
    _ signature: ClaimedSignature, _ verdict: SignatureVerdict, _ fault: SignatureFault,
    _ inputs: [KnownInput], _ cosigners: Cosigners, from source: String
  ) {
    input = signature.input
    self.fault = fault
    nonceFault = nil
    key = verdict.key
    self.source = source
    let derived = inputs[signature.input].derived
    let position: Int? =
      switch fault {
      // Nobody is named for a signature that nobody can have made.
      case .nobodySigns, .unknownLeaf: nil
      case .wrongKind:
        derived.keys.firstIndex { $0.publicKey.encoded == verdict.key?.bytes }
      default: derived.position(of: signature)
      }
    signer = position.map(cosigners.name)
    if case .elsewhere(let other, let place) = fault {
      let owner = inputs[place].derived.position(of: other, in: verdict.way ?? .script)
      otherSigner = owner == position ? nil : owner.map(cosigners.name)
    } else {
      otherSigner = nil
    }
  }

  /// One that came with a PSBT which asks for another sighash type.
  init(input: Int, asking type: UInt32, from source: String) {
    self.input = input
    fault = .wrongSighash(found: type, expected: nil)
    nonceFault = nil
    (signer, key, otherSigner) = (nil, nil, nil)
    self.source = source
  }

  /// One that is valid, and was made with a nonce that was not agreed on (anti-exfil).
  init(
    _ signature: VerifiedSignature, _ fault: Collector.NonceFault, signer: String,
    from source: String
  ) {
    input = signature.input
    self.fault = .notCheckable
    nonceFault = fault
    self.signer = signer
    (key, otherSigner) = (nil, nil)
    self.source = source
  }

  /// An answer to round 1 of anti-exfil that cannot be read; `signer` is whose it is said to be.
  init(answerFor input: Int, signer: String?, from source: String) {
    self.input = input
    fault = .notCheckable
    nonceFault = .malformedAnswer
    self.signer = signer
    (key, otherSigner) = (nil, nil)
    self.source = source
  }

  /// The rule that refuses it.
  var rule: Rule {
    if nonceFault != nil { return .r28 }
    return if case .wrongSighash = fault { .r10 } else { .r31 }
  }

  /// In one sentence, without its rule.
  var words: String {
    let what = nonceFault == .malformedAnswer ? "answer" : "signature"
    let whose =
      signer.map { "the \(what) of \($0)" } ?? (what == "answer" ? "an answer" : "a signature")
    let place = source.isEmpty ? "" : " (\(source))"
    return "input \(input): \(whose) \(nonceFault.map(Self.words) ?? reason)\(place)"
  }

  private static func words(_ fault: Collector.NonceFault) -> String {
    switch fault {
    case .unanswered:
      "was made without round 1 of anti-exfil, so nothing shows what its nonce holds"
    case .notKept:
      "does not follow round 1 of anti-exfil: its nonce is not the agreed one, and may give the key away"
    case .malformedAnswer: "to round 1 of anti-exfil is malformed"
    }
  }

  private var reason: String {
    switch fault {
    case .malformed, .numbered: "is malformed"
    case .highS: "has a high S, which nodes do not relay"
    case .wrongSighash(let type, _): "does not cover everything: sighash \(type)"
    case .foreignKey:
      key.map { "is of the key \($0), which is not the wallet's" }
        ?? "is of a key that is not the wallet's"
    case .wrongKind: "is not of the kind that this coin takes"
    case .unknownLeaf: "is for a script that the coin does not commit to"
    case .nobodySigns: "is by the internal key, which nobody can sign with"
    case .doesNotVerify, .notCheckable:
      signer == nil
        ? "belongs to nobody in this wallet" : "is not for this payment: it does not verify"
    case .elsewhere(_, let other):
      switch (otherSigner, other == input) {
      case (let name?, true): "was really made by \(name)"
      case (let name?, false): "was really made by \(name) for input \(other)"
      case (nil, _): "was really made for input \(other)"
      }
    }
  }

  var json: JSONValue {
    [
      "input": .integer(input), "signer": signer.map { .string($0) } ?? .null,
      "reason": .string("\(words) (\(rule))"), "source": .string(source),
    ]
  }
}
