public import BitcoinPrimitives
public import Bytes

/// Which signatures a signer made of a payment, by their nonces, for `sign --compare` on another machine
/// (docs/formats.md, "The receipt of a signing").
///
/// Nothing in it is secret and nothing in it spends: the second half of each signature is not here. Where keys,
/// digests and nonces are the same, so are the signatures.
public struct SigningReceipt: Hashable, Sendable {
  /// The most signatures of one receipt.
  public static let mostSignatures = 100_000
  /// The longest message, in bytes: what QR codes carry (R18).
  public static let mostBytes = 16_000_000

  /// One signature.
  public struct Signature: Hashable, Sendable {
    /// The position of the input, from 0.
    public let input: UInt32
    /// The public key as the script has it: 33 or 65 bytes for ECDSA, 32 for Schnorr (taproot's output key or a
    /// leaf's key).
    public let key: [UInt8]
    /// The hash of the taproot leaf that the key stands in; nil for any other signature.
    public let leaf: Bytes32?
    /// The first half of the signature, big-endian: the x of the nonce point, modulo the order for ECDSA.
    public let nonce: Bytes32

    /// Takes the four.
    public init(input: UInt32, key: [UInt8], leaf: Bytes32?, nonce: Bytes32) {
      self.input = input
      self.key = key
      self.leaf = leaf
      self.nonce = nonce
    }

    /// Whether it is a Schnorr signature (BIP-340), else ECDSA.
    public var isSchnorr: Bool { key.count == 32 }

    /// What tells it from the others, in the order of which they stand.
    fileprivate var place: [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: input >> UInt32($0)) } + key
        + (leaf?.bytes ?? [])
    }
  }

  /// The txid of the transaction without signatures.
  public let unsignedTxid: Txid
  /// The SHA-256 of the PSBT that was reviewed, as it came: what `sha256sum` says of its binary file.
  public let packet: Bytes32
  /// In the order of inputs, then of keys and leaves by their bytes.
  public let signatures: [Signature]

  /// Takes what was signed; of two entries for the same place the first stays.
  public init(unsignedTxid: Txid, packet: Bytes32, signatures: [Signature]) {
    self.unsignedTxid = unsignedTxid
    self.packet = packet
    var seen: Set<[UInt8]> = []
    self.signatures =
      signatures.filter { seen.insert($0.place).inserted }
      .map { ($0.place, $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
      .map(\.1)
  }
}

// MARK: Bytes

extension SigningReceipt {
  /// Its frame: what it begins with, its version and its limits.
  static let frame = TaggedCBOR(
    type: "signing receipt", noun: "receipt", magic: Array("drawbridge-receipt ".utf8), version: 1,
    count: 4, limits: CBORLimits(bytes: mostBytes, depth: 3, values: 6 * mostSignatures))

  /// The bytes: the magic, then CBOR.
  public func encoded() -> [UInt8] {
    Self.frame.encoded([
      .bytes(unsignedTxid.bytes.bytes), .bytes(packet.bytes),
      .array(
        signatures.map { signature in
          .array([
            .unsigned(UInt64(signature.input)), .bytes(signature.key),
            signature.leaf.map { .bytes($0.bytes) } ?? .null, .bytes(signature.nonce.bytes),
          ])
        }),
    ])
  }

  /// Reads the bytes of a receipt.
  ///
  /// - Throws: ``AirgapMessageError`` for anything but what ``encoded()`` writes.
  init(decoding bytes: [UInt8]) throws(AirgapMessageError) {
    let frame = Self.frame
    let fields = try frame.fields(of: bytes)
    let txid = Txid(try frame.hash(fields[1], "the unsigned txid"))
    let packet = try frame.hash(fields[2], "the hash of the packet")
    guard let list = fields[3].arrayValue, (1...Self.mostSignatures).contains(list.count) else {
      throw frame.malformed("the signatures are not a list of 1 to \(Self.mostSignatures)")
    }
    var signatures: [Signature] = []
    signatures.reserveCapacity(list.count)
    for value in list {
      let signature = try Self.signature(value, "signature \(signatures.count + 1)")
      // One way to write each receipt, and no place twice.
      guard signatures.last?.place.lexicographicallyPrecedes(signature.place) != false else {
        throw frame.malformed("signature \(signatures.count + 1) is out of order")
      }
      signatures.append(signature)
    }
    self.init(unsignedTxid: txid, packet: packet, signatures: signatures)
  }

  private static func signature(
    _ value: CBORValue, _ place: @autoclosure () -> String
  ) throws(AirgapMessageError) -> Signature {
    guard let fields = value.arrayValue, fields.count == 4,
      let input = fields[0].unsignedValue.flatMap({ UInt32(exactly: $0) }),
      let key = fields[1].bytesValue, [32, 33, 65].contains(key.count)
    else { throw frame.malformed("\(place()) is not an input, a key, a leaf and a nonce") }
    let leaf = fields[2] == .null ? nil : try frame.hash(fields[2], "\(place()): the leaf")
    guard leaf == nil || key.count == 32 else {
      throw frame.malformed("\(place()): only a key of 32 bytes stands in a leaf")
    }
    return Signature(
      input: input, key: key, leaf: leaf, nonce: try frame.hash(fields[3], "\(place()): the nonce"))
  }
}
