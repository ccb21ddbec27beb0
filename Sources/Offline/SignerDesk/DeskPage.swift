/// A page of the desk: what it says and offers, made anew each time the home was looked at.
package struct DeskPage: Sendable {
  /// What the page is called, in the line that says where one is.
  package let title: String
  /// Whether the desk comes back to it when a command has run.
  package let isHub: Bool
  /// Whether it leads through several commands: who sat at it when the desk was locked goes on there.
  let isLed: Bool
  private let make: @Sendable (DeskHome) -> DeskContent

  /// Takes the title and what makes the rest.
  package init(
    _ title: String, isHub: Bool = false, isLed: Bool = false,
    _ make: @escaping @Sendable (DeskHome) -> DeskContent
  ) {
    self.title = title
    self.isHub = isHub
    self.isLed = isLed
    self.make = make
  }

  /// What stands on it.
  package func content(_ home: DeskHome) -> DeskContent { make(home) }

  /// A page of choices.
  package static func menu(
    _ title: String, isHub: Bool = false, _ lines: [String] = [], _ items: [DeskItem]
  ) -> DeskPage {
    DeskPage(title, isHub: isHub) { _ in DeskContent(lines, .menu(items)) }
  }

  /// A page with one line to type.
  package static func field(_ title: String, _ lines: [String] = [], _ field: DeskField) -> DeskPage
  {
    DeskPage(title) { _ in DeskContent(lines, .field(field)) }
  }
}

/// What stands on a page.
package struct DeskContent: Sendable {
  package enum Body: Sendable {
    case menu([DeskItem])
    case field(DeskField)
  }

  /// Paragraphs above the body; foreign text in them has passed the gate.
  package let lines: [String]
  package let body: Body
  /// Which choice comes next, as far as the page knows.
  package let next: Int
  /// Whether what the page is about is no longer there.
  package let isGone: Bool

  package init(_ lines: [String], _ body: Body, next: Int = 0, isGone: Bool = false) {
    self.lines = lines
    self.body = body
    self.next = next
    self.isGone = isGone
  }

  /// The page of something that is no longer there.
  static func gone(_ what: String) -> DeskContent {
    DeskContent(
      ["There is no \(what) any more."], .menu([DeskItem("Back", "", .back)]), isGone: true)
  }
}

/// Something that can be chosen.
package struct DeskItem: Sendable {
  package let label: String
  /// What stands beside it; foreign text has passed the gate.
  package let note: String
  package let move: DeskMove

  package init(_ label: String, _ note: String = "", _ move: DeskMove) {
    self.label = label
    self.note = note
    self.move = move
  }
}

/// A line that a person types.
package struct DeskField: Sendable {
  /// The most characters, what is written above or below one counted too.
  static let limit = 1_000

  package let label: String
  /// What stands there at first, as a proposal: Enter takes it, and what is typed takes its place.
  package let initial: String
  /// What is wrong with a text; nil where it may stand.
  package let fault: @Sendable (String) -> String?
  package let then: @Sendable (String) -> DeskMove

  package init(
    _ label: String, initial: String = "", fault: @escaping @Sendable (String) -> String?,
    then: @escaping @Sendable (String) -> DeskMove
  ) {
    self.label = label
    self.initial = initial
    self.fault = fault
    self.then = then
  }
}

/// Where a choice leads.
package indirect enum DeskMove: Sendable {
  /// To the same page, made anew.
  case again
  case open(DeskPage)
  case back
  case run(DeskDeed)
  /// The same; after it went well the page is opened, once the vault is open.
  case runThen(DeskDeed, DeskPage)
}
