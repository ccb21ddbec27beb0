internal import BitcoinPrimitives
internal import ChainTypes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// What the node in use says about a payment that was handed over, or nearly.
enum NodeSighting: Equatable, Sendable {
  /// It waits in the node's mempool.
  case mempool
  /// It is in the block of this height.
  case block(height: Int)
  /// A coin that it spends, and that the records have as unspent, is not unspent in the node's
  /// blocks: the records are behind the node.
  case coinSpent(OutPoint)
  /// Neither in the mempool nor, as far as the node can tell, in a block; its coins are unspent there.
  case nowhere
  /// No node could be asked; why, in words.
  case unasked(reason: String)
}

extension CoordinatorSession {
  /// Asks a node about a payment, the one in use unless another is given, for as long as ``CoordinatorEnvironment/questionLimit`` says.
  ///
  /// No failure of the node is an error here: that it could not be asked is an answer, too.
  func sighting(
    of payment: PaymentRecord, of wallet: WalletRecord, _ store: Store, at other: NodeRecord? = nil
  ) async throws -> NodeSighting {
    let node: NodeRecord
    let source: any ChainSource
    do {
      node = try other ?? activeNode(store)
      source = try self.source(node)
    } catch {
      return .unasked(reason: ProgramError(any: error).message)
    }
    // What an earlier sync says is spent is nothing new, and unconfirmed coins are in no block.
    let outPoints = payment.unsigned.inputs.map(\.previousOutput)
    let known = try store.coins(at: outPoints, of: wallet)
    let unspent = outPoints.filter { outPoint in
      known[outPoint].map { $0.height != nil && $0.spender == nil } ?? false
    }
    let progress = console.progress("waiting for the node")
    let ticking = progress.ticking()
    defer {
      ticking.cancel()
      progress.end()
    }
    let transaction = payment.final ?? payment.unsigned
    let network = wallet.network
    let answer = await waited(until: ContinuousClock.now + environment.questionLimit) {
      () async throws -> NodeSighting in
      let status = try await source.status()
      guard status.network == network else {
        throw NodeError.wrongNetwork(node: status.network.name, wallet: network.name)
      }
      // A node that has not caught up has not seen what it will see; a fresh test chain says so of itself.
      if status.isCatchingUp, !network.hasBlocksAtWill {
        throw NodeError.stillCatchingUp(height: status.tip.height)
      }
      if try await source.sighting(of: transaction.txid) != nil { return .mempool }
      if let block = try await source.confirmation(of: transaction, through: status.tip) {
        return .block(height: block.height)
      }
      let outputs = try await source.unspentOutputs(unspent, at: status.tip)
      for (outPoint, output) in zip(unspent, outputs) where output == nil {
        return .coinSpent(outPoint)
      }
      return .nowhere
    }
    switch answer {
    case .ended(.success(let sighting)): return sighting
    case .ended(.failure(let error)):
      // Longer than foreign text is: what to do stands at the end.
      let why = ForeignText.again("\(error)", limit: 2_000)
      return .unasked(reason: "\(ForeignText.name(node.name)): \(why)")
    case .late, .stopped:
      return .unasked(reason: "\(ForeignText.name(node.name)) did not answer in time")
    }
  }
}
