public import BitcoinPrimitives
internal import Bytes

extension BitcoinCore {
  public func mempoolEntry(of txid: Txid) async throws(NodeError) -> MempoolEntry? {
    let answer: RPCAnswer
    do throws(NodeError) {
      answer = try await call("getmempoolentry", [.string("\(txid)")])
    } catch {
      if case .refused(_, -5, _) = error { return nil }
      throw error
    }
    let fees = try answer.member("fees")
    var parents: Set<Txid> = []
    for parent in try answer.member("depends").elements() { parents.insert(try parent.txid()) }
    var children: Set<Txid> = []
    for child in try answer.member("spentby").elements() { children.insert(try child.txid()) }
    return MempoolEntry(
      txid: txid, virtualSize: try answer.member("vsize").integer(1...4_000_000),
      fee: try fees.member("base").amount(), parents: parents, children: children,
      descendantFees: try fees.member("descendant").amount())
  }

  /// A child and the parents that it pays for go as one package (`submitpackage`, from Bitcoin Core 28 on for every
  /// network); what lies before these goes ahead of it, one after the other.
  public func send(package transactions: [Transaction]) async throws(NodeError) {
    guard let child = transactions.last, transactions.count > 1 else {
      for transaction in transactions { try await send(transaction) }
      return
    }
    let spent = Set(child.inputs.map(\.previousOutput.txid))
    let parents = transactions.dropLast().filter { spent.contains($0.txid) }
    for earlier in transactions.dropLast() where !spent.contains(earlier.txid) {
      try await send(earlier)
    }
    let package = parents + [child]
    let answer: RPCAnswer
    do throws(NodeError) {
      answer = try await call(
        "submitpackage", [.array(package.map { .string(Hex.encode($0.encoded())) })])
    } catch {
      // An older node does not know packages, or not on this network.
      guard case .refused(_, -32601, _) = error else { throw error }
      for transaction in package { try await send(transaction) }
      return
    }
    let message = try answer.member("package_msg").text()
    guard message != "success" else { return }
    let results = answer.optional("tx-results")
    var reasons: [String] = []
    for transaction in package {
      if let reason = try results?.optional("\(transaction.wtxid)")?.optional("error")?.text() {
        reasons.append(reason)
      }
    }
    throw .refused(
      method: answer.method, code: -26,
      message: NodeError.cut(([message] + reasons).joined(separator: ": ")))
  }
}
