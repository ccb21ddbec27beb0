// Plays key-keeper for the tests of KeeperProcess: its first argument says how it behaves. Not distributed.

internal import CSystemCalls
internal import Glibc
internal import KeeperProcess
internal import ParallelWork
internal import Synchronization
internal import TerminalUI

func openFiles() -> String {
  var files: [Int32] = []
  for file in Int32(0)..<1_024 where fcntl(file, F_GETFD) >= 0 { files.append(file) }
  return files.map { "\($0)" }.joined(separator: " ")
}

func environmentNames() -> String {
  var names: [String] = []
  var next = environ
  while let entry = next.pointee {
    names.append(String(String(cString: entry).prefix { $0 != "=" }))
    next += 1
  }
  return names.sorted().joined(separator: " ")
}

func everything(of file: Int32) -> String {
  var bytes = [UInt8](repeating: 0, count: 1_000)
  let count = read(file, &bytes, bytes.count)
  return count < 0 ? "error \(errno)" : String(decoding: bytes.prefix(count), as: UTF8.self)
}

func put(_ bytes: [UInt8], to file: Int32) { _ = write(file, bytes, bytes.count) }

/// A global that two threads want at once: whoever initialises it waits for the other to be on its way.
enum Meeting {
  static let arrived = Atomic(0)
  static let steps = Atomic(0)
  static let place: Int = {
    while arrived.load(ordering: .acquiring) < 2 {}
    // The other one waits for this by now.
    for _ in 0..<20_000_000 { steps.add(1, ordering: .relaxed) }
    return 7
  }()

  static func sum() -> Int {
    _ = steps.load(ordering: .relaxed)
    _ = arrived.load(ordering: .relaxed)
    return ParallelMap.results(count: 2, threads: 2, minimumRun: 1) { _ in
      arrived.add(1, ordering: .releasing)
      return place
    }.reduce(0, +)
  }
}

/// Plays the reviewer: splits off or becomes this program under another first argument, and asks for something.
func beReviewer(_ arguments: [String], asking questions: [[UInt8]]) -> Int32 {
  let name = getenv("KEEPER_PROBE_PLAYS").map { String(cString: $0) } ?? "keeper-probe"
  do {
    let keeper = try KeeperProcess.first(
      for: arguments, named: name, leading: ["--began"])
    guard let keeper else {
      print("stayed: alone")
      return 0
    }
    if questions.isEmpty { print("stayed: with key-keeper") }
    for question in questions {
      do throws(KeeperProcessError) {
        let answer = try keeper.answer(to: question)
        if answer == question, answer.count > 100 {
          print("echo of \(answer.count)")
        } else {
          print(String(decoding: answer, as: UTF8.self))
        }
      } catch {
        print("error:", error)
      }
    }
    switch arguments.dropFirst(2).first {
    case "exits": return Int32(arguments[3]) ?? 0
    case "kills itself": raise(SIGKILL)
    case "works in parallel": print("sum:", Meeting.sum())
    default: break
    }
    if arguments.dropFirst().first == "files" {
      print("reviewer:", openFiles(), "standard input:", everything(of: 0))
    }
    return 0
  } catch {
    print(error)
    return 1
  }
}

let given = Array(CommandLine.arguments.dropFirst())
// The second argument says what is asked, behind it stands the command of the reviewer.
switch given.first {
case "--first": exit(beReviewer(Array(given.dropFirst()), asking: []))
case "--ask":
  let count = Int(given[1]) ?? 0
  let question = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  exit(beReviewer(Array(given.dropFirst(2)), asking: [question, question]))
case "--review":
  // On a terminal: how the reviewer behaves, and what its terminal is called.
  do {
    guard
      let keeper = try KeeperProcess.first(
        for: ["sign", "as asked"] + given.dropFirst(3), named: "keeper-probe", leading: ["--began"])
    else { exit(1) }
    exit(try Reviewer(keeper: keeper, real: given[2]).behave(given[1]))
  } catch {
    Reviewer.console.screen.writeTalk("\(error)\n")
    exit(1)
  }
default: break
}
if given.first == "--began", given.dropFirst().first != KeeperService.mark {
  print("became:", CommandLine.arguments.joined(separator: "|"))
  exit(0)
}
guard let start = KeeperService.start(given.first == "--began" ? Array(given.dropFirst()) : given)
else { exit(2) }
guard KeeperService.keepOnly(start) else { exit(3) }
do {
  exit(
    try KeeperService.serve(start) { request in
      // Behind `sign`, how it behaves.
      switch start.arguments.dropFirst().first {
      case "echo": return request
      case "as asked":
        switch String(decoding: request, as: UTF8.self) {
        case "asks":
          let answer = try? Reviewer.ownConsole.ask("The last question", orElse: "")
          return Array((answer ?? "nothing").utf8)
        case "speaks":
          for number in 16...30 { Reviewer.ownConsole.talk("line \(number).") }
          return Array("nothing".utf8)
        case "begins a screen":
          OwnScreen().begin("key-keeper asks.", on: Reviewer.ownConsole)
          let answer = try? Reviewer.ownConsole.ask("The last question", orElse: "")
          return Array((answer ?? "nothing").utf8)
        case "killed": raise(SIGKILL)
        case "waits": while true { pause() }
        default: return []
        }
      case "arguments": return Array(start.arguments.joined(separator: "|").utf8)
      case "files": return Array(openFiles().utf8)
      case "environment": return Array(environmentNames().utf8)
      case "passphrase":
        let files = KeeperCommands.descriptors(in: start.arguments)
        return Array(files.map(everything).joined(separator: "|").utf8)
      case "exit": exit(7)
      case "killed": raise(SIGKILL)
      case "long": put([0xFF, 0xFF, 0xFF, 0xFF], to: start.output)
      case "half": put([0, 0, 0, 9, 1, 2], to: start.output)
      case "waits": while true { pause() }
      default: break
      }
      exit(0)
    })
} catch {
  exit(4)
}
