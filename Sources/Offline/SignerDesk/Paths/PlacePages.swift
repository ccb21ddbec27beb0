internal import Refusals

// Where something comes from and goes to: the camera, a stick, a folder, a name that is typed.

extension DeskPage {
  /// Files that are looked for in folders, by the endings of their names in lower case; nil for every file.
  struct Wanted: Sendable {
    let endings: [String]?
    /// Whether all files of a folder may be parts of one thing, whatever they are; else pictures alone.
    var mayBeParts = false

    static let payments = Wanted(
      endings: [".psbt", ".txt", ".txn", ".json", ".png", ".gif", ".jpg", ".jpeg", ".pdf"])
    static let pictures = Wanted(
      endings: [".png", ".gif", ".jpg", ".jpeg", ".pdf", ".y4m", ".mjpeg"])
    /// Wallets, seeds and texts have many forms.
    static let all = Wanted(endings: nil)
    /// Shares and parts of a seed: pictures or texts, one in each.
    static let shares = Wanted(endings: nil, mayBeParts: true)
  }

  /// Where it is: a memory stick, the person's folder, or a name to type; `then` gets the path.
  static func places(
    _ title: String, _ wanted: Wanted, _ then: @escaping @Sendable (String) -> DeskMove
  ) -> DeskPage {
    DeskPage(title) { home in
      let sticks = home.files.sticks()
      var items = sticks.map { stick in
        DeskItem(shown(stick), "memory stick or card", .open(folder(stick, wanted, then)))
      }
      if let own = home.files.own {
        items.append(DeskItem(shown(own), "your folder", .open(folder(own, wanted, then))))
      }
      items.append(DeskItem("Type its name", "", .open(typedPath(then))))
      items.append(DeskItem("Look again", "after a stick was put in", .again))
      let lines =
        sticks.isEmpty
        ? ["No memory stick is mounted. To use one, put it in, mount it, and look again."] : []
      return DeskContent(lines, .menu(items))
    }
  }

  /// What lies in a folder.
  private static func folder(
    _ path: String, _ wanted: Wanted, _ then: @escaping @Sendable (String) -> DeskMove
  ) -> DeskPage {
    DeskPage(shown(name(of: path))) { home in
      let entries: [DeskEntry]
      switch home.files.entries(of: path) {
      case .entries(let found): entries = found
      case .unreadable:
        return DeskContent(
          [
            "The folder \(shown(path)) cannot be read: it is gone, or holds more than 2,000 names."
          ],
          .menu([DeskItem("Back", "", .back)]))
      case .silent(let seconds):
        return DeskContent(
          [
            "The folder \(shown(path)) gave no answer within \(seconds) seconds. A stick or card that does "
              + "this may be broken: take it out, put it in again, or use another one."
          ],
          .menu([DeskItem("Back", "", .back), DeskItem("Look again", "", .again)]))
      }
      let seen = entries.filter { !$0.name.hasPrefix(".") }
      let files = seen.filter { entry in
        guard !entry.isFolder else { return false }
        guard let endings = wanted.endings else { return true }
        let name = entry.name.lowercased()
        return endings.contains { name.hasSuffix($0) }
      }
      var items = files.map { DeskItem(shown($0.name), "", then("\(path)/\($0.name)")) }
      items += seen.filter(\.isFolder).map {
        DeskItem(shown($0.name) + "/", "folder", .open(folder("\(path)/\($0.name)", wanted, then)))
      }
      let pictures = files.filter { file in
        [".png", ".jpg", ".jpeg", ".gif"].contains { file.name.lowercased().hasSuffix($0) }
      }
      if wanted.mayBeParts, files.count > max(1, pictures.count) {
        items.append(
          DeskItem("All \(files.count) files here", "if they are parts of one thing", then(path)))
      } else if pictures.count > 1 {
        items.append(
          DeskItem(
            "All \(pictures.count) pictures here", "if they are pages of one thing", then(path)))
      }
      let lines = [files.isEmpty ? "\(shown(path)) holds no file of this kind." : shown(path)]
      if items.isEmpty { items.append(DeskItem("Back", "", .back)) }
      return DeskContent(lines, .menu(items))
    }
  }

  private static func typedPath(_ then: @escaping @Sendable (String) -> DeskMove) -> DeskPage {
    .field(
      "Name", ["The whole name, as in /media/stick/pay.psbt."],
      DeskField("File or folder", fault: pathFault, then: { then(plain($0)) }))
  }

  /// Where a result goes: the screen, or a new file on a stick; `then` gets what stands behind `--out`.
  static func targets(
    _ title: String, file: String, screen: String?,
    _ then: @escaping @Sendable (String) -> DeskMove
  ) -> DeskPage {
    DeskPage(title) { home in
      var items: [DeskItem] = []
      if let screen { items.append(DeskItem("On this screen", screen, then("terminal"))) }
      items += home.files.sticks().map { stick in
        DeskItem(shown(stick), "memory stick or card", .open(newFile(in: stick, file, then)))
      }
      if let own = home.files.own {
        items.append(DeskItem(shown(own), "your folder", .open(newFile(in: own, file, then))))
      }
      items.append(DeskItem("Look again", "after a stick was put in", .again))
      return DeskContent([], .menu(items))
    }
  }

  private static func newFile(
    in folder: String, _ initial: String, _ then: @escaping @Sendable (String) -> DeskMove
  ) -> DeskPage {
    let ending = initial.lastIndex(of: ".").map { String(initial[$0...]) } ?? ""
    return .field(
      "File",
      [
        "A new file in \(shown(folder)). The ending sets the format. If you type a name without one, \(ending) is added."
      ],
      DeskField(
        "Name", initial: initial,
        fault: { text in
          text.isEmpty || text.contains("/") ? "Type the name alone, without a folder." : nil
        },
        then: { then("\(folder)/\($0)" + ($0.contains(".") ? "" : ending)) }))
  }

  /// A new name for a seed or a wallet.
  static func newName(
    _ title: String, _ lines: [String], initial: String,
    _ then: @escaping @Sendable (String) -> DeskMove
  ) -> DeskPage {
    DeskPage(title) { home in
      let (isName, taken) = (
        home.isName, Set(home.seeds.map(\.name) + home.wallets.map(\.name))
      )
      return DeskContent(
        lines,
        .field(
          DeskField(
            "Name", initial: taken.contains(initial) ? "" : initial,
            fault: { text in
              if !isName(text) {
                return
                  "A name has letters, digits, dots, dashes and underscores, a letter or digit "
                  + "first, and at most 40 characters."
              }
              return taken.contains(text)
                ? "That name is taken: choose another." : nil
            }, then: then)))
    }
  }

  private static func pathFault(_ text: String) -> String? {
    plain(text).isEmpty ? "Type a name." : nil
  }

  /// A typed name, without blanks around it; one that begins with a dash would be read as an option.
  private static func plain(_ text: String) -> String {
    var rest = Substring(text)
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest.hasPrefix("-") ? "./\(rest)" : String(rest)
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  static func shown(_ text: String) -> String { ForeignText.shown(text) }
}
