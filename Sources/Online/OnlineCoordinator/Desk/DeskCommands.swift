internal import Glibc
internal import Refusals
internal import TerminalUI

/// What the page of the desk may have run: commands and options by name.
///
/// None starts a program, has an answer given in advance, or reads a file of the person's by its path; what is written
/// are the records, and sealed backups.
enum DeskCommands {
  /// The commands, and whether they change what other pages show.
  static let allowed: [[String]: Bool] = [
    ["addresses"]: false, ["backup", "auto"]: true, ["backup", "show"]: false,
    ["balance"]: false, ["broadcast"]: true, ["bsms", "token"]: false, ["bump"]: true,
    ["cancel"]: true, ["coins"]: false, ["collect"]: true, ["doctor"]: false, ["freeze"]: true,
    ["history"]: false, ["label", "export"]: false, ["label", "import"]: true,
    ["label", "set"]: true, ["message", "check"]: false, ["message", "request"]: false,
    ["node", "add"]: true, ["node", "compare"]: false, ["node", "fees"]: false,
    ["node", "list"]: false, ["node", "remove"]: true, ["node", "second"]: true,
    ["node", "status"]: false,
    ["node", "use"]: true, ["pay"]: true, ["payments"]: false, ["qr", "read"]: false,
    ["receive"]: true, ["recipient", "add"]: true, ["recipient", "list"]: false,
    ["recipient", "remove"]: true, ["reconcile"]: false, ["rehearse", "fund"]: true,
    ["rehearse", "mine"]: true, ["settings"]: true, ["sync"]: true, ["unfreeze"]: true,
    ["wallet", "create"]: true, ["wallet", "discover"]: true, ["wallet", "export"]: false,
    ["wallet", "import"]: true, ["wallet", "list"]: false, ["wallet", "people"]: true,
    ["wallet", "remove"]: true, ["wallet", "show"]: false,
  ]

  /// Options that are passed on as they are.
  static let options: Set<String> = [
    "--address", "--amount", "--anti-exfil", "--as", "--base-target", "--birth-height",
    "--by-child",
    "--change", "--cheapest", "--coin", "--csv", "--data", "--data-text", "--dry-run", "--explain",
    "--extended",
    "--fee-place", "--fee-rate", "--folder", "--for", "--format", "--gap-limit", "--keep", "--key",
    "--label", "--ladder", "--last", "--lock-time", "--message", "--mix-tags", "--network",
    "--no-cancel", "--no-certificate", "--no-folder", "--no-node", "--no-proxy", "--no-server",
    "--no-sync", "--no-tag", "--node", "--node-name", "--none", "--note", "--now", "--off",
    "--offline", "--on-chain", "--payment", "--profile", "--proof-of-funds", "--prove", "--proxy",
    "--replace", "--rounds", "--script", "--server", "--signature", "--step", "--subtract-fee",
    "--subtract-fee-from", "--tag", "--target", "--text", "--threshold", "--to", "--unfreeze",
    "--unsorted", "--unused", "--whole", "--without-held", "--without-previous",
  ]
  /// Options whose value is read: standard input (`-`), or the text itself.
  static let inputs: Set<String> = [
    "--bsms-token", "--from", "--text-file", "--to-csv", "--to-from",
  ]
  /// Options that write somewhere: standard output alone.
  static let outputs: Set<String> = ["--out"]
  /// What is never passed on: consent is asked for on the page, and no file of the person's is read or written.
  ///
  /// A cookie would be sent to the node that is named with it.
  static let refused: Set<String> = [
    "--accept", "--both-ways", "--certificate", "--cookie", "--force", "--help", "--json",
    "--password-file", "--previous", "--version", "--yes",
  ]
  /// The most bytes that all arguments of a command have together: a run reads a megabyte of JSON.
  static let mostBytes = 150_000
  /// Commands whose arguments are read, from this position on.
  static let readers: [[String]: Int] = [
    ["backup", "show"]: 0, ["collect"]: 0, ["label", "import"]: 1, ["message", "check"]: 0,
    ["node", "add"]: 1, ["qr", "read"]: 0, ["reconcile"]: 0, ["wallet", "create"]: 1,
    ["wallet", "discover"]: 1,
  ]

  /// Whether a command builds a payment and was not told where to write it: the page shows it later.
  static func writesPayment(_ command: [String], _ arguments: [String]) -> Bool {
    [["pay"], ["bump"]].contains(command) && !arguments.contains("--out")
      && !isDryRun(command, arguments)
  }

  /// Whether arguments are those of a command that changes nothing: what its page shows is asked for again and again.
  static func onlyShows(_ arguments: [String]) -> Bool {
    guard let command = try? command(of: arguments) else { return false }
    return !changes(command, arguments)
  }

  /// Whether a command changes what other pages show.
  static func changes(_ command: [String], _ arguments: [String]) -> Bool {
    (allowed[command] ?? true) && !isDryRun(command, arguments)
  }

  /// Whether it is a payment that is only tried out.
  ///
  /// No option takes this word for its value: what begins with a dash is none.
  private static func isDryRun(_ command: [String], _ arguments: [String]) -> Bool {
    command == ["pay"] && arguments.contains("--dry-run")
  }

  /// The command of these arguments, as it is allowed.
  ///
  /// - Throws: `ProgramError` for what the desk does not run.
  static func command(of arguments: [String]) throws(ProgramError) -> [String] {
    guard arguments.reduce(0, { $0 + $1.utf8.count }) <= mostBytes else {
      throw ProgramError(
        "what was typed is too long for the desk",
        hint: "put it into a file, and choose that on the page")
    }
    // What opens a file would see it end there.
    guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
      throw ProgramError("what was typed has a zero byte in it", hint: "type it again without that")
    }
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
      if outputs.contains(argument), rest.first == "-" {
        rest.removeFirst()
      } else if inputs.contains(argument), let value = rest.popFirst() {
        try checkInput(value)
      } else if !options.contains(argument) {
        throw refusal(of: argument)
      }
    }
  }

  /// A text or standard input, but no file: the page reads the files that the person chose itself.
  private static func checkInput(_ argument: String) throws(ProgramError) {
    guard argument != "-" else { return }
    // A key may have a name in front: `NAME=...`.
    let named = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    for text in [argument] + (named.count == 2 ? [String(named[1])] : []) where text != "-" {
      // A path has fewer bytes than PATH_MAX, its end included.
      let isText = text.utf8.count >= Int(PATH_MAX) || access(text, F_OK) != 0
      guard isText, text != "paste", !text.hasPrefix("camera"), !"/~.".contains(text.first ?? ".")
      else {
        throw ProgramError(
          "the desk cannot open a file by its name",
          hint: "choose the file on the page, or run the command in a terminal")
      }
    }
  }

  private static func refusal(of argument: String) -> ProgramError {
    ProgramError(
      "the desk cannot use the option \(ForeignText.shown(argument))",
      hint: "run the command in a terminal")
  }
}
