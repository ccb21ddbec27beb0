import Bytes
import EncryptedVault
import Hashes
import RecoverySheets
import SecureMemory

/// What an encrypted sheet carries is taken or refused, before its words and after them.
func fuzzSealedSheet(_ bytes: [UInt8]) {
  // Its plain check is put right.
  let checked = bytes + SHA256.hash(bytes).bytes.prefix(4)
  for whole in [bytes, checked] {
    guard let sheet = try? SealedSheet(reading: whole) else { continue }
    precondition(SealedSheet.isOne(whole) && sheet.parameters.logN >= 17, "a weak sheet is taken")
  }
  var copy = bytes
  let text = SecretBytes(moving: &copy)
  guard let contents = try? SealedContents(parsing: text) else { return }
  precondition(contents.wallets.count <= 200 && contents.facts.count <= 32, "beyond the limits")
  precondition(!contents.seed.isEmpty, "no seed")
}
