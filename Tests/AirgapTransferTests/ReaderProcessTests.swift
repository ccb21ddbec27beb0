import CSystemCalls
import Foundation
import Glibc
import PictureFormats
import QRDrawing
import QRTransport
import RecordingScreens
import Refusals
import SecureMemory
import TerminalUI
import TestSupport
import Testing

@testable import AirgapTransfer

@Suite struct ReaderProcessTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = folder.appending(path: name)
    try Data(bytes).write(to: url)
    return url.path
  }

  private func picture(_ text: String) throws -> QRPicture { QRPicture(try QRSymbol(text: text)) }

  @Test func `a PNG and a GIF are read through the helper`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let reader = try ReaderProcess()
    let png = try picture("HELLO").png()
    #expect(try reader.read(bytes: png) == [[Array("HELLO".utf8)]])
    let path = try file("picture-without-a-telling-name", png)
    #expect(try reader.read(path: path) == [[Array("HELLO".utf8)]])
    let gif = try file(
      "a.gif",
      GIFDrawing.encode((0..<5).map { QRPicture(try QRSymbol(text: "F\($0)", version: 2)) }))
    #expect(
      try reader.read(paths: [gif, path])
        == (0..<5).map { [Array("F\($0)".utf8)] } + [[Array("HELLO".utf8)]])
  }

  @Test func `a file of camera frames is watched until told to stop`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let drawn = try picture("CAMERA")
    var frame: [UInt8] = []
    for row in 0..<drawn.height * 4 {
      for column in 0..<drawn.width * 4 {
        frame += [drawn.isDark(row: row / 4, column: column / 4) ? 20 : 230, 128]
      }
    }
    var bytes = Array("drawbridge-frames YUYV \(drawn.width * 4) \(drawn.height * 4)\n".utf8)
    for _ in 0..<5 {
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: frame.count >> $0) } + frame
    }
    let path = try file("frames", bytes)
    var seen = 0
    try ReaderProcess().watch(device: path) { symbols in
      #expect(symbols == [Array("CAMERA".utf8)])
      seen += 1
      return seen < 3
    }
    #expect(seen == 3)
    seen = 0
    try ReaderProcess().watch(device: path) { _ in
      seen += 1
      return true
    }
    #expect(seen == 5)
  }

  @Test func `bad pictures are refused in a word and leave nothing behind`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let reader = try ReaderProcess()
    #expect(throws: ReaderError.refused(.empty)) { try reader.read(bytes: []) }
    #expect(throws: ReaderError.refused(.unknownFormat)) {
      try reader.read(bytes: Array("hello".utf8))
    }
    #expect(throws: ReaderError.refused(.heic)) {
      try reader.read(bytes: Array("\0\0\0\u{18}ftypheic\0\0\0\0".utf8))
    }
    // In words of its own for each format, and with what to do.
    let unread = PictureFormat.allCases.filter { !$0.isRead }
    for format in unread {
      let refusal = try #require(ReaderError.Refusal(rawValue: format.rawValue))
      #expect(refusal.isOfFormat)
      #expect("\(ReaderError.refused(refusal))".hasSuffix(", which is not read here"))
      #expect(ReaderError.refused(refusal).hint.hasPrefix("save it as JPEG or PNG"))
    }
    #expect(ReaderError.Refusal.allCases.filter(\.isOfFormat).count == unread.count)
    let png = try picture("HELLO").png()
    #expect(throws: ReaderError.refused(.damaged)) {
      try reader.read(bytes: Array(png.dropLast(30)))
    }
    let blank = try QRPicture(mosaic: [QRSymbol(text: "A")], columns: 1)
    #expect(blank.width > 0)
    #expect(throws: ReaderError.notAFile(path: folder.path)) {
      try reader.read(path: self.folder.path)
    }
    #expect(ReaderError.notAFile(path: "x").rule == .r25)
    #expect(throws: ReaderError.cannotOpen(path: "/nowhere/x.png", code: ENOENT)) {
      try reader.read(path: "/nowhere/x.png")
    }
    #expect(throws: ReaderError.notAFile(path: "/dev/zero")) { try reader.read(path: "/dev/zero") }
  }

  @Test func `two hundred megabytes are refused before they are read`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("huge.png", [0x89])
    #expect(truncate(path, 200_000_000) == 0)
    #expect(
      throws: ReaderError.tooLarge(
        path: path, bytes: 200_000_000, limit: ReaderProcess.fileLimit)
    ) { try ReaderProcess().read(path: path) }
  }

  @Test func `a link is not followed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("real.png", picture("HELLO").png())
    let link = folder.appending(path: "link.png").path
    #expect(symlink(path, link) == 0)
    #expect(throws: ReaderError.cannotOpen(path: link, code: ELOOP)) {
      try ReaderProcess().read(path: link)
    }
  }

  @Test func `the helper can do nothing but read its picture`() throws {
    let proof = try ReaderProcess().proof()
    #expect(proof.count == 10)
    #expect(proof.allSatisfy { $0.hasSuffix(" refused") }, "\(proof)")
  }

  @Test func `a helper that is missing, silent or a liar is an error`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: ReaderError.helperMissing(path: "/nowhere/qr-reader")) {
      try ReaderProcess(executable: "/nowhere/qr-reader")
    }
    #expect(throws: ReaderError.malformedOutput) {
      try ReaderProcess(executable: "/bin/true").read(bytes: [1])
    }
    #expect(throws: ReaderError.crashed(status: 1)) {
      try ReaderProcess(executable: "/bin/false").read(bytes: [1])
    }
    #expect(throws: ReaderError.malformedOutput) {
      try ReaderProcess(executable: "/bin/echo").read(bytes: [1])
    }
  }

  @Test func `an answer is read in pieces of any size and lies in it are noticed`() throws {
    let good: [UInt8] =
      [
        0x53, 0, 0, 0, 2, 7, 8, 0x53, 0, 0, 0, 0, 0x46, 0, 0, 0, 0, 0x46, 0, 0, 0, 0, 0x44, 0, 0, 0,
        0,
      ]
    for size in 1...good.count {
      var answer = ReaderAnswer()
      var frames: [[[UInt8]]] = []
      for start in stride(from: 0, to: good.count, by: size) {
        try answer.receive(Array(good[start..<min(start + size, good.count)]))
        frames += answer.takeFrames()
      }
      #expect(frames == [[[7, 8], []], []])
      #expect(answer.isDone)
    }
    for bad in [
      [0x53, 0xFF, 0xFF, 0xFF, 0xFF], [0x51, 0, 0, 0, 0], [0x46, 0, 0, 0, 1, 0],
      [0x44, 0, 0, 0, 0, 0x46, 0, 0, 0, 0], [0x45, 0, 0, 0, 1, 0x41],
      [0x53, 0, 0, 0, 0, 0x44, 0, 0, 0, 0],
      // Notes of a frame: of another number of QR codes, of a state that there is none.
      [0x4E, 0, 0, 0, 3, 0, 0, 1], [0x4E, 0, 0, 0, 2, 3, 0], [0x4E, 0, 0, 0, 0],
    ] as [[UInt8]] {
      var answer = ReaderAnswer()
      #expect(throws: ReaderError.malformedOutput) { try answer.receive(bad) }
    }
  }

  @Test func `what the reader says about a page is read, and said`() throws {
    let notes = try #require(PageNotes(decoding: [1, 2, 1, 2], symbols: 2))
    #expect(notes.copies == [1, 2] && notes.words.count == 2)
    #expect(notes.words[1] == "2 QR codes on it could not be read")
    #expect(PageNotes.none.words.isEmpty)
    let page = ReadPage(name: "a", number: nil, symbols: [4, 7], notes: notes)
    #expect(page.once == [4])
    #expect(ReadPage(name: "a", number: nil, symbols: [4]).once.isEmpty)
    var answer = ReaderAnswer()
    try answer.receive([0x53, 0, 0, 0, 1, 9, 0x4E, 0, 0, 0, 3, 0, 1, 1, 0x46, 0, 0, 0, 0])
    #expect(answer.takeFrames() == [[[9]]])
  }

  @Test func `the cameras are those the kernel lists, without their further nodes`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (node, name, index) in [
      ("video10", "Second\u{1b}[2J", "0"), ("video2", "Integrated Camera", "0"),
      ("video3", "Integrated Camera", "1"), ("v4l-touch0", "Pad", "0"),
    ] {
      let place = folder.appending(path: "sys/class/video4linux/\(node)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data("\(name)\n".utf8).write(to: place.appending(path: "name"))
      try Data("\(index)\n".utf8).write(to: place.appending(path: "index"))
    }
    let cameras = CameraDevices(root: folder.path)
    #expect(cameras.standard == "/dev/video2")
    #expect(cameras.text == "/dev/video2 (Integrated Camera), /dev/video10 (Second\\u{1b}[2J)")
    #expect(CameraDevices.named(by: "camera", among: cameras) == "/dev/video2")
    #expect(CameraDevices.named(by: "camera:10", among: cameras) == "/dev/video10")
    #expect(CameraDevices.named(by: "camera:/dev/video7", among: cameras) == "/dev/video7")
    #expect(CameraDevices.named(by: "cameraman.png", among: cameras) == nil)
    let none = CameraDevices(root: folder.path + "/none")
    #expect(none.standard == "/dev/video0" && none.text == nil)
    let missing = ReaderError.noCamera(path: "/dev/video0", code: ENOENT, known: cameras)
    #expect(missing.description == "camera /dev/video0: there is no such device")
    #expect(
      missing.hint == "cameras found here: \(cameras.text ?? ""); name one as in camera:/dev/video2"
    )
  }

  @Test func `a device that is not there is said to be none`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "video9").path
    #expect {
      try ReaderProcess().watch(device: path) { _ in true }
    } throws: { error in
      guard case .noCamera(path, ENOENT, _) = error as? ReaderError else { return false }
      return true
    }
  }

  /// A helper that answers with these records, whatever it is asked.
  private func helper(_ records: [(String, String)]) throws -> ReaderProcess {
    var script = "#!/bin/sh\nprintf '"
    for (kind, content) in records {
      // A line of text is shorter than 256 bytes.
      let octal = String(content.utf8.count, radix: 8)
      script += "\(kind)\\000\\000\\000\\\(octal)\(content)"
    }
    let path = try file("helper", Array((script + "'\n").utf8))
    #expect(chmod(path, 0o700) == 0)
    return try ReaderProcess(executable: path)
  }

  @Test func `where a secret is looked for, a lying helper is bounded as anywhere else`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let empty = { (kind: Character) -> [UInt8] in Array("\(kind)".utf8) + [0, 0, 0, 0] }
    let many = { (record: [UInt8], count: Int) -> [UInt8] in
      Array([[UInt8]](repeating: record, count: count).joined())
    }
    let large = [UInt8(ascii: "S"), 0, 1, 0, 0] + [UInt8](repeating: 7, count: 65_536) + empty("F")
    let note: [UInt8] = [UInt8(ascii: "N"), 0, 0, 0, 2, 0, 0]
    let picture = try file("picture", [])
    for (records, error) in [
      (many(empty("S"), 10_001), .malformedOutput), (note + note, .malformedOutput),
      (many(empty("F"), 100_001), .refused(.tooManyFrames)),
      (many(large, 1_000), .tooMuchOutput(limit: ReaderProcess.outputLimit)),
    ] as [([UInt8], ReaderError)] {
      let answer = try file("answer", records + empty("D"))
      let script = try file("liar", Array("#!/bin/sh\nexec /bin/cat '\(answer)'\n".utf8))
      #expect(chmod(script, 0o700) == 0)
      let reader = try ReaderProcess(executable: script)
      #expect(throws: error) {
        _ = try reader.secret(path: picture) { _ in false }
      }
    }
  }

  @Test func `the frames of a film are one look at a sheet, not pages`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let film = try AimedFilm.y4m(
      ["FIRST", "SECOND", "FIRST"].map { try AimedFilm(text: $0).pixels() })
    let path = try file("film", film)
    var pages: [ReadPage] = []
    var trouble: ProgramError?
    let found = try PrivateInput(path).pictureSymbols(pages: &pages, trouble: &trouble)
    #expect(trouble == nil && found.count == 2)
    #expect(pages == [ReadPage(name: path, number: nil, symbols: [0, 1])])
  }

  @Test func `what each camera offers is said, and what is wrong with it`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let device = CameraDevices.Device(path: try file("video2", []), name: "Integrated Camera")
    let good = try helper([
      ("S", "MJPG 1920 1080"), ("S", "YUYV 640 480"), ("S", "H264 0 0"), ("F", ""), ("D", ""),
    ])
    let report = CameraReport(device, good)
    #expect(
      report.text
        == "\(device.path) (Integrated Camera): MJPG up to 1920x1080, YUYV up to 640x480, H264")
    #expect(report.isGood && report.problem == nil)
    let other = CameraReport(device, try helper([("S", "H264 0 0"), ("F", ""), ("D", "")]))
    #expect(!other.isGood && other.text.hasSuffix("none of them is read (GREY, YUYV and MJPG are)"))
    let none = CameraReport(device, try helper([("F", ""), ("D", "")]))
    #expect(!none.isGood && none.text.contains(": no format;"))
    for (code, words) in [
      (EACCES, "this user has no permission to use it"), (EBUSY, "another program uses it"),
      (EIO, "cannot be opened (error 5)"),
    ] {
      let error = ReaderError.noCamera(path: device.path, code: code, known: CameraDevices())
      let report = CameraReport(device, .failure(error))
      #expect(report.text == "\(device.path) (Integrated Camera): \(words)")
      #expect(report.problem == error.hint)
    }
    // The real helper, and a file that is no device.
    #expect(CameraReport(device, try ReaderProcess()).text.hasSuffix(": it gives no pictures"))
    for bad in [
      ["MJPG 1"], ["MJPGX 1 1"], ["MJPG -1 1"], [String](repeating: "MJPG 1 1", count: 40),
    ] {
      let liar = try helper(bad.map { ("S", $0) } + [("F", ""), ("D", "")])
      #expect(throws: ReaderError.malformedOutput) { try liar.formats(of: device.path) }
    }
  }

  @Test func `a camera that fails says in words why, and what to do`() {
    for (refusal, words, hint) in [
      (.camera, "it gives no pictures", "check that the camera is plugged in, and run it again"),
      (
        .cameraGone, "it failed, or was unplugged",
        "check that the camera is plugged in, and run it again"
      ),
      (
        .cameraBusy, "another program uses it",
        "close the program that uses the camera, and run it again"
      ),
      (
        .cameraForm, "it gives none of the formats that are read (GREY, YUYV, MJPEG)",
        "run `doctor` to see what each camera offers; use another one, or carry the message as a file"
      ),
    ] as [(ReaderError.Refusal, String, String)] {
      #expect(ReaderError.refused(refusal).description == "camera: \(words)")
      #expect(ReaderError.refused(refusal).hint == hint)
    }
  }

  @Test func `what is no picture is said to be none, and what is not there not to be there`() throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let console = Console(screen: RecordingScreen(answers: []))
    let note = try file("note.txt", Array("a note".utf8))
    let none = folder.appending(path: "none.png").path
    for (source, words) in [
      (note, "\(note): picture: not PNG, JPEG, GIF, PDF or Y4M"),
      (none, "picture \(none): cannot be opened (error 2)"),
    ] {
      var unread: [UnreadPicture] = []
      #expect {
        _ = try PrivateInput(source).symbols(on: console, unread: &unread)
      } throws: {
        ($0 as? ProgramError)?.message == words
      }
      #expect(unread.count == 1)
    }
  }

  // MARK: Secrets

  private static func text(_ secret: consuming SecretBytes?) -> String? {
    secret?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `of several symbols the wanted one is taken into locked memory`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let reader = try ReaderProcess()
    let both = try QRPicture(
      mosaic: [QRSymbol(text: "POSTER"), QRSymbol(text: "{\"entropy\":1}")], columns: 2)
    let path = try file("both.png", both.png())
    let isObject = { (bytes: UnsafeRawBufferPointer) in bytes.first == UInt8(ascii: "{") }
    #expect(try Self.text(reader.secret(path: path, where: isObject)) == "{\"entropy\":1}")
    #expect(try Self.text(reader.secret(path: path) { _ in false }) == nil)
    let empty = try file("empty.png", [])
    #expect(throws: ReaderError.refused(.empty)) {
      _ = try reader.secret(path: empty, where: isObject)
    }
    for liar in ["/bin/true", "/bin/echo"] {
      #expect(throws: ReaderError.malformedOutput) {
        _ = try ReaderProcess(executable: liar).secret(path: path, where: isObject)
      }
    }
    #expect(throws: ReaderError.notAFile(path: "/dev/zero")) {
      _ = try reader.secret(path: "/dev/zero", where: isObject)
    }
  }

  @Test func `a private text comes from a file or a picture, and never from an argument`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let console = Console(screen: RecordingScreen(answers: [" {pasted} "]))
    let isObject = { (bytes: UnsafeRawBufferPointer) in bytes.first == UInt8(ascii: "{") }
    let png = try file("a", picture("{DRAWN}").png())
    let txt = try file("b", Array("\n {written}\r\n".utf8))
    #expect(PrivateInput(png).isPicture && !PrivateInput(txt).isPicture)
    let heic = try file("d", [0, 0, 0, 0x18] + Array("ftypheic".utf8))
    #expect(PrivateInput(heic).isPicture)
    #expect(PrivateInput(heic).formatRefusal?.message.contains("HEIC or AVIF") == true)
    for path in [png, txt] { #expect(PrivateInput(path).formatRefusal == nil) }
    for read in [PrivateInput(heic).text, PrivateInput(heic).symbol] {
      #expect {
        _ = try read("key", console, isObject)
      } throws: {
        "\($0)".hasPrefix("\(heic): picture: HEIC or AVIF, which is not read here")
      }
    }
    for (source, text) in [png: "{DRAWN}", txt: "{written}", "paste": "{pasted}"] {
      let read = try PrivateInput(source).text("key", on: console, where: isObject)
      #expect(Self.text(read) == text)
    }
    let other = try file("c", Array("secret words".utf8))
    for source in [other, "{given}", folder.path] {
      #expect {
        _ = try PrivateInput(source).text("key", on: console, where: isObject)
      } throws: {
        !"\($0)".contains("words")
      }
    }
  }
}
