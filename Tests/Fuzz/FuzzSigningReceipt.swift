import AirgapMessages
import Bytes

/// Receipts of signings are read or refused; what is read is written with the same bytes.
func fuzzSigningReceipt(_ bytes: [UInt8]) {
  // Behind the magic, which chance would not find again and again.
  for whole in [bytes, Array("drawbridge-receipt ".utf8) + bytes] {
    guard case .signingReceipt(let receipt)? = try? Recognizer.message(whole) else { continue }
    precondition(receipt.encoded() == whole, "another receipt came back")
  }
}
