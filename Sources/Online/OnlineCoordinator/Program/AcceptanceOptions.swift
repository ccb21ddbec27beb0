internal import ArgumentParser
internal import TerminalUI
internal import TransactionReview

/// A rule of the law, by its name.
struct RuleArgument: ExpressibleByArgument, Hashable, Sendable {
  let name: String

  init?(argument: String) {
    let name = argument.uppercased()
    guard name.count == 3, name.first == "R", Int(name.dropFirst()) != nil else { return nil }
    self.name = name
  }
}

/// The option of commands that may meet warnings of the review.
struct AcceptanceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Acknowledge the warnings of a rule: R04.", valueName: "rule"))
  var accept: [RuleArgument] = []

  /// Has each warning acknowledged on its own: by `--accept`, or by its rule typed on the terminal.
  ///
  /// - Throws: `ProgramError` for the first that is not.
  func acknowledge(_ warnings: [Finding], on console: Console) throws(ProgramError) {
    for warning in warnings {
      let hint = "add --accept \(warning.rule) in a script"
      if accept.contains(where: { $0.name == warning.rule }) {
        console.talk("accepted \(warning.rule) by --accept: \(warning.message)")
        continue
      }
      guard try console.typed(warning.toType, to: "WARNING \(warning)", orElse: hint) else {
        throw ProgramError("\(warning.rule) was not acknowledged", hint: hint)
      }
    }
  }
}
