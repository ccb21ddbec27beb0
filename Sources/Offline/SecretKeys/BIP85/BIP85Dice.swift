internal import Hashes
public import SecureMemory

extension BIP85 {
  /// The most rolls of a die.
  public static let rollLimit = 1...10_000

  /// Rolls of a die with any number of sides, counted from 0: application 89101.
  ///
  /// The result is their numbers in ASCII, separated by commas. Throws when there are fewer than 2
  /// or more than 2^31 - 1 sides, or the number of rolls is not 1 to 10,000.
  public borrowing func revealingDiceRolls(
    sides: Int, rolls: Int, index: UInt32
  ) throws(BIP85Error) -> SecretBytes {
    guard (2...0x7fff_ffff).contains(sides) else { throw .sides(sides) }
    guard Self.rollLimit.contains(rolls) else { throw .rolls(rolls, allowed: Self.rollLimit) }
    let entropy = try entropy(at: [89_101, UInt32(sides), UInt32(rolls), index])
    let bits = Int.bitWidth - (sides - 1).leadingZeroBitCount
    let bytes = (bits + 7) / 8
    // More than half of the numbers are below the sides: twice as many are enough, nearly always.
    var length = bytes * (rolls * 2 + 64)
    while true {
      let stream: SecretBytes
      do throws(HashesError) {
        stream = try SHAKE256.stream(of: entropy, count: length)
      } catch {
        throw .hashes(error)
      }
      if let text = Self.text(stream, sides: sides, rolls: rolls, bits: bits, bytes: bytes) {
        return text
      }
      length *= 2
    }
  }

  /// The rolls as text; nil when the stream is too short for so many.
  private static func text(
    _ stream: borrowing SecretBytes, sides: Int, rolls: Int, bits: Int, bytes: Int
  ) -> SecretBytes? {
    var text = SecretBytes(count: rolls * 11)
    let length = stream.withUnsafeBytes { stream in
      text.withUnsafeMutableBytes { text -> Int? in
        var found = 0
        var length = 0
        for offset in stride(from: 0, through: stream.count - bytes, by: bytes) {
          var number = 0
          for byte in stream[offset..<(offset + bytes)] { number = number << 8 | Int(byte) }
          number >>= bytes * 8 - bits
          guard number < sides else { continue }
          if found > 0 {
            text[length] = 0x2c
            length += 1
          }
          length += write(number, at: length, into: text)
          found += 1
          if found == rolls { return length }
        }
        return nil
      }
    }
    guard let length else { return nil }
    text.truncate(to: length)
    return text
  }

  /// Writes a number in decimal; returns the number of digits.
  private static func write(
    _ number: Int, at offset: Int, into text: UnsafeMutableRawBufferPointer
  ) -> Int {
    var count = 1
    var rest = number / 10
    while rest > 0 {
      count += 1
      rest /= 10
    }
    rest = number
    for place in (0..<count).reversed() {
      text[offset + place] = 0x30 + UInt8(rest % 10)
      rest /= 10
    }
    return count
  }
}
