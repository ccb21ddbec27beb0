import Descriptors
import EncryptedVault
import ExtendedKeys
import Secp256k1
import SecretKeys
import TerminalUI

/// The proof which keys of a wallet are ours: each derived again from a seed, at the place that the
/// wallet states, and compared (R08, R23).
struct OwnKeyProof: ~Copyable {
  private let master: Xpriv

  init(_ master: borrowing Xpriv) throws(ProgramError) {
    do {
      self.master = try master.duplicated()
    } catch {
      throw ProgramError(error)
    }
  }

  /// The positions of the keys that derive from this seed.
  ///
  /// A key that names this seed's fingerprint and is another one is refused: somebody put a key of
  /// their own where ours should stand.
  func positions(in descriptor: Descriptor) throws(ProgramError) -> [Int] {
    var positions: [Int] = []
    for (position, key) in descriptor.keys.enumerated() {
      guard let origin = key.origin, origin.fingerprint == master.fingerprint else { continue }
      let own: Xpub
      do {
        own = try master.accountKey(at: origin.path).xpub
      } catch {
        throw ProgramError(error)
      }
      guard Self.isSame(key.material, own) else {
        throw ProgramError(
          "key \(position + 1) of the wallet names our fingerprint [\(origin)], but our seed has "
            + "another key there (R08)",
          hint:
            "somebody swapped the key, or the seed was made with another passphrase: compare the "
            + "wallet with everybody who holds a key of it")
      }
      positions.append(position)
    }
    return positions
  }

  /// Whether a key is this one; depth and parent, which some programs leave out, make no key.
  private static func isSame(_ material: KeyExpression.Material, _ own: Xpub) -> Bool {
    switch material {
    case .extended(let xpub):
      xpub.publicKey == own.publicKey && xpub.chainCode == own.chainCode
    case .single(let key): key.compressed == own.publicKey.compressed
    case .xOnly(let key): key == own.publicKey.xOnly
    }
  }
}

extension VaultContents {
  /// The keys of a wallet that are ours, each with its seed; refuses a wallet that has none (R23).
  ///
  /// Asks for the BIP-39 passphrase of each seed that has one: only with it is its fingerprint
  /// known.
  func ownKeys(
    of descriptor: Descriptor, _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> [OwnKey] {
    let network = try knownNetwork()
    let named = Set(descriptor.keys.compactMap { $0.origin?.fingerprint.bytes })
    var keys: [OwnKey] = []
    for seed in seeds where seed.usesPassphrase || named.contains(seed.fingerprint) {
      let master = try seed.masterKey(on: network, options, console)
      let positions = try OwnKeyProof(master).positions(in: descriptor)
      keys += positions.map { OwnKey(position: $0, seed: seed.name) }
    }
    guard !keys.isEmpty else {
      throw ProgramError(
        "the wallet has no key of a seed in this vault (R23)",
        hint:
          "one of its keys needs an origin such as [fingerprint/48h/0h/0h/2h] that names one of "
          + "the seeds here")
    }
    return keys.sorted { $0.position < $1.position }
  }
}
