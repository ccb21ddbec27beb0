internal import CSystemCalls
internal import CWipedMemory
internal import Glibc
internal import SheetPrinting

// sheet-printer hands finished pages to CUPS. offline-signer starts it before its filter is in force, and only when a person
// asks to print through CUPS; it holds no key, and it gets no page before that person consented.

wiped_memory_until_exit()
guard CommandLine.arguments.count == 2, syscalls_forbid_dumps() == 0,
  syscalls_set_no_new_privileges() == 0
else { exit(2) }
// The signer may be gone before the job is: it is removed all the same.
signal(SIGPIPE, SIG_IGN)
PrintSubmission(tools: CommandLine.arguments[1]).serve(input: 0, output: 1)
