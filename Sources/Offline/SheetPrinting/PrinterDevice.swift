internal import CSystemCalls
internal import Glibc
public import SecureMemory
public import SheetPages

/// A printer as a device file, such as `/dev/usb/lp0`: pages are written straight to it, and no copy stays on this machine.
///
/// A device is not replaced by a temporary file as other outputs are: there is nothing to rename.
public struct PrinterDevice: Sendable {
  /// What a printer understands without a driver; the person says it.
  public enum Language: String, Sendable, CaseIterable {
    /// PDF.
    case pdf
    /// PostScript.
    case postScript = "postscript"

    /// What the pages are drawn as.
    public var format: SheetFormat {
      switch self {
      case .pdf: .pdf
      case .postScript: .postScript
      }
    }
  }

  /// After this many seconds without a byte taken, a printer counts as stuck: it may be warming up,
  /// or ask for paper.
  public static let patience = 180

  /// The path of the device.
  public let path: String
  /// What the printer understands.
  public let language: Language

  /// Whether there is a device at the path: then no file is written there.
  public static func isDevice(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      // Debian's memory file system stands among the devices: the best place for a file to be printed.
      return path.hasPrefix("/dev/") && !path.hasPrefix("/dev/shm/")
    }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFCHR || kind == S_IFBLK
  }

  /// A printer that takes the language as it is.
  ///
  /// - Throws: `languageUnknown` when nobody said which, `noDevice`, `notAPrinter`, `cannotOpen`: asked before anything is
  ///   drawn.
  public init(_ path: String, takes language: Language?) throws(PrintingError) {
    self.path = path
    let file = try Self.open(path)
    close(file)
    guard let language else { throw .languageUnknown(path: path) }
    self.language = language
  }

  /// Writes the pages to the printer, waiting for it as long as it goes on taking some.
  ///
  /// - Throws: `PrintingError`; what was taken until then may be on paper.
  public func print(_ pages: borrowing SecretBytes) throws(PrintingError) {
    let file = try Self.open(path)
    defer { close(file) }
    try Self.write(pages, to: file, path: path, patience: Self.patience)
  }

  private static func open(_ path: String) throws(PrintingError) -> Int32 {
    let file = syscalls_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0)
    guard file >= 0 else {
      throw file == -ENOENT || file == -ENXIO || file == -ENODEV
        ? .noDevice(path: path) : .cannotOpen(path: path, code: -file)
    }
    var status = stat()
    // Memory devices (/dev/null and its like) have the major number 1.
    let isPrinter =
      fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR && isatty(file) == 0
      && (status.st_rdev >> 8) & 0xFFF != 1
    guard isPrinter else {
      close(file)
      throw .notAPrinter(path: path)
    }
    return file
  }

  /// Writes to a descriptor that does not block.
  static func write(
    _ pages: borrowing SecretBytes, to file: Int32, path: String, patience: Int
  ) throws(PrintingError) {
    var written = 0
    while written < pages.count {
      var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      let ready = poll(&waiting, 1, Int32(patience) * 1_000)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else {
        throw .stalled(path: path, written: written, of: pages.count, seconds: patience)
      }
      let start = written
      let count = pages.withUnsafeBytes { bytes in
        Glibc.write(file, bytes.baseAddress.map { $0 + start }, min(65_536, bytes.count - start))
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        throw .brokeOff(
          path: path, written: written, of: pages.count, code: count < 0 ? errno : EIO)
      }
      written += count
    }
  }
}
