internal import Refusals

/// Questions, asked on the terminal alone.
extension Console {
  func require(_ question: String, _ instead: String) throws(ProgramError) {
    guard screen.canAsk else {
      throw ProgramError(
        "there is no terminal to ask on: \(question)", hint: instead)
    }
    try showUnheard()
  }

  func writeToTerminal(_ text: String) {
    var text = screen.isPlain ? TerminalStyle.plain(text) : text
    text.withUTF8 { screen.writeToTerminal(UnsafeRawBufferPointer($0)) }
  }

  /// Asks for an answer that a person types: what comes all at once is asked for again, a few times.
  func answer(
    _ prompt: String, limit: Int, mayBePasted: Bool = false
  ) throws(ProgramError) -> String? {
    let prompt = try fitting(wrapped(prompt))
    for _ in 1..<Self.triesAtBursts {
      do throws(ScreenError) {
        return try screen.readLine(prompt: prompt, limit: limit, mayBePasted: mayBePasted)
      } catch .burst {
        writeToTerminal("That looked pasted: it came all at once. Type it key by key.\n")
      } catch {
        throw ProgramError(error)
      }
    }
    do throws(ScreenError) {
      return try screen.readLine(prompt: prompt, limit: limit, mayBePasted: mayBePasted)
    } catch {
      throw ProgramError(error)
    }
  }

  /// The end of a question that the terminal has room for; a longer one is shown whole, in pages, before.
  private func fitting(_ prompt: String) throws(ProgramError) -> String {
    let (columns, rows) = (screen.size.columns, screen.size.rows - screen.rowsAboveQuestions)
    let shown = screen.isPlain ? TerminalStyle.plain(prompt) : prompt
    guard Pager.rows(of: shown, columns: columns) > rows else { return prompt }
    do throws(ScreenError) {
      try screen.showPages(prompt)
    } catch {
      throw ProgramError(error)
    }
    var lines = prompt.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while lines.count > 1, Pager.rows(of: lines.joined(separator: "\n"), columns: columns) >= rows {
      lines = lines.dropFirst()
    }
    return lines.joined(separator: "\n")
  }

  /// How often an answer may come all at once before the command ends.
  private static let triesAtBursts = 4

  /// Asks for a line of text that is not secret; blanks around it are dropped.
  ///
  /// `orElse` is the hint when there is no terminal: which option answers instead. Throws without a
  /// terminal, or at the end of input.
  public func ask(
    _ question: String, orElse instead: String, limit: Int = 1_000
  ) throws(ProgramError) -> String {
    try require(question, instead)
    guard let line = try answer("\(question): ", limit: limit, mayBePasted: true) else {
      throw ProgramError("no answer to: \(question)", hint: instead)
    }
    return Self.trimmed(line)
  }

  /// Asks a question that only `yes` says yes to.
  ///
  /// Anything else is no.
  ///
  /// - Throws: `ProgramError` without a terminal.
  public func agrees(
    to question: String, orElse instead: String = "add --yes to answer in advance"
  ) throws(ProgramError) -> Bool {
    try require(question, instead)
    for _ in 0..<3 {
      guard let line = try answer("\(question) [yes/no] ", limit: 100) else { return false }
      switch Self.trimmed(line).lowercased() {
      case "yes", "y": return true
      case "no", "n", "": return false
      default: writeToTerminal("Please answer yes or no.\n")
      }
    }
    return false
  }

  /// Asks for one word, typed in full: what an acknowledgement of a warning takes, so that no key
  /// pressed out of habit is one.
  ///
  /// - Throws: `ProgramError` without a terminal.
  public func typed(
    _ word: String, to question: String, orElse instead: String
  ) throws(ProgramError) -> Bool {
    try require(question, instead)
    let prompt = "\(question)\nTo continue, type: \(word)\nAnything else stops: "
    guard let line = try answer(prompt, limit: 200) else { return false }
    return Self.trimmed(line) == word
  }

  /// Asks which of several, by number or by name; the index of the choice.
  public func choose(
    _ question: String, from choices: [String], orElse instead: String
  ) throws(ProgramError) -> Int {
    try require(question, instead)
    let list = choices.enumerated().map { "  \($0 + 1)  \(ForeignText.again($1, limit: .max))" }
    let shown = "\(Self.gated(question))\n\(list.joined(separator: "\n"))"
    let isPaged = try showOnTerminal(shown, questionRows: 5)
    // A list that was paged has left the screen: the question stands again.
    let prompt = (isPaged ? "\(question) " : "") + "1 to \(choices.count): "
    for _ in 0..<3 {
      guard let line = try answer(prompt, limit: 200) else { break }
      let text = Self.trimmed(line)
      if let index = choices.firstIndex(of: text) { return index }
      if let number = Int(text), choices.indices.contains(number - 1) { return number - 1 }
    }
    throw ProgramError("no choice was made: \(question)", hint: instead)
  }

  /// Takes pasted text, ended by the terminal's mark or by an empty line.
  public func paste(
    _ question: String, limit: Int, orElse instead: String
  ) throws(ProgramError) -> [UInt8] {
    try require(question, instead)
    do throws(ScreenError) {
      return try screen.readPaste(
        prompt: wrapped("\(question) (end with an empty line)\n"), limit: limit)
    } catch {
      throw ProgramError(error)
    }
  }

  static func trimmed(_ text: String) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    let start = text.drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
  }
}
