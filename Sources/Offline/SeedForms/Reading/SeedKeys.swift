package import BitcoinPrimitives
package import EncryptedVault
internal import ExtendedKeys
package import Mnemonics
internal import Refusals
package import SecretKeys
package import SecureMemory
package import SignerHome
package import TerminalUI

// The keys of a stored seed.
extension StoredSeed {
  /// The master key of this seed, which was opened; asks for its BIP-39 passphrase where it has one that
  /// is not kept.
  package func masterKey(
    on network: Network, _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> Xpriv {
    let given = try GivenSeed(self)
    guard usesPassphrase else {
      return try given.masterKey(passphrase: SecretBytes(count: 0), on: network)
    }
    if options.isEmpty, storedPassphrase != nil,
      let kept = try hinted({ () throws(VaultError) in try revealingPassphrase() })
    {
      let master = try given.masterKey(passphrase: kept, on: network)
      console.talk(
        "The BIP-39 passphrase of \(name) is kept in the vault; its fingerprint is \(master.fingerprint)."
      )
      return master
    }
    return try UsedPassphrase.masterKey(
      of: given, "the seed \(name)", from: options.source(), on: network, console)
  }
}

/// Master keys from words.
package enum MasterKeys {
  /// The master key of words.
  package static func masterKey(
    of mnemonic: borrowing Mnemonic, passphrase: borrowing SecretBytes, on network: Network
  ) throws(ProgramError) -> Xpriv {
    do {
      let seed = try mnemonic.seed(passphrase: passphrase)
      return try Xpriv(seed: seed, network: KeyNetwork(network))
    } catch let error as MnemonicError {
      throw ProgramError(error)
    } catch let error as DerivationError {
      throw ProgramError(error)
    } catch {
      throw ProgramError(any: error)
    }
  }
}

/// A new seed on its way into the vault.
package struct NewSeed: ~Copyable {
  let name: EntryName
  let given: GivenSeed
  /// How it came to be, in words.
  let origin: String
  let usesPassphrase: Bool
  /// Whether it came from words, a sheet or shares that the person already holds.
  let isRestored: Bool
  /// The seed of this vault that it is a BIP-85 child of.
  let parent: String?
  /// The block below which it has no coins, where that is known.
  let birthHeight: UInt32?

  package init(
    name: EntryName, given: consuming GivenSeed, origin: String, usesPassphrase: Bool,
    isRestored: Bool = false, parent: String? = nil, birthHeight: UInt32? = nil
  ) {
    self.name = name
    self.given = given
    self.origin = origin
    self.usesPassphrase = usesPassphrase
    self.isRestored = isRestored
    self.parent = parent
    self.birthHeight = birthHeight
  }

  /// Adds the seed to the contents, and for a single private key its wallet.
  ///
  /// Refuses a seed that is here already; `seeds` opens one only where a single key with the same
  /// fingerprint is kept.
  package func store(
    in contents: inout VaultContents, now: Int64, opening seeds: SeedOpener
  ) throws(ProgramError) -> StoredSeed {
    try Self.requireFree(name, in: contents)
    if usesPassphrase, given.kind != .mnemonic {
      throw ProgramError(
        "only words have a BIP-39 passphrase, and this seed is of the kind \(given.kind.rawValue)",
        hint: "leave --with-bip39-passphrase out", exitCode: .wrongUsage)
    }
    let fingerprint = try given.fingerprint(on: contents.knownNetwork()).bytes
    let isLone = given.kind == .wif
    for same in contents.seeds
    where same.fingerprint == fingerprint && (same.kind == .wif) == isLone {
      // The same seed in another form has the same master key; a single key that is written
      // uncompressed has other scripts.
      if isLone, try !given.isHeld(as: seeds.opened(same)) { continue }
      throw ProgramError(
        "this seed is already in the vault, as \(same.name)", hint: "use it under that name")
    }
    let seed = StoredSeed(
      name: name.text, kind: given.kind, secret: StoredSecret(given.revealingStored()),
      language: given.language?.rawValue, fingerprint: fingerprint,
      usesPassphrase: usesPassphrase, origin: origin, created: now, isRestored: isRestored,
      nextDrill: isRestored ? contents.nextDrill(after: now) : nil, birthHeight: birthHeight,
      parent: parent)
    if isLone { try registerWallet(in: &contents, now: now) }
    contents.seeds.append(seed)
    return seed
  }

  private func registerWallet(
    in contents: inout VaultContents, now: Int64
  ) throws(ProgramError) {
    let wallet = try StoredWallet.ofSingleKey(
      given.singleKey(), named: name.text, now: now)
    guard contents.wallet(named: wallet.name) == nil else {
      throw ProgramError(
        "another wallet is registered as \(wallet.name)", rule: .r23,
        hint: "choose another name for the key; a registered wallet is never changed silently")
    }
    contents.wallets.append(wallet)
  }

  /// Refuses a name that is taken or too long, before anything is asked.
  package static func requireFree(
    _ name: EntryName, in contents: VaultContents
  ) throws(ProgramError) {
    guard contents.seed(named: name.text) == nil else { throw taken(name) }
    guard name.isSeedName else {
      throw ProgramError(
        "the name has more than \(EntryName.maxSeedLength) characters",
        hint: "its wallets will be named after it: choose a shorter one", exitCode: .wrongUsage)
    }
  }

  private static func taken(_ name: EntryName) -> ProgramError {
    ProgramError(
      "a seed named \(name) already exists", hint: "choose another name, or remove that seed")
  }
}

/// Words in a numbered list, in columns where there are many, made in locked memory.
package enum WordSheet {
  /// The last word alone.
  package static func lastWord(of mnemonic: borrowing Mnemonic) -> SecretBytes {
    var last = SecretBytes(count: 0)
    mnemonic.revealWords { position, word in
      if position == mnemonic.wordCount { last = SecretBytes(copying: word) }
    }
    return last
  }

  /// The words of a sentence with single spaces, numbered.
  package static func text(ofSentence sentence: borrowing SecretBytes) -> SecretBytes {
    let words = sentence.withUnsafeBytes { $0.count { $0 == 0x20 } + 1 }
    var text = SecretBytes(count: sentence.count + words * 8)
    var place = 0
    text.withUnsafeMutableBytes { memory in
      let put = { (bytes: [UInt8]) in
        for byte in bytes {
          memory[place] = byte
          place += 1
        }
      }
      var number = 1
      put(Array(" 1  ".utf8))
      sentence.withUnsafeBytes { sentence in
        for byte in sentence {
          guard byte == 0x20 else {
            memory[place] = byte
            place += 1
            continue
          }
          number += 1
          put(Array("\n\(number < 10 ? " " : "")\(number)  ".utf8))
        }
      }
    }
    text.truncate(to: place)
    return SecretColumns.arranged(text)
  }

  /// The words, numbered; more than twelve in columns.
  package static func text(of mnemonic: borrowing Mnemonic) -> SecretBytes {
    // Each word of each list fits in 48 bytes of UTF-8; a line has its number, two spaces, a feed.
    var text = SecretBytes(count: mnemonic.wordCount * 64)
    var place = 0
    mnemonic.revealWords { position, word in
      let head = Array("\(position < 10 ? " " : "")\(position)  ".utf8)
      let room = min(word.count, 48)
      text.withUnsafeMutableBytes { memory in
        for byte in head {
          memory[place] = byte
          place += 1
        }
        for index in 0..<room {
          memory[place] = word[index]
          place += 1
        }
        memory[place] = UInt8(ascii: "\n")
        place += 1
      }
    }
    text.truncate(to: max(0, place - 1))
    return SecretColumns.arranged(text)
  }
}
