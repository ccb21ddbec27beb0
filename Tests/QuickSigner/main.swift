// offline-signer as it is, but for the work of a guess of the passphrase: 1 MiB of memory in place
// of 128. Journeys open a vault hundreds of times and are not about that. This program is not
// distributed.
//
// The desk runs it with another machine and shorter minutes, if the environment says so.
//
// With `--keeper` as its first argument it is key-keeper, with the same difference.

internal import CWipedMemory
internal import EncryptedVault
internal import Glibc
internal import Isolation
internal import KeeperProcess
internal import OfflineSigner
internal import SheetPrinting
internal import SignerHome

wiped_memory_until_exit()
let mark = "--keeper"
let quick = KDFParameters(unchecked: 10, r: 8, p: 1)
var arguments = Array(CommandLine.arguments.dropFirst())
let isKeeper = arguments.first == mark
if isKeeper { arguments.removeFirst() }
var printer: PrinterHelper?
var keeper: KeeperProcess?
var start: KeeperService.Start?
do {
  if isKeeper, arguments.first == KeeperService.mark {
    start = KeeperService.start(arguments)
    guard let start, KeeperService.keepOnly(start) else { exit(2) }
  } else if isKeeper {
    printer = PrinterHelper.start(for: arguments)
  } else {
    keeper = try KeeperProcess.first(
      for: arguments, named: "quick-signer", leading: [mark])
  }
  try Isolation.raise()
} catch let error as KeeperProcessError {
  exit(SignerProgram.refuse(error))
} catch let error as IsolationError {
  exit(SignerProgram.refuse(error))
}
if let start {
  exit(SignerProgram.serve(start, parameters: quick))
}
exit(
  SignerProgram.main(arguments, printer: printer, keeper: keeper, parameters: quick) { environment in
    // For tests of the desk: another machine to look at, and shorter minutes until it locks itself.
    if let root = getenv("QUICK_SIGNER_MACHINE").map({ String(cString: $0) }) {
      environment.machine = { MachineFindings(root: root) }
    }
    if let seconds = getenv("QUICK_SIGNER_MINUTE").flatMap({ Double(String(cString: $0)) }) {
      environment.secondsOfMinute = seconds
    }
  })
