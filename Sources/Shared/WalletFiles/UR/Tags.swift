internal import Bytes

/// The CBOR tags of the registry, each in its first and its second generation.
///
/// Source: BCR-2020-006, BCR-2020-010, BCR-2023-010. The first generation is what every signer in
/// the field reads, so it is what is written; both are read.
enum Tags {
  /// Where in the lists below a generation's tag stands.
  enum Generation: Int { case first, second }

  static let hdkey: [UInt64] = [303, 40303]
  static let keypath: [UInt64] = [304, 40304]
  static let coinInfo: [UInt64] = [305, 40305]
  static let eckey: [UInt64] = [306, 40306]
  static let output: [UInt64] = [308, 40308]

  static let sh: UInt64 = 400
  static let wsh: UInt64 = 401
  static let pk: UInt64 = 402
  static let pkh: UInt64 = 403
  static let wpkh: UInt64 = 404
  static let combo: UInt64 = 405
  static let multi: UInt64 = 406
  static let sortedmulti: UInt64 = 407
  static let raw: UInt64 = 408
  static let tr: UInt64 = 409
  static let cosigner: UInt64 = 410
}

extension CBORValue {
  /// What any one of the tags wraps; nil when this value has none of them.
  func untagged(any tags: [UInt64]) -> CBORValue? {
    for tag in tags { if let value = untagged(tag) { return value } }
    return nil
  }
}
