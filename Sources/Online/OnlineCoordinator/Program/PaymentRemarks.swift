internal import Bytes
internal import WalletStorage

extension PaymentRecord {
  /// What its state alone does not say, and what to do; nil when that is all.
  var remark: String? {
    if isUncertain {
      return """
        one of its coins is spent, this node cannot tell by what: it may be confirmed, or another \
        transaction spent the coin. Do not pay again until you know: sync with a node that has \
        -blockfilterindex=1 or -txindex=1, or sync --whole
        """
    }
    switch state {
    case .sending:
      return """
        the program ended while it was sent, and no node is known to have it: broadcast \(number) \
        again, or cancel \(number)
        """
    case .sent where standing == .cancelled:
      return "given up, but it is in the mempool: to stop it, pay --replace \(number)"
    case .sent, .complete, .draft:
      if let replacedBy {
        return "payment \(replacedBy) replaces it: only the one that gets into a block first counts"
      }
      if isUnseen {
        return """
          it was sent, but at the last sync the node did not have it. It may still confirm: broadcast \
          \(number) again, or pay --replace \(number)
          """
      }
      if state == .complete, wasHandedOver {
        return """
          a node refused it, but may have kept it: it may still confirm. To pay otherwise, pay \
          --replace \(number)
          """
      }
      return nil
    case .cancelled:
      return wasHandedOver
        ? "given up after it was sent: it may still confirm until one of its coins is spent in another transaction"
        : nil
    case .dead:
      let gone = """
        a coin that it spends no longer exists: the transaction that made it is neither in a block nor \
        in the mempool. It holds no coins
        """
      return wasHandedOver
        ? """
        \(gone), but it was sent: if that coin comes back, it may still confirm. Before you pay the \
        same people again, spend another coin of it with pay --replace \(number), or wait until \
        payments says that it is conflicted
        """ : "\(gone); build it again with pay"
    case .conflicted:
      return replacedBy.map { "payment \($0) was to replace it" }
    case .confirmed: return nil
    }
  }

  /// The members about how it stands that results have in common.
  func writeStanding(to object: inout JSONObject) {
    object["uncertain"] = .bool(isUncertain)
    object["mayStillConfirm"] = .bool(mayStillConfirm)
    object["replacedBy"] = replacedBy.map { .integer($0) } ?? .null
  }
}
