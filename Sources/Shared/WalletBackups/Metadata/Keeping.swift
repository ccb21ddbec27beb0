internal import Bytes

extension BackupDocument {
  /// This document with what only an earlier one had: notes, wallets, members that nobody knows.
  ///
  /// Where both have something, this one's stands.
  public func keeping(_ earlier: BackupDocument?) -> BackupDocument {
    guard let earlier else { return self }
    var whole = self
    whole.others = others.keeping(earlier.others)
    let accounts = Set(accounts.map(\.index))
    whole.accounts += earlier.accounts.filter { !accounts.contains($0.index) }
    let noted = Set(transactions.map(\.txid))
    whole.transactions += earlier.transactions.filter { !noted.contains($0.txid) }
    whole.currency = currency ?? earlier.currency
    guard var records = whole.records, let before = earlier.records else {
      whole.records = records ?? earlier.records
      return whole
    }
    records.others = records.others.keeping(before.others)
    let wallets = Set(records.wallets.map(\.descriptor))
    records.wallets += before.wallets.filter { !wallets.contains($0.descriptor) }
    let nodes = Set(records.nodes.map(\.name))
    records.nodes += before.nodes.filter { !nodes.contains($0.name) }
    whole.records = records
    return whole
  }
}

extension JSONObject {
  /// These members, and those of another object that have other names.
  fileprivate func keeping(_ earlier: JSONObject) -> JSONObject {
    let names = Set(names)
    return JSONObject(members + earlier.members.filter { !names.contains($0.name) })
  }
}
