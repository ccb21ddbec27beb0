// Raises the drawbridge in a process of its own and tries what must not work any more. One line each:
// a name, a space-separated number. Run by IsolationTests.
import CIsolationProbe
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

let argument = CommandLine.arguments.dropFirst().first ?? ""
if argument == "child" {
  // Started by an isolated process: nothing is raised here, all of it is inherited.
  exit(isolation_probe_try(0))
}
if argument != "open" {
  do {
    try Isolation.raise()
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
for index in 0..<isolation_probe_count() where argument != "open" || index < 20 {
  print(String(cString: isolation_probe_name(index)) + ":", isolation_probe_try(index))
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
