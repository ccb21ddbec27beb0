internal import BitcoinPrimitives
package import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
internal import Secp256k1
internal import Secp256k1Signing
package import SecretKeys
internal import SecureMemory
package import TerminalUI

// Single private keys (WIF, BIP-38): the wallet that each of them has, and how they sign.

extension StoredWallet {
  /// The wallet of a single key: every script that its public key can be paid with (BIP-384).
  static func ofSingleKey(
    _ key: borrowing WIFKey, named seed: String, now: Int64
  ) throws(ProgramError) -> StoredWallet {
    do throws(DescriptorError) {
      return StoredWallet(
        name: "\(seed)-combo", descriptor: try key.sweepDescriptor().canonical,
        keys: [OwnKey(position: 0, seed: seed)], source: "imported private key", registered: now)
    } catch {
      throw ProgramError(error)
    }
  }
}

/// A key that has no master: which keys of a wallet it is, and where wallets name it.
package struct LoneKeyProof {
  private let publicKey: PublicKey

  package init(_ key: borrowing WIFKey) { publicKey = key.publicKey }

  /// The positions of the keys of a wallet that are this one, whatever origin they state.
  package func positions(in descriptor: Descriptor) -> [Int] {
    descriptor.keys.indices.filter { position in
      switch descriptor.keys[position].material {
      case .single(let key): key.compressed == publicKey.compressed
      case .xOnly(let key): key == publicKey.xOnly
      case .extended: false
      }
    }
  }
}

extension Descriptor {
  /// Where signing looks for a lone key of this wallet: its stated origin, or its own fingerprint and
  /// no steps; nil when nothing derives.
  func loneOrigin(ofKey position: Int) -> KeyOrigin? {
    guard let keys = try? derived(branch: 0, index: 0).keys, keys.indices.contains(position) else {
      return nil
    }
    return keys[position].origin
  }
}

extension KeyRing {
  /// Takes a single key for each of its places in a wallet.
  package func add(
    _ key: borrowing WIFKey, positions: [Int], in descriptor: Descriptor
  ) throws(ProgramError) {
    for position in positions {
      guard let origin = descriptor.loneOrigin(ofKey: position) else { continue }
      do throws(SigningError) {
        add(try key.privateKey.duplicated(), at: origin)
      } catch {
        throw ProgramError(error)
      }
    }
  }
}
