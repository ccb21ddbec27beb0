/// A file in which another program keeps its wallet for itself, and which is not read here: told by its first bytes, so
/// that a person learns what to export in its place.
public enum OtherProgramFile: Hashable, Sendable {
  /// An H2 database, in which Sparrow keeps its wallets (`.mv.db`), encrypted with a password.
  case encryptedDatabase
  /// The JSON in which older versions of Sparrow kept a wallet, encrypted with a password.
  case encryptedSparrow
  /// Electrum's wallet file, encrypted with a key of a hardware wallet ("BIE2").
  case electrumOfDevice

  /// What the bytes are; nil for anything else.
  init?(_ bytes: [UInt8]) {
    if ["H2encrypt\n", "SPRW1\n"].contains(where: { bytes.starts(with: $0.utf8) }) {
      self = .encryptedDatabase
    } else if bytes.starts(with: "U1BSVz".utf8), bytes.count > 100, bytes.allSatisfy(Self.isBase64)
    {
      // Base64 of SPRW1 and a salt.
      self = .encryptedSparrow
    } else if bytes.starts(with: "QklFMg".utf8), bytes.count > 100,
      bytes.allSatisfy(Self.isBase64)
    {
      self = .electrumOfDevice
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
    case .encryptedDatabase: "a wallet database that Sparrow encrypted"
    case .encryptedSparrow: "a wallet file that Sparrow encrypted"
    case .electrumOfDevice: "a wallet file that Electrum encrypted with a hardware wallet"
    }
  }

  /// What to give in its place.
  var hint: String {
    switch self {
    case .encryptedDatabase, .encryptedSparrow:
      "in Sparrow, export the wallet as Output Descriptor or Coldcard Multisig, and give that file or its QR code"
    case .electrumOfDevice:
      "no password opens it without the device: in Electrum, switch off the encryption of a copy (Wallet, Password) "
        + "and give that file, or give the master public key and path that Wallet, Information shows"
    }
  }
}
