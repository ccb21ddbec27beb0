internal import Glibc
internal import Isolation
internal import OfflineSigner
internal import SheetPrinting

let arguments = Array(CommandLine.arguments.dropFirst())
// Only for `sheet print --printer`: printing through CUPS needs a socket, so what does it is a
// process of its own that holds no key, started now or not at all.
let printer = PrinterHelper.start(for: arguments)
// Before anything is read: from here on nothing in this process can reach a network.
do {
  try Isolation.raise()
} catch {
  exit(SignerProgram.refuse(error))
}
exit(SignerProgram.main(arguments, printer: printer))
