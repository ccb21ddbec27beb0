/// What is drawn next on a screen that changes.
public struct LivePicture: Equatable, Sendable {
  /// Text that is drawn from the top left over what stands there, line by line; empty where nothing changes.
  public let text: String
  /// How long it stands, unless a key is pressed.
  public let milliseconds: Int32

  /// Takes both.
  public init(text: String, milliseconds: Int32) {
    self.text = text
    self.milliseconds = milliseconds
  }
}

extension Console {
  /// Shows pictures that change on the terminal's second screen until `next` gives nil.
  ///
  /// `next` is given the keys that were pressed since it was last asked, nil once none will come any more, and the size of
  /// the terminal. What `isSecret` is cleared as secrets are, with what can be scrolled back to.
  ///
  /// - Throws: `ProgramError` when there is no terminal.
  public func showLive(
    isSecret: Bool = false,
    _ next: (_ keys: [UInt8]?, _ size: (columns: Int, rows: Int)) -> LivePicture?
  ) throws(ProgramError) {
    do throws(ScreenError) {
      try screen.showLive(isSecret: isSecret, next)
    } catch {
      throw ProgramError(error)
    }
  }
}
