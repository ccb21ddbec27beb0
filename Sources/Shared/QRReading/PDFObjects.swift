/// A stream of a PDF: what it says about itself, and its bytes.
struct PDFStream {
  /// Its dictionary, between `obj` and `stream`.
  let words: ArraySlice<UInt8>
  let content: ArraySlice<UInt8>

  /// Whether it says that it is a picture.
  var isPicture: Bool { PDFObjects.name("Subtype", in: words) == "Image" }

  /// How its bytes were made shorter, the last way first.
  var filters: [String] { PDFObjects.names("Filter", in: words) }

  /// Whether 0 is white, which stands for black elsewhere.
  var isTurned: Bool {
    guard let place = PDFObjects.place(of: "Decode", in: words) else { return false }
    let text = words[place...].prefix(12).filter { !PDFObjects.isBlank($0) }
    return text.starts(with: Array("[1".utf8))
  }
}

extension PDFStream {
  /// The bytes of the value of a key, a few; none where it is not there.
  func text(_ key: String) -> ArraySlice<UInt8> {
    PDFObjects.place(of: key, in: words).map { words[$0...].prefix(8) } ?? []
  }

  /// Whether a key is true.
  func isTrue(_ key: String) -> Bool { text(key).starts(with: Array("true".utf8)) }
}

/// What of the structure of a PDF is needed to find pictures in it, damaged or not: where objects
/// begin, and what their dictionaries say.
struct PDFObjects {
  /// The most bytes of a dictionary that are looked at.
  private static let wordsLimit = 16_384
  /// The most objects that are known by their numbers.
  private static let objectsLimit = 100_000

  private let bytes: [UInt8]
  /// Where the objects begin, behind `obj`.
  private let places: [Int: Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var places: [Int: Int] = [:]
    for end in Self.occurrences(of: "obj", in: bytes[...]) where places.count < Self.objectsLimit {
      // Two numbers stand before it.
      var at = end - 1
      while at > 0, Self.isBlank(bytes[at]) { at -= 1 }
      while at > 0, Self.isDigit(bytes[at]) { at -= 1 }
      guard Self.isBlank(bytes[at]) else { continue }
      while at > 0, Self.isBlank(bytes[at]) { at -= 1 }
      var start = at
      while start > 0, at - start < 9, Self.isDigit(bytes[start - 1]) { start -= 1 }
      if let number = Self.number(bytes[start...at]) { places[number] = end + 3 }
    }
    self.places = places
  }

  /// Whether the file is encrypted; a person without its password reads nothing of it.
  var isEncrypted: Bool {
    Self.occurrences(of: "/Encrypt", in: bytes[...]).contains { place in
      let next = place + 8
      return next < bytes.count && (Self.isBlank(bytes[next]) || bytes[next] == UInt8(ascii: "<"))
    }
  }

  /// The streams, in the order in which they stand.
  func streams() -> [PDFStream] {
    var streams: [PDFStream] = []
    var end = 0
    for place in Self.occurrences(of: "stream", in: bytes[...]) where place >= end {
      // After `>>`, and not the end of `endstream`.
      var before = place - 1
      while before > 0, Self.isBlank(bytes[before]) { before -= 1 }
      guard before > 1, bytes[before] == UInt8(ascii: ">") else { continue }
      var start = place + 6
      if start < bytes.count, bytes[start] == 0x0D { start += 1 }
      if start < bytes.count, bytes[start] == 0x0A { start += 1 }
      let from = max(end, place - Self.wordsLimit)
      let object = Self.occurrences(of: "obj", in: bytes[from..<place]).last.map { $0 + 3 }
      let words = bytes[(object ?? from)..<place]
      let finish = self.end(ofStreamAt: start, words)
      streams.append(PDFStream(words: words, content: bytes[start..<finish]))
      end = finish
    }
    return streams
  }

  /// Where the objects begin that say how far others are seen through: they are no pages.
  func masks(of streams: [PDFStream]) -> Set<Int> {
    var masks: Set<Int> = []
    for stream in streams where stream.isPicture {
      for key in ["SMask", "Mask"] {
        guard let place = Self.place(of: key, in: stream.words),
          let number = Self.number(stream.words[place...].prefix(24)),
          reference(at: place, in: stream.words) != nil, let start = places[number]
        else { continue }
        masks.insert(start)
      }
    }
    return masks
  }

  /// Where a stream ends: where its length says, if `endstream` is there; else where that is.
  private func end(ofStreamAt start: Int, _ words: ArraySlice<UInt8>) -> Int {
    let word = Array("endstream".utf8)
    if let length = number("Length", in: words), length >= 0, length <= bytes.count - start {
      let rest = bytes[(start + length)...].prefix(16)
      if Self.occurrences(of: "endstream", in: rest).first != nil { return start + length }
    }
    var at = start
    while at + word.count <= bytes.count {
      if bytes[at] == word[0], bytes[at..<at + word.count].elementsEqual(word) { return at }
      at += 1
    }
    return bytes.count
  }

  // MARK: What dictionaries say

  /// A number, also one that stands in an object of its own.
  func number(_ key: String, in stream: PDFStream) -> Int? { number(key, in: stream.words) }

  private func number(_ key: String, in words: ArraySlice<UInt8>) -> Int? {
    guard let place = Self.place(of: key, in: words) else { return nil }
    if let other = reference(at: place, in: words) {
      return Self.number(bytes[other...].prefix(24).drop(while: Self.isBlank))
    }
    return Self.number(words[place...])
  }

  /// Samples of a pixel; 0 for what is not known here.
  func components(of stream: PDFStream) -> Int {
    guard let place = Self.place(of: "ColorSpace", in: stream.words) else { return 1 }
    let start = reference(at: place, in: stream.words)
    let text = start.map { bytes[$0...].prefix(200) } ?? stream.words[place...].prefix(200)
    // A table of colours: its numbers go from dark to light, or the other way.
    let kinds = ["Indexed": 1, "ICCBased": 0, "Gray": 1, "RGB": 3, "CMYK": 4, "Lab": 3]
    let first = kinds.compactMap { kind, count in
      Self.occurrences(of: kind, in: text).first.map { (place: $0, kind: kind, count: count) }
    }.min { $0.place < $1.place }
    guard let first else { return 0 }
    guard first.kind == "ICCBased" else { return first.count }
    let behind = text[(first.place + 8)...].drop(while: Self.isBlank)
    guard let profile = reference(at: behind.startIndex, in: behind) else { return 0 }
    return number("N", in: bytes[profile...].prefix(400)) ?? 0
  }

  /// Where the object begins that `12 0 R` names.
  private func reference(at place: Int, in words: ArraySlice<UInt8>) -> Int? {
    let text = words[place...].prefix(24)
    guard let number = Self.number(text) else { return nil }
    let rest = text.drop(while: Self.isDigit).drop(while: Self.isBlank)
    let last = rest.drop(while: Self.isDigit).drop(while: Self.isBlank)
    guard rest.first.map(Self.isDigit) == true, last.first == UInt8(ascii: "R") else { return nil }
    return places[number].map { start in
      var at = start
      while at < bytes.count, Self.isBlank(bytes[at]) { at += 1 }
      return at
    }
  }

  /// Where the value of a key begins.
  static func place(of key: String, in words: ArraySlice<UInt8>) -> Int? {
    for place in occurrences(of: "/" + key, in: words) {
      var at = place + key.utf8.count + 1
      guard at < words.endIndex, !isLetter(words[at]) else { continue }
      while at < words.endIndex, isBlank(words[at]) { at += 1 }
      return at < words.endIndex ? at : nil
    }
    return nil
  }

  /// The name that is the value of a key.
  static func name(_ key: String, in words: ArraySlice<UInt8>) -> String? {
    names(key, in: words).first
  }

  /// The names that are the value of a key, one or a list.
  static func names(_ key: String, in words: ArraySlice<UInt8>) -> [String] {
    guard var at = place(of: key, in: words) else { return [] }
    let isList = words[at] == UInt8(ascii: "[")
    if isList { at += 1 }
    var names: [String] = []
    while at < words.endIndex, names.count < 8 {
      if isBlank(words[at]) {
        at += 1
        continue
      }
      guard words[at] == UInt8(ascii: "/") else { break }
      let name = words[(at + 1)...].prefix { isLetter($0) }
      names.append(String(decoding: name, as: UTF8.self))
      at = name.endIndex
      if !isList { break }
    }
    return names
  }

  private static func number(_ text: some Sequence<UInt8>) -> Int? {
    let digits = text.prefix { isDigit($0) }
    return digits.isEmpty || digits.count > 9 ? nil : Int(String(decoding: digits, as: UTF8.self))
  }

  private static func occurrences(of word: String, in bytes: ArraySlice<UInt8>) -> [Int] {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return [] }
    return bytes.withUnsafeBufferPointer { buffer in
      var found: [Int] = []
      for at in 0...buffer.count - word.count where buffer[at] == word[0] {
        var index = 1
        while index < word.count, buffer[at + index] == word[index] { index += 1 }
        if index == word.count { found.append(bytes.startIndex + at) }
      }
      return found
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C || byte == 0
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
