internal import Hashes
internal import SecureMemory

/// Shamir's secret sharing over GF(256) as SLIP-39 defines it and SSKR took it over.
///
/// The secret is the value at 255. At 254 stands a digest that tells whether the shares belong
/// together: four bytes of an HMAC of the secret, whose key is the rest.
enum ShamirSharing {
  private static let secretPlace: UInt8 = 255
  private static let digestPlace: UInt8 = 254
  private static let digestLength = 4

  /// Splits a secret of at least 16 bytes into shares at 0, 1, 2 ...
  ///
  /// `threshold` is 1 to `count`, and `count` at most 16: the caller checks it. With a threshold of 1
  /// every share is the secret. Throws when there is no randomness.
  static func split(
    _ secret: borrowing SecretBytes, threshold: Int, count: Int, random: any RandomSource
  ) throws(RandomnessError) -> SecretRows {
    var shares = SecretRows(rowLength: secret.count)
    guard threshold > 1 else {
      for _ in 0..<count { shares.append(secret) }
      return shares
    }
    var places: [UInt8] = []
    for place in 0..<(threshold - 2) {
      shares.append(try random.secret(count: secret.count))
      places.append(UInt8(place))
    }
    let key = try random.secret(count: secret.count - digestLength)
    var known = shares.duplicated()
    known.append(SecretBytes(joining: digest(of: secret, key: key), key))
    known.append(secret)
    places += [digestPlace, secretPlace]
    for place in (threshold - 2)..<count {
      shares.append(value(at: UInt8(place), of: known, at: places))
    }
    return shares
  }

  /// The secret of exactly as many shares as the threshold asks for; nil when they do not belong
  /// together.
  static func recover(_ shares: borrowing SecretRows, at places: [UInt8]) -> SecretBytes? {
    guard places.count > 1 else { return shares.row(at: 0) }
    let secret = value(at: secretPlace, of: shares, at: places)
    let known = value(at: digestPlace, of: shares, at: places)
    let key = known.slice(digestLength..<known.count)
    guard digest(of: secret, key: key).constantTimeEquals(known.slice(0..<digestLength)) else {
      return nil
    }
    return secret
  }

  /// The value at a place of the polynomials through the shares, byte by byte.
  static func value(
    at place: UInt8, of shares: borrowing SecretRows, at places: [UInt8]
  ) -> SecretBytes {
    let weights = GF256.weights(at: place, of: places)
    return SecretBytes(count: shares.rowLength) { value in
      for (index, weight) in weights.enumerated() {
        shares.withRow(at: index) { share in
          for offset in value.indices { value[offset] ^= GF256.multiply(share[offset], weight) }
        }
      }
    }
  }

  private static func digest(
    of secret: borrowing SecretBytes, key: borrowing SecretBytes
  ) -> SecretBytes {
    let code = key.withUnsafeBytes { key in
      secret.withUnsafeBytes { HMAC.secretSHA256(key: key, message: $0) }
    }
    return code.slice(0..<digestLength)
  }
}
