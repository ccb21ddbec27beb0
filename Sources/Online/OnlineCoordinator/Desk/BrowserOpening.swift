internal import Glibc
internal import HelperProcesses
internal import Synchronization

/// Opens a link in the person's browser.
///
/// A browser needs what this program gives up for good, and would inherit the loss. So a small process is started before
/// that, which waits for the link and hands it to `xdg-open`. Others can read it there, and in the browser's arguments: it
/// opens nothing for programs of another user, and works once.
final class BrowserOpening: Sendable {
  /// That of this process.
  static let shared = BrowserOpening()

  /// A line is read, and becomes the argument of a program; nothing else in it means anything to this shell.
  private static let script =
    """
    IFS= read -r link
    case $link in http://127.0.0.1:*) exec /usr/bin/xdg-open "$link" >/dev/null 2>&1 ;; esac
    """

  private let pipe = Mutex<Int32?>(nil)

  /// Starts the process that waits, where `arguments` are those of the desk and there is a desktop.
  ///
  /// To be called before this program isolates itself. What goes wrong is not said: the link is printed anyway.
  func prepare(for arguments: [String]) {
    guard arguments.first == "desk", !arguments.contains("--no-browser"),
      !arguments.contains("--help"), getenv("WAYLAND_DISPLAY") != nil || getenv("DISPLAY") != nil,
      access("/usr/bin/xdg-open", X_OK) == 0, let pair = try? DescriptorPair.pipe()
    else { return }
    let started = try? ProgramStart.start(
      "/bin/sh", ["-c", Self.script],
      descriptors: [(from: pair.reader, to: STDIN_FILENO)])
    close(pair.reader)
    guard started != nil else {
      close(pair.writer)
      return
    }
    pipe.withLock { $0 = pair.writer }
  }

  /// Opens a link: the first one alone.
  func open(_ link: String) {
    guard
      let file = pipe.withLock({ pipe in
        defer { pipe = nil }
        return pipe
      })
    else { return }
    signal(SIGPIPE, SIG_IGN)
    let line = Array((link + "\n").utf8)
    _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
  }
}
