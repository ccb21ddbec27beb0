public import ArgumentParser

/// `qr`: QR codes, by themselves, the same in both programs.
///
/// `Common` are the options that every command of the program takes.
public struct QRCommand<Common: ParsableArguments>: ParsableCommand {
  /// The name `qr` and its two subcommands, `show` and `read`.
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "qr", abstract: "Shows and reads QR codes.",
      subcommands: [QRShowCommand<Common>.self, QRReadCommand<Common>.self])
  }

  /// A command whose options were not parsed yet; ArgumentParser fills them.
  public init() {}
}
