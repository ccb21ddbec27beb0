internal import SecureMemory
internal import TerminalUI

/// The screen of a run that Bitcoin Core starts: talk goes to a terminal, or nowhere.
///
/// Where a command fails, Bitcoin Core shows the first line of standard error to the person. It has to be the error.
struct BridgeScreen: Screen {
  let screen: any Screen

  func writeTalk(_ text: String) { if screen.talkIsOnTerminal { screen.writeTalk(text) } }

  func writeResult(_ bytes: [UInt8]) { screen.writeResult(bytes) }
  var lostResult: Int32? { screen.lostResult }
  func writeToTerminal(_ bytes: UnsafeRawBufferPointer) { screen.writeToTerminal(bytes) }
  /// Nobody is asked: the terminal may be the one that the node writes on.
  var canAsk: Bool { false }
  var talkIsOnTerminal: Bool { screen.talkIsOnTerminal }
  var talkIsWhereQuestionsAre: Bool { false }
  var resultIsOnTerminal: Bool { false }
  var size: (columns: Int, rows: Int) { screen.size }
  var isPlain: Bool { screen.isPlain }
  var milliseconds: UInt64 { screen.milliseconds }

  func readLine(prompt: String, limit: Int, mayBePasted: Bool) throws(ScreenError) -> String? {
    throw .noTerminal
  }
  func readSecretLine(prompt: String, limit: Int) throws(ScreenError) -> SecretBytes? {
    throw .noTerminal
  }
  func showSecret(
    title: String, _ secret: UnsafeRawBufferPointer, prompt: String
  ) throws(ScreenError) {
    throw .noTerminal
  }
  func showPages(_ text: String) throws(ScreenError) { throw .noTerminal }
  func readKeys(
    prompt: String, onSecondScreen: Bool, _ take: (KeyPress) -> Bool
  ) throws(ScreenError) {
    throw .noTerminal
  }
  func showLive(
    isSecret: Bool,
    _ next: (_ keys: [UInt8]?, _ size: (columns: Int, rows: Int)) -> LivePicture?
  ) throws(ScreenError) {
    throw .noTerminal
  }
  func drawSecondScreen(_ mark: String, _ text: UnsafeRawBufferPointer) {}
  func readPaste(prompt: String, limit: Int) throws(ScreenError) -> [UInt8] {
    throw .noTerminal
  }
}
