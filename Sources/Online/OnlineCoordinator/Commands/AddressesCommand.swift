internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import DurableFiles
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `addresses`.
struct AddressesCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "addresses",
    abstract: "Lists the addresses of a wallet, with what each received and still holds.",
    discussion: """
        online-coordinator addresses savings
        online-coordinator addresses savings --unused
        online-coordinator addresses savings --change --csv --out change.csv

      All addresses up to the next one that `receive` gives. used: it was paid to.
      reserved: a payment that is not confirmed pays back to it. handed out:
      `receive` gave it, and nobody has paid to it. skipped: none of these, but an
      address with a higher index is in use.

      Received is all that was ever paid to the address, balance the part of it that
      is unspent; both include what waits in the mempool. Whoever knows an address
      can see what was paid to it: give each payer a new one (`receive`).

      --csv is for spreadsheets (RFC 4180, amounts in BTC); --json has satoshis.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Flag(help: "List the addresses for change, not those to receive.")
  var change = false

  @Flag(help: "Only those that nobody has paid to.")
  var unused = false

  @Flag(help: "As comma-separated values, for spreadsheets.")
  var csv = false

  @Option(
    help: ArgumentHelp(
      "With --csv: the file to write, or - for standard output.", valueName: "output"))
  var out: String?

  @Flag(help: "With --out: overwrite the file if it exists.")
  var force = false

  @OptionGroup var offline: OfflineOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func validate() throws {
    if out != nil, !csv { throw ValidationError("--out needs --csv") }
    if force, out == nil { throw ValidationError("--force needs --out OUTPUT") }
    if csv, common.json, out == nil || out == "-" {
      throw ValidationError("--csv and --json together need --out FILE, which gets the CSV")
    }
  }

  /// A line of the list.
  private struct Line {
    let branch: Int
    let index: UInt32
    let address: String
    let state: String
    let payment: Int64?
    let received: Int64
    let balance: Int64
    let coins: Int
    let label: String
  }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let record = try await session.refreshed(wallet, store, offline)
    let lines = try lines(record, store)
    let age = try SyncAge(of: record, in: store, now: session.now)
    if csv {
      let bytes = Self.csv(lines)
      guard let out, out != "-" else { return session.console.result(bytes: bytes) }
      try AtomicFile.write(bytes, to: out, replacing: force ? .yes : .no)
      return session.console.result(
        sentences:
          "Wrote \(counted(lines.count, "address", plural: "addresses")) to \(ForeignText.shown(out)).",
        json: .object(age.json(of: wallet, ["addresses": .integer(lines.count)])))
    }
    let head = session.console.wrappedResult("\(wallet), \(age.words)")
    session.console.result(
      text: lines.isEmpty
        ? "\(head)\nNo addresses\(unused ? " that nobody has paid to" : " were handed out or paid")."
        : "\(head)\n\(session.console.shown(Self.table(lines)))",
      json: .object(age.json(of: wallet, ["addresses": .array(lines.map(Self.json))])))
  }

  private func lines(_ record: WalletRecord, _ store: Store) throws -> [Line] {
    let labels = try store.labels(.address, of: record)
    let reserved = try store.reservedPlaces(of: record)
    let book = try WalletAddresses(record, store)
    var lines: [Line] = []
    for state in try store.branches(of: record) where isWanted(state.branch, record) {
      let uses = try store.addressUses(of: record, branch: state.branch)
      // A wallet of one address has that one, whether anybody was given it or not.
      let end = record.descriptor.isRange ? state.next : 1
      let deriver = try hinted { () throws(DescriptorError) in
        try record.descriptor.branch(state.branch)
      }
      for index in 0..<end {
        let use = uses[index]
        guard !unused || use == nil else { continue }
        let place = ScriptPlace(branch: state.branch, index: index)
        let payment = reserved[place]
        var address = book.address(place)
        if address.isEmpty {
          // Before the first sync no script is in the records.
          let script = try hinted { () throws(DescriptorError) in
            try deriver.script(at: index).scriptPubKey
          }
          address = Address(script: script, network: record.network)?.string ?? ""
        }
        lines.append(
          Line(
            branch: state.branch, index: index, address: address,
            state: use != nil
              ? "used"
              : payment != nil
                ? "reserved" : index < state.handedOut ? "handed out" : "skipped",
            payment: use == nil ? payment : nil, received: use?.received ?? 0,
            balance: use?.balance ?? 0, coins: use?.coins ?? 0, label: labels[address] ?? ""))
      }
    }
    return lines
  }

  /// Whether a branch is one of those that were asked for; a wallet without a branch for change has its
  /// change among the others.
  private func isWanted(_ branch: Int, _ record: WalletRecord) -> Bool {
    let count = record.descriptor.branchCount
    guard count > 1 else { return true }
    return (branch % count == 1) == change
  }

  // MARK: Forms

  private static func table(_ lines: [Line]) -> Table {
    var table = Table([
      .init("", .right), .init("address", .left, .goesBelow), .init("state", leaves: 3),
      .init("received", .right, leaves: 2), .init("balance", .right),
      .init("label", .left, .wraps, leaves: 1),
    ])
    for line in lines {
      table.add([
        "\(line.index)", line.address.isEmpty ? "(a script without an address)" : line.address,
        line.payment.map { "reserved by payment \($0)" } ?? line.state,
        line.coins == 0 ? "" : HistoryPage.btc(line.received),
        line.coins == 0 ? "" : HistoryPage.btc(line.balance), line.label,
      ])
    }
    return table
  }

  private static func json(_ line: Line) -> JSONValue {
    [
      "branch": .integer(line.branch), "index": .integer(line.index),
      "address": .string(line.address), "state": .string(line.state),
      "payment": line.payment.map { .integer($0) } ?? .null,
      "received": .integer(line.received), "balance": .integer(line.balance),
      "coins": .integer(line.coins), "label": .string(line.label),
    ]
  }

  private static func csv(_ lines: [Line]) -> [UInt8] {
    var text = CSVText()
    text.add(
      [
        "branch", "index", "address", "state", "received (BTC)", "balance (BTC)", "coins", "label",
      ].map { .own($0) })
    for line in lines {
      text.add([
        .own("\(line.branch)"), .own("\(line.index)"), .own(line.address), .own(line.state),
        .own(HistoryPage.btc(line.received)), .own(HistoryPage.btc(line.balance)),
        .own("\(line.coins)"), .foreign(line.label),
      ])
    }
    return text.bytes
  }
}
