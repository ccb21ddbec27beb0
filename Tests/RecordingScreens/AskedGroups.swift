/// Reads from a question what a person has to type for it.
enum AskedGroups {
  /// The groups of characters that the question names, or the amount or the words that stood above it.
  static func answer(to prompt: String, after screen: String) -> String? {
    // The question may be wrapped: its words count, not its lines.
    let words = prompt.split { $0 == " " || $0 == "\n" }
    guard
      let asked = words.indices.last(where: {
        words[$0] == "type" && words[$0...].dropFirst().first == "groups"
      })
    else { return words.contains("Words:") ? wordsShown(on: screen) : amount(in: screen) }
    let numbers = words[asked...].dropFirst(2).prefix(3).map { Int($0) }
    guard numbers.count == 3, let first = numbers[0], let second = numbers[2] else { return nil }
    var groups: [Int: String] = [:]
    for line in prompt.split(separator: "\n") where line.hasPrefix("  ") {
      let words = line.split(separator: " ")
      let places = stride(from: 0, to: words.count - 1, by: 2)
      // The question itself goes on in such lines, and has numbers in it.
      guard places.allSatisfy({ Int(words[$0]) != nil }) else { continue }
      for index in places {
        if let number = Int(words[index]) { groups[number] = String(words[index + 1]) }
      }
    }
    guard let one = groups[first], let other = groups[second] else { return nil }
    return "\(one) \(other)"
  }

  private static func wordsShown(on screen: String) -> String? {
    let line = screen.split(separator: "\n").last { $0.hasPrefix("Words") }
    let words = line?.split { $0 == " " || $0 == ":" }.dropFirst().prefix(4)
    return words?.joined(separator: " ")
  }

  private static func amount(in screen: String) -> String? {
    screen.split(separator: "\n").last { $0.contains("Leaving us") }?
      .split(separator: " ").first { $0.contains(".") }.map(String.init)
  }
}
