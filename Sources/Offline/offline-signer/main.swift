internal import Glibc
internal import Isolation
internal import KeeperProcess
internal import OfflineSigner
internal import SheetPrinting

let arguments = Array(CommandLine.arguments.dropFirst())
// Only for `sheet print --printer`: printing through CUPS needs a socket, so what does it is a
// process of its own that holds no key, started now or not at all.
let printer = PrinterHelper.start(for: arguments)
// The seeds stay in a process of its own, which this one could not start later.
var keeper: KeeperProcess?
if SignerProgram.signsThroughKeeper, KeeperCommands.ask(arguments) {
  do {
    keeper = try KeeperProcess.start(executable: KeeperProcess.path(), for: arguments)
  } catch {
    exit(SignerProgram.refuse(error))
  }
}
// Before anything is read: from here on nothing in this process can reach a network.
do {
  try Isolation.raise()
} catch {
  exit(SignerProgram.refuse(error))
}
exit(SignerProgram.main(arguments, printer: printer, keeper: keeper))
