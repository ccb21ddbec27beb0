package import Bytes
@preconcurrency internal import CSecp256k1

/// The context every keyless operation shares.
enum Curve {
  /// The library's own constant context.
  ///
  /// It is never written to, so threads may share it. It can parse, tweak and verify but not sign,
  /// and needs no randomization because it sees no secret.
  nonisolated(unsafe) static let context: OpaquePointer = {
    secp256k1_selftest()  // aborts when the library was built for other hardware
    return secp256k1_context_static
  }()

  /// A context with the table of the generator's multiples; nil when there is no memory for it.
  ///
  /// Never written to after it is made, so threads may share it. It is not blinded: whatever is
  /// multiplied with it is public.
  nonisolated(unsafe) private static let tables = secp256k1_context_create(
    UInt32(SECP256K1_CONTEXT_NONE))

  /// A point plus `tweak` times the generator; nil when the tweak is not below the order or the sum
  /// is not a point: just where `secp256k1_ec_pubkey_tweak_add` fails.
  ///
  /// That function walks 128 doublings for a point that is multiplied by one. The table of the
  /// generator and one addition give the same sum in half of the time, which is what a review of
  /// many inputs spends most of its time on.
  static func sum(_ point: secp256k1_pubkey, tweak: Bytes32) -> secp256k1_pubkey? {
    var multiple = secp256k1_pubkey()
    guard let tables,
      tweak.withPointer({ secp256k1_ec_pubkey_create(tables, &multiple, $0) }) == 1
    else {
      // Zero, which gives the point itself, and what is out of range: the library judges.
      var sum = point
      let done = tweak.withPointer { secp256k1_ec_pubkey_tweak_add(context, &sum, $0) }
      return done == 1 ? sum : nil
    }
    var sum = secp256k1_pubkey()
    let done = withUnsafePointer(to: point) { point in
      withUnsafePointer(to: multiple) { multiple in
        secp256k1_ec_pubkey_combine(context, &sum, [point, multiple], 2)
      }
    }
    return done == 1 ? sum : nil
  }
}

extension Bytes32 {
  /// Lends the 32 bytes as C wants them.
  package func withPointer<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    withUnsafePointer(to: self) {
      body(UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Takes the 32 bytes that a C function writes.
  package init(filledBy body: (UnsafeMutablePointer<UInt8>) -> Void) {
    self = .zero
    withUnsafeMutablePointer(to: &self) {
      body(UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self))
    }
  }
}
