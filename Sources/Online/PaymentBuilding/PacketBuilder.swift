public import BitcoinPSBT
public import BitcoinPrimitives
public import Descriptors
internal import ExtendedKeys
public import WalletTypes

/// Turns a transaction that spends a wallet's coins into a PSBT with everything that signers need,
/// and nothing else.
///
/// For each input the transaction that made its coin (none for taproot, where the signature itself
/// commits to the amounts), the scripts and the way to every key; the same for outputs of the wallet
/// itself; for wallets of several keys their account keys (`PSBT_GLOBAL_XPUB`).
public struct PacketBuilder: Sendable {
  private let descriptor: Descriptor

  /// Builds for the wallet of a descriptor.
  public init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// Whether signers need the transactions that made the coins.
  public var needsPreviousTransactions: Bool {
    guard let first = try? descriptor.derived(branch: 0, index: 0) else { return true }
    return !first.scriptPubKey.isP2TR
  }

  /// The PSBT.
  ///
  /// `coins` are those of the inputs, in their order; `previous` holds the transactions that made
  /// them; `own` the scripts of outputs that pay the wallet, by position.
  /// - Throws: `PaymentError` for a previous transaction that is missing or says something else, and
  ///   for a script that the wallet does not derive.
  public func packet(
    for transaction: Transaction, spending coins: [WalletCoin],
    previous: [Txid: PreviousTransaction], paying own: [Int: DerivedScript]
  ) throws(PaymentError) -> PSBT {
    do {
      return try filled(transaction, coins, previous, own)
    } catch let error as PaymentError {
      throw error
    } catch {
      throw .packet(reason: "\(error)")
    }
  }

  private func filled(
    _ transaction: Transaction, _ coins: [WalletCoin], _ previous: [Txid: PreviousTransaction],
    _ own: [Int: DerivedScript]
  ) throws -> PSBT {
    guard coins.map(\.outPoint) == transaction.inputs.map(\.previousOutput) else {
      throw PaymentError.packet(reason: "the coins do not match the inputs")
    }
    let needsPrevious = needsPreviousTransactions
    var updater = Updater(withAccountKeys(try Creator(transaction).created()))
    // Without its witness it has the same txid and needs fewer QR codes.
    let previous = needsPrevious ? previous.mapValues(\.bare) : [:]
    let branches = try (0..<descriptor.scriptBranchCount).map { try descriptor.branch($0) }
    for (index, coin) in coins.enumerated() {
      guard branches.indices.contains(coin.branch) else {
        throw PaymentError.packet(reason: "a coin on a branch that the wallet does not have")
      }
      let derived = try branches[coin.branch].script(at: coin.index)
      if needsPrevious {
        guard let transaction = previous[coin.outPoint.txid] else {
          throw PaymentError.missingTransaction(coin.outPoint.txid)
        }
        try updater.addPreviousTransaction(transaction, toInput: index)
      } else {
        try updater.addCoin(
          TxOut(amount: coin.amount, scriptPubKey: derived.scriptPubKey), toInput: index)
      }
      guard updater.psbt.claimedOutput(ofInput: index)?.amount == coin.amount else {
        throw PaymentError.packet(reason: "the amount of \(coin.outPoint) differs")
      }
      try updater.add(derived, toInput: index)
    }
    for (position, script) in own { try updater.add(script, toOutput: position) }
    return updater.psbt
  }

  /// Names the account keys of a wallet that several keys sign for.
  ///
  /// One without origin is named when it is a master key itself: for others the path, whose length
  /// has to be the key's depth (BIP-174), is not known.
  private func withAccountKeys(_ packet: PSBT) -> PSBT {
    guard descriptor.keys.count > 1 else { return packet }
    var packet = packet
    for key in descriptor.keys {
      guard case .extended(let xpub) = key.material else { continue }
      let origin = key.origin ?? KeyOrigin(fingerprint: xpub.fingerprint, path: .master)
      guard origin.path.steps.count == Int(xpub.depth) else { continue }
      packet.global.addXpub(encodedXpub: xpub.encoded(), origin: origin)
    }
    return packet
  }
}
