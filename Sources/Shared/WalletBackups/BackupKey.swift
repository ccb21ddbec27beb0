public import BitcoinPrimitives
internal import Bytes
public import ExtendedKeys
internal import Hashes
public import Secp256k1
public import SecureMemory

/// What opens the backups of one seed on one network, and seals new ones.
///
/// Derived by the signer alone and handed over once. It spends nothing and signs nothing: every
/// part is a one-way hash of the seed's master key, or a public key. Whoever has it reads the
/// backups, which tell what the wallets own, and could write a false one.
public struct BackupKey: ~Copyable, Sendable {
  /// The network whose backups it opens.
  public let network: Network
  /// The seed's master fingerprint: names the key, proves nothing.
  public let fingerprint: Fingerprint
  /// The key of the sealed container, 32 bytes.
  let sealingKey: SecretBytes
  /// The encryption key of the AEWB container, 16 bytes.
  public let archiveKey: SecretBytes
  /// What verifies the signatures of AEWB containers.
  public let archiveSigner: PublicKey

  /// The length of the sealing key, in bytes.
  public static let sealingKeyLength = 32

  /// Puts a key together; throws when a part has a wrong length.
  public init(
    network: Network, fingerprint: Fingerprint, sealingKey: consuming SecretBytes,
    archiveKey: consuming SecretBytes, archiveSigner: PublicKey
  ) throws(BackupError) {
    let (first, second) = (sealingKey.count, archiveKey.count)
    guard first == Self.sealingKeyLength, second == AES128CBC.keyLength else {
      throw .badKey(reason: "has parts of wrong lengths")
    }
    self.network = network
    self.fingerprint = fingerprint
    self.sealingKey = sealingKey
    self.archiveKey = archiveKey
    self.archiveSigner = archiveSigner
  }

  /// By what an AEWB container of this seed is asked for: `W...`.
  public var walletID: String {
    Base58Check.encode([0x49] + Hash160.hash(archiveSigner.compressed))
  }

  /// By what a server has the backup of this seed on this network: 16 bytes.
  ///
  /// HMAC-SHA-256(sealing key, "Wallet ID"), the first half: as in the draft that the upload was written for, under
  /// the key that the coordinator has (docs/decisions/0036). It names no wallet and no key to whoever lacks that key.
  public var uploadID: [UInt8] {
    HMAC.secretSHA256(key: sealingKey, message: Array("Wallet ID".utf8))
      .withUnsafeBytes { Array($0.prefix(16)) }
  }
}

extension SecretBytes {
  /// Copies an array that is not secret, or that the caller wipes.
  init(of bytes: [UInt8]) {
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }
}
