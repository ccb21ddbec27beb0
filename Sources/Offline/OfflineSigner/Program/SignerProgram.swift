internal import ArgumentParser
internal import CommandLineInterface
internal import DurableFiles
package import EncryptedVault
internal import Isolation
package import KeeperProcess
internal import KeyKeeper
internal import RecoverySheets
package import Refusals
internal import SeedForms
internal import SheetMaking
internal import SheetPages
public import SheetPrinting
package import SignerHome
package import TerminalUI

/// The command line: from arguments to an exit code.
public enum SignerProgram {
  /// Runs one command in the environment of this process and gives the exit code.
  ///
  /// `printer` prints a sheet through CUPS; `printers` are those of a sitting at the desk, one for each sheet.
  public static func main(
    _ arguments: [String], printer: PrinterHelper? = nil, printers: [PrinterHelper] = []
  ) -> Int32 {
    main(arguments, printer: printer, parameters: .standard) { $0.printers = printers }
  }

  /// The same, with another cost of each guess of the passphrase, for new vaults and as the least
  /// that is accepted, and other changes: for tests, which open a vault hundreds of times.
  package static func main(
    _ arguments: [String], printer: PrinterHelper? = nil, keeper: (any KeeperLink)? = nil,
    parameters: KDFParameters = .standard, _ change: (inout SignerEnvironment) -> Void = { _ in }
  ) -> Int32 {
    var environment = SignerEnvironment.system(
      printer: printer, keeper: keeper, parameters: parameters)
    change(&environment)
    return run(arguments, in: environment.fenced()).rawValue
  }

  /// Answers the messages of a reviewer that signs, in the process `key-keeper`, and gives the exit code.
  ///
  /// `arguments` are those of the reviewer's command: a person typed them before any outside byte was read. The
  /// changes are for tests.
  package static func serve(
    _ start: KeeperService.Start, parameters: KDFParameters = .standard,
    _ change: (inout SignerEnvironment) -> Void = { _ in }
  ) -> Int32 {
    let arguments = start.arguments
    var environment = SignerEnvironment.system(printer: nil, parameters: parameters).waiting()
    change(&environment)
    environment.ownScreen = OwnScreen()
    // What is wrong with the command line is said by the reviewer, which has the same one.
    let command = try? OfflineSigner.parseAsRoot(arguments) as? any SignerCommand
    do throws(IsolationError) {
      // The seed of one run may be in a picture, and no helper can be started behind the filter below. The reviewer
      // reads nothing from outside before it is answered.
      let seed = try heldSeed(of: command, arguments, in: environment)
      _ = try ReachableFiles.keeperFence(arguments: arguments, home: environment.home).raise()
      try Isolation.allowOnlyKeeping(reviewer: start.reviewer)
      return SignerEnvironment.$current.withValue(environment) {
        let server = Self.server(of: command, holding: seed, in: environment)
        do throws(KeeperProcessError) {
          return try KeeperService.serve(start) { Self.answer(of: server, to: $0) }
        } catch {
          return Console(screen: environment.screen).report(ProgramError(error)).rawValue
        }
      }
    } catch {
      return refuse(error)
    }
  }

  /// The seed of a command that signs without a vault, read behind a fence of its own; nil for any other command.
  private static func heldSeed(
    of command: (any SignerCommand)?, _ arguments: [String], in environment: SignerEnvironment
  ) throws(IsolationError) -> Result<CarriedSeed, ProgramError>? {
    guard case .oneRun(let options)? = command?.keeperTask, let command,
      options.carried.seed != nil
    else { return nil }
    _ = try ReachableFiles.seedFence(arguments: arguments).raise()
    return SignerEnvironment.$current.withValue(environment) {
      Result { () throws(ProgramError) in
        let session = try SignerSession(command.common, in: environment)
        return try CarriedSeed.readFirst(options, session)
      }
    }
  }

  /// What answers for a command.
  private static func server(
    of command: (any SignerCommand)?, holding seed: Result<CarriedSeed, ProgramError>?,
    in environment: SignerEnvironment
  ) -> Result<KeeperServer, ProgramError> {
    guard let command else { return .failure(ProgramError(KeyKeeperError.outOfTurn)) }
    do throws(ProgramError) {
      return .success(
        KeeperServer(
          try SignerSession(command.common, in: environment), for: command.keeperTask,
          holding: try seed?.get()))
    } catch {
      return .failure(error)
    }
  }

  /// The answer to a message; why there is nobody to answer is said to who asks.
  private static func answer(
    of server: Result<KeeperServer, ProgramError>, to message: [UInt8]
  ) -> [UInt8] {
    switch server {
    case .success(let server): server.answer(to: message)
    case .failure(let error): KeeperAnswer.refused(error).encoded
    }
  }

  /// Says why nothing is run at all and gives the exit code.
  package static func refuse(_ error: some HintedError) -> Int32 {
    Console(screen: SignerEnvironment.screenOfProcess()).report(ProgramError(error)).rawValue
  }

  /// Runs one command.
  ///
  /// Every failure ends as one `error:` and one `hint:` line; under `--json` as an object too. No
  /// value of an argument that was not understood is repeated: it may be a secret.
  package static func run(
    _ arguments: [String], in environment: SignerEnvironment = .system
  ) -> TerminalUI.ExitCode {
    let console = Console(screen: environment.namedScreen, json: arguments.contains("--json"))
    return console.ended(with: code(of: arguments, in: environment, console))
  }

  private static func code(
    of arguments: [String], in environment: SignerEnvironment, _ console: Console
  ) -> TerminalUI.ExitCode {
    // Before anything is parsed, opened or written.
    if let refusal = entry.secretRefusal(arguments) { return console.report(refusal) }
    do {
      var command = try OfflineSigner.parseAsRoot(arguments)
      try ReachableFiles.requireWritable(arguments, home: environment.home)
      // The parser has read nothing but the arguments; from here on only what they name can be opened.
      try hinted { () throws(IsolationError) in try environment.confine(arguments) }
      return try CommandConsole.$current.withValue(console) {
        try SignerEnvironment.$current.withValue(environment) {
          try command.run()
          return .done
        }
      }
    } catch let ending as Ending {
      return ending.code
    } catch let error as ProgramError {
      let isOver = error.isSecretRefused || error.isBesideResult
      return console.report((isOver ? nil : entry.mistypedSecretRefusal(arguments)) ?? error)
    } catch {
      return entry.end(with: error, of: arguments, on: console)
    }
  }

  private static let entry = CommandLineEntry(
    root: OfflineSigner.self,
    meanings: [
      "name": nameMeaning, "seed": nameMeaning, "wallet": nameMeaning,
      "kind": "a kind of sheet: \(SheetKind.allCases.map(\.rawValue).joined(separator: ", "))",
      "paper": "a size of paper: \(Paper.allValueStrings.joined(separator: " or "))",
      "takes": "pdf or postscript",
      "words": "a number of words: 12, 15, 18, 21 or 24",
    ],
    secretHint: { _ in
      "remove that line from the shell's history; then type the secret at the prompt, or read it from a file"
    },
    isFile: { (try? Folder.kind(of: $0)) != nil })

  private static let nameMeaning =
    "a name: letters, digits, dot, dash and underscore, a letter or digit first, at most "
    + "\(EntryName.maxLength)"
}

extension SignerCommand {
  /// What the command asks of what holds the seeds.
  var keeperTask: KeeperTask {
    switch self {
    case let command as SignCommand: command.task
    case let command as WalletRegisterCommand: command.task
    case let command as SignerWalletRemoveCommand: command.task
    case let command as MessageSignCommand: command.task
    case let command as BackupReadCommand: .backup(command.options)
    case let command as SignerBackupWriteCommand: .backup(command.options)
    default: .reading
    }
  }
}
