internal import ArgumentParser
internal import TerminalUI

/// A command: its options, and the steps it takes in a session.
protocol SignerCommand: ParsableCommand {
  var common: CommonOptions { get }

  /// The list of steps.
  func run(in session: Session) throws(ProgramError)
}

extension SignerCommand {
  func run() throws {
    let session = try Session(common, in: .current)
    try run(in: session)
  }
}
