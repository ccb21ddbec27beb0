import BitcoinPrimitives
import Bytes
import SignedMessages

private let address = try? Address(
  parsing: "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l", on: .mainnet)

/// Signatures of messages are read and judged, or refused; what is read is written so that it reads the same.
///
/// The first byte chooses the form: as text, or the bytes themselves behind each prefix.
func fuzzSignedMessage(_ bytes: [UInt8]) {
  guard let first = bytes.first, let address else { return }
  let rest = bytes.dropFirst()
  let text =
    switch first % 5 {
    case 0: String(decoding: rest, as: UTF8.self)
    case 1: "smp" + Base64.encode(rest)
    case 2: "ful" + Base64.encode(rest)
    case 3: "pof" + Base64.encode(rest)
    default: Base64.encode(rest)
    }
  if let file = try? SignedMessageFile(parsing: text), file.isFramed {
    precondition((try? SignedMessageFile(parsing: file.text)) == file, "another message came back")
  }
  guard let signature = try? MessageSignature(parsing: text) else { return }
  precondition(
    (try? MessageSignature(parsing: signature.text)) == signature, "another signature came back")
  _ = try? signature.verdict(on: [], by: address)
}
