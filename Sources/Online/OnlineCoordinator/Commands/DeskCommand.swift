internal import ArgumentParser
internal import Bytes
internal import CommandLineInterface
internal import Glibc
internal import Refusals
internal import TerminalUI

/// The command `desk`: a page in the browser of this machine, for all that the commands do.
struct DeskCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "desk",
    abstract: "Opens a page in your browser: wallets, coins, payments, the way to the signer.",
    discussion: """
        online-coordinator desk
        online-coordinator desk --port 8600 --minutes 120

      Prints a link, and opens it where there is a desktop. The link works once,
      within ten minutes; Enter prints a new one. Ctrl-C closes the desk, and so does
      an hour in which nobody uses it.

      The page runs the commands of this program and shows what they say. What they
      ask, you answer on the page; nothing is answered for you. Secrets are not typed
      there.

      What the page changes, and what you answer there, is also shown in this
      terminal. If you see something that you did not do, press Ctrl-C.

      It is served on 127.0.0.1 alone, by the program coordinator-desk beside this
      one, and only to programs of your own user. It asks nobody else for anything.
      """)

  @Option(
    help: ArgumentHelp("The port; one that is free unless given.", valueName: "number"))
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp("End after so many minutes without use.", valueName: "number"))
  var minutes = 60

  @Flag(name: .customLong("no-browser"), help: "Print the link and open no browser.")
  var noBrowser = false

  @OptionGroup var common: CoordinatorCommonOptions

  func validate() throws {
    guard (1...1_440).contains(minutes) else {
      throw ValidationError("--minutes needs a number from 1 to 1440")
    }
  }

  func run(in session: CoordinatorSession) async throws {
    guard let starter = DeskStarter.ofProcess else {
      throw ProgramError(
        "the desk could not split off the process that starts its commands",
        hint: "end other programs, then start the desk again")
    }
    let (home, server) = try starter.open()
    // As where the commands are started: no word of theirs is by chance the name of a file.
    _ = chdir("/")
    let console = session.console
    let stop = session.environment.stop
    stop.arm()
    defer { stop.disarm() }
    let settings: JSONObject = [
      "port": .integer(port), "minutes": .integer(minutes),
      "about": [
        "home": .string(home), "minutes": .integer(minutes),
        "version": .string(OnlineCoordinator.configuration.version),
      ],
    ]
    let runner = DeskRunner(
      settings: settings, starter: starter, server: server, isStopped: stop.isRaised,
      note: console.talk
    ) { port, token in
      Self.announce("http://127.0.0.1:\(port)/#\(token)", minutes, console)
    }
    let terminal = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : nil
    switch runner.run(newLinkFrom: terminal) {
    case .asked, .stopped: console.talk("The desk is closed.")
    case .idle:
      console.talk("The desk is closed: nobody used it for \(counted(minutes, "minute")).")
    case .failed(let words):
      throw ProgramError(
        "the desk failed: \(words)",
        hint: port == 0 ? "start it again" : "start it again, or with another --port")
    }
  }

  /// Says where the desk is, and has the desktop open it.
  private static func announce(_ link: String, _ minutes: Int, _ console: Console) {
    console.result(
      text: """
        The desk is open. In a browser on this machine, open:

          \(link)

        The link works once. Enter prints a new one; Ctrl-C closes the desk.
        """, json: ["link": .string(link)])
    BrowserOpening.shared.open(link)
  }
}
