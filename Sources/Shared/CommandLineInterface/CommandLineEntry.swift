public import ArgumentParser
internal import Refusals
public import TerminalUI
internal import WalletFiles

/// What both programs do where a command line comes in and an error goes out.
///
/// No value of an argument that was not understood is repeated: it may be a secret or a password.
public struct CommandLineEntry: Sendable {
  private let root: any ParsableCommand.Type
  private let secretHint: @Sendable (String) -> String
  private let isFile: @Sendable (String) -> Bool
  private let meanings: [String: String]

  /// `secretHint` says what to do about a secret of a kind that stood on the command line; `isFile` tells
  /// the names of files from what may be a mistyped secret; `meanings` says what an argument must be, by the
  /// name of its value in the usage, where only this program has it.
  public init(
    root: any ParsableCommand.Type, meanings: [String: String] = [:],
    secretHint: @escaping @Sendable (String) -> String,
    isFile: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.root = root
    self.meanings = meanings
    self.secretHint = secretHint
    self.isFile = isFile
  }

  // MARK: Secrets in arguments

  /// The refusal of a secret among the arguments; asked before anything is parsed, opened or written.
  public func secretRefusal(_ arguments: [String]) -> ProgramError? {
    SecretArguments.kind(in: arguments).map(refusal)
  }

  /// The refusal of what looks like a secret with a wrong word or letter, in a command line that failed.
  public func mistypedSecretRefusal(_ arguments: [String]) -> ProgramError? {
    SecretArguments.mistypedKind(in: arguments, isThere: isFile).map(refusal)
  }

  private func refusal(of kind: String) -> ProgramError {
    .secretArgument(kind, hint: secretHint(kind))
  }

  // MARK: What the parser throws

  /// Ends with what the parser threw: help that was asked for, or one `error:` and one `hint:` line.
  public func end(
    with error: any Error, of arguments: [String], on console: Console
  ) -> TerminalUI.ExitCode {
    if root.exitCode(for: error).isSuccess {
      console.result(root.fullMessage(for: error))
      return .done
    }
    if let refusal = mistypedSecretRefusal(arguments) { return console.report(refusal) }
    if let spelling = spelling(arguments) {
      return console.report(
        ProgramError(spelling.message, hint: spelling.hint, exitCode: .wrongUsage))
    }
    let name = root.configuration.commandName ?? ""
    return console.report(
      ProgramError(
        withoutValues(root.message(for: error)),
        hint: "`\(name) --help` lists the commands, `\(name) help COMMAND` explains one",
        exitCode: .wrongUsage))
  }

  /// What the parser says of arguments, without their values.
  func withoutValues(_ message: String) -> String {
    let mark = "' is invalid for '"
    if message.hasPrefix("The value '"), let end = message.ranges(of: mark).last?.upperBound {
      let label = message[end...].prefix { $0 != "'" }
      return
        "what was given for \(label) is not \(ArgumentMeaning.words(for: String(label), own: meanings))"
    }
    let first = message.split(separator: "\n").first.map(String.init) ?? "wrong usage"
    guard first.contains("nexpected argument") else { return first }
    return "this command does not take that argument"
  }

  // MARK: Mistyped commands

  private func spelling(_ arguments: [String]) -> CommandSpelling? {
    CommandSpelling(arguments, in: Self.tree(of: root)) { path in
      var command = root
      for name in path {
        command =
          command.configuration.subcommands.first { $0.configuration.commandName == name }
          ?? command
      }
      return root.helpMessage(for: command)
    }
  }

  private static func tree(of command: any ParsableCommand.Type) -> CommandTree {
    CommandTree(
      command.configuration.commandName ?? "",
      command.configuration.subcommands.map { tree(of: $0) })
  }
}

/// A command that ended well with another exit code than 0.
public struct Ending: Error {
  /// The exit code of the process.
  public let code: TerminalUI.ExitCode

  /// Ends with `code`.
  public init(code: TerminalUI.ExitCode) { self.code = code }
}
