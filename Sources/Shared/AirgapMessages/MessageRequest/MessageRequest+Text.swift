internal import Bytes
internal import ExtendedKeys
internal import WalletFiles

// What other programs write: one line of Specter's, which SeedSigner, Jade and Krux read as well, and
// Coldcard's JSON or its file of two or three lines.
extension MessageRequest {
  private static let command = "signmessage "
  /// Paths are no longer.
  private static let mostPath = 200

  // MARK: Reading

  /// Reads a line of Specter's or an object of Coldcard's; nil for anything else.
  ///
  /// - Throws: ``AirgapMessageError`` for one that is meant as such and cannot be read, and where its text holds a seed
  ///   or a private key.
  static func recognized(_ bytes: [UInt8]) throws(AirgapMessageError) -> MessageRequest? {
    let isLine = bytes.starts(with: command.utf8)
    // What they begin with tells them from everything else, before anything is copied.
    guard isLine || bytes.first == UInt8(ascii: "{"), bytes.count <= 2 * mostText,
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return try isLine ? checked(line(text)) : object(bytes).map(checked)
  }

  /// Reads Coldcard's file of two or three lines; nil for anything else.
  ///
  /// Asked last: most texts have lines.
  ///
  /// - Throws: ``AirgapMessageError`` where its text holds a seed or a private key.
  static func recognizedLines(_ bytes: [UInt8]) throws(AirgapMessageError) -> MessageRequest? {
    guard bytes.count <= mostText, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    return try lines(text).map(checked)
  }

  private static func checked(
    _ request: MessageRequest
  ) throws(AirgapMessageError) -> MessageRequest {
    guard request.text.count <= mostText else {
      throw malformed("its text has more than \(mostText) bytes")
    }
    if let kind = SecretDetector.kind(of: String(decoding: request.text, as: UTF8.self)) {
      throw .secret(kind: kind)
    }
    return request
  }

  /// `signmessage PATH ascii:TEXT` or `signmessage PATH base64:...`: the text may hold blanks and colons.
  private static func line(_ text: String) throws(AirgapMessageError) -> MessageRequest {
    var rest = text.dropFirst(command.count)
    // A file of one line ends with a break that is no part of the text.
    if rest.hasSuffix("\r\n") || rest.hasSuffix("\n") { rest = rest.dropLast() }
    guard let blank = rest.firstIndex(of: " "), let path = path(rest[..<blank]) else {
      throw malformed("no path such as m/84h/0h/0h/0/5 follows signmessage")
    }
    let said = rest[rest.index(after: blank)...]
    guard let colon = said.firstIndex(of: ":") else {
      throw malformed("its text begins with neither ascii: nor base64:")
    }
    let body = said[said.index(after: colon)...]
    let bytes: [UInt8]
    switch said[..<colon] {
    case "ascii": bytes = Array(body.utf8)
    case "base64":
      guard let decoded = try? Base64.decode(body) else {
        throw malformed("its text is not Base64")
      }
      bytes = decoded
    default: throw malformed("its text begins with neither ascii: nor base64:")
    }
    return MessageRequest(text: bytes, signer: .path(path, script: nil), form: nil)
  }

  /// Coldcard's `{"msg": ..., "subpath": ..., "addr_fmt": ...}`.
  private static func object(_ bytes: [UInt8]) throws(AirgapMessageError) -> MessageRequest? {
    guard let value = try? JSONReader.parse(bytes), let text = value["msg"]?.stringValue,
      let subpath = value["subpath"]?.stringValue
    else { return nil }
    guard let path = path(subpath[...]) else {
      throw malformed("its path (subpath) is none such as m/84h/0h/0h/0/5")
    }
    var script: KeyScript?
    if let name = value["addr_fmt"]?.stringValue, !name.isEmpty {
      guard let known = KeyScript(named: name) else {
        throw malformed("its form of address (addr_fmt) is none that one key has")
      }
      script = known
    }
    return MessageRequest(text: Array(text.utf8), signer: .path(path, script: script), form: nil)
  }

  /// The text, the path, and a form of address, each on a line.
  private static func lines(_ text: String) -> MessageRequest? {
    // By scalars: CR LF is one Character.
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: line.last == "\r" ? line.dropLast() : line)
      return String(scalars)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard (2...3).contains(lines.count), lines[1].hasPrefix("m/"), let path = path(lines[1][...])
    else { return nil }
    var script: KeyScript?
    if lines.count == 3 {
      guard let known = KeyScript(named: lines[2]) else { return nil }
      script = known
    }
    return MessageRequest(
      text: Array(lines[0].utf8), signer: .path(path, script: script), form: nil)
  }

  private static func path(_ text: Substring) -> DerivationPath? {
    guard text.utf8.count <= mostPath, let path = try? DerivationPath(parsing: text),
      !path.steps.isEmpty
    else { return nil }
    return path
  }

  // MARK: Writing

  /// The line `signmessage PATH ascii:TEXT`; `base64:` where the text has other letters than ASCII's or line breaks.
  ///
  /// Nil for a request that names no path.
  public var line: String? {
    guard case .path(let path, _) = signer else { return nil }
    let isPlain = text.allSatisfy { (0x20...0x7e).contains($0) }
    return "\(Self.command)\(path) "
      + (isPlain
        ? "ascii:\(String(decoding: text, as: UTF8.self))" : "base64:\(Base64.encode(text))")
  }

  /// Coldcard's JSON; nil for a request that names no path, and for a text that is not UTF-8.
  public var coldcardJSON: String? {
    guard case .path(let path, let script) = signer,
      let text = String(validating: text, as: UTF8.self)
    else { return nil }
    var object: JSONObject = ["msg": .string(text), "subpath": .string("\(path)")]
    if let script { object["addr_fmt"] = .string(script.rawValue) }
    return JSONWriter.encode(.object(object))
  }
}
