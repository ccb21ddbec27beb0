public import ArgumentParser
public import RecoverySheets
public import SheetPages
public import SheetPrinting

extension SheetKind: ExpressibleByArgument {}

extension SheetLanguage: ExpressibleByArgument {}

extension PrinterDevice.Language: ExpressibleByArgument {}

extension Paper: ExpressibleByArgument {
  /// Reads `a4` or `letter`; nil for anything else.
  public init?(argument: String) { self.init(name: argument) }

  /// The names of all sizes, for help and completion.
  public static var allValueStrings: [String] { allCases.map(\.name) }

  // The parser would describe each by its number in a document.
  /// None.
  public static var allValueDescriptions: [String: String] { [:] }
}
