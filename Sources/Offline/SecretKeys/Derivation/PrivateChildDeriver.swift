public import ExtendedKeys
internal import Hashes
internal import Secp256k1
public import Secp256k1Signing
internal import SecureMemory

/// Derives many private children of one key: derive the branch once and keep this for its addresses.
///
/// The chain code is hashed in once for all of them, and neither public keys nor fingerprints of the
/// children are computed: what is left of a child is one HMAC and one addition of numbers. A class,
/// so that it can be kept in a dictionary by branch; threads may share it.
public final class PrivateChildDeriver: Sendable {
  private let parent: PrivateKey
  private let parentBytes: [UInt8]
  private let hmac: HMACSHA512

  /// Prepares the children of `parent`, of whose private key a copy is made.
  public init(_ parent: borrowing Xpriv) throws(DerivationError) {
    do {
      self.parent = try parent.privateKey.duplicated()
    } catch {
      throw .key(error)
    }
    parentBytes = parent.publicKey.compressed
    hmac = HMACSHA512(key: parent.chainCode)
  }

  /// The private key of one child, hardened or not.
  ///
  /// Throws when the child does not exist. The depth is not looked at.
  public func privateKey(_ child: ChildNumber) throws(DerivationError) -> PrivateKey {
    let derived = try self.child(child)
    return derived.key
  }

  func child(_ child: ChildNumber) throws(DerivationError) -> PrivateChild {
    var message = SecretBytes(count: 37)
    if child.isHardened {
      parent.withUnsafeBytes { key in
        message.withUnsafeMutableBytes { message in
          UnsafeMutableRawBufferPointer(rebasing: message[1..<33]).copyMemory(from: key)
        }
      }
    } else {
      message.withUnsafeMutableBytes { $0.copyBytes(from: parentBytes) }
    }
    message.withUnsafeMutableBytes {
      $0.storeBytes(of: child.rawValue.bigEndian, toByteOffset: 33, as: UInt32.self)
    }
    let code = message.withUnsafeBytes { HalvedCode(hmac, $0) }
    do {
      let key = try code.withLeft { tweak throws(SigningError) in try parent.adding(tweak: tweak) }
      return PrivateChild(key: key, chainCode: code.chainCode)
    } catch .tweakOutOfRange {
      throw .extendedKey(.noSuchChild(child))
    } catch {
      throw .key(error)
    }
  }
}
