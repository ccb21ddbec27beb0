internal import ArgumentParser
internal import BitcoinPrimitives
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `freeze`.
struct FreezeCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "freeze",
    abstract: "Keeps coins from being spent, until `unfreeze`.",
    discussion: """
        online-coordinator freeze savings 12

      No payment chooses a frozen coin, and none may name one. `coins` and `balance`
      show what is frozen. It is kept like a label: it is in every backup, and
      `label export` tells other programs (spendable: false).

      `collect` takes no payment of another program that spends it. A payment of
      this home that holds the coin already still takes signatures, but is neither
      sent nor written to a file: cancel it (`cancel`). Whoever has a signed copy can
      still send it.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Argument(
    help: ArgumentHelp("Coins, by the numbers in `coins` or as TXID:VOUT.", valueName: "coin"))
  var coins: [CoinArgument]

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    try CoinFreezing(isFrozen: true).run(
      on: coins, of: wallet, in: session)
  }
}
