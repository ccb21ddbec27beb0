/// A file in which another program keeps its wallet for itself, and which is not read here: told by its first bytes, so
/// that a person learns what to export in its place.
public enum OtherProgramFile: Hashable, Sendable {
  /// An H2 database, in which Sparrow keeps its wallets (`.mv.db`), encrypted or not.
  case database
  /// Electrum's wallet file, encrypted with a password.
  case encryptedElectrum
  /// A ZIP archive, as Specter Desktop's backup is.
  case archive

  /// What the bytes are; nil for anything else.
  init?(_ bytes: [UInt8]) {
    if ["H:2,", "H2encrypt\n", "SPRW1\n"].contains(where: { bytes.starts(with: $0.utf8) }) {
      self = .database
    } else if bytes.starts(with: "QklFMQ".utf8), bytes.count > 100,
      bytes.allSatisfy(Self.isBase64)
    {
      // BIE1: what Electrum encrypts for a key that it makes of the password.
      self = .encryptedElectrum
    } else if bytes.starts(with: [0x50, 0x4b, 0x03, 0x04]) {
      self = .archive
    } else {
      return nil
    }
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2b, 0x2f, 0x3d, 0x0a, 0x0d: true
    default: false
    }
  }

  /// What it is, for a person.
  var title: String {
    switch self {
    case .database: "a database, as Sparrow keeps its wallets in"
    case .encryptedElectrum: "a wallet file that Electrum encrypted"
    case .archive: "a ZIP archive, as Specter Desktop's backups are"
    }
  }

  /// What to give in its place.
  var hint: String {
    switch self {
    case .database:
      "in Sparrow, export the wallet as Output Descriptor or Coldcard Multisig, and give that file or its QR code"
    case .encryptedElectrum:
      "in Electrum, remove the password of a watch-only copy and give that file, or give the master public keys that "
        + "its wallet information shows, with their paths"
    case .archive: "unpack it, and give the wallet's own file: wallets/NETWORK/NAME.json"
    }
  }
}
