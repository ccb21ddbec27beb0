import RecordingScreens
import TerminalUI
import Testing

@Suite struct OwnScreenTests {
  @Test func `everything before is scrolled away, once`() {
    let screen = RecordingScreen(size: (80, 5))
    let own = OwnScreen()
    own.begin("Here.", on: Console(screen: screen))
    own.begin("Again.", on: Console(screen: screen))
    #expect(screen.terminal == "\n\n\n\n\n\u{1b}[HHere.\n")
  }

  @Test func `a terminal without sequences is left at its last line`() {
    let screen = RecordingScreen(size: (80, 3), isPlain: true)
    OwnScreen().begin("Here.", on: Console(screen: screen))
    #expect(screen.terminal == "\n\n\nHere.\n")
  }

  @Test func `without a terminal nothing is written`() {
    let screen = RecordingScreen(hasTerminal: false)
    OwnScreen().begin("Here.", on: Console(screen: screen))
    #expect(screen.terminal.isEmpty && screen.talk.isEmpty)
  }
}
