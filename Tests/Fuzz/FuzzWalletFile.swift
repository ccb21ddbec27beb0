import Bytes
import Descriptors
import WalletFiles

/// Whatever is handed over is a wallet, a key or refused; what is read is written and read again.
func fuzzWalletFile(_ bytes: [UInt8]) {
  if let file = try? WalletFile(reading: bytes) { check(file) }
  if let keys = try? CosignerKey.read(bytes) {
    for key in keys { precondition(!"\(key.ranged)".isEmpty, "a key without text") }
  }
  let text = String(decoding: bytes, as: UTF8.self)
  if let record = try? BSMSKeyRecord(parsing: text) {
    guard let again = try? BSMSKeyRecord(parsing: record.text) else {
      preconditionFailure("a key record is not read again")
    }
    precondition(again == record, "another key record came back")
  }
  // The stretching of a token takes as long as a thousand of anything else.
  if bytes.count % 64 == 1, let token = try? BSMSToken(parsing: "a54044308ceac9b7") {
    _ = try? token.opened(text)
  }
}

private func check(_ file: WalletFile) {
  for format in WalletFileFormat.allCases {
    guard let bytes = try? file.encoded(as: format) else { continue }
    guard let again = try? WalletFile(reading: bytes) else {
      preconditionFailure("a wallet is not read again as \(format)")
    }
    precondition(again.descriptor == file.descriptor, "another wallet came back as \(format)")
  }
}
