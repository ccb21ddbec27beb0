internal import Glibc
internal import OnlineCoordinator
internal import TerminalUI

exit(await CoordinatorProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
