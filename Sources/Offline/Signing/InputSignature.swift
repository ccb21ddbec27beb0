internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Hashes
internal import PacketSigning
internal import SecondReading
internal import Secp256k1

/// A signature made here: where it belongs, its bytes, and what it signs.
struct InputSignature: Sendable {
  /// The field that it goes into.
  enum Place: Equatable, Sendable {
    case ecdsa(PublicKey)
    /// The output key of the coin.
    case keyPath(XOnlyPublicKey)
    case leaf(key: XOnlyPublicKey, leafHash: Bytes32)
  }

  /// The position of the input, from 0.
  let input: Int
  let place: Place
  /// As its field wants it: with its sighash byte, but for taproot's DEFAULT; or the SHA-256 of that.
  let bytes: [UInt8]
  /// Whether `bytes` is the hash alone, which can be compared and spends nothing.
  let isHash: Bool
  /// What it says that it signs.
  let type: SighashType
  /// The sighash that it signs.
  let digest: Bytes32
  /// Its first half: the x of its nonce point.
  let nonce: Bytes32

  /// Takes one that whoever holds the keys made; nil where its key is none.
  ///
  /// `asksForAll` says that the PSBT asks for ALL by name; `keys` are those that the wallet derives for this input,
  /// one of which an ECDSA signature is of.
  init?(_ made: MadeSignature, of keys: [PublicKey], asksForAll: Bool, isHash: Bool) {
    let place: Place
    switch made.place {
    case .ecdsa(let key):
      guard let key = keys.first(where: { $0.encoded == key }) else { return nil }
      place = .ecdsa(key)
    case .keyPath(let output, root: _):
      guard let key = try? XOnlyPublicKey(decoding: output) else { return nil }
      place = .keyPath(key)
    case .leaf(let key, hash: let hash):
      guard let key = try? XOnlyPublicKey(decoding: key) else { return nil }
      place = .leaf(key: key, leafHash: hash)
    }
    self.place = place
    if case .ecdsa = place { type = .all } else { type = asksForAll ? .all : .default }
    input = made.input
    bytes = made.bytes
    digest = made.digest
    nonce = made.nonce
    self.isHash = isHash
  }

  /// The public key as the script has it: 33 or 65 bytes, 32 for taproot.
  var key: [UInt8] {
    switch place {
    case .ecdsa(let key): key.encoded
    case .keyPath(let key), .leaf(let key, _): key.bytes.bytes
    }
  }

  /// The hash of the leaf that the key stands in; nil for any other signature.
  var leaf: Bytes32? { if case .leaf(_, let leafHash) = place { leafHash } else { nil } }

  /// Puts the signature into its field, in place of any that is there.
  func set(in input: inout PSBTInput) {
    switch place {
    case .ecdsa(let key): input.setPartialSig(bytes, publicKey: key.encoded)
    case .keyPath: input.setTapKeySig(bytes)
    case .leaf(let key, let leafHash):
      input.setTapScriptSig(bytes, xOnlyKey: key.bytes, leafHash: leafHash)
    }
  }

  /// What the same field of another PSBT holds; where it is finished, every signature that may be
  /// this one.
  func candidates(in input: PSBTInput) -> [[UInt8]] {
    switch place {
    case .ecdsa(let key):
      let field = input.partialSigs.filter { $0.publicKey.elementsEqual(key.encoded) }
      if !field.isEmpty { return field.map { Array($0.signature) } }
    case .keyPath:
      if let field = input.tapKeySig { return [Array(field)] }
    case .leaf(let key, let leafHash):
      let field = input.tapScriptSigs.filter { $0.xOnlyKey == key.bytes && $0.leafHash == leafHash }
      if !field.isEmpty { return field.map { Array($0.signature) } }
    }
    // A finished script names no key: what verifies under this one is its signature.
    let items = (input.finalScriptSig?.pushedItems ?? []) + (input.finalScriptWitness ?? [])
    return items.filter { isSame($0) || verifies($0) }
  }

  /// Whether other bytes are the same.
  func isSame(_ other: [UInt8]) -> Bool {
    isHash ? SHA256.hash(other).bytes == bytes : other == bytes
  }

  /// Whether other bytes are a valid signature of the same key over the same sighash.
  func verifies(_ other: [UInt8]) -> Bool {
    // The digest is that of one sighash type: under another one the same signature is worth nothing.
    guard let form = form(of: other), form.type == type else { return false }
    let key: ScriptKey =
      switch place {
      case .ecdsa(let key): .full(key.encoded)
      case .keyPath(let key), .leaf(let key, _): .xOnly(key.bytes)
      }
    return form.verifies(by: key, of: digest)
  }

  private func form(of bytes: [UInt8]) -> VerifiableSignature? {
    let claim: ClaimedSignature.Claim =
      switch place {
      case .ecdsa(let key): .ecdsa(publicKey: key.encoded)
      case .keyPath: .keyPath
      case .leaf(let key, let leafHash): .leaf(key: key.bytes, hash: leafHash)
      }
    return try? VerifiableSignature(ClaimedSignature(input: input, claim: claim, bytes: bytes))
  }
}
