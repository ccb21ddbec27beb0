internal import Bytes
internal import Secp256k1

/// The checks that the fields of all three kinds of map share.
///
/// Each throws the fault; the reader adds where.
struct FieldRules {
  let name: String
  let field: PSBTField

  func versionTwoOnly() throws(PSBTFaultError) {
    throw PSBTFaultError(.versionTwoField(name))
  }

  /// The key is its type and nothing else.
  func emptyKey() throws(PSBTFaultError) {
    try key([0], "none")
  }

  func key(_ lengths: [Int], _ expected: String) throws(PSBTFaultError) {
    let found = field.keyData.count
    guard lengths.contains(found) else {
      throw PSBTFaultError(.keyLength(field: name, found: found, expected: expected))
    }
  }

  func value(_ length: Int) throws(PSBTFaultError) {
    try value(length...length, "\(length)")
  }

  func value(_ lengths: ClosedRange<Int>, _ expected: String) throws(PSBTFaultError) {
    guard lengths.contains(field.value.count) else {
      throw PSBTFaultError(
        .valueLength(field: name, found: field.value.count, expected: expected))
    }
  }

  /// The key data is a public key of 33 or 65 bytes on the curve.
  func publicKeyInKey() throws(PSBTFaultError) {
    try key([33, 65], "33 or 65")
    try publicKey(field.keyData)
  }

  func publicKey(_ bytes: ArraySlice<UInt8>) throws(PSBTFaultError) {
    do {
      _ = try PublicKey(decoding: bytes)
    } catch {
      throw PSBTFaultError(.invalidPublicKey(field: name))
    }
  }

  /// A fingerprint and a path of at most 255 steps, 4 bytes each.
  func keyOrigin(length: Int) throws(PSBTFaultError) {
    guard length >= 4, length % 4 == 0, length <= 4 * 256 else {
      throw PSBTFaultError(
        .valueLength(field: name, found: length, expected: "4 and 4 for each of at most 255 steps"))
    }
  }

  /// Leaf hashes by count, then a fingerprint and a path (BIP-371).
  func tapDerivation() throws(PSBTFaultError) {
    try key([32], "32")
    var reader = ByteReader(field.value)
    let count = try reading { () throws(BytesError) in
      try reader.readCount(minimumElementSize: 32, limit: PSBTReader.leafHashLimit)
    }
    let rest = reader.remaining - 32 * count
    try keyOrigin(length: rest)
  }

  /// An aggregate key in the key, participants' keys of 33 bytes in the value (BIP-373).
  func musig2Participants() throws(PSBTFaultError) {
    try key([33], "33")
    try publicKey(field.keyData)
    guard !field.value.isEmpty, field.value.count % 33 == 0 else {
      throw PSBTFaultError(
        .valueLength(field: name, found: field.value.count, expected: "33 for each participant"))
    }
    var rest = field.value
    while !rest.isEmpty {
      try publicKey(rest.prefix(33))
      rest = rest.dropFirst(33)
    }
  }

  /// A participant's key, the aggregate key and perhaps a leaf hash in the key (BIP-373).
  func musig2Contribution(_ length: Int) throws(PSBTFaultError) {
    try key([66, 98], "66 or 98")
    try value(length)
    try publicKey(field.keyData.prefix(33))
    try publicKey(field.keyData.dropFirst(33).prefix(33))
  }

  /// Identifier with its length, and subtype, at the head of the key data.
  func proprietary() throws(PSBTFaultError) {
    var reader = ByteReader(field.keyData)
    _ = try reading { () throws(BytesError) in
      try reader.readVarBytes(max: field.keyData.count)
    }
    _ = try reading { () throws(BytesError) in try reader.readCompactSize() }
  }

  func reading<Result>(
    _ body: () throws(BytesError) -> Result
  ) throws(PSBTFaultError) -> Result {
    do {
      return try body()
    } catch {
      throw PSBTFaultError(.invalidValue(field: name, reason: "\(error)"))
    }
  }

  func refuse(_ reason: String) -> PSBTFaultError {
    PSBTFaultError(.invalidValue(field: name, reason: reason))
  }
}

/// A fault on its way to the reader, which knows the place.
struct PSBTFaultError: Error {
  let fault: PSBTFault

  init(_ fault: PSBTFault) {
    self.fault = fault
  }
}
