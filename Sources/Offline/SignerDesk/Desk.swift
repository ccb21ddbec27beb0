package import Bytes

/// The desk: which page is shown, what is chosen on it, and what a key does.
///
/// It draws nothing and runs nothing: whoever has the terminal asks it for a picture (`DeskView`) and hands it
/// keys; what is to be done outside comes back as a wish.
package struct Desk: Sendable {
  /// What is to be done outside of the desk.
  package enum Wish: Equatable, Sendable {
    /// Ask for the passphrase and open the vault.
    case unlock
    /// Run a command on the terminal.
    case run(DeskDeed)
    /// Lock: forget the passphrase.
    case lock
    case leave
  }

  /// Why the desk shows no vault.
  package enum Closed: Equatable, Sendable {
    /// Not opened yet, or locked by the person.
    case byPerson
    /// The vault was just made: its passphrase is typed once more.
    case justMade
    /// The passphrase was changed: the new one is typed.
    case passphraseChanged
    /// Nobody pressed a key for so many minutes.
    case idle(minutes: Int)
    /// The machine has changed: what was found, with its fix.
    case machine([Finding])
    /// A mainnet home on a machine that is not isolated.
    case notIsolated([Finding])
    /// The vault did not open, for these reasons.
    case failed(String)

    /// Something about the machine, and its fix.
    package struct Finding: Equatable, Sendable {
      package let message: String
      package let mend: String

      package init(message: String, mend: String) {
        self.message = message
        self.mend = mend
      }
    }
  }

  /// One page that is open, with what was done on it.
  struct Frame: Sendable {
    let page: DeskPage
    /// As it was made last: what is chosen by its number must not move meanwhile.
    private(set) var content: DeskContent
    /// -1 where nothing is chosen: after a command that did not go well, Enter alone must not run it again.
    var selected = 0
    var text: String
    /// Whether the text is what the page proposes: what is typed takes its place.
    var isProposal: Bool
    var fault: String?

    init(_ page: DeskPage, _ home: DeskHome) {
      self.page = page
      content = page.content(home)
      selected = content.next
      if case .field(let field) = content.body { text = field.initial } else { text = "" }
      isProposal = !text.isEmpty
    }

    /// Makes the page anew; the mark goes to what comes next, or stays on what it was on.
    mutating func remake(_ home: DeskHome) {
      let before = label(of: selected)
      content = page.content(home)
      guard case .menu(let items) = content.body else { return }
      let same = before.flatMap { label in items.firstIndex { $0.label == label } }
      selected = content.next > 0 ? content.next : same ?? min(selected, max(-1, items.count - 1))
    }

    private func label(of index: Int) -> String? {
      guard case .menu(let items) = content.body, items.indices.contains(index) else { return nil }
      return items[index].label
    }
  }

  /// More keys than this at once were pasted, not typed: in a menu they do nothing.
  private static let mostTyped = 3

  package private(set) var home: DeskHome
  /// Nil while the vault is open, or while there is none.
  package private(set) var closed: Closed?
  private(set) var frames: [Frame]
  /// What is opened as soon as the vault is.
  private var next: DeskPage?
  /// What is opened when the command that runs has ended well.
  private var afterRun: DeskPage?

  /// A desk that was just sat down at.
  package init(_ home: DeskHome) {
    self.home = home
    closed = home.hasVault ? .byPerson : nil
    frames = []
    frames = [Frame(root, home)]
  }

  /// The first page.
  private var root: DeskPage { home.hasVault ? .home : .welcome }

  var content: DeskContent { frames[frames.count - 1].content }

  // MARK: What happens outside

  /// The vault was opened and says this.
  package mutating func open(status: DeskHome) {
    home = status
    closed = nil
    frames = [Frame(root, home)]
    if let page = next {
      next = nil
      push(page)
    }
  }

  /// The vault was looked at again after a command.
  package mutating func refresh(_ status: DeskHome) {
    home = status
    rebuild()
  }

  /// The desk is closed: what the vault said is forgotten, and one begins at the first page; who was led through several
  /// steps, or was about to be, goes on there.
  package mutating func close(_ reason: Closed) {
    home.forget()
    closed = reason
    next = frames.last { $0.page.isLed }?.page ?? next
    afterRun = nil
    frames = [Frame(root, home)]
  }

  /// The machine was checked, and this is what was found (`doctor --json`); nil where that is not known.
  package mutating func machineWasChecked(_ checks: JSONValue?) { home.take(checks: checks) }

  /// The command that was wished for has ended.
  ///
  /// After a good end one is on the page from which one set out, with what comes next open; after another one
  /// where one was, to change what was wrong.
  package mutating func ended(
    _ deed: DeskDeed, good: Bool, hasVault: Bool, isMainnet: Bool
  ) {
    let following = afterRun
    afterRun = nil
    let isNew = hasVault != home.hasVault
    home.hasVault = hasVault
    if isNew { home.isMainnet = isMainnet }
    guard good else {
      if isNew { becomeOther() }
      if case .menu = content.body { frames[frames.count - 1].selected = -1 }
      return
    }
    if let mark = deed.mark { home.marks.insert(mark) }
    if isNew {
      becomeOther()
      next = following
      return
    }
    while frames.count > 1, !frames[frames.count - 1].page.isHub { frames.removeLast() }
    rebuild()
    if let page = following { push(page) }
  }

  /// A vault was made or removed: nothing that is shown holds any more.
  private mutating func becomeOther() {
    home.forget()
    closed = home.hasVault ? .justMade : nil
    frames = [Frame(root, home)]
  }

  private mutating func rebuild() {
    for index in frames.indices { frames[index].remake(home) }
    // The page of what is no longer there.
    while frames.count > 1, content.isGone { frames.removeLast() }
  }

  // MARK: Keys

  /// Takes keys that came at once; gives what is to be done outside.
  package mutating func take(_ keys: [DeskKey]) -> Wish? {
    var keys = keys
    if keys.count > Self.mostTyped {
      guard closed == nil, case .field = content.body else { return nil }
      // What is pasted fills a line in; that it is right, the person says.
      keys.removeAll { $0 == .enter }
    }
    let depth = frames.count
    for key in keys {
      if let wish = take(key) { return wish }
      // The rest was typed before the page could be read that is there now.
      if frames.count != depth { break }
    }
    return nil
  }

  private mutating func take(_ key: DeskKey) -> Wish? {
    if closed != nil { return takeClosed(key) }
    if key == .lock { return home.hasVault ? .lock : nil }
    switch content.body {
    case .menu(let items): return takeMenu(key, items)
    case .field(let field): return takeField(key, field)
    }
  }

  private func takeClosed(_ key: DeskKey) -> Wish? {
    switch key {
    case .enter: .unlock
    case .character("q"): .leave
    default: nil
    }
  }

  private mutating func takeMenu(_ key: DeskKey, _ items: [DeskItem]) -> Wish? {
    let last = frames.count - 1
    let count = items.count
    switch key {
    case .up where count > 0:
      frames[last].selected = frames[last].selected < 1 ? count - 1 : frames[last].selected - 1
    case .down where count > 0: frames[last].selected = (frames[last].selected + 1) % count
    case .pageUp: frames[last].selected = max(0, frames[last].selected - 10)
    case .pageDown: frames[last].selected = max(0, min(count - 1, frames[last].selected + 10))
    case .first: frames[last].selected = 0
    case .last: frames[last].selected = max(0, count - 1)
    case .enter where items.indices.contains(frames[last].selected):
      return follow(items[frames[last].selected])
    case .back, .erase: back()
    case .character("q") where frames.count == 1: return .leave
    case .character("l") where home.hasVault: return .lock
    case .character(let text):
      if let number = Int(text), number >= 1, number <= min(9, count) {
        frames[last].selected = number - 1
        return follow(items[number - 1])
      }
    default: break
    }
    return nil
  }

  private mutating func takeField(_ key: DeskKey, _ field: DeskField) -> Wish? {
    let last = frames.count - 1
    switch key {
    case .character(let text):
      if frames[last].isProposal { frames[last].text = "" }
      frames[last].isProposal = false
      guard frames[last].text.unicodeScalars.count < DeskField.limit else { return nil }
      frames[last].text += text
      frames[last].fault = nil
    case .erase:
      if !frames[last].text.isEmpty { frames[last].text.removeLast() }
      frames[last].isProposal = false
      frames[last].fault = nil
    case .back: back()
    case .enter:
      if let fault = field.fault(frames[last].text) {
        frames[last].fault = fault
      } else {
        return follow(field.then(frames[last].text))
      }
    default: break
    }
    return nil
  }

  private mutating func back() {
    if frames.count > 1 { frames.removeLast() }
  }

  private mutating func follow(_ item: DeskItem) -> Wish? { follow(item.move) }

  private mutating func follow(_ move: DeskMove) -> Wish? {
    switch move {
    case .again: frames[frames.count - 1].remake(home)
    case .open(let page): push(page)
    case .back: back()
    case .run(let deed):
      afterRun = nil
      return .run(deed)
    case .runThen(let deed, let page):
      afterRun = page
      return .run(deed)
    }
    return nil
  }

  mutating func push(_ page: DeskPage) {
    frames.append(Frame(page, home))
  }
}
