internal import HelperProcesses
public import SecureMemory

/// The helper program `sheet-drawer`, which alone knows fonts and PDF: a document goes in, pages come out, all in memory.
///
/// The process that holds keys links none of it (docs/decisions/0005). A document of secrets makes pages of secrets: they
/// stay in locked memory until they are written.
public struct SheetDrawer: Sendable {
  /// The most bytes of all pages together.
  public static let outputLimit = 64_000_000
  /// The dots per inch that pictures are drawn in unless said otherwise.
  public static let resolution = 300
  /// The dots per inch that may be asked for.
  public static let resolutions = 36...600
  /// Seconds without an answer after which the helper is ended.
  static let patience = 60

  let executable: String

  /// The helper beside this program's own executable; never one from PATH.
  ///
  /// Throws: `helperMissing`, `helperReplaceable`.
  public init() throws(SheetDrawingError) {
    do throws(HelperError) {
      executable = try HelperProcess.path(of: "sheet-drawer")
    } catch {
      throw SheetDrawingError(error)
    }
  }

  /// A helper at another path, for tests.
  public init(executable: String) throws(SheetDrawingError) {
    do throws(HelperError) {
      try HelperProcess.require(executable)
    } catch {
      throw SheetDrawingError(error)
    }
    self.executable = executable
  }

  /// Draws a document; each page that is a file of its own is given to `each` in turn, with its number from 1 on.
  ///
  /// PDF and PostScript are one file (`each` is called once). `resolution` in dots per inch counts for PNG alone.
  ///
  /// - Throws: any `SheetDrawingError`; pages that were given before it are of no use.
  public func draw(
    _ document: borrowing SecretBytes, as format: SheetFormat,
    resolution: Int = SheetDrawer.resolution, each: (Int, consuming SecretBytes) -> Void
  ) throws(SheetDrawingError) {
    let mode = format == .png ? "png:\(resolution)" : format.rawValue
    // It must live as long as the helper reads it.
    let input = try Self.locked(document)
    let run = try start(mode: mode, input: input.descriptor)
    defer { run.end() }
    var answer = SheetAnswer()
    var pages = 0
    while try receive(&answer, from: run) {
      while let page = try answer.takePage() {
        pages += 1
        guard pages == 1 || format.isPaged else { throw .malformedOutput }
        each(pages, page)
      }
    }
    let status = run.wait()
    if let refusal = answer.refusal { throw .refused(refusal) }
    guard answer.isDone, status == 0, pages > 0 else {
      throw status == 0 ? .malformedOutput : .crashed(status: status)
    }
  }

  /// Draws a document that is one file: PDF, PostScript, or a single page.
  ///
  /// - Throws: any `SheetDrawingError`; `malformedOutput` when it takes several pages of a paged format.
  public func file(
    _ document: borrowing SecretBytes, as format: SheetFormat,
    resolution: Int = SheetDrawer.resolution
  ) throws(SheetDrawingError) -> SecretBytes {
    var whole: SecretBytes?
    var count = 0
    try draw(document, as: format, resolution: resolution) { number, page in
      whole = consume page
      count = number
    }
    guard count == 1, let whole = whole.take() else { throw .malformedOutput }
    return whole
  }

  private static func locked(
    _ document: borrowing SecretBytes
  ) throws(SheetDrawingError) -> LockedMemoryFile {
    do throws(HelperError) {
      return try LockedMemoryFile(document)
    } catch {
      throw SheetDrawingError(error)
    }
  }

  private func start(mode: String, input: Int32) throws(SheetDrawingError) -> HelperProcess {
    do throws(HelperError) {
      return try HelperProcess(executable: executable, mode: mode, input: input)
    } catch {
      throw SheetDrawingError(error)
    }
  }

  private func receive(
    _ answer: inout SheetAnswer, from run: HelperProcess
  ) throws(SheetDrawingError) -> Bool {
    do throws(HelperError) {
      let deadline = HelperProcess.now + Double(Self.patience)
      return try answer.receive { (room) throws(HelperError) in
        try run.next(into: room, until: deadline, seconds: Self.patience)
      } > 0
    } catch {
      throw SheetDrawingError(error)
    }
  }
}

extension SheetDrawingError {
  init(_ error: HelperError) {
    switch error {
    case .missing(let path): self = .helperMissing(path: path)
    case .replaceable(let path): self = .helperReplaceable(path: path)
    case .cannotStart(let code): self = .cannotStart(code: code)
    case .timedOut(let seconds): self = .timedOut(seconds: seconds)
    }
  }
}
