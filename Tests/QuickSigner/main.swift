// offline-signer as it is, but for the work of a guess of the passphrase: 1 MiB of memory in place
// of 128. Journeys open a vault hundreds of times and are not about that. This program is not
// distributed.

internal import EncryptedVault
internal import Glibc
internal import Isolation
internal import OfflineSigner
internal import SheetPrinting

let arguments = Array(CommandLine.arguments.dropFirst())
let printer = PrinterHelper.start(for: arguments)
do {
  try Isolation.raise()
} catch {
  exit(SignerProgram.refuse(error))
}
exit(
  SignerProgram.main(
    arguments, printer: printer, parameters: KDFParameters(unchecked: 10, r: 8, p: 1)))
