internal import BitcoinPrimitives
internal import DurableFiles
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletFiles
internal import WalletStorage
internal import WalletTypes

/// The recipients of a table (`pay --to-csv`): an address, an amount and, if wanted, a label in each line.
struct RecipientTable {
  /// One line of it.
  struct Entry {
    let line: Int
    let recipient: Recipient
    let amount: Amount
    /// Foreign text; empty for none.
    let label: String
  }

  let entries: [Entry]

  /// The most bytes that are read: for every recipient a long address, an amount and a label.
  static let byteLimit = 1 << 20

  /// Reads a file, `-` for standard input.
  ///
  /// - Throws: `ProgramError` that names the line and the column of the first fault.
  init(from path: String, on network: Network) throws(ProgramError) {
    let bytes = try hinted { () throws(FileError) in
      path == "-"
        ? try BoundedFile.read(
          descriptor: 0, limit: Self.byteLimit, named: "standard input")
        : try BoundedFile.read(path, limit: Self.byteLimit)
    }
    try self.init(bytes, named: ForeignText.shown(path, limit: 100), on: network)
  }

  init(_ bytes: [UInt8], named name: String, on network: Network) throws(ProgramError) {
    if let kind = SecretDetector.kind(ofSymbol: bytes) { throw Self.secret(kind, in: name) }
    var rows: [CSVReader.Row]
    do throws(CSVReader.Fault) {
      // One more for the header.
      rows = try CSVReader.rows(of: bytes, limit: PaymentRequest.recipientLimit + 1)
    } catch {
      throw ProgramError(
        "\(name) line \(error.line), column \(error.column): \(error.reason)",
        hint: "write one recipient a line, as in ADDRESS,0.5,LABEL", exitCode: .failed)
    }
    let columns: Columns
    if let first = rows.first, let named = try Columns(header: first, of: name) {
      columns = named
      rows.removeFirst()
    } else {
      columns = .usual
    }
    guard !rows.isEmpty else {
      throw ProgramError(
        "\(name) names no recipient", hint: "write one recipient a line, as in ADDRESS,0.5,LABEL")
    }
    guard rows.count <= PaymentRequest.recipientLimit else {
      throw ProgramError(
        PaymentError.tooManyRecipients(
          count: rows.count, limit: PaymentRequest.recipientLimit))
    }
    var entries: [Entry] = []
    entries.reserveCapacity(rows.count)
    for row in rows { entries.append(try Self.entry(row, columns, of: name, on: network)) }
    self.entries = entries
  }

  // MARK: Lines

  /// Which column is what, counted from 0.
  private struct Columns {
    var address: Int
    var amount: Int
    var label: Int?

    static let usual = Columns(address: 0, amount: 1, label: 2)

    init(address: Int, amount: Int, label: Int?) {
      self.address = address
      self.amount = amount
      self.label = label
    }

    /// The columns that a header names; nil when the line is not a header.
    init?(header row: CSVReader.Row, of name: String) throws(ProgramError) {
      let titles = row.cells.map { $0.lowercased() }
      guard titles.contains("address") || titles.contains("amount") else { return nil }
      for (column, title) in titles.enumerated() {
        guard ["address", "amount", "label"].contains(title),
          titles[..<column].allSatisfy({ $0 != title })
        else {
          throw RecipientTable.fault(
            name, row.line, column, "the title \(ForeignText.shown(row.cells[column], limit: 40))",
            "is not one of address, amount and label, or is there twice",
            hint: "name the columns address, amount and, if wanted, label")
        }
      }
      guard let address = titles.firstIndex(of: "address"),
        let amount = titles.firstIndex(of: "amount")
      else {
        throw ProgramError(
          "\(name) line \(row.line): the header names no column \(titles.contains("address") ? "amount" : "address")",
          hint: "name the columns address, amount and, if wanted, label")
      }
      self.init(address: address, amount: amount, label: titles.firstIndex(of: "label"))
    }

    var count: Int { label == nil ? 2 : 3 }
  }

  private static func entry(
    _ row: CSVReader.Row, _ columns: Columns, of name: String, on network: Network
  ) throws(ProgramError) -> Entry {
    // The label may be left out, with its comma.
    guard row.cells.count > max(columns.address, columns.amount), row.cells.count <= columns.count
    else {
      throw ProgramError(
        "\(name) line \(row.line) has \(counted(row.cells.count, "column")); it needs address and amount, and "
          + "at most a label",
        hint: "separate columns by commas, and put a label with a comma in double quotes")
    }
    func place(_ column: Int, _ title: String) -> String {
      "\(name) line \(row.line), column \(column + 1) (\(title))"
    }
    let address = try hinted(during: place(columns.address, "address")) {
      () throws(AddressError) in
      try Address(parsing: row.cells[columns.address], on: network)
    }
    let amount = try hinted(during: place(columns.amount, "amount")) { () throws(AmountError) in
      try Amount(parsing: row.cells[columns.amount])
    }
    let label = columns.label.flatMap { $0 < row.cells.count ? row.cells[$0] : nil } ?? ""
    guard label.utf8.count <= 255 else {
      throw fault(
        name, row.line, columns.label ?? 2, "the label", "has more than 255 bytes",
        hint: "write a shorter one")
    }
    // `1.234,56` in a table with commas: the amount ends at the comma.
    guard label.isEmpty || !label.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw fault(
        name, row.line, columns.label ?? 2, "the label \(label)",
        "has digits alone: it may be the end of an amount that is written with a comma",
        hint: "write amounts with a point, as in 1234.56, and put a word into the label")
    }
    if let kind = SecretArguments.kind(in: [label]) ?? SecretArguments.kind(inLabel: label) {
      throw secret(kind, in: place(columns.label ?? 2, "label"))
    }
    return Entry(
      line: row.line, recipient: Recipient(address: address, share: .exactly(amount)),
      amount: amount, label: label)
  }

  private static func fault(
    _ name: String, _ line: Int, _ column: Int, _ what: String, _ reason: String, hint: String
  ) -> ProgramError {
    ProgramError("\(name) line \(line), column \(column + 1): \(what) \(reason)", hint: hint)
  }

  private static func secret(_ kind: String, in place: String) -> ProgramError {
    ProgramError("\(place) contains \(kind)", rule: .r22, hint: "remove it from the file")
      .refusingSecret(hint: NetworkedSecret.advice(on: kind))
  }

  // MARK: What is asked about it

  /// The warning that lines pay an address that an earlier line or a `--to` pays as well (R33); empty for none.
  func repetitions(beside others: [Recipient]) -> [Finding] {
    var places: [Script: String] = [:]
    for other in others { places[other.address.script] = "a --to of this command" }
    var details: [String] = []
    for entry in entries {
      let script = entry.recipient.address.script
      if let earlier = places[script] {
        details.append(
          "line \(entry.line), \(entry.amount), pays the same address as \(earlier): "
            + entry.recipient.address.string)
      } else {
        places[script] = "line \(entry.line)"
      }
    }
    guard !details.isEmpty else { return [] }
    let more = details.count - 20
    return [
      Finding(
        rule: .r33, severity: .warn,
        message:
          "\(counted(details.count, "line")) of the table \(details.count == 1 ? "pays" : "pay") an address that is paid "
          + "already in this payment",
        details: details.prefix(20) + (more > 0 ? ["and \(counted(more, "more line"))"] : []),
        mend: "check whether somebody is in the table twice by mistake")
    ]
  }

  // MARK: Labels

  /// The labels by address, the first of each.
  var labels: [String: String] {
    Dictionary(
      entries.filter { !$0.label.isEmpty }.map { ($0.recipient.address.string, $0.label) }
    ) { first, _ in first }
  }

  /// Keeps the labels on the addresses, where nothing else is written about one; the payment is built, so it is
  /// only said where that fails.
  func keepLabels(of record: WalletRecord, in store: Store, _ console: Console) {
    guard !labels.isEmpty else { return }
    let lines = labels.sorted { $0.key < $1.key }.map { address, label in
      var line = LabelLine(type: LabelKind.address.rawValue, reference: address)
      line.text = label
      return line
    }
    let report: LabelImport
    do throws(StorageError) {
      report = try store.importLabels(lines, to: record, onConflict: .keep)
    } catch {
      return console.warn("the labels of the table were not kept: \(error) (\(error.hint))")
    }
    if !report.conflicts.isEmpty {
      console.talk(
        "\(counted(report.conflicts.count, "address", plural: "addresses")) of the table had another label here, "
          + "which was kept.")
    }
  }
}
