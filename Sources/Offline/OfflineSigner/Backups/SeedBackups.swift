internal import BitcoinPrimitives
internal import DurableFiles
internal import EncryptedVault
internal import ExtendedKeys
internal import Mnemonics
internal import SecretKeys
internal import SecureMemory
internal import SeedForms
internal import TerminalUI
internal import WalletBackups

extension StoredSeed {
  /// The keys of this seed's metadata backups; asks for its BIP-39 passphrase where it has one.
  ///
  /// The seed was opened.
  func backupKeyring(
    on network: Network, _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> BackupKeyring {
    let master = try masterKey(on: network, options, console)
    do {
      return try BackupKeyring(master, on: network)
    } catch {
      throw ProgramError(error)
    }
  }

  /// The keys with which Mycelium's own wallet of these words made its backups; the seed was opened.
  func myceliumKeyring(on network: Network) throws(ProgramError) -> BackupKeyring {
    guard !usesPassphrase else {
      throw ProgramError(
        "a Mycelium backup opens with the words alone, but \(name) has a BIP-39 passphrase",
        hint: "import the words under another name, without the passphrase")
    }
    let given = try GivenSeed(self)
    let words = try given.mnemonic()
    let master = try MasterKeys.masterKey(
      of: words, passphrase: SecretBytes(count: 0), on: network)
    let seed = try hinted { () throws(MnemonicError) in try words.seed() }
    return BackupKeyring(mycelium: seed, fingerprint: master.fingerprint, on: network)
  }
}

/// A file that the coordinator wrote, or the plain document.
enum BackupSource {
  /// Reads a file whole, whatever it holds.
  static func bytes(_ path: String) throws(ProgramError) -> [UInt8] {
    try hinted { () throws(FileError) in
      path == "-"
        ? try BoundedFile.read(descriptor: 0, limit: BackupFile.limit, named: "standard input")
        : try BoundedFile.read(path, limit: BackupFile.limit)
    }
  }

  /// The document in either container; with `plain` also one that is not encrypted.
  ///
  /// Gives the bytes as they stand in it and what they say.
  static func document(
    in bytes: [UInt8], key: borrowing BackupKey, plain: Bool = false
  ) throws(ProgramError) -> (contents: [UInt8], document: BackupDocument, kind: String) {
    do throws(BackupError) {
      if plain, bytes.first == UInt8(ascii: "{") {
        return (bytes, try BackupDocument(parsing: bytes), "plain")
      }
      let file = try BackupFile(decoding: bytes)
      let contents = try file.opened(with: key)
      return (contents, try BackupDocument(parsing: contents), file.kind)
    } catch {
      throw ProgramError(error)
    }
  }

  /// Refuses a document of another network than this home's.
  static func require(
    _ document: BackupDocument, on network: Network
  ) throws(ProgramError) {
    guard document.isMainnet == network.isMainnet,
      document.records.map({ $0.network == network.name }) ?? true
    else {
      throw ProgramError(
        BackupError.otherNetwork(
          found: document.records?.network ?? (document.isMainnet ? "mainnet" : "a test network"),
          key: network.name))
    }
  }
}
