package import ArgumentParser
package import TerminalUI

/// A command: its options, and the steps it takes in a session.
package protocol SignerCommand: ParsableCommand {
  var common: SignerCommonOptions { get }

  /// The list of steps.
  func run(in session: SignerSession) throws(ProgramError)
}

extension SignerCommand {
  package func run() throws {
    let session = try SignerSession(common, in: .current)
    try run(in: session)
  }
}
