internal import Glibc
internal import OnlineCoordinator
internal import TerminalUI

// Before a second thread is started and before anything from outside is read.
let arguments = Array(CommandLine.arguments.dropFirst())
if let refused = CoordinatorProgram.isolate(for: arguments) { exit(refused.rawValue) }
exit(await CoordinatorProgram.run(arguments).rawValue)
