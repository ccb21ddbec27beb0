internal import BitcoinPSBT
internal import Descriptors
internal import Secp256k1

/// How far a payment is whose nonces a host has a say in (anti-exfil, R28), for the keys that are to sign here.
public enum NonceRound: String, Sendable {
  /// No host has a say: signatures are made at once.
  case none
  /// The host's commitments are there: openings are answered, and nothing is signed.
  case first
  /// Openings and the host's entropy are there: signatures are made.
  case second
}

/// Why the nonces of a payment cannot be agreed on.
enum NonceTrouble: Equatable {
  case malformed(input: Int)
  case taproot(input: Int)
  /// An opening that came back before the host said its entropy.
  case unanswered(input: Int)
  /// A part without those before it.
  case outOfOrder(input: Int)
  case otherEntropy(input: Int)
  /// For some of the signatures, or not equally far.
  case mixed
}

extension ReviewFacts {
  /// The round that this payment is in for the keys that are to sign, or what is wrong.
  var nonces: Result<NonceRound, NonceTroubleError> {
    var rounds: Set<NonceRound> = []
    for (number, facts) in inputs.enumerated() {
      guard let place = facts.place, !psbt.inputs[number].isFinal else { continue }
      let keys = context.wallets[place.wallet].signingKeys.sorted()
        .filter(place.derived.keys.indices.contains).map { place.derived.keys[$0].publicKey }
      guard !keys.isEmpty else { continue }
      let fields = psbt.inputs[number].nonceFields
      if fields.isMalformed { return .failure(.init(.malformed(input: number))) }
      guard place.derived.taproot == nil else {
        guard fields.agreements.isEmpty else { return .failure(.init(.taproot(input: number))) }
        rounds.insert(.none)
        continue
      }
      for key in keys {
        switch fields.agreements[key.compressed].map({ Self.round(of: $0, input: number) }) {
        case nil: rounds.insert(.none)
        case .success(let round): rounds.insert(round)
        case .failure(let trouble): return .failure(trouble)
        }
      }
    }
    return rounds.count > 1 ? .failure(.init(.mixed)) : .success(rounds.first ?? .none)
  }

  /// The round that this payment is in; none where the review refuses what it says.
  public var nonceRound: NonceRound { (try? nonces.get()) ?? .none }

  private static func round(
    of agreement: NonceFields.Agreement, input: Int
  ) -> Result<NonceRound, NonceTroubleError> {
    guard let commitment = agreement.commitment else {
      return .failure(.init(.outOfOrder(input: input)))
    }
    switch (agreement.opening, agreement.entropy) {
    case (nil, nil): return .success(.first)
    case (_?, nil): return .failure(.init(.unanswered(input: input)))
    case (nil, _?): return .failure(.init(.outOfOrder(input: input)))
    case (_?, let entropy?):
      guard NonceCommitment.commitment(to: entropy) == commitment else {
        return .failure(.init(.otherEntropy(input: input)))
      }
      return .success(.second)
    }
  }
}

/// What is wrong, as an error.
struct NonceTroubleError: Error {
  let trouble: NonceTrouble

  init(_ trouble: NonceTrouble) { self.trouble = trouble }
}
