internal import ArgumentParser
internal import CommandLineInterface
internal import DurableFiles
internal import Refusals
package import SecureMemory
internal import SheetPages
package import SheetPrinting
package import SignerHome
package import TerminalUI

/// Where a sheet goes.
package struct SheetOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to: a name ending with .pdf, .ps, .png or .svg (a picture for each page), or a printer's device such as /dev/usb/lp0.",
      valueName: "output"))
  var out: String?

  @Option(
    name: .customLong("printer-takes"),
    help: ArgumentHelp(
      "What a printer's device understands by itself: pdf or postscript.", valueName: "takes"))
  var language: PrinterDevice.Language?

  @Option(
    help: ArgumentHelp(
      "Print through CUPS on this printer; you are first told what CUPS keeps.",
      valueName: "printer"))
  var printer: String?

  @Option(
    help: ArgumentHelp("Dots per inch of a .png, 36 to 600.", valueName: "dots"))
  var resolution: Int?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  package init() {}

  /// The way that was chosen, once it is known to work; checked before a passphrase is asked for.
  package func output(_ session: SignerSession) throws(ProgramError) -> SheetOutput {
    guard (out == nil) != (printer == nil) else {
      throw ProgramError(
        out == nil
          ? "say where the sheet goes: --out or --printer" : "--out and --printer were both given",
        hint: "give one of them: --out sheet.pdf, --out /dev/usb/lp0 --printer-takes pdf, or "
          + "--printer NAME (through CUPS)", exitCode: .wrongUsage)
    }
    if let printer { return try .cups(printer, session) }
    let path = out ?? ""
    if PrinterDevice.isDevice(path) {
      return .device(
        try hinted { () throws(PrintingError) in try PrinterDevice(path, takes: language) })
    }
    guard language == nil else {
      throw ProgramError(
        "\(ForeignText.shown(path)) is not a printer", hint: "leave --printer-takes out",
        exitCode: .wrongUsage)
    }
    let file = try SheetFile(path, overwriting: force, resolution: resolution)
    try file.requireFree()
    return .file(file)
  }
}

/// A way to paper.
package enum SheetOutput {
  case file(SheetFile)
  /// Straight to a printer: no copy stays on this machine.
  case device(PrinterDevice)
  /// Through CUPS, by the helper that was started before the filter.
  case queue(PrinterHelper, name: String, report: PrinterReport)

  /// Asks the helper for a printer of CUPS.
  static func cups(_ name: String, _ session: SignerSession) throws(ProgramError) -> SheetOutput {
    guard let helper = session.environment.printer else {
      throw ProgramError(PrintingError.helperMissing(path: "sheet-printer"))
    }
    let report = try hinted { () throws(PrintingError) in try helper.report(on: name) }
    return .queue(helper, name: name, report: report)
  }

  /// How a person calls it.
  package var title: String {
    switch self {
    case .file(let file): "the file \(ForeignText.shown(file.path))"
    case .device(let device): "the printer \(ForeignText.shown(device.path))"
    case .queue(_, let name, _): "the printer \(ForeignText.shown(name)), through CUPS"
    }
  }

  /// Says what will stay behind, where that is known beforehand, and asks; `--yes` answers only for
  /// a sheet without a secret.
  package func requireConsent(
    isSecret: Bool, agreed: Bool, _ console: Console
  ) throws(ProgramError) {
    guard case .queue(_, let name, let report) = self else { return }
    for warning in report.warnings { console.warn(warning) }
    if agreed, !isSecret { return }
    let question =
      isSecret ? "A secret goes through CUPS. Print it on \(name)?" : "Print on \(name)?"
    guard
      try console.agrees(
        to: question,
        orElse: "a sheet goes through CUPS only when somebody on a terminal agrees")
    else {
      throw ProgramError(
        "declined: nothing was printed", hint: "print it in another way: \(PrintingWays.text)")
    }
  }

  /// Draws the sheet and brings it there; the names of what was written.
  package func write(
    _ document: borrowing SecretBytes, on console: Console
  ) throws(ProgramError) -> [String] {
    switch self {
    case .file(let file): return try file.write(document)
    case .device(let device):
      let pages = try drawn(document, device.language.format)
      try console.working("printing") { () throws(ProgramError) in
        try hinted { () throws(PrintingError) in try device.print(pages) }
      }
      return [device.path]
    case .queue(let helper, let name, _):
      let pages = try drawn(document, .pdf)
      let isRemoved = try console.working("printing") { () throws(ProgramError) in
        try hinted { () throws(PrintingError) in try helper.print(pages, on: name) }
      }
      if !isRemoved {
        console.warn(
          "CUPS may keep what it printed: remove it (cancel -a -x \(name)), then look below "
            + "/var/spool/cups as root")
      }
      return [name]
    }
  }

  private func drawn(
    _ document: borrowing SecretBytes, _ format: SheetFormat
  ) throws(ProgramError) -> SecretBytes {
    do throws(SheetDrawingError) {
      return try SheetDrawer().file(document, as: format)
    } catch {
      throw ProgramError(error)
    }
  }
}

/// A file of a sheet: the ending says in which form, `.pdf`, `.ps`, `.png` or `.svg`.
package struct SheetFile: Sendable {
  let path: String
  let format: SheetFormat
  let overwrites: Bool
  /// In dots per inch; of a picture in dots alone.
  let resolution: Int

  /// Names a file; refuses an ending that is not known.
  init(
    _ path: String, overwriting overwrites: Bool, resolution: Int? = nil
  ) throws(ProgramError) {
    guard
      let format = SheetFormat.allCases.first(where: {
        path.lowercased().hasSuffix(".\($0.rawValue)")
      })
    else {
      throw ProgramError(
        "the name \(ForeignText.shown(path)) does not end with a known form",
        hint: "end it with .pdf, .ps, .png or .svg", exitCode: .wrongUsage)
    }
    guard resolution == nil || format == .png,
      SheetDrawer.resolutions.contains(resolution ?? SheetDrawer.resolution)
    else {
      throw ProgramError(
        "--resolution works only with a .png, and must be from 36 to 600 dots per inch",
        hint: "give a number in that range for a .png, or leave --resolution out",
        exitCode: .wrongUsage)
    }
    self.resolution = resolution ?? SheetDrawer.resolution
    self.path = path
    self.format = format
    self.overwrites = overwrites
  }

  /// Refuses a file that is there, before anything is asked.
  func requireFree() throws(ProgramError) {
    guard !overwrites else { return }
    for name in [path, name(ofPage: 1)] where (try? Folder.kind(of: name)) != nil {
      throw ProgramError(FileError.exists(path: name))
    }
  }

  /// Draws the sheet and writes it; the names of the files, one for each page where pages are pictures.
  func write(_ document: borrowing SecretBytes) throws(ProgramError) -> [String] {
    let pages = PageList()
    do throws(SheetDrawingError) {
      try SheetDrawer().draw(document, as: format, resolution: resolution) { _, page in
        pages.append(page)
      }
    } catch {
      throw ProgramError(error)
    }
    var names: [String] = []
    for index in 0..<pages.count {
      let name = pages.count == 1 ? path : name(ofPage: index + 1)
      try pages.withUnsafeBytes(at: index) { (page) throws(ProgramError) in
        // Bytes on their way to a file; wiped as soon as they are there.
        var bytes = Array(page)
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        do throws(FileError) {
          try AtomicFile.write(bytes, to: name, replacing: overwrites ? .yes : .no)
        } catch {
          throw ProgramError(error)
        }
      }
      names.append(name)
    }
    return names
  }

  /// `sheet.png` is `sheet-2.png` for page 2.
  private func name(ofPage number: Int) -> String {
    let ending = format.rawValue.utf8.count + 1
    return "\(path.dropLast(ending))-\(number)\(path.suffix(ending))"
  }
}

/// Pages as they come; a class because a closure hands them over one by one.
private final class PageList {
  private var pages = SecretList()

  var count: Int { pages.count }

  func append(_ page: consuming SecretBytes) { page.withUnsafeBytes { pages.append($0) } }

  func withUnsafeBytes<E: Error>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    try pages.withUnsafeBytes(at: index, body)
  }
}
