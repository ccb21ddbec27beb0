package import BitcoinPrimitives
internal import Bytes
package import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
package import Mnemonics
internal import QRDrawing
internal import SecretKeys
package import SecureMemory
package import TerminalUI

extension RecoveryQR {
  /// Writes one: the JSON object in locked memory.
  ///
  /// `descriptor` is the wallet, of which the first branch is written; `birthdate` is in seconds
  /// since 1970. Throws when the words are not English (this format says entropy alone) or the
  /// wallet has no key of the seed.
  package static func written(
    _ mnemonic: borrowing Mnemonic, _ descriptor: Descriptor, on network: Network,
    birthdate: Int64, blockHeight: UInt32, label: String
  ) throws(RecoveryError) -> SecretBytes {
    guard mnemonic.language == .english else {
      throw .noPlace(for: "words that are not English, which lead to another seed")
    }
    do {
      let seed = try mnemonic.seed()
      let master = try Xpriv(seed: seed, network: KeyNetwork(network))
      guard let receiving = try descriptor.expanded().first,
        let own = try RecoveryWallet.ownKeys(of: receiving, master).first,
        let key = receiving.keys.first(where: { $0.material == .extended(own) })
      else { throw RecoveryError.foreignWallet }
      let text = try DescriptorChecksum.appended(to: receiving.textWithApostrophes)
      let secret = try master.derived(along: key.origin?.path ?? DerivationPath([]))
        .revealingText()
      // Text stands before and behind the key, which is there once.
      guard let place = place(of: Array("\(own)".utf8), in: Array(text.utf8)) else {
        throw RecoveryError.foreignWallet
      }
      let tail = String(decoding: Array(text.utf8)[place.upperBound...], as: UTF8.self)
      let head = String(decoding: Array(text.utf8)[..<place.lowerBound], as: UTF8.self)
      let name = JSONWriter.encode(.string(label))
      var line = SecretBuffer(
        capacity: 2 * 32 + text.utf8.count + secret.count + name.utf8.count + 160)
      line.append("{\"entropy\":\"")
      mnemonic.withEntropy { line.append(hex: $0) }
      line.append("\",\"descriptor\":\"\(head)")
      line.append(secret)
      line.append("\(tail)\",\"birthdate\":\(max(0, birthdate)),\"blockheight\":\(blockHeight)")
      line.append(",\"label\":\(name)}")
      return line.bytes()
    } catch let error as RecoveryError {
      throw error
    } catch let error as DescriptorError {
      throw .descriptor(error)
    } catch {
      throw .privateKey
    }
  }

  private static func place(of needle: [UInt8], in text: [UInt8]) -> Range<Int>? {
    guard text.count >= needle.count else { return nil }
    return (0...(text.count - needle.count)).first { text[$0...].starts(with: needle) }
      .map { $0..<$0 + needle.count }
  }
}

/// A QR code of a secret as characters for the terminal, drawn in locked memory.
package enum SecretSymbol {
  /// The columns and lines that a QR code of this many modules takes with its quiet zone.
  static func size(modules: Int) -> (columns: Int, lines: Int) {
    let side = modules + 2 * QRPicture.quietZone
    return (side, (side + 1) / 2)
  }

  /// Half blocks, two modules a character, black on white whatever the terminal's own colours.
  static func drawing(
    modules: UnsafeBufferPointer<UInt8>, side: Int
  ) -> SecretBytes {
    let zone = QRPicture.quietZone
    let (columns, lines) = size(modules: side)
    let (begin, end) = (Array("\u{1B}[38;5;16;48;5;231m".utf8), Array("\u{1B}[0m\n".utf8))
    var text = SecretBytes(count: lines * (columns * 3 + begin.count + end.count))
    var count = 0
    let isDark = { (row: Int, column: Int) in
      let (row, column) = (row - zone, column - zone)
      guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
      return modules[row * side + column] & 1 == 1
    }
    text.withUnsafeMutableBytes { memory in
      let put = { (bytes: [UInt8]) in
        for byte in bytes where count < memory.count {
          memory[count] = byte
          count += 1
        }
      }
      for line in 0..<lines {
        put(begin)
        for column in 0..<columns {
          switch (isDark(2 * line, column), isDark(2 * line + 1, column)) {
          case (true, true): put([0xe2, 0x96, 0x88])
          case (true, false): put([0xe2, 0x96, 0x80])
          case (false, true): put([0xe2, 0x96, 0x84])
          case (false, false): put([0x20])
          }
        }
        put(end)
      }
    }
    text.truncate(to: count)
    return text
  }

  /// Shows a secret as a QR code on the terminal until a key is pressed; `isBinary` keeps to bytes.
  ///
  /// Throws when the terminal is too small for it.
  package static func show(
    _ text: borrowing SecretBytes, title: String, isBinary: Bool = false, on console: Console
  ) throws(ProgramError) {
    guard !console.screen.isPlain else {
      throw ProgramError(
        """
        this terminal cannot show a QR code: it takes only ASCII, as its locale, TERM or NO_COLOR \
        says
        """,
        hint: "set LANG=C.UTF-8 where the terminal knows UTF-8, or use another terminal")
    }
    let room = console.screen.size
    let drawn = try text.withUnsafeBytes { bytes throws(ProgramError) in
      do throws(DrawingError) {
        return try QRSymbol.withModules(ofSecret: bytes, isBinary: isBinary) { modules, side in
          Drawn(
            SecretSymbol.drawing(modules: modules, side: side), SecretSymbol.size(modules: side))
        }
      } catch {
        throw ProgramError(error)
      }
    }
    let needed = drawn.size
    // A title and the prompt stand above and below.
    guard needed.columns <= room.columns, needed.lines + 5 <= room.rows else {
      throw ProgramError(
        """
        the QR code takes \(needed.columns) columns and \(needed.lines + 5) rows, the terminal has \
        \(room.columns) and \(room.rows)
        """, hint: "make the window larger or the letters smaller, or write it to a file")
    }
    try console.showSecret(title: title, drawn.text)
  }

  /// A drawing and its size: a pair cannot hold what is not copied.
  private struct Drawn: ~Copyable {
    let text: SecretBytes
    let size: (columns: Int, lines: Int)

    init(_ text: consuming SecretBytes, _ size: (columns: Int, lines: Int)) {
      self.text = text
      self.size = size
    }
  }
}
