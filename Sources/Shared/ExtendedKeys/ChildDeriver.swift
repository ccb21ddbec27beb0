internal import Bytes
internal import Hashes
public import Secp256k1

/// Derives many public children of one key.
///
/// The chain code is hashed in once for all of them, and no fingerprints are computed: what is left
/// of a child is one HMAC and one addition of points.
public struct ChildDeriver: Sendable {
  private let parent: PublicKey
  private let parentBytes: [UInt8]
  private let hmac: HMACSHA512

  /// Prepares the children of `parent`.
  public init(_ parent: Xpub) {
    self.parent = parent.publicKey
    parentBytes = parent.publicKey.compressed
    hmac = HMACSHA512(key: parent.chainCode)
  }

  /// The key of one unhardened child.
  ///
  /// Throws when the step is hardened or the child does not exist. The depth is not looked at.
  public func publicKey(_ child: ChildNumber) throws(ExtendedKeyError) -> PublicKey {
    try self.child(child).key
  }

  func child(_ child: ChildNumber) throws(ExtendedKeyError) -> (key: PublicKey, code: Bytes32) {
    guard !child.isHardened else { throw .hardenedChild(child) }
    var writer = ByteWriter(capacity: 37)
    writer.write(parentBytes)
    writer.writeUInt32BE(child.rawValue)
    let (tweak, code) = writer.bytes.withUnsafeBytes { hmac.authenticate($0) }
    do {
      return (try parent.adding(tweak: tweak), code)
    } catch {
      throw .noSuchChild(child)
    }
  }
}
