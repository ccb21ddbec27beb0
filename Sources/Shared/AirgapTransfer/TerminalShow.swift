internal import CSystemCalls
internal import Glibc
internal import TerminalUI

/// Shows pictures on the terminal, in turn until the Enter key when there are several.
struct TerminalShow {
  private let pictures: [String]
  /// How long each is shown, in milliseconds.
  private let milliseconds: Int

  init(_ pictures: [String], milliseconds: Int = Self.milliseconds) {
    self.pictures = pictures
    self.milliseconds = milliseconds
  }

  /// What most readers keep up with.
  static let milliseconds = 250

  /// Shows them; without a terminal, throws.
  func run(on console: Console) throws(ProgramError) {
    guard console.screen.canAsk else {
      throw ProgramError(
        "there is no terminal to show a QR code on", hint: "write it to a .png or .gif file")
    }
    if pictures.count == 1, let picture = pictures.first {
      write(picture, console)
      return
    }
    // Each key by itself, and none of them on the picture. The terminal of a reviewer gets keys only like this.
    let keyboard = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    defer { if keyboard >= 0 { close(keyboard) } }
    guard keyboard >= 0, syscalls_terminal_set(keyboard, syscalls_terminal_keys, 0) == 0 else {
      throw ProgramError(
        "the terminal cannot be read", hint: "write the message to a .gif file instead")
    }
    defer { syscalls_terminal_restore() }
    var number = 0
    while true {
      // The cursor goes to the top left, then the picture over the one before: no flicker.
      write(number == 0 ? "\u{1B}[2J\u{1B}[H" : "\u{1B}[H", console)
      write(pictures[number % pictures.count], console)
      write(
        "part \(number % pictures.count + 1) of \(pictures.count), Enter to stop\u{1B}[K\n", console
      )
      var waiting = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, Int32(milliseconds)) > 0, isStopped(keyboard) { return }
      number += 1
    }
  }

  /// Whether Enter was pressed, or nothing will come any more.
  private func isStopped(_ keyboard: Int32) -> Bool {
    var byte: UInt8 = 0
    while true {
      let count = read(keyboard, &byte, 1)
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return true }
      if count < 0 { return false }
      if byte == 0x0a { return true }
    }
  }

  private func write(_ text: String, _ console: Console) {
    var text = text
    text.withUTF8 { console.screen.writeToTerminal(UnsafeRawBufferPointer($0)) }
  }
}
