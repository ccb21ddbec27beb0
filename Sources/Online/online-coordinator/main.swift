internal import COneHeap
internal import Glibc
internal import OnlineCoordinator
internal import TerminalUI

one_heap_use()
// Before a second thread is started and before anything from outside is read.
guard let arguments = CoordinatorProgram.arguments(Array(CommandLine.arguments.dropFirst())) else {
  exit(1)
}
if let refused = CoordinatorProgram.isolate(for: arguments) { exit(refused.rawValue) }
exit(await CoordinatorProgram.run(arguments).rawValue)
