internal import ArgumentParser
internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `wallet people`.
struct WalletPeopleCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: "Shows who holds each key of a wallet, or sets their names.",
    discussion: """
        online-coordinator wallet people family
        online-coordinator wallet people family 1=Alice 2=Bob 3=Carol

      The numbers are those of wallet show; an empty name removes one. Names
      stay on this machine.
      """)

  @Argument(help: "The wallet's name.")
  var name: String

  @Argument(help: ArgumentHelp("A key's number and its holder.", valueName: "n=person"))
  var people: [String] = []

  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] {
    people.map { String($0.drop { $0 != "=" }.dropFirst()) }
  }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let wallet = try session.wallet(name, store)
    let keys = try WalletPage(wallet, store).signingKeys
    // All are judged before the first is written.
    var named: [(position: Int, label: String)] = []
    for person in people {
      let parts = person.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(parts[0]), (1...keys.count).contains(number) else {
        throw ProgramError(
          "\(ForeignText.shown(person, limit: 60)) is not a key number and a name",
          hint: "write a number from 1 to \(keys.count) and a name, as in 1=Alice",
          exitCode: .wrongUsage)
      }
      named.append((keys[number - 1].position, String(parts[1])))
    }
    for (position, label) in named {
      try store.setKeyLabel(label, at: position, of: wallet)
    }
    let labels = try store.keyLabels(of: wallet)
    var table = Table("key", .init("person", .left, .wraps), "seed")
    var list: [JSONValue] = []
    for (number, entry) in keys.enumerated() {
      let label = labels[entry.position]
      let seed = entry.key.origin.map { "\($0.fingerprint)" }
      table.add(["\(number + 1)", label.map { ForeignText.name($0) } ?? "", seed ?? "?"])
      list.append([
        "key": .integer(number + 1), "label": label.map { .string($0) } ?? .null,
        "fingerprint": seed.map { .string($0) } ?? .null,
      ])
    }
    session.console.result(
      text: session.console.shown(table),
      json: ["wallet": .string(wallet.name), "people": .array(list)])
  }
}
