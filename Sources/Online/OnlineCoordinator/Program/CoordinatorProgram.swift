internal import ArgumentParser
internal import Bytes
public import TerminalUI

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
      return console.report(error)
    } catch {
      return usage(error, console)
    }
  }

  private static func usage(_ error: any Error, _ console: Console) -> TerminalUI.ExitCode {
    if OnlineCoordinator.exitCode(for: error).isSuccess {
      console.result(OnlineCoordinator.fullMessage(for: error))
      return .done
    }
    let message = OnlineCoordinator.message(for: error)
    let first = message.split(separator: "\n").first.map(String.init) ?? "wrong usage"
    return console.report(
      ProgramError(
        first.contains("nexpected argument")
          ? "there is an argument that no command takes there" : first,
        hint:
          "`online-coordinator --help` lists the commands, `online-coordinator help COMMAND` one",
        exitCode: .wrongUsage))
  }
}

/// A command that ended well with another exit code than 0.
struct Ending: Error {
  let code: TerminalUI.ExitCode
}
