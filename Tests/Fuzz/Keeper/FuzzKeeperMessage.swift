import KeyKeeper

/// Messages to key-keeper and from it are read or refused; what is read is written with the same bytes.
func fuzzKeeperMessage(_ bytes: [UInt8]) {
  if let request = try? KeeperRequest(decoding: bytes) {
    precondition((try? KeeperRequest(decoding: request.encoded)) == request, "another request")
    // Wallets of one's own are a set: an order, or a number twice, is not kept.
    precondition(request.encoded.count <= bytes.count, "longer than what was read")
  }
  if let answer = try? KeeperAnswer(decoding: bytes) {
    guard let again = try? KeeperAnswer(decoding: answer.encoded) else {
      preconditionFailure("an answer is not read again")
    }
    precondition(again.encoded == answer.encoded, "another answer")
  }
}
