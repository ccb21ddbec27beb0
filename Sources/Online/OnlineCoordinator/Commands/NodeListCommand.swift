internal import ArgumentParser
internal import Bytes
internal import NodeClients
internal import TerminalUI
internal import WalletStorage

/// The command `node list`.
struct NodeListCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the nodes; a star marks the one in use, a 2 the second one.")

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let nodes = try store.nodes()
    let second = try store.secondNode()?.name
    var table = Table("", "name", .init("url", .left, .goesBelow))
    var list: [JSONValue] = []
    for node in nodes {
      // Passwords stay in the records.
      let url = (try? NodeURL(parsing: node.url))?.redacted ?? "?"
      let way = node.proxy.map { "\(url) through \($0)" } ?? url
      table.add([node.isActive ? "*" : node.name == second ? "2" : "", node.name, way])
      list.append([
        "name": .string(node.name), "url": .string(url), "active": .bool(node.isActive),
        "second": .bool(node.name == second),
        "proxy": node.proxy.map { .string($0) } ?? .null,
      ])
    }
    session.console.result(
      text: nodes.isEmpty ? "There is no node yet." : session.console.shown(table),
      json: .array(list))
  }
}
