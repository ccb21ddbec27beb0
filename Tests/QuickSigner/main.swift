// offline-signer as it is, but for the work of a guess of the passphrase: 1 MiB of memory in place
// of 128. Journeys open a vault hundreds of times and are not about that. This program is not
// distributed.
//
// For tests of the desk the environment may name another machine, shorter minutes, a folder with programs in place of
// CUPS's, and that a film in place of a camera is shown as a camera's pictures are.
//
// With `--keeper` and the other machine as its first arguments it is key-keeper, with the same difference.

internal import AirgapTransfer
internal import CWipedMemory
internal import EncryptedVault
internal import Glibc
internal import Isolation
internal import KeeperProcess
internal import OfflineSigner
internal import SheetPrinting
internal import SignerHome

/// What a variable of the environment says.
func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

wiped_memory_until_exit()
let mark = "--keeper"
let quick = KDFParameters(unchecked: 10, r: 8, p: 1)
var arguments = Array(CommandLine.arguments.dropFirst())
let isKeeper = arguments.first == mark && arguments.count > 1
// Beside a reviewer key-keeper has few variables, so it is told.
var root = variable("QUICK_SIGNER_MACHINE") ?? ""
if isKeeper {
  root = arguments[1]
  arguments.removeFirst(2)
}
// Behind the fence of a run it cannot be read any more. The desk's lets it through: it looks again and again.
let machine = root.isEmpty || arguments.first == "desk" ? nil : MachineFindings(root: root)
var printer: PrinterHelper?
var printers: [PrinterHelper] = []
var keeper: KeeperProcess?
var start: KeeperService.Start?
do {
  if isKeeper, arguments.first == KeeperService.mark {
    start = KeeperService.start(arguments)
    guard let start, KeeperService.keepOnly(start) else { exit(2) }
  } else if isKeeper {
    printer = PrinterHelper.start(for: arguments)
    printers = PrinterHelper.startForSitting(
      arguments, tools: variable("QUICK_SIGNER_CUPS") ?? "/usr/bin")
  } else {
    keeper = try KeeperProcess.first(
      for: arguments, named: "quick-signer", leading: [mark, root])
  }
  try Isolation.raise()
} catch let error as KeeperProcessError {
  exit(SignerProgram.refuse(error))
} catch let error as IsolationError {
  exit(SignerProgram.refuse(error))
}

/// What tests change.
let change: (inout SignerEnvironment) -> Void = { [machine, root, printers] environment in
  if let machine {
    environment.machine = { machine }
  } else if !root.isEmpty {
    environment.machine = { MachineFindings(root: root) }
  }
  environment.printers = printers
  if !root.isEmpty { environment.deskReads = [root] }
  if let seconds = variable("QUICK_SIGNER_MINUTE").flatMap(Double.init) {
    environment.secondsOfMinute = seconds
  }
}

if let start {
  exit(SignerProgram.serve(start, parameters: quick, change))
}
exit(
  MessageInput.$showsFilms.withValue(variable("QUICK_SIGNER_SHOWS_FILMS") != nil) {
    SignerProgram.main(
      arguments, printer: printer, keeper: keeper, parameters: quick, change)
  })
