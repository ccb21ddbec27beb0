internal import ArgumentParser
internal import BitcoinPrimitives
internal import ChainTypes
internal import CommandLineInterface
internal import NodeClients
internal import Refusals
internal import SignedMessages
internal import TerminalUI

/// The command `message check`.
struct MessageCheckCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says whether a text was signed by the holder of an address.",
    discussion: """
      Reads signatures of BIP-322 (simple, full, proof of funds) and of BIP-137, as
      most programs write them. For a proof of funds it asks the node in use whether
      each coin is there as the proof says, and unspent; --no-node leaves that out.
      The exit code is 1 if the signature is wrong, is of another text or address,
      can be neither confirmed nor refuted, or if a coin is not there.

        online-coordinator message check signed.txt
        online-coordinator message check --address bc1q... --signature smpAk... \\
          --text "I hold these coins"
      """)

  @OptionGroup var signed: SignedMessageOptions

  @Flag(name: .customLong("no-node"), help: "Do not ask the node about coins.")
  var noNode = false

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let report = try signed.report(on: session.console)
    if let doubt = report.doubt { throw doubt }
    guard !report.verdict.coins.isEmpty, !noNode else {
      return session.console.result(sentences: report.sentences(), json: report.json())
    }
    let found = try await Self.coins(of: report, in: session)
    session.console.result(
      sentences: report.sentences(coins: found.map(\.words)),
      json: report.json(coins: found.map(\.isThere)))
    let missing = found.count { !$0.isThere }
    guard missing > 0 else { return }
    throw ProgramError(
      "\(missing) of the \(found.count) coins are not there as the proof says", rule: .r02,
      hint: "do not count them; they were spent since, or never were"
    ).besideResult()
  }

  /// What the node in use knows about a coin.
  private struct Found {
    let isThere: Bool
    let words: String
  }

  private static func coins(
    of report: SignedMessageReport, in session: CoordinatorSession
  ) async throws -> [Found] {
    let node = try session.activeNode(try session.store())
    let source = try session.source(node)
    let status = try await source.status()
    // An address that begins with tb1 is the same on three networks: any node that writes it so will do.
    let here = Address(script: report.address.script, network: status.network)
    guard here?.string == report.address.string else {
      throw NodeError.wrongNetwork(
        node: status.network.name, wallet: report.address.network.name)
    }
    if status.isCatchingUp, !status.network.hasBlocksAtWill {
      throw NodeError.stillCatchingUp(height: status.tip.height)
    }
    let coins = report.verdict.coins
    let known = try await source.provedOutputs(coins.map(\.outPoint), at: status.tip)
    return zip(coins, known).map { coin, known in
      guard let known else {
        return Found(isThere: false, words: "spent, or not confirmed, or never there")
      }
      guard known.output == coin.output else {
        return Found(isThere: false, words: "there, but not as the proof says")
      }
      return Found(isThere: true, words: "unspent at block \(status.tip.height)")
    }
  }
}
