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
