internal import ArgumentParser
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage

/// The command `node second`.
struct NodeSecondCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "second",
    abstract: "Chooses a second node, which is asked whether it has seen the payments you sent.",
    discussion: """
        online-coordinator node second other
        online-coordinator node second --none

      The node in use can claim that it passed a payment on, and not do it. After
      `broadcast` and at each `sync` the second node is therefore asked whether it
      has seen the payments that you sent, in its mempool or in a block. If it has
      not, or does not answer within 10 seconds, you are told so; nothing stops.

      It learns which payments are yours. It is asked about coins only by
      `node compare`, which asks it unless another one is named. No backup brings
      this choice back.
      """)

  @Argument(help: "The node's name; shows which one it is unless given.")
  var name: String?

  @Flag(help: "Ask no second node from now on.")
  var none = false

  @OptionGroup var common: CoordinatorCommonOptions

  func validate() throws {
    if name != nil, none { throw ValidationError("give a name or --none, not both") }
  }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    if let name {
      guard try !store.node(named: name).isActive else {
        throw ProgramError(
          "\(name) is the node in use: it would be asked twice",
          hint: "name another one; `node list` shows them")
      }
      try store.setSecondNode(named: name)
    } else if none {
      try store.setSecondNode(named: nil)
    }
    let second = try store.secondNode()
    session.console.result(
      sentences: second.map { "\($0.name) is also asked whether it has seen what you sent." }
        ?? "No second node is asked.",
      json: ["second": second.map { .string($0.name) } ?? .null])
  }
}
