/// Which of some names a mistyped word was most likely meant to be.
///
/// The word itself is never given back: it may be a secret.
public enum NearestName {
  /// The names at the least distance from `word`, three at most; none when all are too far away.
  ///
  /// The distance is of letters left out, added, changed or exchanged with the next one: one for words of up to four
  /// letters, else two. A name that begins with the word counts as one away.
  public static func matches(of word: String, among names: [String]) -> [String] {
    let letters = Array(word.lowercased().utf8.prefix(64))
    guard !letters.isEmpty else { return [] }
    let limit = letters.count <= 4 ? 1 : 2
    var best = limit + 1
    var found: [String] = []
    for name in names {
      let target = Array(name.utf8)
      let isStart = letters.count >= 3 && target.starts(with: letters)
      let distance = letters == target ? 0 : isStart ? 1 : distance(letters, target)
      guard distance <= min(best, limit) else { continue }
      if distance < best { found = [] }
      best = distance
      if !found.contains(name) { found.append(name) }
    }
    return Array(found.prefix(3))
  }

  /// How many letters must be left out, added, changed or exchanged with the next one.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard abs(left.count - right.count) <= 2 else { return .max }
    var before: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var least = min(last[column + 1], current[column]) + 1
        least = min(least, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, last) = (last, current)
    }
    return last[right.count]
  }
}
