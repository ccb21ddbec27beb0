internal import ArgumentParser
internal import NodeClients
internal import TerminalUI
internal import WalletStorage

/// Which rehearsal chain.
struct RehearsalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The rehearsal node, when it is not the one in use.", valueName: "name"))
  var node: String?

  func chain(_ session: CoordinatorSession) throws -> Rehearsal {
    let store = try session.store()
    let record: NodeRecord
    if let node {
      record = try store.node(named: node)
    } else {
      record = try session.activeNode(store)
    }
    let url = try NodeURL(parsing: record.url)
    guard url.kind == .rehearsal else {
      throw ProgramError(
        "\(record.name) is a real node, not a rehearsal chain",
        hint: "run `node add practice rehearsal://`, then `node use practice`")
    }
    return try session.rehearsal(record)
  }
}
