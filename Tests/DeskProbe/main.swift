// Plays the signer's desk after something has taken it over, behind its fence and with its starter, and plays the
// commands that the starter starts. One line for each thing that is tried: a name, and a number that is 0 where it
// worked. Run by TakenOverDeskTests.
import CIsolationProbe
import CSystemCalls
import Glibc
import HelperProcesses
import Isolation
import OfflineSigner
import SecureMemory
import SignerDesk
import SignerHome

func say(_ name: String, _ result: Int32) {
  // Straight to the descriptor: two processes write here.
  let line = Array("\(name): \(result)\n".utf8)
  _ = write(STDOUT_FILENO, line, line.count)
}

func report(_ name: String, _ result: Int32) {
  say(name, result < 0 ? errno : 0)
  if result >= 0 { close(result) }
}

func made(_ name: String, _ result: Int32) { say(name, result < 0 ? errno : 0) }

/// What is read up to its end, as text.
func text(of file: Int32) -> String {
  var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
  while true {
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
    bytes += buffer.prefix(count)
  }
}

let refused: Int32 = 1_001
let gone: Int32 = 1_002

func held(_ text: String) -> HeldPassphrase {
  var bytes = Array(text.utf8)
  return HeldPassphrase(SecretBytes(moving: &bytes))
}

/// Has a command started and waits for its end.
func order(_ starter: DeskStarter, _ deed: DeskDeed, _ passphrase: String?) -> Int32 {
  do throws(DeskStarterError) {
    try starter.start(deed, passphrase: passphrase.map(held))
    while true {
      if let code = try starter.exitCode(within: 10_000) { return code }
    }
  } catch {
    return error == .refused ? refused : gone
  }
}

/// What the starter starts: it says what it was handed, and what it may.
func playCommand(_ arguments: [String], place: String) {
  let title = getenv("OFFLINE_SIGNER_STAGE").map { String(cString: $0) } ?? "none"
  say("ran \(title), \(arguments.joined(separator: " "))", 0)
  if arguments.contains("--passphrase-fd") {
    let passphrase = text(of: 3)
    say("handed \(passphrase.isEmpty ? "nothing" : passphrase)", 0)
  }
  // No fence was handed down: each run raises its own.
  report("good, a command reads \(arguments[0])", open("\(place)/file", O_RDONLY))
  var files: [Int32] = []
  for number in Int32(4)..<256 where fcntl(number, F_GETFD) >= 0 { files.append(number) }
  say("descriptors of a command", Int32(files.count))
  // A key of the terminal suspends nothing at the desk.
  var action = sigaction()
  sigaction(SIGINT, nil, &action)
  say("good, Ctrl-C is the command's", action.__sigaction_handler.sa_handler == nil ? 0 : 1)
}

/// The pipe on which orders are written: the first one of this process that can be written.
func ordersPipe() -> Int32 {
  for number in Int32(3)..<64 {
    var status = stat()
    let mode = fcntl(number, F_GETFL)
    if fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO, mode >= 0,
      mode & O_ACCMODE == O_WRONLY
    {
      return number
    }
  }
  return -1
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard let place = getenv("DESK_PROBE_PLACE").map({ String(cString: $0) }) else { exit(2) }
if arguments.first == "folder-names" {
  // As the command of this name answers.
  print("f\(arguments[1])", terminator: "\0")
  exit(0)
}
if arguments.starts(with: ["status", "--json"]) {
  print(text(of: 3), terminator: "")
  exit(3)
}
guard let way = arguments.first, ["taken-over", "nonsense", "killed"].contains(way) else {
  playCommand(arguments, place: place)
  exit(7)
}

// Whoever runs the tests may have left something open.
for number in Int32(3)..<256 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
let home = "\(place)/home"
let desk = getpid()
let machine = MachineFindings()
let starter: DeskStarter
do {
  try Isolation.raise()
  starter = try DeskStarter.split(DeskStarterService(home: home, printers: []))
  say("good, raised", try ReachableFiles.deskFence().raise() ? 0 : 1)
  try Isolation.allowOnlyKeeping()
} catch {
  say("isolating failed with \(error)", 1)
  exit(1)
}

if way == "nonsense" {
  let file = ordersPipe()
  for bytes in [
    [0, 0, 0, 4] + Array("look".utf8), [0, 0, 0, 3] + Array("run".utf8),
  ] as [[UInt8]] {
    _ = write(file, bytes, bytes.count)
  }
  do {
    say("good, it answered before", try starter.look() == nil ? 1 : 0)
  } catch {
    say("good, it answered before", 2)
  }
  do {
    _ = try starter.look()
    say("good, nonsense ends it", 1)
  } catch {
    say("good, nonsense ends it", error == .gone ? 0 : 2)
  }
  say("good, the desk sees it", starter.hasEnded ? 0 : 1)
  exit(0)
}

for index in 0..<isolation_probe_refused_count() {
  say(
    String(cString: isolation_probe_refused_name(index)), isolation_probe_refused_try(index))
}
report("the vault", open("\(home)/vault", O_RDONLY))
report("the vault to write", open("\(home)/vault", O_WRONLY))
report("the list of the home", open(home, O_RDONLY | O_DIRECTORY))
report("a file of the person", open("\(place)/file", O_RDONLY))
report("a file of the person emptied", open("\(place)/file", O_WRONLY | O_TRUNC))
report("a file made", open("\(place)/new", O_WRONLY | O_CREAT, 0o600))
report("a temporary file", open("/tmp/desk-probe-\(desk)", O_WRONLY | O_CREAT, 0o600))
report("a device made a file", open("/dev/desk-probe", O_WRONLY | O_CREAT, 0o600))
made("a file removed", unlink("\(place)/file"))
made("a file renamed", rename("\(place)/file", "\(place)/moved"))
made("a folder made", mkdir("\(place)/folder", 0o700))
report("sticks", open("/media", O_RDONLY | O_DIRECTORY))
report("users", open("/etc/passwd", O_RDONLY))
report("a program", open("/usr/bin/env", O_RDONLY))
report("another program's memory", open("/proc/\(getppid())/mem", O_RDONLY))
report("its own memory to write", open("/proc/self/mem", O_RDWR))
report("a terminal of its own", open("/dev/ptmx", O_RDWR | O_NOCTTY))
report("the screen of the console", open("/dev/vcs", O_RDONLY))
report("chance from a device", open("/dev/urandom", O_RDONLY))
made("a signal to its parent", kill(getppid(), 0))
// Its starter, whichever number it has.
for number in (desk + 1)...(desk + 40) {
  let memory = open("/proc/\(number)/mem", O_RDONLY)
  if memory >= 0 { say("memory of another process", 0) }
}
let none: [UnsafeMutablePointer<CChar>?] = [nil]
var process: pid_t = 0
say("another program", posix_spawn(&process, "/usr/bin/true", nil, nil, none, none))

// What the desk does all day still works.
report("good, the machine", open("/sys/class/net", O_RDONLY | O_DIRECTORY))
report("good, what is mounted", open("/proc/self/mountinfo", O_RDONLY))
report("good, swap", open("/proc/swaps", O_RDONLY))
report("good, names of devices", open("/dev", O_RDONLY | O_DIRECTORY))
say("good, the machine is seen as without a fence", MachineFindings() == machine ? 0 : 1)

// Orders that no page of the desk gives.
let hostile: [(String, DeskDeed)] = [
  ("consent", DeskDeed("Sign a payment", ["sign", "a", "--out", "b", "--yes"])),
  ("a warning accepted", DeskDeed("Sign a payment", ["sign", "a", "--out", "--accept"])),
  ("another program", DeskDeed("Sign a payment", ["/bin/sh", "-c", "true"])),
  ("another title", DeskDeed("Look at a payment", ["sign", "a", "--out", "b"])),
  ("the desk itself", DeskDeed("Settings", ["desk"])),
  ("the keeper", DeskDeed("Settings", ["--serve", "3", "4"])),
  ("a passphrase for doctor", DeskDeed("Check this machine", ["doctor"])),
  ("a file as passphrase", DeskDeed("Settings", ["vault", "settings", "--passphrase-file", "x"])),
  ("an option for a file", DeskDeed("Look at a payment", ["review", "--help"])),
  ("a vault put back", DeskDeed("Settings", ["vault", "restore"], opensVault: false)),
]
for (name, deed) in hostile { say("order, \(name)", order(starter, deed, "not handed on")) }
do {
  _ = try starter.read(.list(folder: "--help"), passphrase: nil)
  say("order, an option for a folder", 0)
} catch {
  say("order, an option for a folder", error == .refused ? refused : gone)
}

// And those that they do give: what was refused before left no passphrase for them.
let settings = DeskDeed("Settings", ["vault", "settings"])
say("good, a command ends as it does", order(starter, settings, "zinc quagga") == 7 ? 0 : 1)
say(
  "good, one without the vault",
  order(starter, DeskDeed("Check this machine", ["doctor"], opensVault: false), nil) == 7 ? 0 : 1)
let long = String(repeating: "p", count: 4_000)
do {
  let status = try starter.read(.status(passphrase: 4_000), passphrase: held(long))
  say("good, a result", status.code == 3 && status.output == Array(long.utf8) ? 0 : 1)
  let names = try starter.read(.list(folder: "/media"), passphrase: nil)
  say("good, a folder", names.output == Array("f/media".utf8) + [0] ? 0 : 1)
  let seen = try starter.look()
  say("good, the home is looked at", seen?.hasVault == true && seen?.isMainnet == true ? 0 : 1)
} catch {
  say("good, a result", 2)
}
say("good, it is there", starter.hasEnded ? 1 : 0)
starter.finish()
say("good, it ends", waitpid(-1, nil, 0) < 0 && errno == ECHILD ? 0 : 1)
