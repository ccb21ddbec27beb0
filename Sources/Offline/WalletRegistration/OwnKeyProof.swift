internal import BitcoinPSBT
package import Descriptors
package import EncryptedVault
internal import ExtendedKeys
internal import Refusals
internal import Secp256k1
package import SecretKeys
package import SeedForms
package import SignerHome
package import TerminalUI

/// The proof which keys of a wallet are ours: each derived again from a seed, at the place that the
/// wallet states, and compared (R08, R23).
package struct OwnKeyProof: ~Copyable {
  private let master: Xpriv

  package init(_ master: borrowing Xpriv) throws(ProgramError) {
    do {
      self.master = try master.duplicated()
    } catch {
      throw ProgramError(error)
    }
  }

  /// The positions of the keys that derive from this seed.
  ///
  /// A key that names this seed's fingerprint and is another one is refused: somebody put a key of
  /// their own where ours should stand. So is a key of this seed under another name: no review
  /// would take it for ours, and the wallet would seem to belong to more people than it does.
  package func positions(in descriptor: Descriptor) throws(ProgramError) -> [Int] {
    var positions: [Int] = []
    let places = try knownPlaces(in: descriptor)
    for (position, key) in descriptor.keys.enumerated() {
      guard let origin = key.origin, origin.fingerprint == master.fingerprint else {
        try requireForeign(key, position, places)
        continue
      }
      let own: Xpub
      do {
        own = try master.accountKey(at: origin.path).xpub
      } catch {
        throw ProgramError(error)
      }
      guard Self.isSame(key.material, own) else {
        throw ProgramError(
          "key \(position + 1) of the wallet names our fingerprint [\(origin)], but our seed has "
            + "another key there", rule: .r08,
          hint:
            "somebody swapped the key, or the seed was made with another passphrase: compare the "
            + "wallet with everybody who holds a key of it")
      }
      positions.append(position)
    }
    return positions
  }

  /// How many accounts of each standard are looked at for keys under another name.
  private static let accountsTried: UInt32 = 5

  /// Our keys wherever one of ours may be expected: where any key of the wallet says it lies, and at
  /// the first accounts of the standards.
  private func knownPlaces(
    in descriptor: Descriptor
  ) throws(ProgramError) -> [(path: DerivationPath, xpub: Xpub)] {
    var paths = Set(descriptor.keys.compactMap(\.origin?.path))
    for script in StandardAccount.allCases {
      for account in 0..<Self.accountsTried {
        if let path = try? script.path(on: master.network, account: account) { paths.insert(path) }
      }
    }
    var places: [(path: DerivationPath, xpub: Xpub)] = []
    for path in paths.sorted(by: { "\($0)" < "\($1)" }) {
      do {
        places.append((path, try master.accountKey(at: path).xpub))
      } catch {
        throw ProgramError(error)
      }
    }
    return places
  }

  /// Refuses a key of ours that stands under a stranger's fingerprint, or under none.
  private func requireForeign(
    _ key: KeyExpression, _ position: Int, _ places: [(path: DerivationPath, xpub: Xpub)]
  ) throws(ProgramError) {
    guard let place = places.first(where: { Self.isSame(key.material, $0.xpub) }) else { return }
    let name = key.origin.map { "under [\($0)]" } ?? "without origin"
    throw ProgramError(
      "key \(position + 1) of the wallet is listed \(name), but it is our key "
        + "[\(KeyOrigin(fingerprint: master.fingerprint, path: place.path))]", rule: .r08,
      hint: "somebody listed our key as another person's, who then has no key in the wallet; have "
        + "the wallet made again from what each signer exported")
  }

  /// Whether a key is this one; depth and parent, which some programs leave out, are not part of a
  /// key.
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
  package func naming(_ descriptor: Descriptor) throws(ProgramError) -> Descriptor {
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
package struct OwnedWallet: Sendable {
  /// As it was given, with the origins of our keys where it had none.
  package let descriptor: Descriptor
  package let keys: [OwnKey]

  package init(descriptor: Descriptor, keys: [OwnKey]) {
    self.descriptor = descriptor
    self.keys = keys
  }
}

extension VaultContents {
  /// Which keys of a wallet are ours, each with its seed; refuses a wallet that has none (R23).
  ///
  /// The BIP-39 passphrase of a seed is asked for only where the seed could own a key of the wallet:
  /// not of one whose fingerprint is known from its registered wallets and not named in this one,
  /// when another seed has a key in it.
  ///
  /// Every seed with accounts that needs no question is opened, and of the single keys those whose
  /// fingerprint a key of the wallet has.
  package func owned(
    _ given: Descriptor, _ options: SeedPassphraseOptions, _ console: Console,
    opening seeds: SeedOpener
  ) throws(ProgramError) -> OwnedWallet {
    let network = try knownNetwork()
    let isNameless = MultisigScript(given) != nil && given.keys.contains { $0.origin == nil }
    var descriptor = given
    var keys: [OwnKey] = []
    for seed in self.seeds where seed.kind == .wif && seed.mayBeKey(of: descriptor) {
      let lone = LoneKeyProof(try GivenSeed(seeds.opened(seed)).singleKey())
      keys += lone.positions(in: descriptor).map { OwnKey(position: $0, seed: seed.name) }
    }
    let lone = Set(keys.map(\.position))
    // Every seed that needs no question is looked through: a key of ours may stand under another
    // name (R08). The others come last.
    let (open, asking) = try seedsToTry(options)
    for seed in open + asking {
      if asking.contains(where: { $0.name == seed.name }), options.isEmpty, !keys.isEmpty,
        try !mayOwn(seed, in: descriptor, ours: keys.map(\.position))
      {
        continue
      }
      let master = try seeds.opened(seed).masterKey(on: network, options, console)
      try seed.requireNamedWithPassphrase(in: given, master.fingerprint)
      let proof = try OwnKeyProof(master)
      if isNameless { descriptor = try proof.naming(descriptor) }
      keys += try proof.positions(in: descriptor).filter { !lone.contains($0) }
        .map { OwnKey(position: $0, seed: seed.name) }
    }
    try requireKnownKeysUnderOwnName(descriptor)
    guard !keys.isEmpty else {
      throw ProgramError(
        "the wallet has no key of a seed in this vault", rule: .r23,
        hint: isNameless
          ? "use the signer that holds one of its keys; of each seed here, the keys m/44h/0h/0h to "
            + "m/44h/0h/\(Xpriv.chanceAccounts - 1)h were tried"
          : "check the origins of its keys: one must be like [fingerprint/48h/0h/0h/2h] and name one of "
            + "the seeds here")
    }
    return OwnedWallet(
      descriptor: descriptor, keys: keys.sorted { $0.position < $1.position })
  }
}

extension VaultContents {
  /// The seeds with accounts: those whose keys are known without a question, and those of which the
  /// BIP-39 passphrase is asked for.
  private func seedsToTry(
    _ options: SeedPassphraseOptions
  ) throws(ProgramError) -> (open: [StoredSeed], asking: [StoredSeed]) {
    let isAsking = { (seed: StoredSeed) in
      seed.usesPassphrase && !(seed.storedPassphrase != nil && options.isEmpty)
    }
    let all = seeds.filter { $0.kind != .wif }
    return (all.filter { !isAsking($0) }, all.filter(isAsking))
  }

  /// Whether a seed whose passphrase is not known yet could own a key of a wallet besides `ours`.
  ///
  /// Its fingerprints are known from the wallets that it has keys of; where it has none, any key that
  /// no other seed owns may be its own. The fingerprint without the passphrase is its own too: a key
  /// under it is refused.
  private func mayOwn(
    _ seed: StoredSeed, in descriptor: Descriptor, ours: [Int]
  ) throws(ProgramError) -> Bool {
    let others = descriptor.keys.enumerated().filter {
      !ours.contains($0.offset) && !$0.element.isUnspendable
    }.map(\.element)
    guard !others.isEmpty else { return false }
    let known = try fingerprints(of: seed)
    if known.isEmpty { return true }
    return others.contains { key in
      guard let fingerprint = key.origin?.fingerprint else { return true }
      return known.contains(fingerprint) || fingerprint.bytes == seed.fingerprint
    }
  }

  /// Refuses a key of a registered wallet's own seed under another name, also where that seed was not
  /// asked for its passphrase (R08).
  private func requireKnownKeysUnderOwnName(_ descriptor: Descriptor) throws(ProgramError) {
    for wallet in wallets {
      let known = try wallet.parsedDescriptor()
      for own in wallet.keys where known.keys.indices.contains(own.position) {
        let mine = known.keys[own.position]
        for (position, key) in descriptor.keys.enumerated() {
          guard let origin = mine.origin, key.origin?.fingerprint != origin.fingerprint,
            OwnKeyProof.isSame(key.material, mine.material)
          else { continue }
          let name = key.origin.map { "under [\($0)]" } ?? "without origin"
          throw ProgramError(
            "key \(position + 1) of the wallet is listed \(name), but it is our key [\(origin)] of "
              + "the wallet \(wallet.name)", rule: .r08,
            hint: "somebody listed our key as another person's, who then has no key in the wallet; "
              + "have the wallet made again from what each signer exported")
        }
      }
    }
  }
}

extension OwnKeyProof {
  /// Whether two keys of wallets are one; depth and parent, which some programs leave out, do not
  /// count.
  fileprivate static func isSame(
    _ one: KeyExpression.Material, _ other: KeyExpression.Material
  ) -> Bool {
    switch (one, other) {
    case (.extended(let one), .extended(let other)):
      one.publicKey == other.publicKey && one.chainCode == other.chainCode
    case (.single(let one), .single(let other)): one.compressed == other.compressed
    case (.xOnly(let one), .xOnly(let other)): one == other
    default: false
    }
  }
}

extension StoredSeed {
  /// Whether a single private key could be one of a wallet's keys, by its fingerprint: that of the
  /// compressed public key, whose first byte an x-only key does not say.
  fileprivate func mayBeKey(of descriptor: Descriptor) -> Bool {
    descriptor.keys.contains { key in
      switch key.material {
      case .single(let key): Fingerprint(of: key).bytes == fingerprint
      case .xOnly: true
      case .extended: false
      }
    }
  }

  /// Refuses a wallet that names the fingerprint of this seed without the BIP-39 passphrase that it
  /// is used with: whatever key stands there, this seed does not sign with it.
  fileprivate func requireNamedWithPassphrase(
    in descriptor: Descriptor, _ fingerprint: Fingerprint
  ) throws(ProgramError) {
    guard usesPassphrase, fingerprint.bytes != self.fingerprint,
      let position = descriptor.keys.firstIndex(where: {
        $0.origin?.fingerprint.bytes == self.fingerprint
      })
    else { return }
    throw ProgramError(
      "key \(position + 1) of the wallet names the seed \(name) without its BIP-39 passphrase; with "
        + "it the fingerprint is \(fingerprint)", rule: .r08,
      hint: "export the key again with the passphrase; or, when it was made without one, leave the "
        + "passphrase empty")
  }
}
