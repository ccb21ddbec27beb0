package import AirgapTransfer
internal import DurableFiles
internal import Mnemonics
internal import RecoverySheets
internal import Refusals
package import SecureMemory
internal import SeedShares
package import TerminalUI

/// A seed as it was read, before anybody knows what it is.
package struct GivenText: ~Copyable {
  /// Text without blanks around it, or the bytes of a QR code as they are.
  package let bytes: SecretBytes
  /// Whether one QR code of a picture held it: it may then be the bytes of a CompactSeedQR.
  let isSymbol: Bool
  /// Where a whole seed was read, when there was more than one place: the others hold parts, or other
  /// seeds.
  var wholeSeeds: [String] = []

  package init(bytes: consuming SecretBytes, isSymbol: Bool, wholeSeeds: [String] = []) {
    self.bytes = bytes
    self.isSymbol = isSymbol
    self.wholeSeeds = wholeSeeds
  }

  /// Whether it can only be a CompactSeedQR.
  package var isCompact: Bool { isSymbol && SeedInput.isCompact(bytes.count) }

  /// Refuses several places of which one holds a whole seed: nobody said which seed is meant.
  ///
  /// Not for parts of Seed XOR, each of which looks like a seed of its own.
  func requireOneSeed() throws(ProgramError) {
    guard let first = wholeSeeds.first else { return }
    let named = wholeSeeds.map { ForeignText.shown($0) }.joined(separator: ", ")
    guard wholeSeeds.count > 1 else {
      throw ProgramError(
        "\(ForeignText.shown(first)) holds a whole seed, and something else was read beside it",
        hint: "give that one alone: --from \(ForeignText.shown(first))")
    }
    throw ProgramError(
      "\(wholeSeeds.count) files hold a seed each: \(named)",
      hint:
        "give one of them: --from \(ForeignText.shown(first)); if they are parts of Seed XOR, add --xor"
    )
  }
}

/// Where a seed is read from: files, pictures, folders of them, `-`, `terminal` or `camera`;
/// several places for its shares.
package struct SeedInput {
  let arguments: [String]

  /// Refuses arguments that are the secret itself, before anything else is asked for.
  package init(_ arguments: [String]) throws(ProgramError) {
    for argument in arguments { try SecretInput.requireNoSecret(in: argument, "words") }
    self.arguments = arguments
  }

  /// The camera that further shares are held before, when the first came from it.
  package var camera: PrivateInput? {
    guard arguments.count == 1, let first = arguments.first, (try? Folder.kind(of: first)) == nil,
      first != SecretInput.terminal, first != "-"
    else { return nil }
    let input = PrivateInput(first)
    return input.isCamera ? input : nil
  }

  /// Whether it is typed on the terminal.
  package var isTyped: Bool { arguments == [SecretInput.terminal] }

  /// The most files of a folder: shares of one seed.
  private static let folderLimit = 256

  /// One place that is read, and whether it was named or found in a folder that was.
  private struct Place {
    let path: String
    let isFromFolder: Bool
  }

  private func places() throws(ProgramError) -> [Place] {
    var places: [Place] = []
    for argument in arguments {
      guard argument != SecretInput.terminal, argument != "-",
        (try? Folder.kind(of: argument)) == .folder
      else {
        places.append(Place(path: argument, isFromFolder: false))
        continue
      }
      let base = argument.hasSuffix("/") ? argument : argument + "/"
      let names = try hinted { () throws(FileError) in
        try Folder.names(in: argument, limit: Self.folderLimit)
      }
      places += names.filter { !$0.hasPrefix(".") }.sorted().map {
        Place(path: base + $0, isFromFolder: true)
      }
    }
    return places
  }

  /// Reads everything; of several places the texts, a line each.
  ///
  /// `complaint` says what is wrong with words while they are typed, instead of what words in general
  /// must be. With `isXOR` no picture of a folder is passed over: the parts that are left would join to
  /// another valid seed.
  package func read(
    _ question: String, isXOR: Bool, on console: Console,
    complaint: ((borrowing SecretBytes) -> [String])? = nil
  ) throws(ProgramError) -> GivenText {
    let places = try places()
    var text = SecretBuffer()
    var texts = SecretList()
    var count = 0
    var isSymbol = false
    var wholeSeeds: [String] = []
    var trouble: ProgramError?
    var report = SeedPages()
    // Said before what follows from it, and also where it ends with an error.
    defer { report.say(on: console) }
    for place in places {
      var next = PlaceTexts()
      do throws(ProgramError) {
        // Windows writes files of its own beside pictures (Thumbs.db).
        if place.isFromFolder, PrivateInput(place.path).isBinary {
          throw ProgramError(
            "neither a picture nor text", hint: "name the seed's files one by one")
        }
        try Self.read(
          place.path, question, isXOR: isXOR, on: console, complaint, &report, into: &next)
      } catch {
        let format = PrivateInput(place.path).formatRefusal
        if isXOR, places.count > 1 { throw Self.missingPart(place, error, format) }
        if let format {
          // Its name alone says nothing of what is on it: the other pages of the folder may be enough.
          guard place.isFromFolder else { throw format }
          console.warn("not read: \(format.message); \(format.hint)")
          trouble = trouble ?? format
          continue
        }
        // A folder of photographs has pages that hold no seed, such as those of the wallets. What was
        // named itself is meant.
        let isSheet = places.count > 1 && report.isOfEncryptedSheet(place.path)
        let file = PrivateInput(place.path)
        guard place.isFromFolder && (file.isPicture || file.isBinary) || isSheet else {
          throw error
        }
        trouble = trouble ?? error
        if !report.names(place.path) {
          console.talk("skipped \(ForeignText.shown(place.path)): \(error.message)")
        }
        continue
      }
      for index in 0..<next.texts.count {
        // A page may show the same QR code twice, and somebody may photograph it twice.
        let isKnown = next.texts.withUnsafeBytes(at: index) { texts.contains($0) }
        if isKnown, place.isFromFolder || next.texts.count > 1 { continue }
        next.texts.withUnsafeBytes(at: index) { texts.append($0) }
        var given = GivenText(bytes: next.texts.secret(at: index), isSymbol: next.isSymbol)
        if isXOR { given = try XORPart.words(given, next.names[index], on: console) }
        if Self.isWhole(given) { wholeSeeds.append(next.names[index]) }
        if count > 0 { text.append("\n") }
        text.append(given.bytes)
        isSymbol = given.isSymbol
        count += 1
      }
    }
    guard count > 0 else {
      throw trouble
        ?? ProgramError("there is nothing in the folder", hint: "name the files of the seed")
    }
    return GivenText(
      bytes: text.bytes(), isSymbol: count == 1 && isSymbol,
      wholeSeeds: count == 1 ? [] : wholeSeeds)
  }

  /// The refusal of a place without which the other parts of Seed XOR would be another seed; `format` where it is
  /// only in a format that is not read.
  private static func missingPart(
    _ place: Place, _ error: ProgramError, _ format: ProgramError?
  ) -> ProgramError {
    let named = ProgramError(
      error, during: "\(ForeignText.shown(place.path)) was not read, and Seed XOR needs every part")
    guard place.isFromFolder else { return named }
    let advice = format?.hint ?? "take a better picture of it"
    return named.advising("\(advice); if it is not a part, move it out of the folder")
  }

  /// What one place holds.
  private struct PlaceTexts: ~Copyable {
    var texts = SecretList()
    /// Where each was read.
    var names: [String] = []
    /// Whether QR codes held them.
    var isSymbol = true

    mutating func add(_ text: borrowing SecretBytes, _ name: String) {
      text.withUnsafeBytes { texts.append($0) }
      names.append(name)
    }

    mutating func addWritten(_ text: borrowing SecretBytes, _ name: String) {
      add(text, name)
      isSymbol = false
    }
  }

  private static func read(
    _ argument: String, _ question: String, isXOR: Bool, on console: Console,
    _ complaint: ((borrowing SecretBytes) -> [String])?, _ report: inout SeedPages,
    into found: inout PlaceTexts
  ) throws(ProgramError) {
    if argument != SecretInput.terminal, argument != "-" {
      let picture = PrivateInput(argument)
      if picture.isCamera {
        let symbol = try picture.symbol("seed", on: console, where: isWanted)
        guard symbol.withUnsafeBytes(SealedParts.isPart) else {
          return found.add(symbol, argument)
        }
        return found.addWritten(try sealed(picture, on: console), argument)
      }
      if picture.isPicture {
        return try pages(of: picture, isXOR: isXOR, on: console, &report, into: &found)
      }
    }
    found.addWritten(
      try SecretInput.read(
        argument, "words", question: question, on: console, complaint: complaint), argument)
  }

  /// What the pages of a picture file hold: its seed, all of its shares, or the parts of an encrypted
  /// sheet.
  ///
  /// With `isXOR` every page must hold a part: those that are left would join to another valid seed.
  private static func pages(
    of picture: PrivateInput, isXOR: Bool, on console: Console, _ report: inout SeedPages,
    into found: inout PlaceTexts
  ) throws(ProgramError) {
    var pages: [ReadPage] = []
    var trouble: ProgramError?
    let symbols = try picture.pictureSymbols(pages: &pages, trouble: &trouble)
    report.add(pages, symbols, isXOR: isXOR)
    let parts = SealedParts(symbols)
    if !parts.isEmpty, !isXOR {
      if let trouble { console.warn("\(trouble.message); what was read before is used") }
      return found.addWritten(text(of: parts), picture.argument)
    }
    for page in pages {
      let wanted = page.symbols.filter { symbols.withUnsafeBytes(at: $0, isWanted) }
      let whole = wanted.filter { index in
        isWhole(GivenText(bytes: symbols.secret(at: index), isSymbol: true))
      }
      let shares = wanted.filter { index in
        symbols.withUnsafeBytes(at: index) { SeedPages.isShare($0) } && !whole.contains(index)
      }
      // Where a page holds two seeds it is not known which one is meant, so neither is taken.
      guard whole.count + (shares.isEmpty ? 0 : 1) < 2 || whole.isEmpty else {
        throw ProgramError(
          "the picture \(page.text) holds more than one seed, and only one is read at a time",
          rule: .r22, hint: "cover the others, or take a picture of the one you want alone")
      }
      let taken = !whole.isEmpty ? whole : !shares.isEmpty ? shares : Array(wanted.prefix(1))
      if isXOR, taken.isEmpty, pages.count > 1 {
        throw ProgramError(
          "no QR code with a part was found on \(page.text), and Seed XOR needs every part",
          hint: "take a better picture of it; if it is not a part, leave it out")
      }
      for index in taken { found.add(symbols.secret(at: index), page.text) }
    }
    if let trouble {
      guard !found.names.isEmpty, !isXOR else { throw trouble }
      console.warn("\(trouble.message); what was read before is used")
    }
    guard !found.names.isEmpty else {
      let isOfWallet = (0..<symbols.count).contains { index in
        symbols.withUnsafeBytes(at: index) { SeedPages.isWallet($0) }
      }
      guard !isOfWallet else {
        throw ProgramError(
          "\(ForeignText.shown(picture.argument)) has a wallet or another text, and no QR code of a seed",
          hint:
            "register a wallet with `wallet register NAME --from FILE`; for a seed, give the page marked SECRET"
        )
      }
      throw ProgramError(
        "no QR code with a seed was found in \(ForeignText.shown(picture.argument))",
        hint:
          "make sure that it is the right picture, and that the whole QR code is sharp and straight"
      )
    }
  }

  /// All QR codes of an encrypted sheet that a camera sees, a line each.
  private static func sealed(
    _ picture: PrivateInput, on console: Console
  ) throws(ProgramError) -> SecretBytes {
    var unread: [UnreadPicture] = []
    let symbols = try picture.symbols(on: console, unread: &unread) { SealedParts($0).isComplete }
    for one in unread { console.warn(one.text) }
    return text(of: SealedParts(symbols))
  }

  private static func text(of parts: SealedParts) -> SecretBytes {
    var text = SecretBuffer()
    for symbol in parts.symbols {
      if text.count > 0 { text.append("\n") }
      symbol.withUnsafeBytes { text.append($0) }
    }
    return text.bytes()
  }

  /// Whether a QR code may be a seed: other QR codes in a picture are passed over.
  static func isWanted(_ symbol: UnsafeRawBufferPointer) -> Bool {
    RecoveryQR.isOne(symbol) || SealedParts.isPart(symbol)
      || SecretForm(symbol: symbol) != .unknown
      || isCompact(symbol.count)
  }

  /// Whether what one place holds is a seed by itself and not a share of one.
  private static func isWhole(_ given: borrowing GivenText) -> Bool {
    if given.isCompact { return true }
    if given.bytes.withUnsafeBytes(RecoveryQR.isOne) { return true }
    return switch SecretForm(recognising: given.bytes) {
    case .seedQR, .seedResource, .extendedPrivateKey, .singleKey, .encryptedKey: true
    case .words: (try? Mnemonic(parsing: given.bytes)) != nil
    case .codex32: (try? Codex32Share(parsing: given.bytes))?.isSecret == true
    case .slip39, .sskr, .unknown: false
    }
  }

  /// Whether a QR code of so many bytes can only be a CompactSeedQR: every other form is longer.
  static func isCompact(_ count: Int) -> Bool { count == 16 || count == 32 }
}
