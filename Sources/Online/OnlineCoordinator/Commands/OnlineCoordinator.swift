internal import ArgumentParser
internal import CommandLineInterface

/// The root of the commands.
struct OnlineCoordinator: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "online-coordinator",
    abstract: "Watches coins, builds payments, collects signatures and broadcasts. It cannot sign.",
    discussion: """
      The other half is offline-signer: it holds the seeds on a machine without a
      network. Only QR codes and files pass between the two.

        1  online-coordinator node add home http://127.0.0.1:8332 --cookie PATH
        2  online-coordinator wallet create savings account.png
        3  online-coordinator receive savings     compare it with the signer's
        4  online-coordinator sync savings
        5  online-coordinator pay savings --to ADDRESS=0.12 --fee-rate 5 \\
             --out payment.gif                    the signer reviews and signs it
        6  online-coordinator collect signed.gif
        7  online-coordinator broadcast 1

      Where several people sign, collect takes what each of them wrote, in any
      order, and payments --payment NUMBER says who is still missing.

      Practise first, without a node and without money: `node add practice
      rehearsal://`, then `rehearse fund ADDRESS AMOUNT` and `rehearse mine` make
      coins and blocks of your own.

      Wherever a command reads, it takes a file, a picture (PNG, JPEG, GIF), a film
      (Y4M, MJPEG), a folder of pictures, `-` for standard input, or `camera`
      (camera:/dev/video2 for another than the first; `doctor` lists them and what
      they offer). While you aim, the terminal shows what the camera sees: q stops,
      m mirrors the picture. Wherever it writes, the
      ending of the name says how: .psbt .txt .json .png .gif, .pdf for
      paper, a folder for frames, `-` for text, `terminal` for the screen.

      The home is $ONLINE_COORDINATOR_HOME, else ~/.online-coordinator. Exit codes:
      0 done, 1 refused or failed, 2 wrong usage, 3 more signatures are needed.
      """,
    version: "0.2",
    subcommands: [
      NodeCommand.self, CoordinatorWalletCommand.self, SyncCommand.self, BalanceCommand.self,
      ReceiveCommand.self, AddressesCommand.self, CoinsCommand.self, HistoryCommand.self,
      LabelCommand.self,
      FreezeCommand.self, UnfreezeCommand.self,
      BSMSCommand.self, NetworkCommand.self, RecipientCommand.self, PayCommand.self,
      BumpCommand.self,
      PaymentsCommand.self,
      CancelCommand.self, CollectCommand.self, CoordinatorWatchCommand.self, PollCommand.self,
      ChangesCommand.self,
      ReconcileCommand.self,
      BroadcastCommand.self, CoordinatorMessageCommand.self, CoordinatorBackupCommand.self,
      SignerBridgeCommand.self, DeskCommand.self, QRCommand<CoordinatorCommonOptions>.self,
      RehearseCommand.self,
      SettingsCommand.self, CoordinatorDoctorCommand.self,
    ])
}
