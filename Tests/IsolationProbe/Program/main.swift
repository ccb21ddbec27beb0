// Isolates a process of its own and tries what must not work any more. One line each: a name, a
// space-separated number. Run by IsolationTests.
import CIsolationProbe
import CSystemCalls
import Glibc
import Isolation

nonisolated func idle(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { nil }

/// A helper that may only read tries to leave something behind; a number for each try, 0 when it worked.
func tryWriting() {
  func report(_ name: String, _ result: Int32) { print("\(name):", result < 0 ? errno : 0) }
  let path = "/tmp/drawbridge-probe-none"
  report("create", creat(path, 0o600))
  report("write only", open("/dev/null", O_WRONLY))
  report("read and write", open("/dev/null", O_RDWR))
  report("made to read", open(path, O_RDONLY | O_CREAT, 0o600))
  report("emptied", open("/dev/null", O_RDONLY | O_TRUNC))
  report("rename", rename(path, path + "2"))
  report("unlink", unlink(path))
  report("link", link("/etc/passwd", path))
  report("symlink", symlink("/etc/passwd", path))
  report("mkdir", mkdir(path, 0o700))
  report("rmdir", rmdir(path))
  report("chmod", chmod(path, 0o700))
  report("truncate", truncate(path, 0))
  let arguments: [UnsafeMutablePointer<CChar>?] = [nil]
  report("program", execve("/bin/true", arguments, arguments))
  report("temporary", tmpfile() == nil ? -1 : 0)
  report("read", open("/proc/self/status", O_RDONLY))
}

/// Tries what a signer that was taken over would, with `inside` as its home; a number for each try, 0 when it worked.
func tryFiles(inside: String, outside: String) {
  func report(_ name: String, _ result: Int32) {
    print("\(name):", result < 0 ? errno : 0)
    if result >= 0 { close(result) }
  }
  func made(_ name: String, _ result: Int32) { print("\(name):", result < 0 ? errno : 0) }
  let other = "/proc/\(getppid())"
  report("memory of another to write", open("\(other)/mem", O_RDWR))
  report("memory of another to read", open("\(other)/mem", O_RDONLY))
  report("what another has open", open("\(other)/fd/0", O_RDONLY))
  report("what another is", open("\(other)/status", O_RDONLY))
  report("its own memory to write", open("/proc/self/mem", O_RDWR))
  report("a file outside", open("\(outside)/file", O_RDONLY))
  report("a file outside to write", open("\(outside)/file", O_WRONLY))
  report("a file outside emptied", truncate("\(outside)/file", 0) < 0 ? -1 : dup(0))
  report("a file made outside", open("\(outside)/new", O_WRONLY | O_CREAT, 0o600))
  report("a list outside", open(outside, O_RDONLY | O_DIRECTORY))
  made("a file outside removed", unlink("\(outside)/file"))
  made("a folder outside", mkdir("\(outside)/folder", 0o700))
  made("moved out", rename("\(inside)/file", "\(outside)/moved"))
  let arguments: [UnsafeMutablePointer<CChar>?] = [nil]
  var process: pid_t = 0
  let code = posix_spawn(&process, "/usr/bin/true", nil, nil, arguments, arguments)
  print("another program:", code)
  if code == 0 { waitpid(process, nil, 0) }
  // What a signer does all day still works.
  report("good, its own status", open("/proc/self/status", O_RDONLY))
  report("good, the kernel's settings", open("/proc/sys/kernel/core_pattern", O_RDONLY))
  report("good, the machine", open("/sys/class/net", O_RDONLY | O_DIRECTORY))
  report("good, a file inside", open("\(inside)/file", O_RDWR))
  report("good, a file made inside", open("\(inside)/new", O_WRONLY | O_CREAT | O_TRUNC, 0o600))
  made("good, renamed inside", rename("\(inside)/new", "\(inside)/newer"))
  made("good, removed inside", unlink("\(inside)/newer"))
  made("good, a folder inside", mkdir("\(inside)/folder", 0o700))
  made("good, no folder inside", rmdir("\(inside)/folder"))
  report("good, nothing", open("/dev/null", O_RDWR))
  print("good, helper:", isolation_probe_child("child") == EACCES ? 0 : 1)
}

/// Tries what a reviewer that was taken over would, in a folder for results that holds the home too; a number for
/// each try, 0 when it worked.
func tryAsReviewer(folder: String) {
  func report(_ name: String, _ result: Int32) {
    print("\(name):", result < 0 ? errno : 0)
    if result >= 0 { close(result) }
  }
  func made(_ name: String, _ result: Int32) { print("\(name):", result < 0 ? errno : 0) }
  report("the vault", open("\(folder)/home/vault", O_RDONLY))
  report("the vault to read and write", open("\(folder)/home/vault", O_RDWR))
  report("the vault by a link", open("\(folder)/vault-link.png", O_RDONLY))
  report("the vault by a second name", open("\(folder)/pictures/0002.png", O_RDONLY))
  report("a passphrase", open("\(folder)/passphrase", O_RDONLY))
  report("a passphrase by a second name", open("\(folder)/pictures/0003.png", O_RDONLY))
  report("a file beside the payment", open("\(folder)/beside", O_RDONLY))
  report("a hidden picture", open("\(folder)/pictures/.hidden", O_RDONLY))
  report("a picture beneath", open("\(folder)/pictures/beneath/0004.png", O_RDONLY))
  made("the vault moved to the pictures", rename("\(folder)/home/vault", "\(folder)/pictures/5"))
  made("the vault linked there", link("\(folder)/home/vault", "\(folder)/pictures/6"))
  made("the vault over the payment", rename("\(folder)/home/vault", "\(folder)/payment"))
  made("good, the vault gets another name", rename("\(folder)/home/vault", "\(folder)/home/x"))
  report("the vault by another name", open("\(folder)/home/x", O_RDONLY))
  made("good, the passphrase over the payment", rename("\(folder)/passphrase", "\(folder)/payment"))
  report("a passphrase in the payment's place", open("\(folder)/payment", O_RDONLY))
  // What a reviewer does all day still works.
  report("good, a picture", open("\(folder)/pictures/0001.png", O_RDONLY))
  report("good, the list of pictures", open("\(folder)/pictures", O_RDONLY | O_DIRECTORY))
  report("good, the names in the home", open("\(folder)/home", O_RDONLY | O_DIRECTORY))
  let new = open("\(folder)/new", O_WRONLY | O_CREAT | O_EXCL, 0o600)
  made("good, a result", Int32(write(new, "text", 4)))
  report("good, flushed", fsync(new) < 0 ? -1 : new)
  made("good, a result in its place", rename("\(folder)/new", "\(folder)/signed"))
  report("a result that was written", open("\(folder)/signed", O_RDONLY))
  made("good, a folder", mkdir("\(folder)/frames", 0o700))
  report("good, a frame", open("\(folder)/frames/1", O_WRONLY | O_CREAT, 0o600))
  made("good, a frame removed", unlink("\(folder)/frames/1"))
  made("good, the folder removed", rmdir("\(folder)/frames"))
  // What stays open, as docs/threat-model.md says.
  made("good, the vault removed", unlink("\(folder)/home/x"))
}

/// Tries what a keeper of keys that was taken over would, with `inside` as its home and `reviewer` as its child; a number for each try, 0 when it worked.
func tryAsKeeper(inside: String, outside: String, reviewer: Int32) {
  func report(_ name: String, _ result: Int32) {
    print("\(name):", result < 0 ? errno : 0)
    if result >= 0 { close(result) }
  }
  func made(_ name: String, _ result: Int32) { print("\(name):", result < 0 ? errno : 0) }
  for index in 0..<isolation_probe_refused_count() {
    print(
      "\(String(cString: isolation_probe_refused_name(index))):", isolation_probe_refused_try(index)
    )
  }
  report("memory of another to read", open("/proc/\(getppid())/mem", O_RDONLY))
  report("its own memory to write", open("/proc/self/mem", O_RDWR))
  report("a payment", open("\(outside)/file", O_RDONLY))
  report("a result", open("\(outside)/new", O_WRONLY | O_CREAT, 0o600))
  report("a list outside", open("/usr", O_RDONLY | O_DIRECTORY))
  report("a library", open("/usr/bin/env", O_RDONLY))
  report("users", open("/etc/passwd", O_RDONLY))
  made("moved out", rename("\(inside)/file", "\(outside)/moved"))
  report("a terminal of its own", open("/dev/ptmx", O_RDWR | O_NOCTTY))
  made("a signal to its parent", kill(getppid(), 0))
  // What it does all day still works.
  var size = winsize()
  made("good, a terminal's size", ioctl(-1, UInt(TIOCSWINSZ), &size) < 0 && errno == EBADF ? 0 : -1)
  made("good, a signal to the reviewer", kill(reviewer, SIGKILL))
  made("good, the reviewer's end", waitpid(reviewer, nil, 0) == reviewer ? 0 : -1)
  report("good, a file inside", open("\(inside)/file", O_RDWR))
  report("good, a file made inside", open("\(inside)/new", O_WRONLY | O_CREAT | O_TRUNC, 0o600))
  made("good, renamed inside", rename("\(inside)/new", "\(inside)/newer"))
  made("good, removed inside", unlink("\(inside)/newer"))
  report("good, a passphrase", open("\(outside)/passphrase", O_RDONLY))
  report("good, the machine", open("/sys/class/net", O_RDONLY | O_DIRECTORY))
  report("good, the kernel's settings", open("/proc/sys/kernel/core_pattern", O_RDONLY))
  report("good, its own status", open("/proc/self/status", O_RDONLY))
  print("good, Landlock is seen:", FileFence.isAvailable ? 0 : 1)
  var settings = termios()
  var pipes = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
  made("good, a terminal", tcgetattr(-1, &settings) < 0 && errno == EBADF ? 0 : -1)
  made("good, waiting", poll(&pipes, 1, 0))
  var thread = pthread_t()
  let code = pthread_create(&thread, nil, idle, nil)
  if code == 0 { pthread_join(thread, nil) }
  print("good, a thread:", code)
}

/// Tries what a desk of the coordinator that was taken over would; a number for each try, 0 when it worked.
///
/// `outside` is a folder of the person's, `pair` are two sockets that the desk had before.
func tryAsDesk(outside: String, pair: [Int32]) {
  func report(_ name: String, _ result: Int32) {
    print("\(name):", result < 0 ? errno : 0)
    if result >= 0 { close(result) }
  }
  func made(_ name: String, _ result: Int32) { print("\(name):", result < 0 ? errno : 0) }
  report("a file", open("\(outside)/file", O_RDONLY))
  report("a file to write", open("\(outside)/file", O_WRONLY))
  report("a file made", open("\(outside)/new", O_WRONLY | O_CREAT, 0o600))
  report("a list", open(outside, O_RDONLY | O_DIRECTORY))
  report("users", open("/etc/passwd", O_RDONLY))
  report("memory of another", open("/proc/\(getppid())/mem", O_RDONLY))
  made("a file removed", unlink("\(outside)/file"))
  made("a folder", mkdir("\(outside)/folder", 0o700))
  report("a socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
  report("a socket beside", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
  made("a signal", kill(getppid(), 0))
  print("a signal to a thread:", isolation_probe_signal_thread(getppid()))
  print("a limit of another:", isolation_probe_limit(getppid()))
  print("a mode:", isolation_probe_mode("\(outside)/file"))
  var owner = getppid()
  made("another owner of a socket", ioctl(pair[0], 0x8901, &owner))
  let arguments: [UnsafeMutablePointer<CChar>?] = [nil]
  made("a program in its place", execve("/usr/bin/true", arguments, arguments))
  let process = syscalls_fork()
  if process == 0 { _exit(0) }
  print("another process:", process < 0 ? -process : 0)
  if process > 0 { waitpid(process, nil, 0) }
  // What it does all day still works.
  var byte: UInt8 = 1
  made("good, a line sent", Int32(send(pair[0], &byte, 1, 0)))
  made("good, a line received", Int32(recv(pair[1], &byte, 1, 0)))
  var files = pollfd(fd: pair[0], events: Int16(POLLOUT), revents: 0)
  made("good, waiting", poll(&files, 1, 0))
  report("good, its threads", open("/proc/self/task", O_RDONLY | O_DIRECTORY))
  var thread = pthread_t()
  let code = pthread_create(&thread, nil, idle, nil)
  if code == 0 { pthread_join(thread, nil) }
  print("good, a thread:", code)
}

/// A TCP connection to a socket of this process, as to a node.
func tryTalking() {
  let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var place = sockaddr_in()
  place.sin_family = sa_family_t(AF_INET)
  place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = withUnsafeMutableBytes(of: &place) { bytes -> Int32 in
    let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
    guard let address, bind(listener, address, size) == 0, listen(listener, 1) == 0,
      getsockname(listener, address, &size) == 0
    else { return -1 }
    return connect(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), address, size)
  }
  print("good, a connection:", result < 0 ? errno : 0)
}

let argument = syscalls_argument(1).map { String(cString: $0) } ?? ""
if argument == "child" {
  // Started by an isolated process: nothing is raised here, all of it is inherited.
  exit(isolation_probe_try(0))
}
let isBare = argument == "open" || argument == "unfenced"
if !isBare {
  do {
    if argument.hasPrefix("coordinator") {
      try Isolation.raiseBesideNetwork()
    } else {
      try Isolation.raise()
    }
  } catch {
    print("raise failed: \(error)")
    exit(1)
  }
}
if argument == "reader" {
  do {
    try Isolation.forbidWriting()
  } catch {
    print("forbidding to write failed: \(error)")
    exit(1)
  }
  tryWriting()
  exit(0)
}
if argument == "fenced" || argument == "unfenced", CommandLine.arguments.count == 4 {
  var fence = FileFence.ofSystem(helpers: ["isolation-probe"])
  fence.allow(CommandLine.arguments[2], .write)
  // Named by mistake, or by somebody whom the signer should not trust.
  for path in ["/", "/dev", "/proc", "/proc/\(getppid())", "/proc/\(getppid())/mem"] {
    fence.allow(path, .write)
  }
  do {
    if argument == "fenced" { print("raised:", try fence.raise() ? 1 : 0) }
  } catch {
    print("the fence failed: \(error)")
    exit(1)
  }
  tryFiles(inside: CommandLine.arguments[2], outside: CommandLine.arguments[3])
  exit(0)
}
if argument == "coordinator", CommandLine.arguments.count == 4 {
  var fence = FileFence.ofTalkingSystem(helpers: ["isolation-probe"])
  fence.allow(home: CommandLine.arguments[2])
  do {
    print("raised:", try fence.raise() ? 1 : 0)
  } catch {
    print("the fence failed: \(error)")
    exit(1)
  }
  tryFiles(inside: CommandLine.arguments[2], outside: CommandLine.arguments[3])
  tryTalking()
  exit(0)
}
if argument == "coordinator-desk", CommandLine.arguments.count == 3 {
  var pair: [Int32] = [-1, -1]
  do {
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else { exit(98) }
    print("good, raised:", try FileFence.ofThreads().raise() ? 0 : 1)
    try Isolation.allowOnlyRelaying()
  } catch {
    print("isolating failed: \(error)")
    exit(1)
  }
  tryAsDesk(outside: CommandLine.arguments[2], pair: pair)
  exit(0)
}
if argument == "reviewer", CommandLine.arguments.count == 3 {
  let folder = CommandLine.arguments[2]
  var fence = FileFence.ofSystem(helpers: [])
  fence.allow("\(folder)/payment", .input)
  fence.allow("\(folder)/pictures", .input)
  for number in 1...3 { fence.allow("\(folder)/pictures/000\(number).png", .input) }
  fence.allow("\(folder)/vault-link.png", .input)
  fence.allow(folder, .result)
  // By other names than those that are tried, and behind the permissions that they take back.
  fence.allow("\(folder)/home/../home/vault", .never)
  fence.allow("\(folder)/./passphrase", .never)
  do {
    print("good, raised:", try fence.raise() ? 0 : 1)
  } catch {
    print("the fence failed: \(error)")
    exit(1)
  }
  let payment = open("\(folder)/payment", O_RDONLY)
  print("good, the payment behind the fence:", payment < 0 ? errno : 0)
  tryAsReviewer(folder: folder)
  exit(0)
}
if argument == "keeper", CommandLine.arguments.count == 4 {
  let (inside, outside) = (CommandLine.arguments[2], CommandLine.arguments[3])
  let reviewer = syscalls_fork()
  if reviewer == 0 { while true { pause() } }
  do {
    var fence = FileFence.ofKeeper()
    fence.allow(inside, .write)
    fence.allow("\(outside)/passphrase", .read)
    print("good, raised:", try fence.raise() ? 0 : 1)
    try Isolation.allowOnlyKeeping(reviewer: reviewer)
  } catch {
    print("isolating failed: \(error)")
    kill(reviewer, SIGKILL)
    exit(1)
  }
  tryAsKeeper(inside: inside, outside: outside, reviewer: reviewer)
  exit(0)
}
if argument == "keeper-dies", let number = Int32(CommandLine.arguments.last ?? "") {
  do {
    try Isolation.allowOnlyKeeping()
  } catch {
    print("isolating failed: \(error)")
    exit(1)
  }
  guard number < isolation_probe_deadly_count() else { exit(99) }
  exit(isolation_probe_deadly_try(number))
}
if argument == "keeper-before" {
  for index in 0..<isolation_probe_refused_count() {
    let name = String(cString: isolation_probe_refused_name(index))
    // A new process would be one.
    if name.contains("process") && !name.hasPrefix("a signal") { continue }
    print("\(name):", isolation_probe_refused_try(index))
  }
  exit(0)
}
for index in 0..<isolation_probe_count() {
  let name = String(cString: isolation_probe_name(index))
  if argument == "open", index >= 20, !name.hasPrefix("memory") { continue }
  print("\(name):", isolation_probe_try(index))
}
var limit = rlimit()
getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
print("core limit:", limit.rlim_max)
print("dumpable:", isolation_probe_dumpable())
print("filtered:", Isolation.isFiltered ? 1 : 0)
print("child:", isolation_probe_child("child"))
// What a signer does all day still works.
var pipes: [Int32] = [0, 0]
print("pipe:", pipe(&pipes))
print("open:", open("/proc/self/status", O_RDONLY) >= 0 ? 0 : errno)
var thread = pthread_t()
let made = pthread_create(&thread, nil, idle, nil)
print("thread:", made)
if made == 0 { pthread_join(thread, nil) }
