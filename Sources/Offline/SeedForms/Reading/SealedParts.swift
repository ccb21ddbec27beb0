internal import Bytes
package import EncryptedVault
package import Mnemonics
internal import QRTransport
package import RecoverySheets
internal import SecretCodes
package import SecureMemory
package import TerminalUI

/// The QR codes of an encrypted sheet: parts of BBQr with the letter `B`, which are not secret.
package struct SealedParts {
  private var parts: [String] = []
  /// Whether further parts were typed after the first.
  private(set) var wasAsked = false

  /// Whether a QR code is such a part.
  package static func isPart(_ symbol: UnsafeRawBufferPointer) -> Bool {
    symbol.count > 8 && SecretUnicode.begins(symbol, with: "B$2B")
  }

  /// Takes the parts among QR codes.
  package init(_ symbols: borrowing SecretList) {
    for index in 0..<symbols.count {
      symbols.withUnsafeBytes(at: index) { add($0) }
    }
  }

  /// Whether a text was typed from an encrypted sheet: parts as they are, or lines with checks.
  package static func isTyped(_ text: UnsafeRawBufferPointer) -> Bool {
    isPart(text) || SheetLetters.isOne(text)
  }

  /// Takes what lines with checks add up to.
  init(_ letters: SheetLetters) throws(CheckedTextError) {
    for part in try letters.parts() {
      let bytes = Array(part.utf8)
      bytes.withUnsafeBytes { add($0) }
    }
  }

  /// Takes the lines of a text, typed from paper: blanks and small letters do not count.
  init(typed lines: borrowing SecretLines) {
    for index in 0..<lines.count {
      lines.line(at: index).withUnsafeBytes { add($0) }
    }
  }

  /// Takes one more that was typed.
  mutating func take(typed text: borrowing SecretBytes) {
    wasAsked = true
    text.withUnsafeBytes { add($0) }
  }

  private mutating func add(_ symbol: UnsafeRawBufferPointer) {
    guard Self.isPart(symbol) else { return }
    let letters = symbol.filter { $0 > 0x20 }.map { (0x61...0x7a).contains($0) ? $0 & 0xdf : $0 }
    let text = String(decoding: letters, as: UTF8.self)
    if !parts.contains(text) { parts.append(text) }
  }

  package var isEmpty: Bool { parts.isEmpty }

  /// How many different parts there are.
  var lines: Int { parts.count }

  /// The parts in the order of their numbers.
  package var symbols: [PrintedSymbol] { parts.sorted().map { PrintedSymbol("a part", text: $0) } }

  /// How many parts there are of how many.
  var progress: (received: Int, needed: Int) {
    let collector = collected()
    if collector.message != nil { return (parts.count, parts.count) }
    if case .collecting(let received, let needed) = collector.progress { return (received, needed) }
    return (0, 1)
  }

  package var isComplete: Bool { collected().message != nil }

  /// Whether the parts are a whole sheet: what the last of them lacks, no part tells.
  func isWhole(minimum: KDFParameters) -> Bool {
    guard case .bbqr(let file) = collected().message else { return false }
    do throws(SealedSheetError) {
      _ = try SealedSheet(reading: file.bytes, minimum: minimum)
      return true
    } catch {
      return error != .damaged
    }
  }

  private func collected() -> FrameCollector {
    var collector = FrameCollector()
    for part in parts { _ = try? collector.receive(part) }
    return collector
  }

  /// The sheet.
  ///
  /// - Throws: `ProgramError` with the number of missing parts, or what is wrong with them.
  package func sheet(minimum: KDFParameters) throws(ProgramError) -> SealedSheet {
    var collector = FrameCollector()
    var trouble: QRTransportError?
    for part in parts {
      do throws(QRTransportError) {
        try collector.receive(part)
      } catch {
        trouble = trouble ?? error
      }
    }
    guard case .bbqr(let file) = collector.message else {
      if let trouble {
        throw ProgramError(
          "a part of the sheet is damaged: \(trouble)", rule: trouble.rule, hint: trouble.hint)
      }
      let (received, needed) = progress
      throw ProgramError(
        "read only \(received) of the \(needed) QR codes of the encrypted sheet",
        hint: "take pictures of the others too, in one folder, or type the letters below them")
    }
    return try hinted { () throws(SealedSheetError) in
      try SealedSheet(reading: file.bytes, minimum: minimum)
    }
  }
}

extension SealedContents {
  /// The language of the words, where the sheet says it.
  package var language: MnemonicLanguage? {
    facts["language"].flatMap { MnemonicLanguage(rawValue: $0) }
  }
}
