/// A key that a person pressed at the desk.
package enum DeskKey: Equatable, Sendable {
  /// What stands in a text; one character.
  case character(String)
  case enter
  /// Escape: one page back.
  case back
  /// Takes the last character back.
  case erase
  case up, down, pageUp, pageDown, first, last
  /// Ctrl-L, on every page.
  case lock
}

/// Keys out of the bytes that a terminal sends.
///
/// A sequence may come in pieces. Escape alone is told from the beginning of one by the pause behind it: the
/// caller says when nothing more came (``pause()``).
package struct DeskKeyReader: Sendable {
  /// Longer sequences are no key of ours.
  private static let longest = 16

  private var pending: [UInt8] = []

  /// Nothing was sent yet.
  package init() {}

  /// Whether a key has begun and not ended.
  package var isWaiting: Bool { !pending.isEmpty }

  /// Takes what came; gives the keys that are whole with it.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [DeskKey] {
    var keys: [DeskKey] = []
    for byte in bytes {
      if pending.first == 0x1b {
        takeSequence(byte, into: &keys)
      } else if pending.isEmpty {
        begin(byte, into: &keys)
      } else {
        takeCharacter(byte, into: &keys)
      }
    }
    return keys
  }

  /// Nothing came for a moment: Escape that waits is the key, anything else that was cut off is none.
  package mutating func pause() -> [DeskKey] {
    defer { pending = [] }
    return pending == [0x1b] ? [.back] : []
  }

  private mutating func begin(_ byte: UInt8, into keys: inout [DeskKey]) {
    switch byte {
    case 0x0a, 0x0d: keys.append(.enter)
    case 0x08, 0x7f: keys.append(.erase)
    case 0x0c: keys.append(.lock)
    case 0x1b, 0xc2...0xf4: pending = [byte]
    case 0x20..<0x7f: keys.append(.character(String(UnicodeScalar(byte))))
    default: break
    }
  }

  private mutating func takeCharacter(_ byte: UInt8, into keys: inout [DeskKey]) {
    guard byte & 0xc0 == 0x80 else {
      pending = []
      return begin(byte, into: &keys)
    }
    pending.append(byte)
    let count = pending[0] < 0xe0 ? 2 : pending[0] < 0xf0 ? 3 : 4
    guard pending.count == count else { return }
    if let text = String(validating: pending, as: UTF8.self) { keys.append(.character(text)) }
    pending = []
  }

  private mutating func takeSequence(_ byte: UInt8, into keys: inout [DeskKey]) {
    if pending.count == 1 {
      guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
        pending = []
        keys.append(.back)
        return begin(byte, into: &keys)
      }
      pending.append(byte)
      return
    }
    pending.append(byte)
    // `ESC [ [ A` is a function key of the Linux console.
    let isEnd = (0x40...0x7e).contains(byte) && !(byte == UInt8(ascii: "[") && pending.count == 3)
    guard isEnd || pending.count > Self.longest else { return }
    if let key = Self.key(of: pending) { keys.append(key) }
    pending = []
  }

  private static func key(of sequence: [UInt8]) -> DeskKey? {
    switch String(decoding: sequence.dropFirst(2), as: UTF8.self) {
    case "A": .up
    case "B": .down
    case "5~": .pageUp
    case "6~": .pageDown
    case "H", "1~", "7~": .first
    case "F", "4~", "8~": .last
    default: nil
    }
  }
}
