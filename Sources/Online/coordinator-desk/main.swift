internal import CoordinatorDesk
internal import Glibc

// Standard input is one end of the socket to `online-coordinator desk`; a person who starts this by hand has none.
exit(DeskServer.run(relay: STDIN_FILENO))
