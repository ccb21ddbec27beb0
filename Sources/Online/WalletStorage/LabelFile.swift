public import BitcoinPrimitives
internal import Bytes
public import Refusals

/// A file of labels, as BIP-329 has it: one JSON object on each line.
public struct LabelFile: Equatable, Sendable {
  /// The lines, each once.
  public let lines: [LabelLine]
  /// How many lines said again, word for word, what an earlier one had said.
  public let repeated: Int

  /// The most bytes of a file.
  public static let byteLimit = 16 << 20
  /// The most lines of a file.
  public static let lineLimit = 200_000
  /// The most JSON values of all lines together.
  public static let valueLimit = 500_000
  /// A line is capped before it is read.
  private static let limits = JSONLimits(
    bytes: 64 << 10, depth: 8, values: 4_000, numberLength: 64)

  /// Reads a file for a wallet of a network; blank lines are passed over.
  ///
  /// - Throws: `LabelFileError` with the number of the first line that is wrong: nothing of such a file
  ///   is taken.
  public init(parsing bytes: [UInt8], on network: Network) throws(LabelFileError) {
    guard bytes.count <= Self.byteLimit else { throw .tooLarge(limit: Self.byteLimit >> 20) }
    var lines: [LabelLine] = []
    var seen: [Key: (number: Int, index: Int)] = [:]
    var repeated = 0
    var number = 0
    var values = 0
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.endIndex
      let piece = bytes[start..<end]
      start = end < bytes.endIndex ? end + 1 : end
      number += 1
      guard number <= Self.lineLimit else { throw .tooManyLines(limit: Self.lineLimit) }
      guard !piece.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) else { continue }
      let line = try Self.line(piece, number, on: network)
      values += Self.count(line.json)
      guard values <= Self.valueLimit else { throw .tooManyValues(limit: Self.valueLimit) }
      let key = Key(type: line.type, reference: line.reference, origin: line.origin)
      if let (earlier, index) = seen[key] {
        guard lines[index] == line else { throw .contradiction(line: number, earlier: earlier) }
        repeated += 1
        continue
      }
      seen[key] = (number, lines.count)
      lines.append(line)
    }
    guard !lines.isEmpty else { throw .empty }
    (self.lines, self.repeated) = (lines, repeated)
  }

  private struct Key: Hashable {
    let type: String
    let reference: String
    let origin: String?
  }

  private static func line(
    _ piece: ArraySlice<UInt8>, _ number: Int, on network: Network
  ) throws(LabelFileError) -> LabelLine {
    let value: JSONValue
    do throws(BytesError) {
      value = try JSONReader.parse(Array(piece), limits: limits)
    } catch { throw .line(number: number, reason: "cannot be read: \(error)") }
    do throws(LabelFault) {
      return try LabelLine(value, on: network)
    } catch { throw .line(number: number, reason: error.reason) }
  }

  /// How many values a value holds, itself among them.
  private static func count(_ value: JSONValue) -> Int {
    var count = 0
    var open = [value]
    while let next = open.popLast() {
      count += 1
      switch next {
      case .array(let elements): open += elements
      case .object(let object): open += object.members.map(\.value)
      default: break
      }
    }
    return count
  }

  /// The text of such a file, one line after the other.
  public static func text(of lines: [LabelLine]) -> String {
    lines.map { JSONWriter.encode($0.json) + "\n" }.joined()
  }
}

/// Why a file of labels is not taken; nothing of it is.
public enum LabelFileError: HintedError, Equatable, Sendable {
  /// It is too long; the limit in MiB.
  case tooLarge(limit: Int)
  /// It has too many lines.
  case tooManyLines(limit: Int)
  /// Its lines hold too many values.
  case tooManyValues(limit: Int)
  /// It has no line.
  case empty
  /// A line is wrong.
  case line(number: Int, reason: String)
  /// A line says something else about what an earlier one is about.
  case contradiction(line: Int, earlier: Int)

  public var description: String {
    switch self {
    case .tooLarge(let limit): "the file of labels is larger than \(limit) MiB"
    case .tooManyLines(let limit): "the file of labels has more than \(limit) lines"
    case .tooManyValues(let limit): "the file of labels has more than \(limit) values"
    case .empty: "the file of labels is empty"
    case .line(let number, let reason): "line \(number) of the labels \(reason)"
    case .contradiction(let line, let earlier):
      "lines \(earlier) and \(line) of the labels contradict each other"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .tooLarge, .tooManyLines, .tooManyValues: .r18
    default: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .tooLarge, .tooManyLines, .tooManyValues:
      "split the file, and import the parts one after the other"
    case .empty: "export the labels again with the program that wrote the file"
    case .line: "fix this line or remove it; nothing was imported"
    case .contradiction: "remove one of the two lines; nothing was imported"
    }
  }
}
