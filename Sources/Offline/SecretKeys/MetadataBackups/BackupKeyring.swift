public import BitcoinPrimitives
public import ExtendedKeys
internal import Hashes
public import Mnemonics
internal import Secp256k1
internal import Secp256k1Signing
internal import SecureMemory
public import WalletBackups

/// The keys of a seed's metadata backups: derived, the signing one kept here.
///
/// ```
/// MasterKey  = the 32-byte private key of the BIP-32 master
/// BackupKey  = HMAC-SHA256(MasterKey, "Automatic Backup Key Mainnet" | "... Testnet")
/// AK         = HMAC-SHA256(BackupKey, "Authentication Key")             signs AEWB containers
/// EK         = HMAC-SHA256(BackupKey, "Encryption Key")[0..16)          encrypts them
/// SealingKey = HMAC-SHA256(BackupKey, "drawbridge sealed backup" || network name)
/// ```
///
/// Source: Automatic Encrypted Wallet Backups, version 1, for all but the last line. Each step is one
/// way: none of them leads back to the master key, and none to another network's.
public struct BackupKeyring: ~Copyable, Sendable {
  /// The network whose backups the keys are for.
  public let network: Network
  /// The seed's master fingerprint.
  public let fingerprint: Fingerprint
  let backupKey: SecretBytes

  /// Derives the backup key of a master key.
  ///
  /// Throws when it is a child of one: nobody would find its backups again.
  public init(_ master: borrowing Xpriv, on network: Network) throws(BackupError) {
    guard master.depth == 0 else {
      throw .badKey(reason: "comes from a master key only, and this is a child of one")
    }
    let fingerprint = master.fingerprint
    let key = master.privateKey.withUnsafeBytes { SecretBytes(copying: $0) }
    self.init(masterKey: key, fingerprint: fingerprint, on: network)
  }

  /// Derives the backup key as Mycelium's own wallets do, which depart from their text:
  /// `MasterKey = HMAC-SHA256(BIP-39 seed, "Mycelium Backup Master Key")`.
  ///
  /// `fingerprint` is that of the seed's BIP-32 master. For reading what such a wallet wrote.
  public init(mycelium seed: borrowing Seed, fingerprint: Fingerprint, on network: Network) {
    let key = seed.withUnsafeBytes { SecretBytes(copying: $0) }
    self.init(
      masterKey: Self.derived(key, Array("Mycelium Backup Master Key".utf8)),
      fingerprint: fingerprint, on: network)
  }

  init(masterKey: consuming SecretBytes, fingerprint: Fingerprint, on network: Network) {
    self.network = network
    self.fingerprint = fingerprint
    let label = "Automatic Backup Key \(network.isMainnet ? "Mainnet" : "Testnet")"
    backupKey = Self.derived(masterKey, Array(label.utf8))
  }

  /// What the coordinator is given: it reads and writes sealed backups, and signs nothing.
  public borrowing func handedOver() throws(BackupError) -> BackupKey {
    let signer: PublicKey
    do {
      signer = try authenticationKey().publicKey()
    } catch {
      throw .libraryFailed("the signing key of backups: \(error)")
    }
    return try BackupKey(
      network: network, fingerprint: fingerprint,
      sealingKey: Self.derived(
        backupKey, Array("drawbridge sealed backup\(network.identity)".utf8)),
      archiveKey: encryptionKey(), archiveSigner: signer)
  }

  /// Writes an AEWB container: encrypted, then signed with the authentication key.
  ///
  /// `timestamp` counts seconds since 1970.
  public borrowing func archive(
    _ contents: [UInt8], timestamp: UInt32
  ) throws(BackupError) -> AEWBArchive {
    let unsigned = try AEWBArchive.Unsigned(contents, timestamp: timestamp, key: encryptionKey())
    do {
      return unsigned.signed(try authenticationKey().plainECDSASignature(of: unsigned.digest).der)
    } catch {
      throw .libraryFailed("signing the container")
    }
  }

  borrowing func encryptionKey() -> SecretBytes {
    Self.derived(backupKey, Array("Encryption Key".utf8)).slice(0..<16)
  }

  /// The key that signs; `after` is the signature of the part before, in a backup of several parts.
  borrowing func authenticationKey(after signature: [UInt8] = []) throws(SigningError) -> PrivateKey
  {
    try PrivateKey(Self.derived(backupKey, Array("Authentication Key".utf8) + signature))
  }

  private static func derived(_ key: borrowing SecretBytes, _ message: [UInt8]) -> SecretBytes {
    HMAC.secretSHA256(key: key, message: message)
  }
}
