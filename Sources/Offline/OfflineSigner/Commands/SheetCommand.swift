internal import ArgumentParser

/// `sheet`: printed backups.
struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Prints recovery sheets, and reads them back.",
    discussion: """
      A backup that was never read back may not work. Print a sheet, read it back
      with `sheet check`, and try it again every year (`seed verify NAME --drill`).
      """,
    subcommands: [SheetPrintCommand.self, SheetCheckCommand.self])
}
