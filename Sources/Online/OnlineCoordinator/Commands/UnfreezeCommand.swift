internal import ArgumentParser
internal import BitcoinPrimitives
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `unfreeze`.
struct UnfreezeCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "unfreeze",
    abstract: "Lets frozen coins be spent again.",
    discussion: """
        online-coordinator unfreeze savings 12

      `label export` tells other programs as well (spendable: true).
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Argument(
    help: ArgumentHelp("Coins, by the numbers in `coins` or as TXID:VOUT.", valueName: "coin"))
  var coins: [CoinArgument]

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    try CoinFreezing(isFrozen: false).run(
      on: coins, of: wallet, in: session)
  }
}
