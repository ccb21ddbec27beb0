public import BitcoinPrimitives
internal import Bytes

extension ElectrumServer {
  /// As one package where the server speaks protocol 1.6; to older ones one after the other.
  public func send(package transactions: [Transaction]) async throws(NodeError) {
    // The first question is what makes the greeting.
    _ = try await network()
    let version = await connection.greeting.version
    guard transactions.count > 1, !version.lexicographicallyPrecedes([1, 6]) else {
      for transaction in transactions { try await send(transaction) }
      return
    }
    let answer = try await connection.call(
      "blockchain.transaction.broadcast_package",
      [.array(transactions.map { .string(Hex.encode($0.encoded())) })])
    guard try !answer.member("success").flag() else { return }
    let errors = try answer.optional("errors")?.elements() ?? []
    let reason = try errors.first?.member("error").text() ?? "no reason given"
    throw .refused(method: answer.method, code: 1, message: NodeError.cut(reason))
  }
}
