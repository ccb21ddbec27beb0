internal import ArgumentParser
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import TerminalUI
internal import WalletFiles
internal import WalletStorage

/// The options that every command takes.
struct CoordinatorCommonOptions: ParsableArguments {
  @Flag(help: "Print the result as JSON; an error is an object of error, hint and rule.")
  var json = false
}

/// The option of commands that ask before they do something.
struct CoordinatorConsentOptions: ParsableArguments {
  @Flag(help: "Answer the final question with yes. Never answers a refusal.")
  var yes = false

  /// Whether to go on: `--yes`, or yes on the terminal.
  func agrees(to question: String, on console: Console) throws(ProgramError) -> Bool {
    if yes { return true }
    return try console.agrees(to: question)
  }

  /// Refuses `--yes` where it would answer for real money and the setting `unattended-broadcast` of this
  /// home is off.
  func requireLeave(toMoveMoneyOn network: Network, _ store: Store) throws(ProgramError) {
    let setting = CoordinatorSetting.unattendedBroadcast
    guard yes, network.isWorthMoney, try setting.value(in: store) != 1 else { return }
    throw ProgramError(
      "--yes cannot approve real money: the setting \(setting.rawValue) of this home is off",
      hint: """
        leave --yes out and answer on the terminal; to let scripts answer: \
        `settings \(setting.rawValue) 1`
        """)
  }
}

/// A command: its options, and the steps it takes in a session.
protocol CoordinatorCommand: AsyncParsableCommand {
  var common: CoordinatorCommonOptions { get }
  /// Free text of a person among the arguments that is kept: labels and names.
  var freeTexts: [String] { get }

  /// The list of steps.
  ///
  /// What the modules below throw says itself what is wrong, its rule and what to do: it may be thrown
  /// on as it is, and ends the command as a `ProgramError`.
  func run(in session: CoordinatorSession) async throws
}

extension CoordinatorCommand {
  var freeTexts: [String] { [] }

  func run() async throws {
    for text in freeTexts {
      if let kind = SecretArguments.kind(inLabel: text) {
        throw ProgramError.secretArgument(
          kind,
          hint: NetworkedSecret.advice(on: kind)
            + "; if it is a transaction id, put words before it, as in: refund of ID")
      }
    }
    let session = CoordinatorSession(common, in: .current)
    do {
      try await run(in: session)
    } catch {
      // What it changed before it failed was changed.
      await session.end(failed: true)
      throw error as? ProgramError ?? ProgramError(any: error)
    }
    await session.end(failed: false)
    if let code = session.ending.code { throw Ending(code: code) }
  }
}
