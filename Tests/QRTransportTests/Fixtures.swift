import Bytes

@testable import QRTransport

/// The messages of the published vectors, and a generator with a fixed seed for simulations.
enum Fixtures {
  /// The first bytes of the generator seeded with SHA-256 of `seed`.
  static func message(_ count: Int, seed: String = "Wolf") -> [UInt8] {
    var generator = Xoshiro256(seed: Array(seed.utf8))
    return (0..<count).map { _ in UInt8(generator.nextInt(0, 255)) }
  }

  /// The same as a CBOR byte string.
  static func cbor(_ count: Int, seed: String = "Wolf") -> [UInt8] {
    CBORWriter.encode(.bytes(message(count, seed: seed)))
  }

  static func ur(_ count: Int, type: String = "bytes", seed: String = "Wolf") throws -> UR {
    try UR(type: type, cbor: cbor(count, seed: seed))
  }
}

/// SplitMix64: simulations must not share the generator they test.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
