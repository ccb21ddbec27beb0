/// What the helper found out before it was given a page: the person decides on it.
public struct PrinterReport: Equatable, Sendable {
  /// How CUPS reaches the printer: the scheme of its address, such as `usb`.
  public let connection: String
  /// What the folder of CUPS lies on.
  public let spool: PrintSpool.Place
  /// The folder in which CUPS keeps what it prints.
  public let spoolPath: String
  /// Whether CUPS keeps jobs after they were printed, unless they are removed.
  public let keepsJobs: Bool

  /// The connections that use no network.
  static let cables: Set<String> = ["usb", "parallel", "serial", "hp", "file"]

  /// Takes the four.
  public init(connection: String, spool: PrintSpool.Place, spoolPath: String, keepsJobs: Bool) {
    self.connection = connection
    self.spool = spool
    self.spoolPath = spoolPath
    self.keepsJobs = keepsJobs
  }

  /// What the person should know before consenting, a sentence each; empty when no copy stays behind.
  public var warnings: [String] {
    var warnings: [String] = []
    switch spool {
    case .memory: break
    case .disk:
      warnings.append(
        "CUPS writes the sheet to a disk (\(spoolPath)); what was there can be found even after it was "
          + "deleted. Mount a memory file system there first: mount -t tmpfs tmpfs \(spoolPath)")
    case .unknown:
      warnings.append(
        "it is not known whether CUPS writes the sheet to a disk (\(spoolPath)); assume that it "
          + "does")
    }
    if keepsJobs {
      warnings.append(
        "CUPS keeps what it printed; this program removes the job when it is done, and says so")
    }
    if !Self.cables.contains(connection) {
      warnings.append("the printer is reached by \(connection), which may be a network")
    }
    return warnings
  }
}
