import AirgapMessages
import Bytes

/// Logs of signers are read or refused; what is read is written with the same bytes.
func fuzzSigningLog(_ bytes: [UInt8]) {
  // Behind the magic, which chance would not find again and again.
  for whole in [bytes, Array("drawbridge-log ".utf8) + bytes] {
    guard case .signingLog(let log)? = try? Recognizer.message(whole) else { continue }
    precondition(log.encoded() == whole, "another log came back")
    let part = log.newest(1, within: whole.count)
    precondition(part.entries == Array(log.entries.suffix(part.entries.count)), "other entries")
    guard case .signingLog(let again)? = try? Recognizer.message(part.encoded()) else {
      preconditionFailure("a part of a log is not read again")
    }
    precondition(again == part, "another part came back")
  }
}
