public import ArgumentParser
public import RecoverySheets
public import SheetPages
public import SheetPrinting

extension SheetKind: ExpressibleByArgument {}

extension PrinterDevice.Language: ExpressibleByArgument {}

extension Paper: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }

  public static var allValueStrings: [String] { allCases.map(\.name) }

  // The parser would describe each by its number in a document.
  public static var allValueDescriptions: [String: String] { [:] }
}
