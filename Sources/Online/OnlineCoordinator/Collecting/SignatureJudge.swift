internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Secp256k1

/// A signature that was verified, and where it belongs.
struct VerifiedSignature: Hashable {
  let input: Int
  /// The place of the key among those of the descriptor.
  let signer: Int
  /// The field of the packet that it goes into.
  let field: PSBTField
  /// The point that the nonce gives: r, without leading zeros.
  let nonce: [UInt8]

  /// Whether the nonce is one that everybody knows or can find.
  ///
  /// The generator itself (nonce 1), the point of nonce 1/2 with its 11 leading zero bytes, and any
  /// other point so short that it cannot be chance.
  var hasWeakNonce: Bool { nonce.count < 24 || nonce == Self.generator }

  private static let generator: [UInt8] = [
    0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62, 0x95, 0xce, 0x87, 0x0b, 0x07,
    0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8, 0x17, 0x98,
  ]
}

/// Holds signatures against what they have to sign: key, input and sighash, each by this home's own
/// records; nothing that came with them is believed.
struct SignatureJudge {
  private let inputs: [KnownInput]
  private let cosigners: Cosigners
  /// What each input's signatures sign.
  private var digests: [InputDigests]

  /// What judging the signatures of one file may cost (R18); renewed by who starts another file.
  var meter = WorkMeter()
  /// How many verifications may still be spent on saying where wrong signatures belong.
  private var searchesLeft = 5_000

  /// Other inputs that are tried to say where a wrong signature belongs.
  private static let mostTried = 50

  /// Judges signatures of a transaction; throws when the coins are not as many as its inputs.
  init(
    _ transaction: Transaction, inputs: [KnownInput], cosigners: Cosigners
  ) throws(CollectError) {
    self.inputs = inputs
    self.cosigners = cosigners
    guard let cache = try? SighashCache(transaction, spentOutputs: inputs.map(\.output)) else {
      throw .changedTransaction
    }
    digests = inputs.enumerated().map { index, input in
      InputDigests(
        input: index, amount: input.output.rawValue, spending: input.derived, cache: cache)
    }
  }

  /// The signature with its place, or why it is left out.
  mutating func judge(_ signature: IncomingSignature) -> Result<VerifiedSignature, Rejection> {
    do throws(Rejection) {
      switch signature.claim {
      case .ecdsa(let key): return .success(try ecdsa(signature, key))
      case .keyPath: return .success(try keyPath(signature))
      case .leaf(let key, let hash): return .success(try leaf(signature, key, hash))
      }
    } catch {
      return .failure(error)
    }
  }

  struct Rejection: Error {
    let signature: RejectedSignature

    init(_ input: Int, _ signer: String?, _ reason: RejectedSignature.Reason) {
      signature = RejectedSignature(input: input, signer: signer, reason: reason)
    }
  }

  // MARK: ECDSA

  private mutating func ecdsa(
    _ incoming: IncomingSignature, _ claimed: [UInt8]?
  ) throws(Rejection) -> VerifiedSignature {
    let index = incoming.input
    let keys = inputs[index].derived.keys
    var position: Int?
    if let claimed {
      position = keys.firstIndex { $0.publicKey.encoded == claimed }
      guard position != nil else {
        throw Rejection(index, nil, .foreignKey(Hex.encode(claimed)))
      }
    }
    let name = position.map(cosigners.name)
    guard inputs[index].derived.taproot == nil else { throw Rejection(index, name, .wrongKind) }
    let signature: ECDSASignature
    do throws(SignatureFault) {
      signature = try SignatureForm.ecdsa(incoming.bytes).signature
    } catch {
      throw Rejection(index, name, RejectedSignature.Reason(error))
    }
    guard let digest = digests[index].digest(.all) else {
      throw Rejection(index, name, .doesNotVerify)
    }
    let signers = position.map { $0..<$0 + 1 } ?? keys.indices
    guard
      let signer = signers.first(where: {
        isAllowed && keys[$0].publicKey.verifies(signature, of: digest)
      })
    else { throw Rejection(index, name, diagnosis(signature, index, position, digest)) }
    return VerifiedSignature(
      input: index, signer: signer,
      field: PSBTField(
        type: PSBTInputKey.partialSig.rawValue, keyData: keys[signer].publicKey.encoded,
        value: incoming.bytes[...]),
      nonce: Array(signature.compact.prefix(32).drop { $0 == 0 }))
  }

  /// Where a signature that does not verify belongs, if that can be found with little work.
  private mutating func diagnosis(
    _ signature: ECDSASignature, _ index: Int, _ position: Int?, _ digest: Bytes32
  ) -> RejectedSignature.Reason {
    guard let position else { return .doesNotVerify }
    for (other, key) in inputs[index].derived.keys.enumerated() where other != position {
      guard isSearchAllowed() else { return .doesNotVerify }
      if key.publicKey.verifies(signature, of: digest) {
        return .otherSigner(cosigners.name(other))
      }
    }
    for other in inputs.indices.prefix(Self.mostTried) where other != index {
      guard inputs[other].derived.taproot == nil,
        inputs[other].derived.keys.indices.contains(position), isSearchAllowed(),
        let digest = digests[other].digest(.all)
      else { continue }
      if inputs[other].derived.keys[position].publicKey.verifies(signature, of: digest) {
        return .otherInput(other)
      }
    }
    return .doesNotVerify
  }

  /// Counts a verification; false when no more may be made.
  private var isAllowed: Bool { meter.spend(WorkMeter.verification) }

  private mutating func isSearchAllowed() -> Bool {
    guard searchesLeft > 0 else { return false }
    searchesLeft -= 1
    return isAllowed
  }

  // MARK: Schnorr

  private mutating func keyPath(
    _ incoming: IncomingSignature
  ) throws(Rejection) -> VerifiedSignature {
    let index = incoming.input
    guard let taproot = inputs[index].derived.taproot else {
      throw Rejection(index, nil, .wrongKind)
    }
    guard !taproot.isKeyPathUnspendable else { throw Rejection(index, nil, .nobodySigns) }
    let name = cosigners.name(0)
    let (bytes, type) = try schnorr(incoming, name)
    guard isAllowed, let digest = digests[index].digest(type),
      taproot.outputKey.verifies(schnorr: bytes, of: digest)
    else { throw Rejection(index, name, .doesNotVerify) }
    return verified(incoming, signer: 0, .tapKeySig, keyData: [])
  }

  private mutating func leaf(
    _ incoming: IncomingSignature, _ claimed: Bytes32?, _ hash: Bytes32
  ) throws(Rejection) -> VerifiedSignature {
    let index = incoming.input
    guard let taproot = inputs[index].derived.taproot else {
      throw Rejection(index, nil, .wrongKind)
    }
    guard let leaf = taproot.leaves.first(where: { $0.leafHash == hash }) else {
      throw Rejection(index, nil, .unknownLeaf)
    }
    var candidates = leaf.keys.map(\.publicKey.xOnly)
    var name: String?
    if let claimed {
      candidates.removeAll { $0.bytes != claimed }
      guard let key = candidates.first else {
        throw Rejection(index, nil, .foreignKey("\(claimed)"))
      }
      name = cosigners.name(position(of: key, index))
    }
    let (bytes, type) = try schnorr(incoming, name)
    guard let digest = digests[index].digest(type, leaf: hash) else {
      throw Rejection(index, name, .doesNotVerify)
    }
    let verifies: (XOnlyPublicKey) -> Bool = { [meter] key in
      meter.spend(WorkMeter.verification) && key.verifies(schnorr: bytes, of: digest)
    }
    guard let key = candidates.first(where: verifies) else {
      let other = leaf.keys.map(\.publicKey.xOnly).first(where: verifies)
      throw Rejection(
        index, name,
        other.map { .otherSigner(cosigners.name(position(of: $0, index))) } ?? .doesNotVerify)
    }
    return verified(
      incoming, signer: position(of: key, index), .tapScriptSig,
      keyData: key.bytes.bytes + hash.bytes)
  }

  private func position(of key: XOnlyPublicKey, _ index: Int) -> Int {
    // The last: an internal key that stands in a leaf as well signs there as the leaf's.
    inputs[index].derived.keys.lastIndex { $0.publicKey.xOnly == key } ?? 0
  }

  /// DEFAULT for 64 bytes; a 65th may only say ALL.
  private func schnorr(
    _ incoming: IncomingSignature, _ name: String?
  ) throws(Rejection) -> (signature: [UInt8], type: SighashType) {
    do throws(SignatureFault) {
      return try SignatureForm.schnorr(incoming.bytes)
    } catch {
      throw Rejection(incoming.input, name, RejectedSignature.Reason(error))
    }
  }

  private func verified(
    _ incoming: IncomingSignature, signer: Int, _ key: PSBTInputKey, keyData: [UInt8]
  ) -> VerifiedSignature {
    VerifiedSignature(
      input: incoming.input, signer: signer,
      field: PSBTField(type: key.rawValue, keyData: keyData, value: incoming.bytes[...]),
      nonce: Array(incoming.bytes.prefix(32).drop { $0 == 0 }))
  }
}

extension RejectedSignature.Reason {
  /// A fault of form in the words of this home.
  fileprivate init(_ fault: SignatureFault) {
    self =
      switch fault {
      case .malformed: .malformed
      case .highS: .highS
      case .wrongSighash(let found, _): .sighash(UInt32(found))
      case .foreignKey, .doesNotVerify, .notCheckable: .doesNotVerify
      case .unknownLeaf: .unknownLeaf
      }
  }
}
