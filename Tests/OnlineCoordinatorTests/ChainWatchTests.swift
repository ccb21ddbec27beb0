import Bytes
import RecordingScreens
import Synchronization
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// What `watch --chain` says and does from look to look.
@Suite struct ChainWatchTests {
  /// A chain of looks, the clock, and what was handed to a program.
  private final class Story {
    var looks: [Result<ChainLook, ProgramError>]
    var asked: [Int64?] = []
    var delivered: [String] = []
    var clock: Int64 = 1_800_000_000
    var stops = false
    var failure: ProgramError?

    init(_ looks: [Result<ChainLook, ProgramError>]) { self.looks = looks }

    var watch: ChainWatch {
      ChainWatch(
        look: { (after) throws(ProgramError) in
          self.asked.append(after)
          return try self.looks.removeFirst().get()
        },
        pause: {
          self.clock += 30
          self.stops = self.looks.isEmpty
        },
        deliver: { line in
          self.delivered.append(String(decoding: line, as: UTF8.self))
          return self.failure
        },
        now: { self.clock }, isStopped: { self.stops })
    }
  }

  private static func event(_ number: Int64, _ text: String) -> JSONObject {
    ["number": .integer(number), "event": "arrived", "text": .string(text)]
  }

  private static func seen(_ last: Int64, _ events: JSONObject...) -> Result<
    ChainLook, ProgramError
  > {
    .success(ChainLook(last: last, height: 100, events: events, failure: nil))
  }

  private static func unseen(_ why: String) -> Result<ChainLook, ProgramError> {
    .success(
      ChainLook(
        last: 3, height: nil, events: [], failure: ProgramError(why, hint: "start the node")))
  }

  private func screened(json: Bool = false) -> (Console, RecordingScreen) {
    let screen = RecordingScreen(hasTerminal: false)
    return (Console(screen: screen, json: json), screen)
  }

  @Test func `each event is said once, and the next look asks for what came after it`() throws {
    let story = Story([
      Self.seen(3, Self.event(3, "one")), Self.seen(3), Self.seen(5, Self.event(5, "two")),
    ])
    let (console, screen) = screened()
    #expect(try story.watch.run(after: 2, once: false, on: console))
    #expect(screen.result == "one\ntwo\n", "\(screen.result)")
    #expect(story.asked == [2, 3, 3])
    #expect(screen.talk.contains("Watching from block 100 on"), "\(screen.talk)")
    #expect(story.delivered.count == 2 && story.delivered[0].contains(#""text":"one""#))
  }

  @Test func `with json each line is one object`() throws {
    let story = Story([Self.seen(4, Self.event(3, "a \"b\""), Self.event(4, "c"))])
    let (console, screen) = screened(json: true)
    #expect(try story.watch.run(after: nil, once: true, on: console))
    let lines = screen.result.split(separator: "\n")
    #expect(lines.count == 2)
    for (line, text) in zip(lines, ["a \"b\"", "c"]) {
      #expect(try JSONReader.parse(Array(line.utf8))["text"]?.stringValue == text)
    }
    #expect(story.delivered.map { $0.dropLast() } == lines)
  }

  @Test func `a node that does not answer is said once, and how long that was`() throws {
    let story = Story([
      Self.seen(3), Self.unseen("cannot reach it"), Self.unseen("cannot reach it"),
      Self.unseen("it is still starting"), Self.seen(4, Self.event(4, "late")),
    ])
    let (console, screen) = screened()
    #expect(try story.watch.run(after: nil, once: false, on: console))
    let lines = screen.result.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "the chain cannot be seen: cannot reach it", "hint: start the node",
        "the chain cannot be seen: it is still starting", "hint: start the node",
        "the chain is seen again, after 1 minute", "late",
      ], "\(screen.result)")
    let kinds = try story.delivered.map {
      try JSONReader.parse(Array($0.utf8))["event"]?.stringValue
    }
    #expect(kinds == ["unreachable", "unreachable", "reachable", "arrived"])
    #expect(story.asked == [nil, 3, 3, 3, 3])
  }

  @Test func `one look at a node that does not answer is not a success`() throws {
    let story = Story([Self.unseen("cannot reach it")])
    #expect(try !story.watch.run(after: nil, once: true, on: screened().0))
  }

  @Test func `what stands in the way for good ends it`() {
    let story = Story([.failure(ProgramError("there is no such wallet", hint: "name another"))])
    #expect(throws: ProgramError.self) {
      try story.watch.run(after: nil, once: false, on: screened().0)
    }
  }

  @Test func `a program that fails is said, and does not stop the watch`() throws {
    let story = Story([Self.seen(1, Self.event(1, "one")), Self.seen(2, Self.event(2, "two"))])
    story.failure = ProgramError("./notify ended with exit code 7", hint: "the watch goes on")
    let (console, screen) = screened()
    #expect(try story.watch.run(after: nil, once: false, on: console))
    #expect(screen.result == "one\ntwo\n")
    #expect(screen.talk.contains("warning: ./notify ended with exit code 7"), "\(screen.talk)")
  }

  @Test func `a look that was ended with the program is no error`() throws {
    let story = Story([])
    var watch = story.watch
    watch.look = { (_) throws(ProgramError) in
      story.stops = true
      throw ProgramError("no answer", hint: "look again")
    }
    #expect(try watch.run(after: nil, once: false, on: screened().0))
  }

  @Test func `a run that gave no answer is said with what it said itself`() {
    func look(_ end: String, _ text: String) -> String? {
      let output = Array(text.utf8)
      do {
        _ = try ChainWatch.look(ended: end == "0", output)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(look("0", #"{"last":3,"height":5,"events":[],"failure":null}"#) == nil)
    #expect(look("1", #"{"error":"no such wallet","hint":"h","rule":null}"#) == "no such wallet")
    #expect(look("0", "").map { $0.contains("no answer") } == true)
    #expect(look("1", #"{"last":3,"events":[]}"#).map { $0.contains("no answer") } == true)
  }
}
