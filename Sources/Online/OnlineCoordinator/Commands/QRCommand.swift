internal import ArgumentParser

/// `qr`: symbols without anything else.
struct QRCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qr", abstract: "Shows and reads QR codes.",
    subcommands: [QRShowCommand.self, QRReadCommand.self])
}
