// Raises the drawbridge in a process of its own and tries what must not work any more. One line each:
// a name, a space-separated number. Run by IsolationTests.
import CIsolationProbe
import Glibc
import Isolation

nonisolated func idle(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { nil }

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
