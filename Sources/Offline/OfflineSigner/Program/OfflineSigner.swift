internal import ArgumentParser
internal import CommandLineInterface
internal import SignerHome

/// The root of the commands.
struct OfflineSigner: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offline-signer",
    abstract:
      "Holds seeds on a machine without a network, shows what a payment does, and signs it.",
    discussion: """
      The other half is online-coordinator: it watches coins and builds payments,
      and cannot sign. Only QR codes and files pass between the two.

        1  offline-signer init                         makes the vault
        2  offline-signer seed create NAME             makes a seed
        3  offline-signer sheet print NAME --kind full --out sheet.pdf
           offline-signer sheet check camera           reads the paper back
        4  offline-signer account export NAME --script wpkh --out account.png
           the coordinator makes a wallet from that picture
        5  offline-signer address show NAME-wpkh-0 0   compare the whole address
        6  offline-signer review payment.gif           shows what it would do
        7  offline-signer sign payment.gif --out signed.gif

      A wallet of several people: each exports a cosigner's key (`--script wsh`), the
      coordinator makes the wallet of them, and everybody compares and registers it
      (`wallet register`) before the first coin is paid to it.

      Real coins need an isolated machine: no network, no radio, no swap. On any
      other, a mainnet home stays closed and says what to fix (`doctor` too).
      Practise first: `init --network regtest` makes a home whose coins are worth
      nothing.

      Wherever a command reads, it takes a file, a picture (PNG, JPEG, GIF), a film
      (Y4M, MJPEG), a folder of pictures, `-` for standard input, or `camera`
      (camera:/dev/video2 for another than the first; `doctor` lists them and what
      they offer). While you aim, the terminal shows what the camera sees: q stops,
      m mirrors the picture. Wherever it writes, the
      ending of the name says how: .psbt .txt .json .png .gif, .pdf for
      paper, a folder for frames, `-` for text, `terminal` for the screen.

      The home is $OFFLINE_SIGNER_HOME, else ~/.offline-signer. Exit codes: 0
      done, 1 refused or failed, 2 wrong usage.
      """,
    version: "0.2",
    subcommands: [
      SignerDeskCommand.self, InitCommand.self, SeedCommand.self, AccountCommand.self,
      SignerWalletCommand.self,
      AddressCommand.self, ReviewCommand.self, SignCommand.self, SheetCommand.self,
      SignerWatchCommand.self, MessageCommand.self, SignerBackupCommand.self,
      QRCommand<SignerCommonOptions>.self,
      LogCommand.self,
      SignerStatusCommand.self,
      SignerNetworkCommand.self,
      WipeCommand.self,
      VaultCommand.self,
      SignerDoctorCommand.self, FolderNamesCommand.self,
    ])
}
