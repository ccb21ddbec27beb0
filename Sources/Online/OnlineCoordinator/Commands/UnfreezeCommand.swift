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
        online-coordinator unfreeze savings TXID:VOUT

      `label export` tells other programs as well (spendable: true).
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Argument(help: ArgumentHelp("Coins, as `coins` lists them.", valueName: "txid:vout"))
  var coins: [CoinArgument]

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    try CoinFreezing(isFrozen: false).run(
      on: coins.map(\.outPoint), of: wallet, in: session)
  }
}
