public import Bytes

/// An address of MultiversX: a public key of Ed25519, written in Bech32 (BIP-173) behind the prefix of a network.
public struct MultiversXAddress: Hashable, Sendable, CustomStringConvertible {
  /// The public key, or what a contract has in its place, in the byte order of RFC 8032.
  public let publicKey: Bytes32
  /// What stands before the `1`: `erd` on the networks that are known today.
  public let prefix: String

  /// An address of a public key.
  ///
  /// Throws when no address can begin with the prefix: it has letters and digits alone, which every serializer writes alike.
  public init(publicKey: Bytes32, prefix: String) throws(MultiversXError) {
    guard prefix.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) })
    else { throw .invalid(field: "prefix", reason: "has other characters than letters and digits") }
    do {
      text = try Bech32.encode(
        hrp: prefix, values: Bech32.fiveBitValues(of: publicKey.bytes), variant: .bech32)
    } catch {
      throw .invalid(field: "prefix", reason: "cannot be the beginning of an address: \(error)")
    }
    (self.publicKey, self.prefix) = (publicKey, prefix)
  }

  /// Reads an address that begins with `prefix`, in small letters as it is signed.
  ///
  /// `field` is named by the error.
  public init(
    parsing text: String, prefix: String, field: String = "the address"
  ) throws(MultiversXError) {
    guard text.utf8.count <= 90 else {
      throw .tooLarge(field: field, bytes: text.utf8.count, limit: 90)
    }
    let bytes: [UInt8]
    let found: String
    do {
      let decoded = try Bech32.decode(text)
      guard decoded.variant == .bech32 else {
        throw MultiversXError.invalid(field: field, reason: "has the checksum of Bech32m")
      }
      found = decoded.hrp
      bytes = try Bech32.bytes(ofFiveBitValues: decoded.values)
    } catch let error as MultiversXError {
      throw error
    } catch {
      throw .invalid(field: field, reason: "is not an address: \(error)")
    }
    guard found == prefix else { throw .otherNetwork(prefix: found, expected: prefix) }
    guard let publicKey = Bytes32(bytes) else {
      throw .invalid(field: field, reason: "has \(bytes.count) bytes in place of 32")
    }
    try self.init(publicKey: publicKey, prefix: prefix)
    guard self.text == text else { throw .notCanonical(field: field) }
  }

  /// The address as it is written, 59 characters and its prefix.
  public let text: String

  /// Whether this is no account at all: what is sent there asks the network to make a contract.
  public var isNobody: Bool { publicKey == .zero }

  /// Whether this is a contract: its key begins with eight zero bytes.
  public var isContract: Bool { publicKey.bytes.prefix(8).allSatisfy { $0 == 0 } }

  public var description: String { text }
}
