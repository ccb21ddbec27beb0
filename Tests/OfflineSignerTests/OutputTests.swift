import Foundation
import RecordingScreens
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

@Suite struct `What is lost or open` {
  @Test(arguments: [["doctor"], ["seed", "list", "--json"], ["--help"], ["seed", "show", "none"]])
  func `a result that does not arrive ends with 1, whatever the command`(arguments: [String]) throws
  {
    let desk = try Desk.withSeed()
    let screen = RecordingScreen(hasTerminal: false, lossOfResults: ENOSPC)
    let options = arguments == ["--help"] ? [] : ["--passphrase-file", desk.path("passphrase")]
    let code = SignerProgram.run(arguments + options, in: desk.environment(screen))
    #expect(code == .failed)
    #expect(screen.talk.contains("error: the result could not be written"), "\(screen.talk)")
    #expect(screen.talk.contains("no space left"))
  }

  @Test func `a vault that others could read is closed, with a word`() throws {
    let desk = try Desk.withSeed()
    chmod(desk.path("home"), 0o755)
    chmod(desk.path("home/vault"), 0o666)
    let ran = desk.run("seed", "list")
    #expect(ran.code == .done, "\(ran.err)")
    let words = ran.err.unwrapped
    #expect(words.contains("home was open to others (mode 755)"), "\(ran.err)")
    #expect(words.contains("home/vault was open to others (mode 666)"), "\(ran.err)")
    for (name, mode) in [("home", 0o700), ("home/vault", 0o600)] {
      let found = try FileManager.default.attributesOfItem(atPath: desk.path(name))
      #expect(found[.posixPermissions] as? Int == mode)
    }
    #expect(!desk.run("seed", "list").err.unwrapped.contains("open to others"))
  }
}
