internal import CWipedMemory
internal import Glibc
internal import Isolation
internal import KeeperProcess
internal import OfflineSigner
internal import SheetPrinting

// key-keeper holds the seeds. offline-signer becomes it for commands about seeds, sheets, shares and the vault,
// and starts it beside itself to sign: then it answers messages and reads no payment but by the second reading.

wiped_memory_until_exit()
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == KeeperService.mark {
  guard let start = KeeperService.start(arguments), KeeperService.keepOnly(start) else { exit(2) }
  do {
    try Isolation.raise()
  } catch {
    exit(SignerProgram.refuse(error))
  }
  exit(SignerProgram.serve(start))
}
// Only for `sheet print --printer`: printing through CUPS needs a socket, so what does it is a
// process of its own that holds no key, started now or not at all.
let printer = PrinterHelper.start(for: arguments)
let printers = PrinterHelper.startForSitting(arguments)
// Before anything is read: from here on nothing in this process can reach a network.
do {
  try Isolation.raise()
} catch {
  exit(SignerProgram.refuse(error))
}
exit(SignerProgram.main(arguments, printer: printer, printers: printers))
