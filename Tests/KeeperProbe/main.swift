// Plays key-keeper for the tests of KeeperProcess: its first argument says how it behaves. Not distributed.

internal import CSystemCalls
internal import Glibc
internal import KeeperProcess

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

let given = Array(CommandLine.arguments.dropFirst())
if given.first == "--first" {
  // Plays the reviewer, which becomes or starts this program under another first argument.
  do {
    let keeper = try KeeperProcess.first(
      for: Array(given.dropFirst()), named: "keeper-probe", leading: ["--began"])
    print("stayed:", keeper == nil ? "alone" : "with key-keeper")
    exit(0)
  } catch {
    print(error)
    exit(1)
  }
}
if given.first == "--began", given.dropFirst().first != KeeperService.mark {
  print("became:", CommandLine.arguments.joined(separator: "|"))
  exit(0)
}
guard let start = KeeperService.start(given.first == "--began" ? Array(given.dropFirst()) : given)
else { exit(2) }
guard KeeperService.keepOnly(start) else { exit(3) }
let (input, output) = (start.input, start.output)
do {
  try KeeperService.serve(input: input, output: output) { request in
    switch start.arguments.first {
    case "echo": return request
    case "arguments": return Array(start.arguments.joined(separator: "|").utf8)
    case "files": return Array(openFiles().utf8)
    case "environment": return Array(environmentNames().utf8)
    case "passphrase":
      let files = KeeperCommands.descriptors(in: start.arguments)
      return Array(files.map(everything).joined(separator: "|").utf8)
    case "exit": exit(7)
    case "killed": raise(SIGKILL)
    case "long": put([0xFF, 0xFF, 0xFF, 0xFF], to: output)
    case "half": put([0, 0, 0, 9, 1, 2], to: output)
    case "waits": while true { pause() }
    default: break
    }
    exit(0)
  }
} catch {
  exit(4)
}
