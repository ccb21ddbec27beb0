import AirgapMessages
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Foundation
import QRDrawing
import QRTransport
import RecordingScreens
import TerminalUI
import TestSupport
import Testing

@testable import AirgapTransfer

/// Pictures of which some lie: what is wrong is named with its rule and its picture, never swallowed.
@Suite struct PictureTroubleTests {
  private final class Scratch {
    let folder = FileManager.default.temporaryDirectory.appending(path: "troubles-\(UUID())")
    let screen: RecordingScreen
    let console: Console

    init(answers: [String] = [], hasTerminal: Bool = false) throws {
      screen = RecordingScreen(answers: answers, hasTerminal: hasTerminal)
      console = Console(screen: screen)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A picture for each text, in the order of their names: 00.png, 01.png...
    func draw(_ texts: [String]) throws {
      for (index, text) in texts.enumerated() {
        let png = try QRPicture(QRSymbol(text: text)).png()
        try Data(png).write(
          to: folder.appending(path: index < 10 ? "0\(index).png" : "\(index).png"))
      }
    }

    func message() throws(ProgramError) -> AirgapMessage {
      try MessageInput(folder.path).message(on: console)
    }

    func refusal() -> ProgramError? {
      do throws(ProgramError) {
        _ = try message()
        return nil
      } catch {
        return error
      }
    }
  }

  /// A readable PSBT of at least so many bytes and a few more.
  private static func packet(_ count: Int) throws -> [UInt8] {
    let transaction: [UInt8] =
      [2, 0, 0, 0, 1] + [UInt8](repeating: 7, count: 32) + [0, 0, 0, 0, 0, 255, 255, 255, 255, 1]
      + [9, 0, 0, 0, 0, 0, 0, 0, 1, 0x51, 0, 0, 0, 0]
    var state: UInt32 = 12_345
    let noise = (0..<count).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    let length = [0xFD, UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
    let bytes =
      [0x70, 0x73, 0x62, 0x74, 0xFF, 1, 0, UInt8(transaction.count)] + transaction
      + [2, 0xF0, 1] + length + noise + [0, 0, 0]
    #expect((try? PSBT(decoding: bytes)) != nil)
    return bytes
  }

  private static func frames(_ bytes: [UInt8], _ format: PayloadFormat) throws -> [String] {
    let limit = try #require(QRVersion(10))
    let frames = try OutgoingMessage.psbt(bytes).frames(as: format, limit: limit).loop()
    #expect(frames.count > 3)
    return frames
  }

  @Test(arguments: [PayloadFormat.bbqr, .specter])
  func `a part cut off is left out with a word, wherever its picture lies`(
    format: PayloadFormat
  ) throws {
    let packet = try Self.packet(900)
    let frames = try Self.frames(packet, format)
    for place in frames.indices {
      for moment in [0, place + 1] {
        let scratch = try Scratch()
        var texts = frames
        texts.insert(String(frames[place].dropLast(8)), at: moment)
        try scratch.draw(texts)
        #expect(try scratch.message() == .psbt(packet), "part \(place + 1) before \(moment + 1)")
        #expect(scratch.screen.talk.unwrapped.contains("0\(moment).png: "))
        #expect(scratch.screen.talk.unwrapped.contains("(R22)"))
      }
      // Without the true one it is named, with its rule, and not only reported as missing.
      let scratch = try Scratch()
      var texts = frames
      texts[place] = String(frames[place].dropLast(8))
      try scratch.draw(texts)
      do throws(ProgramError) {
        // The last part of a file, and any of Specter's, may be of any length: whoever reads the
        // PSBT refuses it.
        let message = try scratch.message()
        #expect(message != .psbt(packet))
        #expect(place == frames.count - 1 || format == .specter)
        #expect(scratch.screen.talk.unwrapped.contains("together they are not a valid message"))
      } catch {
        #expect(error.message.contains("(R22)"), "\(error.message)")
        #expect(!error.hint.contains("missing ones"))
      }
    }
  }

  @Test func `a forged fragment is found by the checksum and named`() throws {
    let packet = try Self.packet(900)
    let frames = try Self.frames(packet, .ur)
    let encoder = try UREncoder(PaymentMessage.ur(packet.map { $0 ^ 0x20 }), maxFragmentLength: 150)
    // Its checksum and lengths are those of the true message, its bytes are another's.
    let truth = try #require(URPartFields(frames[1]))
    let forged = truth.text(with: Array(encoder.part(2).fragment.prefix(truth.fragment.count)))
    for moment in [0, 1, frames.count] {
      let scratch = try Scratch()
      var texts = frames
      texts.insert(forged, at: moment)
      try scratch.draw(texts)
      #expect(try scratch.message() == .psbt(packet))
      #expect(
        scratch.screen.talk.unwrapped.contains(": part 2 was left out"), "\(scratch.screen.talk)")
    }
  }

  @Test(arguments: [
    (
      "UR:CRYPTO-PSBT/1-4294967295/LPADASCFADAXCYWENBPLJKHDCAHKADAEMEJTSWHHYLKEPMYKHHTSYTSNOY",
      "R18"
    ),
    ("B$2P0300!!!!!!!!", "R22"), ("p4of3 abc", "R22"),
  ])
  func `a bomb or a damaged part is named, not said to be missing`(text: String, rule: String)
    throws
  {
    let frames = try Self.frames(Self.packet(900), .ur)
    let scratch = try Scratch()
    try scratch.draw([text] + frames.prefix(2))
    let refusal = try #require(scratch.refusal())
    #expect(refusal.message.contains("(\(rule))") && refusal.message.contains("00.png"))
    #expect(refusal.message.contains("2 of "))
    #expect(!refusal.hint.contains("missing ones"))
    // Beside the whole message it is left out, and that is said.
    let other = try Scratch()
    try other.draw(frames + [text])
    #expect(try other.message() == .psbt(Self.packet(900)))
    #expect(other.screen.talk.unwrapped.contains("(\(rule))"))
  }

  @Test func `what inflates beyond the limit ends the reading by R18`() throws {
    let bomb = [UInt8](repeating: 0, count: 16_000_001)
    let frames = try FrameEncoder(bbqr: BBQrFile(kind: .psbt, bytes: bomb), limit: .webcam).loop()
    let scratch = try Scratch()
    try scratch.draw(frames)
    let refusal = try #require(scratch.refusal())
    #expect(refusal.message.contains("(R18)") && refusal.message.contains("inflates"))
  }

  @Test func `a picture of too many pixels is named by R18`() throws {
    let scratch = try Scratch()
    try scratch.draw([Self.frames(Self.packet(900), .ur)[0]])
    // The header of a PNG of 100,000 by 100,000 pixels.
    var png = Array(try Data(contentsOf: scratch.folder.appending(path: "00.png")))
    png.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0])
    let checksum = Self.crc(Array(png[12..<29]))
    png.replaceSubrange(
      29..<33, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> UInt32($0)) })
    try Data(png).write(to: scratch.folder.appending(path: "bomb.png"))
    let refusal = try #require(scratch.refusal())
    #expect(refusal.message.contains("bomb.png") && refusal.message.contains("(R18)"))
  }

  @Test func `two contents of a part of which both could be meant end the reading by R22`() throws {
    let text = Array(
      "wsh(pk(0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798))".utf8)
    let (start, end) = (Hex.encode(Array(text[..<40])), Hex.encode(Array(text[40...])))
    let changed = Hex.encode(Array(text[40...].map { $0 == UInt8(ascii: "9") ? $0 - 1 : $0 }))
    let scratch = try Scratch()
    try scratch.draw([
      "B$HU0201" + end.uppercased(), "B$HU0201" + changed.uppercased(),
      "B$HU0200" + start.uppercased(),
    ])
    let refusal = try #require(scratch.refusal())
    #expect(refusal.message.contains("contradicts") && refusal.message.contains("(R22)"))
    #expect(refusal.message.contains("01.png"))
  }

  // MARK: Formats that are not read

  /// The first bytes of each, as the programs of cameras and scanners write them.
  private static let unreadFormats: [(name: String, head: [UInt8], words: String)] = [
    ("a.heic", [0, 0, 0, 0x18] + Array("ftypheic".utf8) + [0, 0, 0, 0], "HEIC or AVIF"),
    ("a.avif", [0, 0, 0, 0x20] + Array("ftypavif".utf8) + [0, 0, 0, 0], "HEIC or AVIF"),
    ("a.tif", [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0], "TIFF or a camera's RAW format"),
    ("a.webp", Array("RIFF".utf8) + [0x24, 0, 0, 0] + Array("WEBPVP8 ".utf8), "WebP"),
    ("a.bmp", Array("BM".utf8) + [0x46, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0], "BMP"),
    ("a.jxl", [0xff, 0x0a, 0x7f, 1, 2, 3], "JPEG XL"),
    ("a.cr2", [0x49, 0x49, 0x2a, 0, 0x10, 0, 0, 0, 0x43, 0x52, 2, 0], "a camera's RAW format"),
    ("a.raf", Array("FUJIFILMCCD-RAW 0201".utf8), "a camera's RAW format"),
  ]

  @Test func `a picture in a format that is not read is named, with what to save it as`() throws {
    for (name, head, words) in Self.unreadFormats {
      let scratch = try Scratch()
      let file = scratch.folder.appending(path: name)
      try Data(head + [UInt8](repeating: 7, count: 200)).write(to: file)
      do throws(ProgramError) {
        _ = try MessageInput(file.path).message(on: scratch.console)
        Issue.record("\(name) was read")
      } catch {
        #expect(error.message == "\(file.path): picture: \(words), which is not read here")
        #expect(error.hint.hasPrefix("save it as JPEG or PNG, on a computer without a network"))
      }
    }
  }

  @Test func `a scan in TIFF of any size is refused for its format, not for its size`() throws {
    let scratch = try Scratch()
    let file = scratch.folder.appending(path: "scan.tif")
    try Data([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8]).write(to: file)
    #expect(truncate(file.path, 300_000_000) == 0)
    for read in [
      { _ = try MessageInput(file.path).message(on: scratch.console) },
      {
        var unread: [UnreadPicture] = []
        _ = try PrivateInput(file.path).symbols(on: scratch.console, unread: &unread)
      },
    ] as [() throws -> Void] {
      #expect { try read() } throws: {
        "\($0)".contains("scan.tif: picture: TIFF or a camera's RAW format")
      }
    }
  }

  @Test func `in a folder a picture in a format that is not read is named, and the others count`()
    throws
  {
    let packet = try Self.packet(900)
    for (name, head, words) in Self.unreadFormats {
      let scratch = try Scratch()
      try scratch.draw(Self.frames(packet, .bbqr))
      try Data(head + [UInt8](repeating: 7, count: 200))
        .write(to: scratch.folder.appending(path: name))
      #expect(try scratch.message() == .psbt(packet))
      let said = scratch.screen.talk.unwrapped
      #expect(
        said.contains("\(name): left out: picture: \(words), which is not read here; save it"))
    }
    // Where a part is missing, it may be on that picture.
    let scratch = try Scratch()
    try scratch.draw(Self.frames(packet, .bbqr).dropLast())
    let heic = Self.unreadFormats[0]
    try Data(heic.head).write(to: scratch.folder.appending(path: heic.name))
    let refusal = try #require(scratch.refusal())
    #expect(refusal.message.contains("; a.heic: picture: HEIC or AVIF, which is not read here"))
    #expect(refusal.hint.hasPrefix("save it as JPEG or PNG"))
    #expect(refusal.hint.contains("else take pictures of the missing ones too"))
  }

  /// What else lies in a folder: a note, what Windows writes beside pictures, an empty file.
  private static func writeOthers(into scratch: Scratch) throws {
    try Data("Pages of Tuesday\n".utf8).write(to: scratch.folder.appending(path: "0-notes.txt"))
    let cache =
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] + [UInt8](repeating: 0, count: 500)
    try Data(cache).write(to: scratch.folder.appending(path: "Thumbs.db"))
    try Data().write(to: scratch.folder.appending(path: "0-empty"))
  }

  @Test func `notes and what Windows writes into a folder are nothing to speak of`() throws {
    let packet = try Self.packet(900)
    let scratch = try Scratch()
    try scratch.draw(Self.frames(packet, .bbqr))
    try Self.writeOthers(into: scratch)
    #expect(try scratch.message() == .psbt(packet))
    #expect(scratch.screen.talk.unwrapped.isEmpty, "\(scratch.screen.talk)")
    // Nor do they stand in front of what matters.
    let other = try Scratch()
    try Self.writeOthers(into: other)
    let heic = Self.unreadFormats[0]
    try Data(heic.head).write(to: other.folder.appending(path: heic.name))
    let refusal = try #require(other.refusal())
    #expect(refusal.message.hasPrefix("a.heic: picture: HEIC or AVIF"))
    #expect(refusal.hint.hasPrefix("save it as JPEG or PNG"))
    var unread: [UnreadPicture] = []
    #expect {
      _ = try PrivateInput(other.folder.path).symbols(on: other.console, unread: &unread)
    } throws: {
      "\($0)".contains("/a.heic: picture: HEIC or AVIF")
    }
    #expect(unread.count == 4)
    #expect(
      unread.filter { $0.advice != nil }.map(\.reason) == [
        "picture: HEIC or AVIF, which is not read here"
      ])
    #expect(
      unread.last(where: { $0.advice != nil })?.text.contains("here; save it as JPEG") == true)
  }

  // MARK: Several messages

  private static let descriptors = [
    "wpkh(02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9)",
    "tr(a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd)",
  ]

  @Test func `of several descriptors none is taken unasked`() throws {
    for inOnePicture in [true, false] {
      let scratch = try Scratch()
      if inOnePicture {
        let symbols = try Self.descriptors.map { try QRSymbol(text: $0) }
        try Data(QRPicture(mosaic: symbols, columns: 2).png())
          .write(to: scratch.folder.appending(path: "page.png"))
      } else {
        // The second one twice: a page that somebody photographed again is one message.
        try scratch.draw(Self.descriptors + [Self.descriptors[1]])
      }
      let refusal = try #require(scratch.refusal())
      #expect(refusal.message.contains("2 messages") && refusal.message.contains("(R22)"))
      for text in Self.descriptors { #expect(refusal.message.contains(text)) }
      if !inOnePicture { #expect(refusal.message.contains("01.png")) }
    }
    let scratch = try Scratch(answers: ["2"], hasTerminal: true)
    try scratch.draw(Self.descriptors)
    #expect(try scratch.message() == .descriptor(Self.descriptors[1]))
    #expect(scratch.screen.terminal.unwrapped.contains("Which one do you want?"))
  }

  @Test func `what is chosen from is told apart by checksum or transaction, before what is long`()
    throws
  {
    let scratch = try Scratch()
    try scratch.draw(Self.descriptors)
    let refusal = try #require(scratch.refusal())
    for text in Self.descriptors {
      let checksum = try Descriptor(parsing: text).comparableChecksum
      #expect(refusal.message.contains("a descriptor, checksum \(checksum), "))
    }
    let payments = try Scratch()
    let packets = [try Self.packet(300), try Self.packet(310)]
    try payments.draw(try packets.flatMap { try Self.frames($0, .ur) })
    let message = try #require(payments.refusal()).message
    for packet in packets {
      let txid = try PSBT(decoding: packet).unsignedTransaction.txid
      #expect(message.contains("a PSBT, transaction \(txid), of "), "\(message)")
    }
  }

  @Test func `two payments in a folder are asked about, an address beside one is not`() throws {
    let scratch = try Scratch()
    let (one, two) = (try Self.packet(300), try Self.packet(310))
    try scratch.draw(Self.frames(one, .ur) + Self.frames(two, .ur))
    #expect(scratch.refusal()?.message.contains("2 messages") == true)
    let other = try Scratch()
    try other.draw(
      ["bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"] + Self.frames(one, .ur))
    #expect(try other.message() == .psbt(one))
  }

  @Test func `bytes that can only be a seed are refused as one`() throws {
    let scratch = try Scratch()
    for count in [16, 32] {
      let entropy = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 200) }
      try Data(QRPicture(QRSymbol(bytes: entropy)).png())
        .write(to: scratch.folder.appending(path: "a.png"))
      let refusal = try #require(scratch.refusal())
      #expect(refusal.message.contains("CompactSeedQR") && refusal.isSecretRefused)
    }
  }

  // MARK: Time

  @Test func `a folder is not looked at for longer than it may take`() throws {
    let scratch = try Scratch()
    let frames = try Self.frames(Self.packet(900), .ur)
    try scratch.draw(frames)
    let names = (0..<frames.count).map { "0\($0).png" }
    for (steps, isWhole) in [(1, false), (2, true)] {
      // A clock that stands still for this many looks, then jumps by an hour.
      var looks = 0
      var reading = FolderReading(
        folder: scratch.folder.path,
        names: names + (0..<100).map { "none-\($0).png" }, reader: try ReaderProcess())
      reading.now = {
        looks += 1
        return looks <= steps ? 0 : 3_600
      }
      if isWhole {
        var pictures = try reading.pictures(on: scratch.console)
        #expect(try pictures.finished("the folder").count == 1)
        #expect(pictures.words(isEnd: true).contains { $0.contains("(R18)") })
      } else {
        #expect {
          _ = try reading.pictures(on: scratch.console)
        } throws: { error in
          (error as? ProgramError)?.message.contains("(R18)") == true
        }
      }
    }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}

/// The header of a part, to put other bytes below it.
private struct URPartFields {
  let path: String
  let header: [CBORValue]
  let fragment: [UInt8]

  init?(_ text: String) {
    let pieces = text.split(separator: "/")
    guard pieces.count == 3, let content = try? Bytewords.decode(String(pieces[2])),
      case .array(let items)? = try? CBORReader.parse(content), case .bytes(let fragment) = items[4]
    else { return nil }
    path = "\(pieces[0])/\(pieces[1])/"
    header = Array(items[..<4])
    self.fragment = fragment
  }

  func text(with bytes: [UInt8]) -> String {
    path + Bytewords.encode(CBORWriter.encode(.array(header + [.bytes(bytes)]))).uppercased()
  }
}
