import ArgumentParser

/// `qr`: symbols, by themselves.
struct QRCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qr", abstract: "Shows and reads QR codes.",
    subcommands: [QRShowCommand.self, QRReadCommand.self])
}
