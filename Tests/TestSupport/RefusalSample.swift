import Foundation

/// A bad input, and what its refusal has to say.
public struct RefusalSample: Sendable, CustomStringConvertible {
  public let name: String
  public let content: [UInt8]
  /// The rule that refuses it, or nil: a standard is broken, or somebody mistyped.
  public let rule: String?
  /// What is wrong and where, as words of the sentence.
  public let words: [String]

  public init(_ name: String, _ content: [UInt8], _ rule: String?, _ words: String...) {
    self.init(name, content: content, rule: rule, words: words)
  }

  public init(_ name: String, _ content: String, _ rule: String?, _ words: String...) {
    self.init(name, content: Array(content.utf8), rule: rule, words: words)
  }

  private init(_ name: String, content: [UInt8], rule: String?, words: [String]) {
    self.name = name
    self.content = content
    self.rule = rule
    self.words = words
  }

  /// What was handed in, for those that are text.
  public var text: String { String(decoding: content, as: UTF8.self) }
  public var description: String { name }
}

/// What a program said when it refused something.
public struct Refusal: Sendable, CustomStringConvertible {
  public let sample: RefusalSample
  /// The sentence, without `error: `.
  public let sentence: String
  public let hint: String

  /// Takes the lines of the last error and its hint out of all that a program said.
  public init(of sample: RefusalSample, in said: String) {
    let lines = said.split(separator: "\n")
    let line = { (start: String) in
      lines.last { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) } ?? ""
    }
    self.sample = sample
    sentence = line("error: ")
    hint = line("hint: ")
  }

  /// What is wrong with it; empty for a refusal as it should be.
  public var faults: [String] {
    var faults: [String] = []
    let rules = Self.rules(in: sentence)
    if sentence.isEmpty { faults.append("nothing was refused") }
    if rules != (sample.rule.map { [$0] } ?? []) {
      faults.append("names \(rules), not \(sample.rule ?? "none")")
    }
    if let rule = sample.rule, !sentence.hasSuffix(" (\(rule))") {
      faults.append("the rule does not stand behind the sentence")
    }
    for words in sample.words where !words.isEmpty && !sentence.contains(words) {
      faults.append("does not say \"\(words)\"")
    }
    if hint.isEmpty { faults.append("has no hint") }
    return faults
  }

  public var description: String {
    "\(sample.name)\n    error: \(sentence)\n    hint: \(hint)"
      + faults.map { "\n    FAULT: \($0)" }.joined()
  }

  /// Every rule that a text names: R and two digits, standing alone.
  static func rules(in text: String) -> [String] {
    let words = text.utf8.split(whereSeparator: { byte in
      !(0x30...0x39).contains(byte) && !(0x41...0x5a).contains(byte)
        && !(0x61...0x7a).contains(byte)
    })
    return words.filter {
      $0.count == 3 && $0.first == UInt8(ascii: "R")
        && $0.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes refusals where `DRAWBRIDGE_REFUSALS` says, for somebody who reads them all at once.
  public static func record(_ refusals: [Refusal], as name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["DRAWBRIDGE_REFUSALS"] else { return }
    let text = refusals.map { "\($0)\n" }.joined()
    try Data(text.utf8).write(to: URL(filePath: folder).appending(path: "\(name).txt"))
  }
}
