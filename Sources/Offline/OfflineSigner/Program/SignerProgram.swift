import ArgumentParser
import Bytes
import DurableFiles
public import Isolation
public import SheetPrinting
public import TerminalUI
import WalletFiles

/// The command line: from arguments to an exit code.
public enum SignerProgram {
  /// Runs one command in the environment of this process and gives the exit code.
  public static func main(_ arguments: [String], printer: PrinterHelper? = nil) -> Int32 {
    run(arguments, in: .system(printer: printer).fenced()).rawValue
  }

  /// Says why nothing is run at all and gives the exit code.
  public static func refuse(_ error: IsolationError) -> Int32 {
    Console().report(ProgramError(error)).rawValue
  }

  /// Runs one command.
  ///
  /// Every failure ends as one `error:` and one `hint:` line; under `--json` as an object too. No
  /// value of an argument that was not understood is repeated: it may be a secret.
  public static func run(
    _ arguments: [String], in environment: SignerEnvironment = .system
  ) -> TerminalUI.ExitCode {
    let console = Console(screen: environment.screen, json: arguments.contains("--json"))
    return console.ended(with: code(of: arguments, in: environment, console))
  }

  private static func code(
    of arguments: [String], in environment: SignerEnvironment, _ console: Console
  ) -> TerminalUI.ExitCode {
    // Before anything is parsed, opened or written.
    if let kind = SecretArguments.kind(in: arguments) { return console.report(refusal(of: kind)) }
    do {
      var command = try OfflineSigner.parseAsRoot(arguments)
      try ReachableFiles.requireWritable(arguments, home: environment.home)
      // The parser has read nothing but the arguments; from here on only what they name can be opened.
      try hinted { () throws(IsolationError) in try environment.confine(arguments) }
      return try SignerEnvironment.$current.withValue(environment) {
        try command.run()
        return .done
      }
    } catch let ending as Ending {
      return ending.code
    } catch let error as ProgramError {
      let isOver = error.isSecretRefused || error.isBesideResult
      let mistyped = isOver ? nil : mistyped(in: arguments)
      return console.report(mistyped.map(refusal(of:)) ?? error)
    } catch {
      return usage(error, arguments, console)
    }
  }

  private static func usage(
    _ error: any Error, _ arguments: [String], _ console: Console
  ) -> TerminalUI.ExitCode {
    if OfflineSigner.exitCode(for: error).isSuccess {
      console.result(OfflineSigner.fullMessage(for: error))
      return .done
    }
    if let kind = mistyped(in: arguments) { return console.report(refusal(of: kind)) }
    if let spelling = spelling(arguments) {
      return console.report(
        ProgramError(spelling.message, hint: spelling.hint, exitCode: .wrongUsage))
    }
    return console.report(
      ProgramError(
        Self.withoutValues(OfflineSigner.message(for: error)),
        hint: "`offline-signer --help` lists the commands, `offline-signer help COMMAND` one",
        exitCode: .wrongUsage))
  }

  /// The parser quotes arguments that it did not expect or understand; words of a seed may be among
  /// them.
  static func withoutValues(_ message: String) -> String {
    let mark = "' is invalid for '"
    if message.hasPrefix("The value '"), let end = message.ranges(of: mark).last?.upperBound {
      let label = message[end...].prefix { $0 != "'" }
      return "what was given for \(label) is not \(ArgumentMeaning.words(for: String(label)))"
    }
    let first = message.split(separator: "\n").first.map(String.init) ?? "wrong usage"
    guard first.contains("nexpected argument") else { return first }
    return "this command does not take that argument"
  }

  // MARK: Secrets in arguments

  /// What looks like a secret with a wrong word or letter in a command line that failed.
  private static func mistyped(in arguments: [String]) -> String? {
    SecretArguments.mistypedKind(in: arguments) { (try? Folder.kind(of: $0)) != nil }
  }

  private static func refusal(of kind: String) -> ProgramError {
    .secretArgument(
      kind,
      hint: "remove that line from the shell's history; then type the secret at the prompt, or "
        + "read it from a file"
    )
  }

  // MARK: Mistyped commands

  private static func spelling(_ arguments: [String]) -> CommandSpelling? {
    CommandSpelling(arguments, in: tree(of: OfflineSigner.self)) { path in
      var command: any ParsableCommand.Type = OfflineSigner.self
      for name in path {
        command =
          command.configuration.subcommands.first { $0.configuration.commandName == name }
          ?? command
      }
      return OfflineSigner.helpMessage(for: command)
    }
  }

  private static func tree(of command: any ParsableCommand.Type) -> CommandTree {
    CommandTree(
      command.configuration.commandName ?? "",
      command.configuration.subcommands.map { tree(of: $0) })
  }
}

/// A command that ended well with another exit code than 0.
struct Ending: Error {
  let code: TerminalUI.ExitCode
}
