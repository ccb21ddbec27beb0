/// One step of a script: an opcode and what it pushes, if anything.
public struct ScriptInstruction: Hashable, Sendable {
  /// The opcode as it stands in the script; direct pushes have values 0x01 to 0x4b.
  public let opcode: Opcode
  /// The bytes of a push with data (opcodes up to OP_PUSHDATA4; empty for OP_0); nil for others.
  public let data: ArraySlice<UInt8>?
  /// Where the opcode stands, in bytes from the start of the script.
  public let offset: Int
  /// Where the next opcode stands.
  public let end: Int

  /// Whether the data could not have been pushed in a shorter way (Bitcoin Core's
  /// `CheckMinimalPush`); true for opcodes without data.
  public var isMinimal: Bool {
    guard let data else { return true }
    switch data.count {
    case 0: return opcode == .op0
    case 1:
      let byte = data[data.startIndex]
      if (1...16).contains(byte) || byte == 0x81 { return false }
      return opcode.rawValue == 1
    case ...75: return Int(opcode.rawValue) == data.count
    case ...255: return opcode == .pushData1
    case ...65_535: return opcode == .pushData2
    default: return true
    }
  }
}

/// A script ends in the middle of a push.
public struct ScriptTruncation: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where the push begins, in bytes from the start of the script.
  public let offset: Int
  public var description: String { "script ends inside of the push at byte \(offset)" }
}

/// Walks through a script, one instruction at a time, without copying anything.
public struct ScriptReader: Sendable {
  private let slice: ArraySlice<UInt8>
  private var position: Int

  /// Starts at the first byte of `script`, or `offset` bytes after it.
  public init(_ script: Script, offset: Int = 0) {
    slice = script.slice
    position = min(slice.startIndex + max(0, offset), slice.endIndex)
  }

  /// Where the next opcode stands, in bytes from the start of the script.
  public var offset: Int { position - slice.startIndex }

  /// Whether every instruction was read.
  public var isAtEnd: Bool { position == slice.endIndex }

  /// The next instruction; nil at the end.
  ///
  /// Throws when a push reaches over the end; the reader then stays where it is.
  public mutating func next() throws(ScriptTruncation) -> ScriptInstruction? {
    guard position < slice.endIndex else { return nil }
    let start = position
    let opcode = Opcode(rawValue: slice[start])
    var cursor = start + 1
    var length = 0
    switch opcode.rawValue {
    case 1...75: length = Int(opcode.rawValue)
    case 76...78:
      let width = 1 << (Int(opcode.rawValue) - 76)
      guard slice.endIndex - cursor >= width else { throw ScriptTruncation(offset: offset) }
      for index in (0..<width).reversed() { length = length << 8 | Int(slice[cursor + index]) }
      cursor += width
    default: break
    }
    guard slice.endIndex - cursor >= length else { throw ScriptTruncation(offset: offset) }
    position = cursor + length
    return ScriptInstruction(
      opcode: opcode, data: opcode.rawValue <= 78 ? slice[cursor..<position] : nil,
      offset: start - slice.startIndex, end: offset)
  }
}

extension Script {
  /// Whether every instruction from `offset` on pushes (BIP-62); a truncated push does not.
  public func isPushOnly(from offset: Int = 0) -> Bool {
    var reader = ScriptReader(self, offset: offset)
    do {
      while let instruction = try reader.next() {
        guard instruction.opcode.isPush else { return false }
      }
      return true
    } catch {
      return false
    }
  }

  /// The items that a script of pushes alone leaves on the stack, bottom first; nil for others.
  public var pushedItems: [[UInt8]]? {
    var reader = ScriptReader(self)
    var items: [[UInt8]] = []
    do {
      while let instruction = try reader.next() {
        if let data = instruction.data {
          items.append([UInt8](data))
        } else if let number = instruction.opcode.smallInteger {
          items.append([number < 0 ? 0x81 : UInt8(number)])
        } else {
          return nil
        }
      }
      return items
    } catch {
      return nil
    }
  }

  /// The script in words: opcode names and pushed data in hexadecimal, separated by spaces.
  public var assembly: String {
    var reader = ScriptReader(self)
    var words: [String] = []
    do {
      while let instruction = try reader.next() {
        if let data = instruction.data, !data.isEmpty {
          words.append(Script(data).hex)
        } else {
          words.append(instruction.opcode.description)
        }
      }
    } catch {
      words.append("[error]")
    }
    return words.joined(separator: " ")
  }
}
