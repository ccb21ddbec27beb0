import Glibc
import Isolation
import OfflineSigner

// The first thing of all: from here on nothing in this process can reach a network.
do {
  try Isolation.raise()
} catch {
  let text = "error: \(error)\nhint: \(error.hint)\n"
  fputs(text, stderr)
  exit(1)
}
exit(SignerProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
