internal import BitcoinPrimitives
internal import Bytes
internal import WalletStorage
internal import WalletTypes

extension PaymentRecord {
  /// What its state alone does not say, and what to do; nil when that is all.
  var remark: String? {
    if isUncertain {
      return """
        one of its coins is spent, and this node cannot tell by which transaction: it may be confirmed, or \
        another transaction spent the coin. Do not pay again until you know: sync with a node that has \
        -blockfilterindex=1 or -txindex=1, or run `sync --whole`
        """
    }
    switch state {
    case .sending:
      return """
        it was being sent when the program ended, and it is not known whether the node took it: run \
        `sync \(walletName)` to ask the node
        """
    case .sent where standing == .cancelled:
      return
        "cancelled here, but it is in the mempool: to stop it, run `pay \(walletName) --replace "
        + "\(number)`"
    case .sent, .complete, .draft:
      if let step = stepRemark { return step }
      if let replacedBy {
        return "payment \(replacedBy) replaces it: only the one that gets into a block first counts"
      }
      if isUnseen {
        return """
          it was sent, but at the last sync the node did not have it. It may still confirm: run \
          `broadcast \(number)` again, or `pay \(walletName) --replace \(number)`
          """
      }
      if state == .complete, wasHandedOver {
        return """
          it \(whatNodesDid): it may still confirm. To pay in another way, run `pay \(walletName) \
          --replace \(number)`
          """
      }
      return nil
    case .cancelled:
      return wasHandedOver
        ? "cancelled after it was sent: it may still confirm until another transaction spends one of its coins"
        : final == nil
          ? nil
          : "cancelled after it was signed: whoever has a copy can still send it until another transaction "
            + "spends one of its coins"
    case .dead:
      let gone = """
        a coin that it spends no longer exists: the transaction that made it is neither in a block nor \
        in the mempool. It holds no coins
        """
      guard wasHandedOver || final != nil else { return "\(gone); build it again with `pay`" }
      let still =
        wasHandedOver
        ? "it was sent: if that coin comes back, it may still confirm"
        : "it is signed: whoever has a copy can send it if that coin comes back"
      // To replace it, another of its coins has to be spent: the one that is gone cannot be.
      return unsigned.inputs.count > 1
        ? """
        \(gone), but \(still). Before you pay the same people again, spend another of its coins with \
        `pay \(walletName) --replace \(number)`, or wait until `payments` lists it as conflicted
        """
        : """
        \(gone), but \(still). Nothing can be spent in its place while that coin is gone: before you pay \
        the same people again, wait until `payments` lists it as conflicted
        """
    case .conflicted:
      if let stepWords { return "\(stepWords): another transaction with its coins is confirmed" }
      return replacedBy.map { "payment \($0) was built to replace it" }
    case .confirmed: return nil
    }
  }

  /// What is said of a payment of a ladder that may still confirm; nil for one that something else is to replace.
  private var stepRemark: String? {
    guard let ladder, let stepWords,
      replacedBy == nil || isReplacedByStep
    else { return nil }
    let send =
      ladder.step.map { "`broadcast \(ladder.ladder)\($0 == 1 ? "" : " --step \($0)")`" }
      ?? "`cancel \(ladder.ladder) --on-chain`"
    switch state {
    case .draft: return stepWords
    case .complete: return "\(stepWords), signed and held: \(send) sends it"
    case .sent where isUnseen:
      return "\(stepWords): it was sent, but at the last sync the node did not have it"
    default: return "\(stepWords): sent; only the one that gets into a block first counts"
    }
  }

  /// Whether `broadcast` would hand it to a node.
  var waitsToBeSent: Bool { [.draft, .complete, .sending].contains(state) || isUnseen }

  /// What is said of a coin of it that is frozen, as in `payment 4 spends the coin ...`.
  func words(about coin: FrozenCoin) -> String {
    "spends \(coin), which is frozen: `broadcast` refuses it. To spend the coin, run "
      + "\(coin.unfreezing); to give the payment up, run `cancel \(number)`"
  }

  /// What is said once a node was asked for a payment that was being sent, and does not have it; nil of
  /// every other payment.
  var stillSending: String? {
    guard state == .sending else { return nil }
    return """
      it was being sent when the program ended, and the node does not have it: run \
      `broadcast \(number)` again, or `cancel \(number)`
      """
  }

  /// What happened to one that a node was given, as in `payment 4 was handed to a node`.
  var whatNodesDid: String {
    wasRefused ? "was refused by a node, which may have kept it" : "was handed to a node"
  }

  /// The members about how it stands that results have in common.
  func writeStanding(to object: inout JSONObject) {
    object["uncertain"] = .bool(isUncertain)
    object["mayStillConfirm"] = .bool(mayStillConfirm)
    object["replacedBy"] = replacedBy.map { .integer($0) } ?? .null
    writeLadder(to: &object)
  }
}
