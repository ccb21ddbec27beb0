/// The commands of a program and those below them, by name.
public struct CommandTree: Sendable {
  /// The word that is typed.
  public let name: String
  /// The commands below it; none for one that does something itself.
  public let children: [CommandTree]

  /// A command with the commands below it.
  public init(_ name: String, _ children: [CommandTree] = []) {
    self.name = name
    self.children = children
  }
}

/// What to say about a command line with a command or an option that there is not.
///
/// No word of the command line is repeated, as it may be a secret; but the name of an option is, when it reads like one.
public struct CommandSpelling: Sendable {
  /// What is wrong: that there is no such command, or no such option.
  public let message: String
  /// What was most likely meant, or what there is.
  public let hint: String

  /// Looks through the arguments; nil when every command and option is known.
  ///
  /// `help` gives the help text of a command, by the names of the commands on the way to it.
  public init?(_ arguments: [String], in tree: CommandTree, help: ([String]) -> String) {
    var path: [String] = []
    var node = tree
    var rest = arguments[...]
    while let word = rest.first, !node.children.isEmpty {
      rest = rest.dropFirst()
      if word.hasPrefix("-") { continue }
      if let child = node.children.first(where: { $0.name == word }) {
        path.append(word)
        node = child
        continue
      }
      guard !(path.isEmpty && word == "help") else { return nil }
      message = "there is no such command"
      hint = Self.meant(word, path, node, tree)
      return
    }
    let known = Self.options(in: help(path)) + ["--help", "--version"]
    let names = rest.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
      .map { String($0.prefix { $0 != "=" }) }
    guard node.children.isEmpty, let unknown = names.first(where: { !known.contains($0) }) else {
      return nil
    }
    let command = Self.quoted([tree.name] + path)
    let meant = NearestName.matches(
      of: String(unknown.dropFirst(2)), among: known.map { String($0.dropFirst(2)) })
    message = "\(command) has no \(Self.isName(unknown) ? "option \(unknown)" : "such option")"
    hint =
      meant.isEmpty
      ? "`\([tree.name, "help"].joined(separator: " ")) \(path.joined(separator: " "))` lists its options"
      : "did you mean \(meant.map { "--" + $0 }.joined(separator: " or "))?"
  }

  /// Whether it has the form of our options: small letters and hyphens, and few of them.
  private static func isName(_ option: String) -> Bool {
    option.utf8.count <= 24
      && option.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7a).contains($0) }
  }

  private static func meant(
    _ word: String, _ path: [String], _ node: CommandTree, _ tree: CommandTree
  ) -> String {
    let near = NearestName.matches(of: word, among: node.children.map(\.name))
    let paths =
      near.isEmpty
      ? deeper(word, tree).map { [tree.name] + $0 } : near.map { [tree.name] + path + [$0] }
    if !paths.isEmpty {
      return "did you mean \(paths.map(quoted).joined(separator: " or "))?"
    }
    let list = node.children.map(\.name).joined(separator: ", ")
    return "\(quoted([tree.name] + path)) has \(list)"
  }

  /// Commands below others that have this very name: `create` is `seed create`.
  private static func deeper(_ word: String, _ tree: CommandTree) -> [[String]] {
    let paths = tree.children.flatMap { command in
      command.children.filter { $0.name == word }.map { [command.name, $0.name] }
    }
    return Array(paths.prefix(3))
  }

  private static func quoted(_ words: [String]) -> String {
    "`\(words.joined(separator: " "))`"
  }

  /// The names of options in a help text.
  private static func options(in help: String) -> [String] {
    help.split { !($0.isLetter || $0.isNumber || $0 == "-") }
      .filter { $0.hasPrefix("--") && $0.count > 2 }.map(String.init)
  }
}
