import BitcoinPSBT
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

extension OwnKeyProof {
  /// The wallet of a redeem script with origins for those of its keys that this seed has.
  ///
  /// A redeem script says nothing of where its keys come from. Such keys are those of the Chance
  /// wallet, `m/44h/0h/Nh` themselves, so the seed is asked for its first accounts; another form of
  /// wallet comes back as it is.
  func naming(_ descriptor: Descriptor) throws(ProgramError) -> Descriptor {
    guard let script = MultisigScript(descriptor) else { return descriptor }
    var origins: [Int: KeyOrigin] = [:]
    for (position, key) in descriptor.keys.enumerated() { origins[position] = key.origin }
    do {
      let found = try master.chanceKeys(among: script.keys)
      origins.merge(found) { stated, _ in stated }
      return try script.descriptor(origins: origins).annotated(descriptor.annotations)
    } catch {
      throw ProgramError(any: error)
    }
  }
}

/// A wallet with the keys of it that are ours.
struct OwnedWallet: Sendable {
  /// As it was given, with the origins of own keys where it had none.
  let descriptor: Descriptor
  let keys: [OwnKey]
}

extension VaultContents {
  /// Which keys of a wallet are ours, each with its seed; refuses a wallet that has none (R23).
  ///
  /// Asks for the BIP-39 passphrase of each seed that has one: only with it is its fingerprint
  /// known.
  func owned(
    _ given: Descriptor, _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> OwnedWallet {
    let network = try knownNetwork()
    let isNameless = MultisigScript(given) != nil && given.keys.contains { $0.origin == nil }
    let named = Set(given.keys.compactMap { $0.origin?.fingerprint.bytes })
    var descriptor = given
    var keys: [OwnKey] = []
    for seed in seeds
    where isNameless || seed.usesPassphrase || named.contains(seed.fingerprint) {
      let proof = try OwnKeyProof(try seed.masterKey(on: network, options, console))
      if isNameless { descriptor = try proof.naming(descriptor) }
      keys += try proof.positions(in: descriptor).map { OwnKey(position: $0, seed: seed.name) }
    }
    guard !keys.isEmpty else {
      throw ProgramError(
        "the wallet has no key of a seed in this vault (R23)",
        hint: isNameless
          ? "of a redeem script, the keys m/44h/0h/0h to m/44h/0h/\(Xpriv.chanceAccounts - 1)h of "
            + "each seed here were looked for"
          : "one of its keys needs an origin such as [fingerprint/48h/0h/0h/2h] that names one of "
            + "the seeds here")
    }
    return OwnedWallet(
      descriptor: descriptor, keys: keys.sorted { $0.position < $1.position })
  }
}
