public import ArgumentParser

/// `qr`: QR codes, by themselves, the same in both programs.
///
/// `Common` are the options that every command of the program takes.
public struct QRCommand<Common: ParsableArguments>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "qr", abstract: "Shows and reads QR codes.",
      subcommands: [QRShowCommand<Common>.self, QRReadCommand<Common>.self])
  }

  public init() {}
}
