internal import Bytes

/// What the desk asks of its starter: a line of JSON each (docs/decisions/0051).
enum DeskOrder: Equatable {
  /// The home, and the server of the page; answered by the home's path, and by the socket of the server.
  case open
  /// A command of ``DeskCommands``; answered by its four ends.
  case start(run: Int64, arguments: [String])
  /// A look at the chain, after an event where one is known; answered in the same way.
  case watch(run: Int64, since: Int64?)
  /// Follow the records, as long as the desk is open; answered in the same way.
  case follow
  /// Ask what runs to end; not answered.
  case end(run: Int64)
  /// End it by force; not answered.
  case kill(run: Int64)
  /// How it ended; by force, where it does not do so at once. Answered by its status, as of waitpid(2).
  case collect(run: Int64)

  /// The number that stands for the server of the page.
  static let server: Int64 = -1
  /// The number of the run that follows the records.
  static let records: Int64 = -2
  /// The longest line, in bytes: arguments have a megabyte, and JSON may write six for one.
  static let lineLimit = 8 << 20

  /// As a line without its end.
  var encoded: [UInt8] {
    let object: JSONObject =
      switch self {
      case .open: ["order": "open"]
      case .start(let run, let arguments):
        [
          "order": "start", "run": .integer(run),
          "arguments": .array(arguments.map { .string($0) }),
        ]
      case .watch(let run, let since):
        ["order": "watch", "run": .integer(run), "since": since.map { .integer($0) } ?? .null]
      case .follow: ["order": "follow"]
      case .end(let run): ["order": "end", "run": .integer(run)]
      case .kill(let run): ["order": "kill", "run": .integer(run)]
      case .collect(let run): ["order": "collect", "run": .integer(run)]
      }
    return Array(JSONWriter.encode(.object(object), pretty: false).utf8)
  }

  /// Reads a line; nil for anything that the desk never says.
  init?(_ line: [UInt8]) {
    guard
      let json = try? JSONReader.parse(line, limits: JSONLimits(bytes: Self.lineLimit, depth: 3))
    else { return nil }
    switch json["order"]?.stringValue {
    case "open":
      self = .open
      return
    case "follow":
      self = .follow
      return
    default: break
    }
    guard let run = json["run"]?.integerValue else { return nil }
    switch json["order"]?.stringValue {
    case "start":
      guard let values = json["arguments"]?.arrayValue else { return nil }
      let arguments = values.compactMap(\.stringValue)
      guard arguments.count == values.count else { return nil }
      self = .start(run: run, arguments: arguments)
    case "watch": self = .watch(run: run, since: json["since"]?.integerValue)
    case "end": self = .end(run: run)
    case "kill": self = .kill(run: run)
    case "collect": self = .collect(run: run)
    default: return nil
    }
  }
}
