import BitcoinPrimitives
import Bytes
import ExtendedKeys
import Secp256k1
import SecureMemory
import Testing

@testable import WalletBackups

/// Fixed keys and salts.
enum Fixture {
  static let signer = "028747be6de07552c48f9db23617792d47df1accd611175f6dfe636f4098984a09"
  static let archiveKey = "58369379e5100b58cd49c97171f29f3d"

  static func secret(_ hex: String) throws -> SecretBytes {
    var bytes = try Hex.decode(hex)
    return SecretBytes(moving: &bytes)
  }

  static func key(
    on network: Network = .regtest, sealing: UInt8 = 7, archive: String = archiveKey
  ) throws -> BackupKey {
    try BackupKey(
      network: network, fingerprint: Fingerprint(parsing: "73c5da0a"),
      sealingKey: SecretBytes(count: 32) {
        $0.initializeMemory(as: UInt8.self, repeating: sealing)
      },
      archiveKey: secret(archive), archiveSigner: PublicKey(decoding: Hex.decode(signer)))
  }

  static let salt = Bytes32(Array(0..<32))

  static func sealed(
    _ contents: String = #"{"version":"1"}"#, key: borrowing BackupKey
  ) throws -> SealedBackup {
    try SealedBackup(sealing: Array(contents.utf8), key: key, salt: #require(salt))
  }
}

/// The error of a call; nil when there was none.
func failure(_ body: () throws -> Void) -> BackupError? {
  do {
    try body()
    return nil
  } catch {
    return error as? BackupError
  }
}
