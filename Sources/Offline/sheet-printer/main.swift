internal import CWipedMemory
internal import Glibc
internal import Isolation
internal import SheetPrinting

// sheet-printer hands finished pages to CUPS. key-keeper starts it before its filter is in force, and only when a person
// asks to print through CUPS; it holds no key, and it gets no page before that person consented. Beside the socket to
// CUPS it has what a program that talks has; it reads no folder of a user, and writes no file.

wiped_memory_until_exit()
guard CommandLine.arguments.count == 2 else { exit(2) }
do {
  try Isolation.raiseBesideNetwork()
  _ = try FileFence.ofPrinting(tools: CommandLine.arguments[1]).raise()
} catch {
  exit(2)
}
// The signer may be gone before the job is: it is removed all the same.
signal(SIGPIPE, SIG_IGN)
PrintSubmission(tools: CommandLine.arguments[1]).serve(input: 0, output: 1)
