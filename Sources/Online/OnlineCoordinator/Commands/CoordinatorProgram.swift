internal import AirgapTransfer
internal import ArgumentParser
internal import CommandLineInterface
internal import HelperProcesses
internal import Isolation
public import TerminalUI

/// The command line: from arguments to an exit code.
public enum CoordinatorProgram {
  /// The arguments of this run: those of its command line, or, of a run that the desk started, those it is sent.
  ///
  /// Nil where the desk is gone already.
  public static func arguments(_ line: [String]) -> [String]? { RelayedScreen.arguments(line) }

  /// The first thing that `main` does: what a run with these arguments does not need is out of reach from then on.
  ///
  /// Gives the exit code where that cannot be had.
  public static func isolate(
    for arguments: [String], in environment: CoordinatorEnvironment = .system
  ) -> TerminalUI.ExitCode? {
    // Of the whole program, and so not with the environment of one run.
    if let home = environment.home { ShowMemory.shared.use(home: home) }
    if arguments.first == "desk" { ProcessSplit.closeWhatWasLeftOpen() }
    BrowserOpening.shared.prepare(for: arguments)
    do throws(IsolationError) {
      try CoordinatorFence.raise(for: arguments, in: environment)
      if arguments.first == "desk" { try DeskStarter.isolateDesk(home: environment.home) }
      return nil
    } catch {
      return Console(screen: environment.screen, json: isJSON(arguments))
        .report(ProgramError(error))
    }
  }

  /// Runs one command.
  ///
  /// Every failure ends as one `error:` and one `hint:` line; under `--json` as an object too. No
  /// value of an argument that was not understood is repeated: it may be a password.
  public static func run(
    _ arguments: [String], in environment: CoordinatorEnvironment = .system
  ) async -> TerminalUI.ExitCode {
    let console = Console(screen: environment.screen, json: isJSON(arguments))
    return console.ended(with: await code(of: arguments, in: environment, console))
  }

  /// Bitcoin Core asks for JSON without a word.
  private static func isJSON(_ arguments: [String]) -> Bool {
    arguments.contains("--json") || arguments.first == SignerBridgeCommand.name
  }

  private static func code(
    of arguments: [String], in environment: CoordinatorEnvironment, _ console: Console
  ) async -> TerminalUI.ExitCode {
    // Before anything is parsed, read or written: what is kept here goes into every backup.
    if let refusal = entry.secretRefusal(arguments) { return console.report(refusal) }
    var environment = environment
    environment.onlyShows =
      environment.isOfDesk && DeskCommands.onlyShows(arguments.filter { $0 != "--json" })
    do {
      var command = try OnlineCoordinator.parseAsRoot(arguments)
      return try await CommandConsole.$current.withValue(console) {
        try await CoordinatorEnvironment.$current.withValue(environment) {
          try await CommandEnd.$current.withValue(Self.end) {
            if var waiting = command as? any AsyncParsableCommand {
              try await waiting.run()
            } else {
              try command.run()
            }
          }
          return .done
        }
      }
    } catch let ending as Ending {
      return ending.code
    } catch let error as ProgramError {
      return console.report(advised(error, arguments))
    } catch {
      return entry.end(with: error, of: arguments, on: console)
    }
  }

  /// Writes the backups that are due, then uploads them where a server is set and the command went well.
  ///
  /// Of a command that failed the error comes first: the next one uploads what it changed.
  private static let end = CommandEnd { session, store, failed in
    AutomaticBackup(session: session, store: store).run(isQuiet: failed)
    guard !failed, !session.environment.onlyShows else { return }
    await BackupUploading(session: session, store: store).run()
  }

  private static let entry = CommandLineEntry(
    root: OnlineCoordinator.self,
    meanings: ["payment": "the number of a payment, from 1; `payments` lists them"],
    secretHint: { NetworkedSecret.advice(on: $0) })

  // MARK: Secrets on a networked machine

  /// The same error, with that advice when it refuses a secret or one was typed on the command line.
  private static func advised(_ error: ProgramError, _ arguments: [String]) -> ProgramError {
    if error.isSecretRefused {
      return error.refusingSecret(hint: NetworkedSecret.advice(on: error.message))
    }
    if error.isBesideResult { return error }
    return entry.mistypedSecretRefusal(arguments) ?? error
  }
}
