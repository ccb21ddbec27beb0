internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes
internal import NodeClients
internal import Refusals
internal import TerminalUI

/// The command `rehearse mine`.
struct RehearseMineCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "mine", abstract: "Mines blocks; the first includes the waiting transactions.")

  @Argument(help: "How many.")
  var count = 1

  @OptionGroup var rehearsal: RehearsalOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let chain = try rehearsal.chain(session)
    let count = count
    let hashes = try await session.asked { () async throws(NodeError) in try await chain.mine(count)
    }
    let tip = try await session.asked { () async throws(NodeError) in try await chain.status().tip }
    session.console.result(
      sentences: "Mined \(counted(hashes.count, "block")); "
        + "the chain is at block \(tip.height).",
      json: [
        "mined": .integer(hashes.count), "height": .integer(tip.height),
        "hash": .string("\(tip.hash)"),
      ])
  }
}
