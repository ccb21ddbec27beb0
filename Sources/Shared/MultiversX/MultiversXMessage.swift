internal import Hashes

/// A text that the holder of an account signs, in no transaction.
public enum MultiversXMessage {
  /// What Ed25519 signs for a message: Keccak-256 of a byte, a fixed text, the length in decimal digits, and the message.
  ///
  /// No transaction begins like this, so that neither signature can stand for the other.
  public static func signedBytes(of message: [UInt8]) -> [UInt8] {
    Keccak256.hash(Array("\u{17}Elrond Signed Message:\n\(message.count)".utf8) + message)
  }
}
