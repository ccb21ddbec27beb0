internal import Bytes
internal import Refusals
internal import TerminalUI

/// What one look at the chain found.
struct ChainLook {
  /// The number of the newest event.
  let last: Int64
  /// The block up to which wallets are synced; nil where none was.
  let height: Int?
  /// What happened, each with its line in `text`.
  let events: [JSONObject]
  /// Why the node could not be asked; nil where it could.
  let failure: ProgramError?

  init(last: Int64, height: Int?, events: [JSONObject], failure: ProgramError?) {
    self.last = last
    self.height = height
    self.events = events
    self.failure = failure
  }

  /// Reads what `poll` wrote; nil where it is something else.
  init?(_ json: JSONValue) {
    guard let last = json["last"]?.integerValue, let events = json["events"]?.arrayValue else {
      return nil
    }
    self.last = last
    height = json["height"]?.intValue
    self.events = events.compactMap(\.objectValue)
    failure = json["failure"]?["error"]?.stringValue.map {
      ProgramError($0, hint: json["failure"]?["hint"]?.stringValue ?? "try again")
    }
  }
}

/// Follows the chain: looks again and again, says what happened, and hands it to a program of the person.
///
/// It opens no file and no socket: each look is a run of this program, with a fence of its own, and so is free of what an
/// earlier one met: a node that was started anew has another cookie, and `node use` counts from the next look on.
struct ChainWatch {
  /// Looks at the chain; what happened after the event of that number is part of it.
  var look: (_ after: Int64?) throws(ProgramError) -> ChainLook
  /// Waits until it is worth looking again.
  var pause: () -> Void
  /// Hands an event to the person's program; nil where there is none.
  var deliver: ((_ line: [UInt8]) -> ProgramError?)?
  /// Seconds since 1970.
  var now: () -> Int64
  /// Whether it is to end.
  var isStopped: () -> Bool

  /// Watches until it is stopped; `once` looks once.
  ///
  /// - Throws: what stands in the way for good, as that there is no such wallet.
  /// - Returns: whether the last look saw the node.
  func run(after first: Int64?, once: Bool, on console: Console) throws(ProgramError) -> Bool {
    var after = first
    var lost: (since: Int64, reason: String)?
    var isFirst = true
    while !isStopped() {
      let look: ChainLook
      do throws(ProgramError) {
        look = try self.look(after)
      } catch {
        // A look that was ended with this program is none.
        guard !isStopped() else { break }
        throw error
      }
      after = look.last
      if let failure = look.failure {
        // Said once, and again where it is another reason.
        if lost?.reason != failure.message {
          tell(
            "unreachable", "the chain cannot be seen: \(failure.message)", hint: failure.hint,
            on: console)
        }
        lost = (lost?.since ?? now(), failure.message)
      } else if let before = lost {
        let ago = SyncAge.span(now() - before.since)
        tell("reachable", "the chain is seen again, after \(ago)", hint: nil, on: console)
        lost = nil
      }
      for event in look.events { tell(event, on: console) }
      if once { return look.failure == nil }
      if isFirst, look.failure == nil {
        console.talk(
          look.height.map { "Watching from block \($0) on; Ctrl-C ends." }
            ?? "Watching; Ctrl-C ends."
        )
        isFirst = false
      }
      guard !isStopped(), !console.hasLostResult else { break }
      pause()
    }
    return lost == nil
  }

  /// Says that the node cannot be asked, or can again.
  private func tell(_ what: String, _ text: String, hint: String?, on console: Console) {
    var event: JSONObject = ["event": .string(what), "text": .string(text)]
    if let hint { event["hint"] = .string(hint) }
    tell(event, on: console)
  }

  private func tell(_ event: JSONObject, on console: Console) {
    let line = JSONWriter.encode(.object(event), pretty: false)
    if console.isJSON {
      console.result(line)
    } else {
      let hint = event["hint"]?.stringValue.map { "\nhint: \($0)" } ?? ""
      console.result(console.wrappedResult((event["text"]?.stringValue ?? line) + hint))
    }
    guard let deliver, !isStopped() else { return }
    if let error = deliver(Array((line + "\n").utf8)) {
      console.warn("\(error.message); \(error.hint)")
    }
  }
}
