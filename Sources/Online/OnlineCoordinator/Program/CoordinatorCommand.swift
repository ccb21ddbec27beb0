internal import ArgumentParser
internal import TerminalUI

/// The options that every command takes.
struct CommonOptions: ParsableArguments {
  @Flag(help: "Print the result as JSON.")
  var json = false
}

/// The option of commands that ask before they do something.
struct ConsentOptions: ParsableArguments {
  @Flag(help: "Answer the final question with yes. Never answers a refusal.")
  var yes = false

  /// Whether to go on: `--yes`, or yes on the terminal.
  func agrees(to question: String, on console: Console) throws(ProgramError) -> Bool {
    if yes { return true }
    return try console.agrees(to: question)
  }
}

/// A command: its options, and the steps it takes in a session.
protocol CoordinatorCommand: AsyncParsableCommand {
  var common: CommonOptions { get }

  /// The list of steps.
  func run(in session: Session) async throws(ProgramError)
}

extension CoordinatorCommand {
  func run() async throws {
    let session = Session(common, in: .current)
    try await run(in: session)
    if let code = session.ending.code { throw Ending(code: code) }
  }
}
