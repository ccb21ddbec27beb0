import Bytes
import Foundation
import Photographs
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import QRReading

/// Sheets as they come from a printer and go before a camera: drawn as PDF, turned into dots, turned,
/// sheared, with noise, in uneven light, and compressed until it shows.
@Suite struct `Sheets on paper` {
  private static let zoo = "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong"
  private static let legal =
    "legal winner thank year wave sausage worth useful legal winner thank yellow"

  /// Three seeds, a wallet of which any two of them sign, and nothing else.
  private static func family() throws -> Desk {
    let desk = try Desk.withSeed()
    var keys: [String] = []
    for (name, words) in [("first", ""), ("second", zoo), ("third", legal)] {
      if !words.isEmpty {
        let file = try desk.write(words, to: "\(name)-words")
        try #require(desk.run("seed", "import", name, "--from", file).code == .done)
      }
      let key = desk.run(
        "account", "export", name, "--script", "wsh", "--out", desk.path("\(name)-key.txt"),
        "--json")
      keys.append(try #require(key.json["key"]?.stringValue, "\(key.err)"))
    }
    let text = "wsh(sortedmulti(2,\(keys.map { "\($0)/<0;1>/*" }.joined(separator: ","))))"
    let wallet = try desk.write(text, to: "family.txt")
    let registered = desk.run(
      "wallet", "register", "family", "--from", wallet, "--accept", "R23", "--yes")
    try #require(registered.code == .done, "\(registered.err)")
    return desk
  }

  /// Prints a sheet and photographs every page of it badly; the folder of the photographs.
  private static func photographs(
    of subject: String, _ kind: String, _ options: [String] = [], from desk: Desk
  ) throws -> Photos {
    let folder = desk.path("paper-\(UUID())")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = Paper.hasPoppler ? "\(folder)/sheet.pdf" : "\(folder)/sheet.png"
    let printed = desk.run(
      ["sheet", "print", subject, "--kind", kind, "--out", file] + options, answers: [subject])
    try #require(printed.code == .done, "\(printed.err)")
    let pages = try Paper.pages(in: folder)
    let photos = Photos(folder: desk.path("photos-\(UUID())"), count: pages.count)
    try FileManager.default.createDirectory(
      atPath: photos.folder, withIntermediateDirectories: true)
    for (index, page) in pages.enumerated() {
      let askew = [2.5, -3, 1.5][index % 3]
      let photo = try #require(
        Scenes.scan(of: page, turn: askew, shear: 0.01, noise: 18, seed: UInt64(index + 1)))
      try Data(Scenes.jpeg(photo, quality: 55))
        .write(to: URL(fileURLWithPath: photos.page(index + 1)))
    }
    return photos
  }

  struct Photos {
    let folder: String
    let count: Int

    func page(_ number: Int) -> String { "\(folder)/photo-\(number).jpg" }
  }

  /// A fresh machine on which nothing is.
  private static func fresh() throws -> Desk {
    let desk = try Desk()
    try #require(desk.run("init", "--network", "regtest", "--yes").code == .done)
    return desk
  }

  private static func address(_ wallet: String, _ index: Int, of desk: Desk) throws -> String {
    let shown = desk.run("address", "show", wallet, "\(index)", "--json")
    return try #require(shown.json["address"]?.stringValue, "\(shown.err)")
  }

  @Test(arguments: ["full", "encrypted", "public", "inheritance"])
  func `every kind of sheet is printed, photographed badly, read back and recovered from`(
    _ kind: String
  ) throws {
    let desk = try Self.family()
    let words = try desk.write("six words that nobody would guess", to: "sheet-words")
    let sealed = kind == "encrypted" ? ["--sheet-words-file", words] : []
    let photos = try Self.photographs(of: "first", kind, sealed, from: desk)

    let checked = desk.run(["sheet", "check", photos.folder, "--json"] + sealed)
    #expect(checked.code == .done, "\(checked.err)")
    #expect(checked.json["whole"]?.boolValue == true, "\(checked.out)")
    let isSeed = kind == "full" || kind == "encrypted"
    #expect((checked.json["readBack"]?.stringValue == "first") == isSeed)

    let other = try Self.fresh()
    if isSeed {
      let taken = other.run(
        ["seed", "import", "again", "--from", photos.folder, "--json", "--yes"] + sealed)
      try #require(taken.code == .done, "\(taken.err)")
      #expect(taken.json["fingerprint"]?.stringValue == "73c5da0a")
    } else {
      let file = try other.write(Desk.words, to: "words")
      try #require(other.run("seed", "import", "again", "--from", file).code == .done)
    }
    if kind != "encrypted" {
      // The seed's page is kept away from what reads wallets: it refuses a seed.
      if isSeed { try FileManager.default.removeItem(atPath: photos.page(1)) }
      let taken = other.run("wallet", "register", "family", "--from", photos.folder, "--yes")
      try #require(taken.code == .done, "\(taken.err)")
    }
    for index in [0, 4] {
      #expect(
        try Self.address("family", index, of: other) == Self.address("family", index, of: desk))
    }
  }

  @Test(arguments: [
    ("slip39", "2-of-3", [3, 1]), ("codex32", "2-of-3", [3, 2]), ("sskr", "2-of-3", [1, 3]),
    ("xor", "2-of-2", [2, 1]),
  ])
  func `shares are printed, photographed badly, read back and recovered from`(
    _ form: String, _ rule: String, _ numbers: [Int]
  ) throws {
    let desk = try Desk.withSeed(words: Self.legal)
    let fingerprint = desk.run("seed", "list", "--json").json.arrayValue?[0]["fingerprint"]
    var folders: [String] = []
    for number in numbers {
      let photos = try Self.photographs(
        of: "first", "share", ["--as", form, "--shares", rule, "--share", "\(number)"], from: desk)
      let checked = desk.run("sheet", "check", photos.folder)
      #expect(checked.code == .done, "\(checked.err)")
      folders.append(form == "xor" ? photos.page(1) : photos.folder)
    }
    let other = try Self.fresh()
    let none = try other.write("", to: "none")
    let taken = other.run(
      ["seed", "import", "again", "--json"] + folders.flatMap { ["--from", $0] }
        + (form == "slip39" ? ["--slip39-passphrase-file", none] : [])
        + (form == "xor" ? ["--xor", "--xor-parts", "2"] : []))
    #expect(taken.code == .done, "\(taken.err)")
    #expect(taken.json["fingerprint"] == fingerprint)
    let few = other.run("seed", "verify", "again", "--from", folders[0])
    #expect(few.code == .failed)
  }

  @Test(arguments: [12, 24])
  func `a blank sheet is filled in by hand, photographed badly and recovered from`(
    _ count: Int
  ) throws {
    let words = count == 12 ? Desk.words : String(repeating: "zoo ", count: 23) + "vote"
    let desk = try Desk.withSeed(words: words)
    let symbol = desk.path("symbol.png")
    let shown = desk.run(
      "seed", "show", "first", "--as", "seedqr", "--out", symbol, answers: ["first"])
    try #require(shown.code == .done, "\(shown.err)")
    let folder = desk.path("blank")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let printed = desk.run(
      "sheet", "print", "--kind", "blank", "--words", "\(count)", "--out",
      Paper.hasPoppler ? "\(folder)/blank.pdf" : "\(folder)/blank.png")
    try #require(printed.code == .done, "\(printed.err)")
    let modules = try Paper.modules(
      of: GrayPicture(png: Data(contentsOf: URL(fileURLWithPath: symbol))))
    #expect(modules.count == (count == 12 ? 25 : 29))
    let page = try Paper.filled(Paper.pages(in: folder)[1], with: modules)
    let photo = try #require(Scenes.scan(of: page, turn: 2, shear: 0.01, noise: 18, seed: 9))
    let file = desk.path("photo.jpg")
    try Data(Scenes.jpeg(photo, quality: 55)).write(to: URL(fileURLWithPath: file))
    let checked = desk.run("sheet", "check", file)
    #expect(checked.code == .done, "\(checked.err)")
    #expect(checked.out.contains("a QR code of the seed first"))
    let other = try Self.fresh()
    #expect(other.run("seed", "import", "again", "--from", file).code == .done)
  }

  @Test func `a full sheet in another language comes back by its text`() throws {
    let japanese =
      "あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん "
      + "あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん あおぞら"
    let desk = try Desk.withSeed(words: japanese)
    let photos = try Self.photographs(of: "first", "full", from: desk)
    #expect(desk.run("sheet", "check", photos.folder).out.contains("counts as read back"))
    let other = try Self.fresh()
    let taken = other.run("seed", "import", "again", "--from", photos.folder, "--json")
    #expect(taken.json["language"]?.stringValue == "japanese", "\(taken.err)")
  }
}

/// Pages of paper for tests.
enum Paper {
  static let hasPoppler = FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm")
  /// Dots per inch: what a telephone sees of a whole page held before it.
  static let resolution = 130

  /// The pages of a sheet that was drawn into a folder: its PDF in dots, or without poppler the pictures
  /// that the program draws itself, halved.
  static func pages(in folder: String) throws -> [GrayPicture] {
    if hasPoppler {
      let pdf = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".pdf") })
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/pdftoppm")
      process.arguments = [
        "-gray", "-r", "\(resolution)", "\(folder)/\(pdf)", "\(folder)/dots",
      ]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(hasPoppler ? ".pgm" : ".png") }.sorted()
    return try names.map { name in
      let file = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
      return hasPoppler ? try graymap(file) : try GrayPicture(png: file).halved()
    }
  }

  /// A binary PGM of 8 bits: `P5`, width, height and 255 in text, one white space, the pixels.
  private static func graymap(_ file: Data) throws -> GrayPicture {
    let head = file.prefix(40).split(maxSplits: 4, omittingEmptySubsequences: true) {
      $0 == 0x20 || $0 == 0x0a
    }
    let numbers = head.dropFirst().prefix(3).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    try #require(head.count == 5 && numbers[2] == 255)
    return try #require(
      GrayPicture(
        width: numbers[0], height: numbers[1],
        pixels: [UInt8](file.suffix(numbers[0] * numbers[1]))))
  }

  /// The modules of a QR code in a picture of its own, with four light ones around and six dots
  /// each.
  static func modules(of picture: GrayPicture) -> [[Bool]] {
    let size = picture.width / 6 - 8
    return (0..<size).map { row in
      (0..<size).map { column in
        picture.pixels[(row * 6 + 27) * picture.width + column * 6 + 27] < 128
      }
    }
  }

  /// The page with its empty grid filled in by hand: no cell up to its edge, and each another one.
  static func filled(_ page: GrayPicture, with modules: [[Bool]]) throws -> GrayPicture {
    // The grids' own lines are the longest but those that go across the whole page; the SeedQR's grid is the lower one,
    // and as high as it is wide.
    let lines = (0..<page.height).flatMap { row -> [(row: Int, run: Range<Int>)] in
      let dots = page.pixels[row * page.width..<(row + 1) * page.width]
      return dots.split { $0 >= 200 }.map { run in
        let start = run.startIndex - row * page.width
        return (row, start..<start + run.count)
      }
    }.filter { (page.width * 3 / 10..<page.width / 2).contains($0.run.count) }
    let last = try #require(lines.last)
    let first = try #require(
      lines.first {
        abs($0.run.count - last.run.count) < 4 && abs(last.row - $0.row - last.run.count) < 6
      })
    let side = Double(last.row - first.row) / Double(modules.count)
    var pixels = page.pixels
    var state: UInt64 = 5
    for (row, cells) in modules.enumerated() {
      for (column, isDark) in cells.enumerated() where isDark {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let inset = 0.04 + Double(state >> 60) / 200
        let top = Double(first.row) + (Double(row) + inset) * side
        let left = Double(first.run.lowerBound) + (Double(column) + inset) * side
        let length = Int(side * (1 - 2 * inset))
        for y in Int(top)...Int(top) + length {
          for x in Int(left)...Int(left) + length { pixels[y * page.width + x] = 45 }
        }
      }
    }
    return try #require(
      GrayPicture(width: page.width, height: page.height, pixels: pixels))
  }
}
