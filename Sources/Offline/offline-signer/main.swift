internal import Glibc
internal import Isolation
internal import KeeperProcess
internal import OfflineSigner

// offline-signer reads what comes from outside and shows it. Commands about seeds, sheets, shares and the vault
// itself go on as key-keeper, before anything is read here.

let arguments = Array(CommandLine.arguments.dropFirst())
let keeper: KeeperProcess?
do {
  keeper = try KeeperProcess.first(for: arguments)
} catch {
  exit(SignerProgram.refuse(error))
}
// Before anything is read: from here on nothing in this process can reach a network.
do {
  try Isolation.raise()
} catch {
  exit(SignerProgram.refuse(error))
}
exit(SignerProgram.main(arguments, keeper: keeper))
