internal import AirgapTransfer
internal import BitcoinPrimitives
internal import Bytes
internal import EncryptedVault
internal import RecoverySheets
internal import Refusals
internal import SheetMaking
internal import SignerHome
internal import TerminalUI

/// A sheet that was checked, and where its QR codes stand in the list of all that were read.
struct CheckedSheet {
  let check: SheetCheck
  let places: Set<Int>
  /// The seed that counts as read back by it.
  var readBack: String?
}

/// A page that counts for no sheet, because several were read and it does not say which is its own.
struct UncountedPage {
  /// The picture, for a line on a terminal.
  let name: String
  /// How many marks are on it: none, or more than one.
  let marks: Int

  /// What is wrong with it.
  var what: String { marks == 0 ? "shows no mark" : "shows the marks of \(marks) sheets" }

  /// What follows from it.
  var reason: String {
    "\(what), so nobody can say which sheet its QR codes are from, and they count for none"
  }
}

/// What `sheet check` says in the end: of each sheet, and of each page.
struct SheetCheckReport {
  let sheets: [CheckedSheet]
  let unread: [UnreadPicture]
  let uncounted: [UncountedPage]
  /// What each page is.
  let pages: [(name: String, words: String)]
  /// What is to be said about some of them besides.
  let notes: [(name: String, words: String)]

  /// Shows it, with one object of JSON: of one sheet its own, of several with a list of them.
  func show(_ contents: VaultContents, _ console: Console) {
    var lines: [String] = []
    for sheet in sheets { lines += Self.lines(sheet, contents) }
    // One page needs no list.
    if pages.count > 1 {
      lines.append("Pages:")
      lines += pages.map { "  \($0.name): \($0.words)" }
    }
    lines += notes.map { "  note: \($0.name): \($0.words)" }
    lines += unread.map { "  NOT READ: \($0.text)" }
    lines += uncounted.map { "  NOT COUNTED: \($0.name): \($0.reason)" }
    for sheet in sheets { lines += Self.end(sheet, contents) }
    var json = JSONObject()
    if let only = sheets.first, sheets.count == 1 {
      json = Self.json(only)
    } else {
      json["sheets"] = .array(sheets.map { .object(Self.json($0)) })
    }
    json["unread"] = .array(
      unread.map { ["picture": .string($0.name), "reason": .string($0.reason)] })
    json["pages"] = .array(pages.map { ["page": .string($0.name), "is": .string($0.words)] })
    json["pageNotes"] = .array(
      notes.map { ["page": .string($0.name), "note": .string($0.words)] })
    json["uncounted"] = .array(
      uncounted.map { ["page": .string($0.name), "reason": .string($0.reason)] })
    json["whole"] = .bool(sheets.allSatisfy(\.check.isWhole) && uncounted.isEmpty)
    console.result(sentences: lines.joined(separator: "\n"), json: .object(json))
  }

  private static func lines(_ sheet: CheckedSheet, _ contents: VaultContents) -> [String] {
    let check = sheet.check
    var lines = ["Read: \(check.title)."]
    lines += check.found.map { "  the same, byte for byte: \($0)" }
    lines += check.missing.map { "  MISSING: \($0)" }
    if check.strangers > 0 {
      lines.append("  other QR codes that do not belong to this sheet: \(check.strangers)")
    }
    return lines + check.notes.map { "  note: \($0)" }
  }

  /// What a sheet is good for now.
  private static func end(_ sheet: CheckedSheet, _ contents: VaultContents) -> [String] {
    if let readBack = sheet.readBack, let seed = contents.seed(named: readBack) {
      let next = seed.nextDrill.map { "; next drill by \(UTCTime($0).date)" } ?? ""
      return ["The backup of \(readBack) counts as read back\(next)."]
    }
    guard let record = sheet.check.record, sheet.check.isWhole,
      let set = PrintedShares(contents.sheets[record], in: contents)
    else { return [] }
    guard set.isEnough, set.needsPassphrase else { return [set.progress] }
    return [
      set.progress,
      "These shares have a passphrase, which was not tried: `seed verify \(set.seed) --from "
        + "PICTURE --from PICTURE` asks for it, and then the backup counts as read back.",
    ]
  }

  private static func json(_ sheet: CheckedSheet) -> JSONObject {
    let check = sheet.check
    var json = JSONObject()
    json["sheet"] = .string(check.title)
    json["found"] = .array(check.found.map { .string($0) })
    json["missing"] = .array(check.missing.map { .string($0) })
    json["others"] = .integer(check.strangers)
    json["notes"] = .array(check.notes.map { .string($0) })
    json["whole"] = .bool(check.isWhole)
    json["readBack"] = sheet.readBack.map { .string($0) } ?? .null
    return json
  }

  /// What to do about pictures that were not read.
  private var hintOnUnread: String {
    let formats = unread.compactMap(\.advice)
    if formats.count == unread.count, Set(formats).count == 1, let advice = formats.first {
      return "\(advice), then run this again"
    }
    return (formats.isEmpty ? "" : "save pictures in other formats as each line above says; ")
      + "take blurred pictures again; move the rest out of the folder, then run this again"
  }

  /// What is wrong in the end: something is missing, or a picture could not be read.
  var trouble: ProgramError? {
    let torn = sheets.filter { !$0.check.isWhole }
    let alone =
      "check each sheet alone: name only the pictures of its own pages, each page on a picture of its "
      + "own"
    let hint =
      "take pictures of all pages, in one folder: each wallet has a page of its own, and the "
      + "sheet's own mark is at the foot of each page. If this is an older print, check the newest one "
      + "and destroy this; if the paper is torn or faint, print it again"
    if let first = torn.first {
      guard sheets.count > 1 else {
        return ProgramError(
          "the sheet was not read whole: missing \(first.check.missing.joined(separator: ", "))",
          hint: hint)
      }
      let names = torn.map { "\($0.check.title) (\($0.check.missing.joined(separator: ", ")))" }
      return ProgramError(
        "\(torn.count) of the \(sheets.count) sheets \(torn.count == 1 ? "was" : "were") not read "
          + "whole: \(names.joined(separator: "; "))",
        hint: uncounted.isEmpty ? hint : alone + ". Otherwise " + hint)
    }
    if let first = uncounted.first {
      let names = uncounted.map(\.name).joined(separator: ", ")
      return ProgramError(
        uncounted.count == 1
          ? "\(names) \(first.reason); the sheets that were read are whole"
          : "\(uncounted.count) pages show no mark, or several, so nobody can say which sheet their QR "
            + "codes are from, and they count for none: \(names); the sheets that were read are "
            + "whole",
        hint: alone)
    }
    // What was read is noted; what was not read may be another sheet, of which nothing is known.
    guard !unread.isEmpty else { return nil }
    let isOne = unread.count == 1
    let read =
      sheets.count == 1 ? "the sheet that was read is whole" : "the sheets that were read are whole"
    return ProgramError(
      "\(isOne ? "1 picture" : "\(unread.count) pictures") could not be read, so what "
        + "\(isOne ? "it shows" : "they show") was not checked; \(read)",
      hint: hintOnUnread)
  }
}
