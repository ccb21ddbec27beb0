public import ArgumentParser
public import RecoverySheets
public import SheetPages
public import SheetPrinting

/// `sheet`: printed backups.
struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Prints recovery sheets, and reads them back.",
    discussion: """
      A backup that was never read back may not work. Print a sheet, read it back with
      `sheet check`, and try it again every year (`seed verify NAME --drill`).
      """,
    subcommands: [SheetPrintCommand.self, SheetCheckCommand.self])
}

extension SheetKind: ExpressibleByArgument {}

extension PrinterDevice.Language: ExpressibleByArgument {}

extension Paper: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }

  public static var allValueStrings: [String] { allCases.map(\.name) }

  // The parser would describe each by its number in a document.
  public static var allValueDescriptions: [String: String] { [:] }
}
