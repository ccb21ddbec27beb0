internal import Glibc
internal import Refusals
internal import TerminalUI

/// What the page of the desk may have run: commands and options by name, and nothing that writes a file of the
/// person's, starts a program, answers for them, or reads a file by its path.
enum DeskCommands {
  /// The commands, and whether they change what other pages show.
  static let allowed: [[String]: Bool] = [
    ["addresses"]: false, ["backup", "auto"]: true, ["backup", "show"]: false,
    ["balance"]: false, ["broadcast"]: true, ["bsms", "token"]: false, ["bump"]: true,
    ["cancel"]: true, ["coins"]: false, ["collect"]: true, ["doctor"]: false, ["freeze"]: true,
    ["history"]: false, ["label", "export"]: false, ["label", "import"]: true,
    ["label", "set"]: true, ["message", "check"]: false, ["message", "request"]: false,
    ["node", "add"]: true, ["node", "compare"]: false, ["node", "list"]: false,
    ["node", "remove"]: true, ["node", "second"]: true, ["node", "status"]: false,
    ["node", "use"]: true, ["pay"]: true, ["payments"]: false, ["qr", "read"]: false,
    ["receive"]: true, ["recipient", "add"]: true, ["recipient", "list"]: false,
    ["recipient", "remove"]: true, ["reconcile"]: false, ["rehearse", "fund"]: true,
    ["rehearse", "mine"]: true, ["settings"]: true, ["sync"]: true, ["unfreeze"]: true,
    ["wallet", "create"]: true, ["wallet", "discover"]: true, ["wallet", "export"]: false,
    ["wallet", "import"]: true, ["wallet", "list"]: false, ["wallet", "people"]: true,
    ["wallet", "remove"]: true, ["wallet", "show"]: false,
  ]

  /// Options whose value names something to read: `-`, or the text itself.
  static let inputs: Set<String> = ["--from"]
  /// Options that write somewhere: standard output alone.
  static let outputs: Set<String> = ["--out"]
  /// What is never passed on: consent is asked for on the page, files are the person's own, programs are not started.
  static let refused: Set<String> = [
    "--yes", "--accept", "--json", "--force", "--on-event", "--both-ways", "--previous",
    "--password-fd", "--password-file", "--help", "-h", "--version",
  ]
  /// Commands whose arguments are read, from this position on.
  static let readers: [[String]: Int] = [
    ["collect"]: 0, ["label", "import"]: 0, ["message", "check"]: 0, ["qr", "read"]: 0,
    ["reconcile"]: 0,
    ["wallet", "create"]: 1, ["wallet", "import"]: 1,
  ]

  /// Whether a command builds a payment and was not told where to write it: the page shows it later.
  static func writesPayment(_ command: [String], _ arguments: [String]) -> Bool {
    [["pay"], ["bump"]].contains(command) && !arguments.contains("--out")
  }

  /// The command of these arguments, as it is allowed.
  ///
  /// - Throws: `ProgramError` for what the desk does not run.
  static func command(of arguments: [String]) throws(ProgramError) -> [String] {
    let command = [Array(arguments.prefix(1)), Array(arguments.prefix(2))].first {
      allowed[$0] != nil
    }
    guard let command else {
      throw ProgramError(
        "the desk does not run this command",
        hint: "run it in a terminal: `online-coordinator help` lists the commands")
    }
    try check(Array(arguments.dropFirst(command.count)), of: command)
    return command
  }

  private static func check(
    _ arguments: [String], of command: [String]
  ) throws(ProgramError) {
    var position = 0
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        if let first = readers[command], position >= first { try checkInput(argument) }
        position += 1
        continue
      }
      // A value stands apart from its option, so that there is one way to write it.
      guard argument.hasPrefix("--"), argument != "--", !argument.contains("="),
        !refused.contains(argument)
      else { throw refusal(of: argument) }
      if inputs.contains(argument), let value = rest.first { try checkInput(value) }
      if outputs.contains(argument), rest.first != "-" { throw refusal(of: argument) }
    }
  }

  /// A text or standard input, but no file: the page reads the files that the person chose itself.
  private static func checkInput(_ argument: String) throws(ProgramError) {
    guard argument != "-" else { return }
    let isText = argument.utf8.count > 4_000 || access(argument, F_OK) != 0
    guard isText, argument != "paste", !argument.hasPrefix("camera"), argument.first != "/",
      argument.first != "~", argument.first != "."
    else {
      throw ProgramError(
        "the desk reads no file by its name",
        hint: "choose the file on the page, or run the command in a terminal")
    }
  }

  private static func refusal(of argument: String) -> ProgramError {
    ProgramError(
      "the desk does not pass on the option \(ForeignText.shown(argument))",
      hint: "run the command in a terminal")
  }
}
