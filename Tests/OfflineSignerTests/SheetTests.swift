import Bytes
import Descriptors
import Foundation
import HelperProcesses
import Synchronization
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import SheetPrinting

/// A clock that shows another second each time somebody looks at it.
private final class MovingClock: Sendable {
  private let seconds = Mutex<Int64>(1_800_000_000)

  func next() -> Int64 {
    seconds.withLock { seconds in
      seconds += 1
      return seconds
    }
  }
}

/// Sheets drawn, printed and read back by the commands.
@Suite struct `Sheets printed and checked` {
  @Test func `a sheet is known again when drawing it took longer than a second`() throws {
    let desk = try Desk.withUncheckedSeed()
    let clock = MovingClock()
    let printed = desk.run(
      [
        "sheet", "print", "fresh", "--kind", "full", "--resolution", "150", "--out",
        desk.path("slow.png"), "--json",
      ], answers: ["fresh"], clock: { clock.next() })
    try #require(printed.code == .done, "\(printed.err)")
    let files = printed.json["files"]?.arrayValue?.compactMap(\.stringValue) ?? []
    try Desk.scan(files)
    let checked = desk.run("sheet", "check", try desk.folder(of: files, named: "scans"))
    #expect(checked.code == .done, "\(checked.err)")
    #expect(checked.out.contains("the sheet's own mark"), "\(checked.out)")
    #expect(!(checked.out + checked.err).contains("no record"), "\(checked.out)")
  }

  @Test func `a full sheet is drawn after consent, read back and stamped`() throws {
    let desk = try Desk.withUncheckedSeed()
    let export = desk.run(
      "account", "export", "fresh", "--script", "wpkh", "--out", desk.path("account.txt"))
    try #require(export.code == .done, "\(export.err)")
    let command = [
      "sheet", "print", "fresh", "--kind", "full", "--paper", "letter", "--out",
      desk.path("sheet.png"),
    ]
    for answers in [nil, [""], ["yes"]] as [[String]?] {
      #expect(desk.run(command, answers: answers).code == .failed)
      #expect(try !desk.files().contains { $0.hasPrefix("sheet") })
    }
    let printed = desk.run(command + ["--json"], answers: ["fresh"], now: 1_800_000_000)
    try #require(printed.code == .done, "\(printed.err)")
    #expect(printed.err.contains("was never read back"))
    #expect(printed.err.contains("a file with a secret is a copy of it"))
    let files = printed.json["files"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(files.count > 1 && files[0] == desk.path("sheet-1.png"))
    let attributes = try FileManager.default.attributesOfItem(atPath: files[0])
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(desk.run(command, answers: ["fresh"]).code == .failed, "it is never overwritten")

    let own = desk.run("sheet", "check", files[0])
    #expect(own.code == .failed && own.err.contains("what counts is the paper"), "\(own.err)")
    let drawn = try desk.folder(of: files, named: "drawn")
    #expect(desk.run("sheet", "check", drawn).err.contains("sheet-1.png is the file of a page"))
    try Desk.scan(files)
    let part = desk.run("sheet", "check", files[0], "--json", now: 1_800_000_100)
    #expect(part.code == .failed && part.err.contains("missing the descriptor of fresh-wpkh-0"))
    #expect(part.json["whole"]?.boolValue == false && part.json["readBack"] == .null)
    #expect(desk.run("seed", "list").err.contains("was never read back"))

    let folder = try desk.folder(of: files, named: "photographs")
    let whole = desk.run("sheet", "check", folder, "--json", now: 1_800_000_200)
    #expect(whole.code == .done, "\(whole.err)")
    #expect(whole.json["readBack"]?.stringValue == "fresh")
    #expect(
      whole.json["found"]?.arrayValue?.compactMap(\.stringValue).prefix(2)
        == ["the SeedQR of fresh", "the descriptor of fresh-wpkh-0"])
    let after = desk.run("seed", "list", "--json", now: 1_800_000_300)
    #expect(!after.err.contains("read back"))
    #expect(after.json.arrayValue?[0]["verified"]?.intValue == 1_800_000_200)
    for run in [printed, part, whole] {
      #expect(!(run.out + run.err + run.terminal).contains("abandon"))
    }
  }

  @Test func `a sheet that was printed before its wallets changed says so`() throws {
    let desk = try Desk.withUncheckedSeed()
    for script in ["wpkh", "tr"] {
      _ = desk.run(
        "account", "export", "fresh", "--script", script, "--out", desk.path("\(script).txt"))
    }
    let pages = try desk.print("full", of: "fresh")
    #expect(
      desk.run("wallet", "remove", "fresh-tr-0", "--yes", answers: ["fresh-tr-0", "yes"]).code
        == .done)
    let run = desk.run("sheet", "check", pages, "--json")
    #expect(run.code == .done, "\(run.err)")
    #expect(
      run.json["notes"]?.arrayValue?.first?.stringValue?.contains("print a new one") == true)
    #expect(run.json["others"]?.intValue == 1)
  }

  @Test func `an encrypted sheet is opened by its words alone`() throws {
    let desk = try Desk.withUncheckedSeed()
    _ = desk.run(
      "account", "export", "fresh", "--script", "wpkh", "--out", desk.path("account.txt"))
    let words = try desk.write("Six  Words that\tare not\nGuessed", to: "sheet-words")
    let pages = try desk.print("encrypted", of: "fresh", "--sheet-words-file", words)
    let wrong = desk.run("sheet", "check", pages, answers: ["these", "are", "wrong"])
    #expect(wrong.code == .failed && wrong.err.contains("not the sheet words"))
    #expect(wrong.err.contains("the sheet itself was read without an error"))
    #expect(desk.run("seed", "list").err.contains("was never read back"))
    let right = desk.run(
      "sheet", "check", pages, answers: ["wrong", "six words that are not guessed"])
    #expect(right.code == .done, "\(right.err)")
    #expect(right.out.contains("counts as read back"))
    #expect(!desk.run("seed", "list").err.contains("read back"))
    // On another machine, photographed: the seed and its wallet.
    let other = try Desk()
    _ = other.run("init", "--network", "regtest", "--yes")
    let taken = other.run(
      "seed", "import", "again", "--from", pages, "--sheet-words-file", words, "--yes", "--json")
    #expect(taken.code == .done, "\(taken.err)")
    #expect(taken.json["origin"]?.stringValue == "imported encrypted sheet")
    #expect(taken.err.contains("Registered the sheet's wallets: fresh-wpkh-0"))
    let (here, there) = (
      other.run("address", "show", "fresh-wpkh-0", "3"),
      desk.run("address", "show", "fresh-wpkh-0", "3")
    )
    #expect(here.code == .done && here.out == there.out)
    let strange = try Desk()
    _ = strange.run("init", "--network", "signet", "--yes")
    let elsewhere = strange.run(
      "seed", "import", "again", "--from", pages, "--sheet-words-file", words, "--yes")
    #expect(elsewhere.err.contains("printed on regtest, and this home is on signet"))
    let shown = desk.run("seed", "verify", "fresh", "--from", pages, "--sheet-words-file", words)
    #expect(shown.code == .done, "\(shown.err)")
  }

  // Sheets once registered wallets without the checks that `wallet register` makes.
  @Test func `a wallet on an encrypted sheet is judged as one that is registered`() throws {
    let desk = try Desk.withSeed()
    let exported = desk.run(
      "account", "export", "first", "--script", "wsh", "--out", desk.path("key.txt"), "--json")
    let key = try #require(exported.json["key"]?.stringValue)
    let stranger =
      "[b8688df1/48h/1h/0h/2h]tpubDEfobrrtptRTbKf4gysDhoabneABDTAcdj3Vbn4XwPsLE2pmqpizSPRG6zHsbAMuiSgWmWPsYCLHTKTPpyrGJ5rAoTpKoQNZcxodiPf2tSJ"
    for (name, text, rule) in [
      ("door", "tr(\(key)/<0;1>/*,pk(\(stranger)/<0;1>/*))", "stranger"),
      ("far", "wsh(sortedmulti(2,\(key)/<0;7>/*,\(stranger)/<0;7>/*))", "R07"),
      ("plain", "sh(wsh(sortedmulti(2,\(key)/<0;1>/*,\(stranger)/<0;1>/*)))", "R23"),
    ] {
      let file = try desk.write(Descriptor(parsing: text).canonical + "\n", to: "\(name).txt")
      let ran = desk.run("wallet", "register", name, "--from", file, "--yes", "--accept", rule)
      try #require(ran.code == .done, "\(ran.err)")
    }
    let words = try desk.write("six words that nobody guesses", to: "sheet-words")
    let pages = try desk.print("encrypted", of: "first", "--sheet-words-file", words)
    let other = try Desk()
    _ = other.run("init", "--network", "regtest", "--yes")
    let taken = other.run(
      "seed", "import", "again", "--from", pages, "--sheet-words-file", words, "--yes")
    #expect(taken.code == .done, "\(taken.err)")
    #expect(
      taken.err.contains(
        "The sheet's wallet door was not registered: not acknowledged: STRANGER CAN SPEND "
          + "ALONE: key 2"), "\(taken.err)")
    #expect(
      taken.err.contains("The sheet's wallet far was not registered: not acknowledged: "),
      "\(taken.err)")
    let wallets = other.run("wallet", "list", "--json").json.arrayValue ?? []
    #expect(wallets.map { $0["name"]?.stringValue } == ["plain"])
  }

  @Test(arguments: [
    ("slip39", "2-of-3", [1, 3]), ("codex32", "2-of-3", [2, 3]), ("sskr", "2-of-2", [1, 2]),
    ("xor", "2-of-2", [1, 2]),
  ])
  func `shares are printed one by one, and count when enough of them were read`(
    _ form: String, _ rule: String, _ numbers: [Int]
  ) throws {
    let desk = try Desk.withUncheckedSeed()
    var folders: [String] = []
    for number in numbers {
      folders.append(
        try desk.print(
          "share", of: "fresh", "--as", form, "--shares", rule, "--share", "\(number)"))
    }
    let first = desk.run("sheet", "check", folders[0])
    #expect(first.code == .done, "\(first.err)")
    #expect(first.out.contains("Read so far: 1 of the 2 shares needed to restore fresh"))
    #expect(desk.run("sheet", "check", folders[0]).out.contains("1 of the 2 shares"))
    #expect(desk.run("seed", "list").err.contains("was never read back"))
    let second = desk.run("sheet", "check", folders[1])
    #expect(second.code == .done, "\(second.err)")
    #expect(second.out.contains("The backup of fresh counts as read back"))
    #expect(!desk.run("seed", "list").err.contains("read back"))
    // The shares, photographed, bring the seed back.
    let none = try desk.write("", to: "none")
    var command = ["seed", "verify", "fresh"]
    for folder in folders {
      command += ["--from", form == "xor" ? "\(folder)/page.png" : folder]
    }
    if form == "slip39" { command += ["--slip39-passphrase-file", none] }
    if form == "xor" { command.append("--xor") }
    let restored = desk.run(command)
    #expect(restored.code == .done, "\(restored.err)")
  }

  @Test(arguments: ["public", "inheritance"])
  func `sheets without a secret need no consent and hold none`(_ kind: String) throws {
    let desk = try Desk.withSeed()
    _ = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("account.txt"))
    let svg = desk.run(
      "sheet", "print", "first-wpkh-0", "--kind", kind, "--out", desk.path("public.svg"))
    #expect(svg.code == .done, "\(svg.err)")
    let folder = desk.path(kind)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let options = ["--resolution", "150"] + (kind == "public" ? ["--account-map"] : [])
    let run = desk.run(
      ["sheet", "print", "first", "--kind", kind, "--out", "\(folder)/page.png"] + options)
    #expect(run.code == .done && !run.err.contains("copy of it"), "\(run.err)")
    try Desk.scan(FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" })
    let checked = desk.run("sheet", "check", folder, "--json")
    #expect(checked.code == .done, "\(checked.err)")
    #expect(checked.json["whole"]?.boolValue == true && checked.json["readBack"] == .null)
    let found = checked.json["found"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(found.contains("the descriptor of first-wpkh-0"))
    #expect(found.contains("the Account Map of first-wpkh-0") == (kind == "public"))
  }

  @Test func `a blank sheet needs neither seed nor vault`() throws {
    let desk = try Desk()
    let run = desk.run(
      "sheet", "print", "--kind", "blank", "--words", "12", "--out", desk.path("blank.pdf"),
      passphrase: nil)
    #expect(run.code == .done, "\(run.err)")
    #expect(try desk.read("blank.pdf").hasPrefix("%PDF"))
  }

  // MARK: What is refused

  @Test func `a file of pages is no paper`() throws {
    let desk = try Desk.withSeed()
    for name in ["sheet.pdf", "sheet.ps", "sheet.svg"] {
      let run = desk.run(
        "sheet", "print", "first", "--kind", "full", "--out", desk.path(name), answers: ["first"])
      try #require(run.code == .done, "\(run.err)")
      let checked = desk.run("sheet", "check", desk.path(name))
      #expect(checked.code == .failed)
      #expect(checked.err.contains("what counts is the paper"), "\(checked.err)")
    }
  }

  @Test func `a torn, a strange and an unknown sheet are told apart`() throws {
    let desk = try Desk.withSeed()
    let words = try desk.write("six words that nobody would guess", to: "sheet-words")
    _ = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("account.txt"))
    let pages = try desk.print("encrypted", of: "first", "--sheet-words-file", words)
    let half = try desk.torn("\(pages)/page-1.png")
    let torn = desk.run("sheet", "check", half, "--sheet-words-file", words)
    #expect(torn.code == .failed)
    #expect(
      torn.err.contains("read only 1 of the 2 QR codes of the encrypted sheet"), "\(torn.err)")
    let taken = desk.run(
      "seed", "import", "torn", "--from", half, "--sheet-words-file", words)
    #expect(taken.code == .failed && taken.err.contains("1 of the 2 QR codes"))

    let stranger = try Desk.withSeed(
      words: "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong")
    let sealed = stranger.run("sheet", "check", pages, "--sheet-words-file", words)
    #expect(sealed.code == .failed && sealed.err.contains("a seed that is not in this vault"))
    let clear = try desk.print("full", of: "first")
    let other = stranger.run("sheet", "check", clear)
    #expect(other.code == .failed && other.err.contains("no record of printing it"), "\(other.err)")
    let open = try desk.print("public", of: "first")
    let nothing = stranger.run("sheet", "check", open)
    #expect(nothing.code == .failed && nothing.err.contains("this is the public sheet"))
    let empty = desk.path("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    #expect(desk.run("sheet", "check", empty).err.contains("no QR code was found"))
    #expect(desk.run("sheet", "check", desk.path("nowhere")).code == .failed)
  }

  @Test(arguments: [
    (["first", "--kind", "full"], "say where the sheet goes"),
    (["first", "--kind", "full", "--out", "sheet.doc"], "does not end with a known form"),
    (["first", "--kind", "full", "--out", "a.pdf", "--printer", "plain"], "both given"),
    (["first", "--kind", "full", "--out", "a.pdf", "--words", "12"], "--words works only"),
    (["first", "--kind", "public", "--out", "a.pdf", "--recovery-qr"], "--recovery-qr works only"),
    (["first", "--kind", "share", "--out", "a.pdf"], "one share"),
    (
      [
        "first", "--kind", "share", "--as", "sskr", "--shares", "2-of-3", "--share", "4", "--out",
        "a.pdf",
      ], "no share 4"
    ),
    (["first", "--kind", "full", "--out", "a.pdf", "--printer-takes", "pdf"], "is not a printer"),
    (["--kind", "full", "--out", "a.pdf"], "name the seed or wallet"),
    (["first", "--kind", "full", "--out", "a.pdf", "--resolution", "72"], "dots per inch"),
    (["first", "--kind", "full", "--out", "a.png", "--resolution", "700"], "dots per inch"),
    (["first", "--kind", "secret", "--out", "a.png"], "a kind of sheet: full, encrypted"),
    (["first", "--kind", "full", "--out", "a.png", "--paper", "a5"], "a4 or letter"),
  ])
  func `options that do not fit are refused before anything is asked`(
    _ arguments: [String], _ expected: String
  ) throws {
    let desk = try Desk.withSeed()
    let run = desk.run(["sheet", "print"] + arguments, answers: [])
    #expect(run.code == .wrongUsage && run.err.contains(expected), "\(run.err)")
  }

  @Test func `a printer that is not there is said, with the other ways`() throws {
    let desk = try Desk.withSeed()
    let print = ["sheet", "print", "first", "--kind", "full"]
    let gone = desk.run(print + ["--out", "/dev/usb/lp77", "--printer-takes", "pdf"], answers: [])
    #expect(gone.code == .failed && gone.err.contains("there is no such device"))
    #expect(gone.err.contains("or write a .pdf"))
    let null = desk.run(print + ["--out", "/dev/null", "--printer-takes", "pdf"], answers: [])
    #expect(null.code == .failed && null.err.contains("/dev/null is not a printer"))
    let helperless = desk.run(print + ["--printer", "plain"], answers: [])
    #expect(helperless.code == .failed && helperless.err.contains("sheet-printer"))
    let cups = try Queue()
    let unknown = desk.run(
      print + ["--printer", "other"], answers: [], printer: try cups.helper())
    #expect(unknown.code == .failed && unknown.err.contains("CUPS knows no printer of that name"))
  }

  @Test func `a sheet goes through CUPS only after what it keeps was said and consented to`() throws
  {
    let desk = try Desk.withSeed()
    let print = ["sheet", "print", "first", "--kind", "full", "--printer", "plain"]
    let cups = try Queue()
    let declined = desk.run(print, answers: ["first", "no"], printer: try cups.helper())
    #expect(declined.code == .failed && declined.err.contains("nothing was printed"))
    #expect(!FileManager.default.fileExists(atPath: cups.path("pages")))
    // --yes is not consent to a secret on a disk.
    let hasty = desk.run(print + ["--yes"], answers: ["first"], printer: try cups.helper())
    #expect(hasty.code == .failed)
    let run = desk.run(print, answers: ["first", "yes"], printer: try cups.helper())
    #expect(run.code == .done, "\(run.err)")
    #expect(try cups.text("pages").hasPrefix("%PDF"))
    #expect(run.out.contains("Printed the recovery sheet of first on plain"))
    #expect(run.err.contains("doctor --printers"))
    #expect(!run.err.contains("CUPS may keep"))
  }
}

/// Programs named as those of CUPS, in a folder.
private final class Queue {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "queue-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(
      "lpstat",
      """
      case "$1" in
        -r) echo "scheduler is running" ;;
        -v) [ "$2" = plain ] || exit 1; echo "device for plain: usb://Plain/Printer" ;;
      esac
      """)
    try write("lp", "cat > \"\(folder.path)/pages\"; echo 'request id is plain-7 (0 file(s))'")
    try write("cancel", "exit 0")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ name: String, _ script: String) throws {
    let file = folder.appending(path: name)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  func helper() throws -> PrinterHelper {
    try PrinterHelper.start(
      executable: try HelperProcess.path(of: "sheet-printer"), tools: folder.path)
  }
}
