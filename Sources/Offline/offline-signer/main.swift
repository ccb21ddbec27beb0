import Glibc
import Isolation
import OfflineSigner

// The first thing of all: from here on nothing in this process can reach a network.
do {
  try Isolation.raise()
} catch {
  exit(SignerProgram.refuse(error))
}
exit(SignerProgram.main(Array(CommandLine.arguments.dropFirst())))
