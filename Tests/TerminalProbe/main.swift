// Asks on a real terminal what TerminalTests answers through a pseudo-terminal. Results go to
// standard output, which the test reads apart from the terminal.
import Glibc
import SecureMemory
import TerminalUI

// The pace of a test: quiet is short, and where input never stops, patience is.
let mode = CommandLine.arguments.dropFirst().first ?? ""
let pace =
  mode == "flooded"
  ? TypingPace(quiet: 20_000, patience: 300, afterEnter: 20)
  : TypingPace(quiet: 20, patience: 20_000, afterEnter: 20)
let console = Console(screen: SystemScreen(pace: pace, stage: .ofProcess))

/// Says that many lines, counted from a number.
func say(_ count: Int, from first: Int = 1) {
  for number in first..<first + count { console.talk("line \(number).") }
}

do throws(ProgramError) {
  switch mode {
  case "result":
    console.result(String(repeating: "words ", count: 20_000))
    exit(console.ended(with: .done).rawValue)
  case "secret":
    let secret = try console.secret("Passphrase")
    console.result("got \(secret.count) bytes")
  case "exit":
    // A program may end anywhere: here a second thread ends it while the first one asks.
    var thread = pthread_t()
    pthread_create(&thread, nil, endWhenSilent, nil)
    _ = try console.secret("Passphrase")
  case "typed":
    console.result(try console.typed("R04", to: "High fee.", orElse: "") ? "typed" : "refused")
  case "asked":
    console.result("got \(try console.ask("Name", orElse: ""))")
  case "pasted":
    // As `sign paste` does: outside bytes, then a question.
    let count = try console.paste("Paste", limit: 1_000_000, orElse: "").count
    console.result("got \(count) bytes, \(try console.agrees(to: "Go on?") ? "agreed" : "refused")")
  case "review":
    try console.showBeforeQuestion((1...50).map { "line \($0)." }.joined(separator: "\n"))
    console.result(try console.agrees(to: "Go on?") ? "agreed" : "refused")
  case "words":
    let words = (1...60).map { "word\($0)" }.joined(separator: "\n")
    let secret = SecretBytes(count: words.utf8.count) { $0.copyBytes(from: words.utf8) }
    try console.showSecret(title: "Seed", secret)
  case "question", "flooded":
    console.result(try console.agrees(to: "Go on?") ? "agreed" : "refused")
  case "paste":
    console.result("got \(try console.paste("Paste", limit: 100_000, orElse: "").count) bytes")
  case "show":
    try console.showSecret(title: "Seed", SecretBytes(count: 3) { $0.copyBytes(from: "abc".utf8) })
  case "counted":
    guard
      let line = try console.countedSecret(
        "Rolls", option: "rolls", progress: { "\($0.count) so far" })
    else {
      console.result("got nothing")
      break
    }
    console.result("got \(line.count) bytes")
  case "drawn":
    var count = 0
    try console.drawnKeys("Words", option: "words", first: "Words here") { key in
      count += 1
      guard key != UInt8(ascii: "\n") else { return nil }
      let text = Array("drawn after \(count): \(key).".utf8)
      return SecretBytes(count: text.count) { $0.copyBytes(from: text) }
    }
    console.result("got \(count) keys")
  case "live", "live-secret":
    var count = 0
    var pressed: [UInt8] = []
    try console.showLive(isSecret: mode == "live-secret") { keys, size in
      pressed += keys ?? []
      count += 1
      guard !pressed.contains(UInt8(ascii: "q")), keys != nil else { return nil }
      return LivePicture(
        text: "\(size.columns) by \(size.rows), keys \(pressed.count).\u{1b}[K\n", milliseconds: 20)
    }
    console.result("got \(pressed.count) keys")
  case "stage":
    say(50)
    console.result("done")
  case "stage-results":
    for number in 1...12 {
      console.talk("line \(2 * number - 1).")
      console.result("line \(2 * number).")
    }
  case "stage-asks":
    say(20)
    console.result(try console.agrees(to: "Go on?") ? "agreed" : "refused")
    say(20, from: 21)
  case "stage-long-question":
    say(19)
    let question = (1...6).map { "question \($0)." }.joined(separator: "\n")
    console.result(try console.agrees(to: question) ? "agreed" : "refused")
  case "stage-keys":
    say(20)
    _ = try console.countedSecret("Rolls", option: "rolls", progress: { "\($0.count) so far" })
    say(20, from: 21)
  case "stage-secret":
    say(20)
    console.result("got \(try console.secret("Passphrase").count) bytes")
    say(20, from: 21)
  case "stage-pastes":
    say(20)
    console.result("got \(try console.paste("Paste", limit: 100_000, orElse: "").count) bytes")
    say(20, from: 21)
  case "stage-pages":
    say(15)
    try console.showBeforeQuestion((1...30).map { "page \($0)." }.joined(separator: "\n"))
    say(15, from: 16)
  case "stage-live":
    say(15)
    var isShown = false
    try console.showLive { _, _ in
      say(isShown ? 0 : 5, from: 101)
      defer { isShown = true }
      return isShown ? nil : LivePicture(text: "", milliseconds: 1)
    }
    say(8, from: 16)
  case "stage-progress":
    say(20)
    for number in 1...200 { console.screen.writeTalk("\r\u{1b}[K\(number) %") }
    console.screen.writeTalk("\r\u{1b}[K")
    say(3, from: 21)
  case "stage-own":
    say(5)
    OwnScreen().begin("Here.", on: console)
    say(20, from: 6)
  case "gaps":
    let gaps = try console.keyGaps("Press keys", count: 3)
    console.result("got \(gaps.count / 8) gaps")
  default: exit(2)
  }
} catch {
  exit(console.report(error).rawValue)
}

nonisolated func endWhenSilent(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let terminal = open("/dev/tty", O_RDWR)
  var settings = termios()
  while tcgetattr(terminal, &settings) == 0, settings.c_lflag & UInt32(ECHO) != 0 {
    sched_yield()
  }
  exit(7)
}
