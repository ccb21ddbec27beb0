internal import Bytes
public import ExtendedKeys
internal import Hashes
internal import Secp256k1
public import Secp256k1Signing

/// Derives many unhardened private children of one key: an HMAC and an addition each.
///
/// The tweak of an unhardened child follows from the extended public key, which is no secret; only the
/// sum is. May be lent to several threads at once.
public struct PrivateChildDeriver: ~Copyable, Sendable {
  private let parent: PrivateKey
  private let publicBytes: [UInt8]
  private let hmac: HMACSHA512

  init(parent: consuming PrivateKey, publicKey: PublicKey, chainCode: Bytes32) {
    self.parent = parent
    publicBytes = publicKey.compressed
    hmac = HMACSHA512(key: chainCode)
  }

  /// The private key of one unhardened child.
  ///
  /// - Throws: ``XprivError``.
  public borrowing func privateKey(_ child: ChildNumber) throws(XprivError) -> PrivateKey {
    guard !child.isHardened else { throw .hardenedChild(child) }
    var writer = ByteWriter(capacity: 37)
    writer.write(publicBytes)
    writer.writeUInt32BE(child.rawValue)
    let (tweak, _) = writer.bytes.withUnsafeBytes { hmac.authenticate($0) }
    do {
      return try parent.adding(tweak: tweak)
    } catch {
      throw .noSuchKey(child)
    }
  }
}
