import Bytes
import Hashes
import SecureMemory

@testable import EncryptedVault

/// The contents of vaults of any version are read or refused; what is read is written the same again.
func fuzzVault(_ bytes: [UInt8]) {
  if let contents = try? VaultContents(sealedBytes: bytes) { check(contents) }
  // As the plaintext of a vault: the length, the contents, and what older versions had behind them.
  for split in [bytes.count, bytes.count / 2] {
    let length = UInt32(split).bigEndian
    var plain = withUnsafeBytes(of: length) { Array($0) } + bytes
    let secret = SecretBytes(moving: &plain)
    if let contents = try? ContentsCodec.decoded(secret) { _ = try? contents.sealedBytes() }
  }
}

private func check(_ contents: VaultContents) {
  guard let written = try? contents.sealedBytes() else {
    preconditionFailure("contents are not written")
  }
  guard let again = try? VaultContents(sealedBytes: written) else {
    preconditionFailure("contents are not read again")
  }
  precondition((try? again.sealedBytes()) == written, "other contents came back")
}

/// The file of a vault is taken or refused before any passphrase; its plain checksum is put right.
func fuzzVaultFile(_ bytes: [UInt8]) {
  if let header = try? VaultHeader(decoding: bytes[...], path: "vault") {
    precondition(bytes.starts(with: header.encoded()), "another header came back")
  }
  // What is encrypted may be anything: only its length is looked at.
  for filling in [0, ContentsCodec.smallest + AEAD.tagLength] {
    let covered = bytes + [UInt8](repeating: 0x5a, count: filling)
    let file = covered + SHA256.hash(covered).bytes
    guard let sealed = try? SealedVault(decoding: file, path: "vault") else { continue }
    precondition(sealed.bytes == file, "another file came back")
    _ = try? sealed.header.parameters.requireBounds(minimum: .standard)
  }
}
