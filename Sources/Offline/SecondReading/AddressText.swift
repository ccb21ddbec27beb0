internal import Bytes
internal import Hashes

/// How a chain writes its keys and addresses.
package enum AddressChain: Sendable, Equatable {
  /// `bc1`, `1`, `3`, `xpub`.
  case main
  /// `tb1`, `m`, `n`, `2`, `tpub`: testnet3, testnet4 and every signet.
  case test
  /// `bcrt1`, otherwise as the test networks.
  case regtest

  var prefix: String {
    switch self {
    case .main: "bc"
    case .test: "tb"
    case .regtest: "bcrt"
    }
  }

  var keyHash: UInt8 { self == .main ? 0x00 : 0x6f }
  var scriptHash: UInt8 { self == .main ? 0x05 : 0xc4 }
  var keyVersion: [UInt8] { self == .main ? [0x04, 0x88, 0xb2, 0x1e] : [0x04, 0x35, 0x87, 0xcf] }
}

/// Addresses written from scripts, and the letters of extended keys read.
enum AddressText {
  /// The address of a script; nil for one that has none.
  static func of(_ script: [UInt8], on chain: AddressChain) -> String? {
    let (count, first) = (script.count, script.first ?? 0)
    if count == 25, script.starts(with: [0x76, 0xa9, 0x14]), script.suffix(2) == [0x88, 0xac] {
      return base58([chain.keyHash] + script[3..<23])
    }
    if count == 23, script.starts(with: [0xa9, 0x14]), script.last == 0x87 {
      return base58([chain.scriptHash] + script[2..<22])
    }
    guard (4...42).contains(count), Int(script[1]) == count - 2,
      first == 0 || (0x51...0x60) ~= first
    else { return nil }
    if first == 0, count != 22, count != 34 { return nil }
    return bech32(chain.prefix, version: first == 0 ? 0 : first - 0x50, Array(script[2...]))
  }

  // MARK: Base58

  private static let digits58 = Array(
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

  /// Bytes with a checksum behind them.
  static func base58(_ payload: [UInt8]) -> String {
    let whole = payload + SHA256.doubleHash(payload).bytes.prefix(4)
    var digits: [Int] = []
    for byte in whole {
      var carry = Int(byte)
      for index in digits.indices {
        carry += digits[index] << 8
        digits[index] = carry % 58
        carry /= 58
      }
      while carry > 0 {
        digits.append(carry % 58)
        carry /= 58
      }
    }
    let zeros = whole.prefix { $0 == 0 }.map { _ in digits58[0] }
    return String(decoding: zeros + digits.reversed().map { digits58[$0] }, as: UTF8.self)
  }

  /// The bytes of a text with its checksum taken off; nil for any mistake.
  static func bytes(ofBase58 text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count <= 120 else { return nil }
    var bytes: [Int] = []
    for letter in text {
      guard var carry = digits58.firstIndex(of: letter) else { return nil }
      for index in bytes.indices {
        carry += bytes[index] * 58
        bytes[index] = carry & 0xff
        carry >>= 8
      }
      // Less than 58: it began so, and each byte of the number leaves it so.
      if carry > 0 { bytes.append(carry) }
    }
    let zeros = text.prefix { $0 == digits58[0] }.map { _ in UInt8(0) }
    let whole = zeros + bytes.reversed().map { UInt8($0) }
    guard whole.count > 4 else { return nil }
    let payload = Array(whole.dropLast(4))
    return SHA256.doubleHash(payload).bytes.prefix(4) == whole.suffix(4) ? payload : nil
  }

  // MARK: Bech32 and Bech32m

  private static let letters32 = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

  private static func bech32(_ prefix: String, version: UInt8, _ program: [UInt8]) -> String {
    var values = [Int(version)]
    var (bits, held) = (0, 0)
    for byte in program {
      bits = (bits << 8 | Int(byte)) & 0xfff
      held += 8
      while held >= 5 {
        held -= 5
        values.append(bits >> held & 31)
      }
    }
    if held > 0 { values.append(bits << (5 - held) & 31) }
    let letters = prefix.utf8.map(Int.init)
    let spread = letters.map { $0 >> 5 } + [0] + letters.map { $0 & 31 }
    let sum =
      checksum(spread + values + [Int](repeating: 0, count: 6))
      ^ (version == 0 ? 1 : 0x2bc8_30a3)
    let ending = (0..<6).map { sum >> (5 * (5 - $0)) & 31 }
    return prefix + "1" + String(decoding: (values + ending).map { letters32[$0] }, as: UTF8.self)
  }

  private static func checksum(_ values: [Int]) -> Int {
    let generator = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
    return values.reduce(1) { sum, value in
      let top = sum >> 25
      return generator.indices.reduce((sum & 0x1ff_ffff) << 5 ^ value) {
        top >> $1 & 1 == 1 ? $0 ^ generator[$1] : $0
      }
    }
  }
}
