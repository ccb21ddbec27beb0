package import Bytes
package import EncryptedVault
internal import TerminalUI

extension StoredSeed {
  /// The object {name, fingerprint, kind, words, language, origin, bip39Passphrase, passphraseKept, created,
  /// verified, restored, nextDrill, birthHeight, parent}.
  package var json: JSONValue {
    [
      "name": .string(name), "fingerprint": .string(Hex.encode(fingerprint)),
      "kind": .string(kind.rawValue), "words": wordCount.map { .integer($0) } ?? .null,
      "language": language.map { .string($0) } ?? .null, "origin": .string(origin),
      "bip39Passphrase": .bool(usesPassphrase),
      "passphraseKept": .bool(storedPassphrase != nil), "created": .integer(created),
      "verified": verifiedOn.last.map { .integer($0) } ?? .null, "restored": .bool(isRestored),
      "nextDrill": nextDrill.map { .integer($0) } ?? .null,
      "birthHeight": birthHeight.map { .integer(Int64($0)) } ?? .null,
      "parent": parent.map { .string($0) } ?? .null,
    ]
  }
}
