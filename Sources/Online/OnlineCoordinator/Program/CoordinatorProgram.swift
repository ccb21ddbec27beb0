internal import ArgumentParser
internal import Bytes
public import TerminalUI
internal import WalletFiles

/// The command line: from arguments to an exit code.
public enum CoordinatorProgram {
  /// Runs one command.
  ///
  /// Every failure ends as one `error:` and one `hint:` line; under `--json` as an object too. No
  /// value of an argument that was not understood is repeated: it may be a password.
  public static func run(
    _ arguments: [String], in environment: CoordinatorEnvironment = .system
  ) async -> TerminalUI.ExitCode {
    let console = Console(screen: environment.screen, json: arguments.contains("--json"))
    return console.ended(with: await code(of: arguments, in: environment, console))
  }

  private static func code(
    of arguments: [String], in environment: CoordinatorEnvironment, _ console: Console
  ) async -> TerminalUI.ExitCode {
    // Before anything is parsed, read or written: what is kept here stands in every backup.
    if let kind = SecretArguments.kind(in: arguments) { return console.report(refusal(of: kind)) }
    do {
      var command = try OnlineCoordinator.parseAsRoot(arguments)
      return try await CoordinatorEnvironment.$current.withValue(environment) {
        if var waiting = command as? any AsyncParsableCommand {
          try await waiting.run()
        } else {
          try command.run()
        }
        return .done
      }
    } catch let ending as Ending {
      return ending.code
    } catch let error as ProgramError {
      return console.report(advised(error, arguments))
    } catch {
      return usage(error, arguments, console)
    }
  }

  private static func usage(
    _ error: any Error, _ arguments: [String], _ console: Console
  ) -> TerminalUI.ExitCode {
    if OnlineCoordinator.exitCode(for: error).isSuccess {
      console.result(OnlineCoordinator.fullMessage(for: error))
      return .done
    }
    if let kind = SecretArguments.mistypedKind(in: arguments) {
      return console.report(refusal(of: kind))
    }
    if let spelling = spelling(arguments) {
      return console.report(
        ProgramError(spelling.message, hint: spelling.hint, exitCode: .wrongUsage))
    }
    let message = OnlineCoordinator.message(for: error)
    let first = message.split(separator: "\n").first.map(String.init) ?? "wrong usage"
    return console.report(
      ProgramError(
        first.contains("nexpected argument")
          ? "this command does not take that argument" : first,
        hint:
          "`online-coordinator --help` lists the commands, `online-coordinator help COMMAND` one",
        exitCode: .wrongUsage))
  }

  // MARK: Mistyped commands

  private static func spelling(_ arguments: [String]) -> CommandSpelling? {
    CommandSpelling(arguments, in: tree(of: OnlineCoordinator.self)) { path in
      var command: any ParsableCommand.Type = OnlineCoordinator.self
      for name in path {
        command =
          command.configuration.subcommands.first { $0.configuration.commandName == name }
          ?? command
      }
      return OnlineCoordinator.helpMessage(for: command)
    }
  }

  private static func tree(of command: any ParsableCommand.Type) -> CommandTree {
    CommandTree(
      command.configuration.commandName ?? "",
      command.configuration.subcommands.map { tree(of: $0) })
  }

  // MARK: Secrets on a networked machine

  /// What a seed or a private key costs that was shown here.
  static func advice(on kind: String) -> String {
    "\(kind.contains("private key") ? "this key" : "this seed") has touched a networked machine: move the coins "
      + "to a wallet of a new seed, made by `offline-signer seed create`"
  }

  /// The same error, with that advice when it refuses a secret or one was typed on the command line.
  private static func advised(_ error: ProgramError, _ arguments: [String]) -> ProgramError {
    if error.isSecretRefused { return error.refusingSecret(hint: advice(on: error.message)) }
    if error.isBesideResult { return error }
    return SecretArguments.mistypedKind(in: arguments).map(refusal(of:)) ?? error
  }

  private static func refusal(of kind: String) -> ProgramError {
    .secretArgument(kind, hint: advice(on: kind))
  }
}

/// A command that ended well with another exit code than 0.
struct Ending: Error {
  let code: TerminalUI.ExitCode
}
