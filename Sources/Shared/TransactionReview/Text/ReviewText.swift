internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Hashes
internal import Refusals
internal import TextLayout

/// The review on one screen: plain text, at most 80 columns, the same bytes for the same PSBT.
///
/// Inputs and outputs stand in the order of the transaction and carry its numbers, so that a
/// finding about "output 1" can be looked up. Addresses are whole, in groups of four. No foreign
/// text stands where an address or an amount does.
public struct ReviewText: Sendable {
  private let review: Review
  private let columns: Int
  private var lines: [String] = []

  /// Lays out a review for a terminal of so many columns.
  ///
  /// On one narrower than 75 the coins keep a line each, which is longer: nothing is broken inside of a
  /// transaction's id.
  public init(_ review: Review, columns: Int = 80) {
    self.review = review
    self.columns = columns
    header()
    signatures()
    inputs()
    outputs()
    totals()
    findings()
  }

  /// The lines, each ending with a line feed.
  public var text: String { lines.joined(separator: "\n") + "\n" }

  /// The text without its last paragraph, which tells a signer what it would sign.
  public var textWithoutVerdict: String {
    let end = lines.lastIndex(of: "") ?? lines.endIndex
    return lines[..<end].joined(separator: "\n") + "\n"
  }

  private var facts: ReviewFacts { review.facts }
  private var context: ReviewContext { facts.context }
  private var unit: String { context.network.unit }

  /// From here on, coins of ours without a finding are counted, not listed, and so are findings of
  /// one kind.
  private static let mostOrdinary = 20
  /// More bytes of a script or of data than this are not printed.
  private static let mostBytes = 520

  // MARK: Parts

  private mutating func header() {
    if !context.network.isWorthMoney {
      wrap(
        facts.couldSpendRealCoins
          ? "NOT A REHEARSAL: on \(context.network.name), but these signatures could spend real coins."
          : "REHEARSAL on \(context.network.name): no real money moves.",
        indent: "", hanging: "  ")
      lines.append("")
    }
    let names = facts.spentWallets.sorted().map { ForeignText.ascii(context.wallets[$0].name) }
    let from = names.isEmpty ? "no wallet of ours" : names.joined(separator: ", ")
    wrap("Payment from \(from) on \(context.network.name)", indent: "", hanging: "  ")
    if let txid = facts.txid {
      lines.append("  transaction \(txid)")
    } else {
      // Still the hash of all that is signed: two reviews that read the same are the same.
      wrap(
        "\(facts.transaction.txid) (changes when signed)", indent: "  unsigned    ",
        hanging: "              ")
    }
    if let note = facts.psbt.global.note, facts.secretInNote == nil {
      // Each row of it is marked, so that none looks like one of ours, whatever quotes it closes.
      lines.append("  Message from whoever made this payment (nobody checked it):")
      let indent = "  " + TextWrapping.mark
      wrap(ForeignText.shown(note), indent: indent, hanging: indent, longestWord: 0)
    }
  }

  private mutating func signatures() {
    for group in SigningGroup.all(in: facts) {
      lines.append("")
      let words = SignatureLines(
        group, wallet: context.wallets[group.wallet], inputCount: facts.inputs.count)
      for line in words.lines {
        let space = String(repeating: " ", count: 13 - line.label.count)
        wrap(line.text, indent: line.label + space, hanging: "             ")
      }
    }
  }

  private mutating func inputs() {
    section("Spends", count: facts.inputs.count, "coin", total: facts.inputTotal)
    var folded = 0
    for (number, input) in facts.inputs.enumerated() {
      if number >= Self.mostOrdinary, input.place != nil, input.proof != .claimed {
        folded += 1
        continue
      }
      let amount = input.output.map { Self.padded($0.rawValue) } ?? "    unknown amount"
      wrap(
        "\(owner(of: input)), \(Self.words(input.proof))",
        indent: "  \(Self.number(number)) \(amount) \(unit)  ", hanging: Self.besideAmount)
      lines.append("       \(input.outPoint)")
    }
    if folded > 0 {
      let coins = counted(folded, "more coin")
      lines.append("      and \(coins) of ours, each of them proved (all in --json)")
    }
  }

  private mutating func outputs() {
    section("Pays", count: facts.outputs.count, "output", total: facts.outputTotal)
    for (number, output) in facts.outputs.enumerated() {
      wrap(
        owner(of: output),
        indent: "  \(Self.number(number)) \(Self.padded(output.output.rawValue)) \(unit)  ",
        hanging: Self.besideAmount)
      if let address = output.address {
        wrap(address.grouped, indent: "       ")
      } else {
        // Foreign text may imitate any column: only a marked line can hold more of it, so that none
        // looks like an address or like another output.
        for line in Self.described(output.output.scriptPubKey) {
          wrap(line, indent: "       ", hanging: "       " + TextWrapping.mark, longestWord: 0)
        }
      }
    }
  }

  private mutating func totals() {
    lines.append("")
    if let leaving = facts.leavingUs {
      let note = facts.isMixed ? "with our part of the fee; the rest is others' money" : ""
      let amount = "Leaving us   \(Self.padded(leaving.satoshis)) \(unit)"
      wrap(note, indent: note.isEmpty ? amount : amount + "  ", hanging: Self.besideTotal)
    } else if facts.isMixed {
      lines.append("Leaving us   unknown")
    }
    if let fee = facts.fee, let rate = facts.feeRate {
      let base = facts.leavingUs.flatMap { $0 == .zero ? nil : $0 } ?? facts.inputTotal ?? .zero
      let of = (facts.leavingUs ?? .zero) == .zero ? "of the inputs" : "of what leaves"
      wrap(
        "\(Self.percent(fee, of: base)) \(of), \(rate) at most \(facts.signedWeight.vsize) vB",
        indent: "Fee          \(Self.padded(fee.satoshis)) \(unit)  ", hanging: Self.besideTotal)
      if let highest = facts.highestFeeRate, highest.satoshisPerKvB > rate.satoshisPerKvB,
        facts.inputs.contains(where: { $0.place == nil })
      {
        wrap(
          "up to \(highest), because the inputs of others may take fewer bytes",
          indent: "             ")
      }
    } else {
      lines.append("Fee          unknown")
    }
    if !facts.isMixed, let debit = facts.totalDebit, debit != facts.leavingUs {
      wrap(
        "leaving us, plus the fee", indent: "Total debit  \(Self.padded(debit.satoshis)) \(unit)  ",
        hanging: Self.besideTotal)
    }
    // Near the end, where whoever is asked next still sees them.
    let other = context.signs ? "the coordinator" : "each signer"
    wrap(
      "\(facts.transaction.checkWords) (compare with \(other))", indent: "Words        ",
      hanging: "             ")
    if facts.transaction.signalsReplacement {
      lines.append("Replaceable  yes, until it is confirmed (BIP-125)")
    }
    if let words = ConfirmationWords(facts.confirmations, on: context.network) {
      for (number, line) in words.lines.enumerated() {
        wrap(
          line, indent: number == 0 ? "Confirmed    " : "             ", hanging: "             ")
      }
    }
    for note in review.notes {
      wrap(
        "\(note.message) (\(note.rule))", indent: "Note         ", hanging: "             ")
    }
  }

  private mutating func findings() {
    let consents = review.warnings.filter { $0.consent != nil }
    let warnings = review.warnings.filter { $0.consent == nil }
    let parts = [
      ("REFUSED", review.refusals), ("REFUSED UNLESS YOU CONSENT,", consents),
      ("WARNING", warnings),
    ]
    for (title, findings) in parts {
      guard !findings.isEmpty else { continue }
      lines.append("")
      // Judged by what they say and not by their rule, so that nothing is left out but more of the same.
      let kinds = findings.map(\.kind)
      var all: [[String]: Int] = [:]
      for kind in kinds { all[kind, default: 0] += 1 }
      var told: [[String]: Int] = [:]
      for (finding, kind) in zip(findings, kinds) {
        let number = told[kind, default: 0] + 1
        told[kind] = number
        guard number <= Self.mostOrdinary else { continue }
        wrap("\(title) \(finding.rule): \(finding.message).", indent: "", hanging: "  ")
        for line in finding.details { wrap(line, indent: "  - ", hanging: "    ") }
        wrap(finding.mend, indent: "  -> ", hanging: "     ")
        if let consent = finding.consent, review.refusals.isEmpty {
          wrap(
            "To sign anyway, you must type: \(consent.sentence)", indent: "  -> ",
            hanging: "     ")
        }
        if number == Self.mostOrdinary, let count = all[kind], count > number {
          lines.append("\(title) \(finding.rule): and \(count - number) more like these.")
        }
      }
    }
    lines.append("")
    if !review.refusals.isEmpty {
      lines.append("This will not be signed.")
    } else if review.warnings.isEmpty, facts.nonceRound == .first {
      lines.append("No problems found. Ready for round 1 of anti-exfil: nothing is signed yet.")
    } else if review.warnings.isEmpty {
      let (signable, all) = (review.signableInputs.count, facts.inputs.count)
      let inputs = signable == all ? "\(all)" : "\(signable) of \(all)"
      lines.append("No problems found. Ready to sign \(inputs) input\(all == 1 ? "" : "s").")
    } else {
      let rules = review.acknowledgements.joined(separator: ", ")
      wrap(
        "To sign, you must acknowledge each warning: \(rules).", indent: "", hanging: "  ")
    }
  }

  // MARK: Words

  private func owner(of input: InputFacts) -> String {
    guard let place = input.place else { return "NOT OURS" }
    return "ours \(words(place))"
  }

  private func owner(of output: OutputFacts) -> String {
    switch (output.kind, output.place) {
    case (.change, let place?): "change, ours \(words(place)), verified"
    case (.ownReceive, let place?): "to ourselves \(words(place)), verified"
    case (.otherWallet, let place?):
      switch context.wallets[place.wallet].trust {
      case .sole: "to our other wallet \(words(place)), verified"
      case .joint: "to the joint wallet \(words(place)), verified"
      case .shared: "to the SHARED wallet \(words(place)), verified"
      case .handedOut: "to the HANDED-OUT wallet \(words(place)), verified"
      case .sweep: "to the SWEEP wallet \(words(place)), verified"
      }
    case (.data, _): "data"
    default: output.address == nil ? "to a script without address" : "payment"
    }
  }

  private func words(_ place: WalletPlace) -> String {
    let wallet = context.wallets[place.wallet]
    // The true steps: the second branch of a wallet is not always 1 (R07).
    let words = wallet.descriptor.place(
      named: ForeignText.ascii(wallet.name), branch: place.branch, index: place.index)
    return "(\(words))"
  }

  private static func words(_ proof: AmountProof) -> String {
    switch proof {
    case .previousTransaction: "proved by its transaction"
    case .provedBefore: "proved before"
    case .taproot: "committed to by taproot"
    case .claimed: "NOT PROVED"
    case .unknown: "AMOUNT UNKNOWN"
    }
  }

  private static func described(_ script: Script) -> [String] {
    guard script.type == .opReturn else { return ["script \(shortened(script.slice))"] }
    let data = Script(script.slice.dropFirst()).pushedItems?.flatMap { $0 } ?? []
    return [
      "hex  \(shortened(data[...]))",
      "text \(ForeignText.ascii(bytes: data.prefix(mostBytes), limit: .max))",
    ]
  }

  /// The bytes in hexadecimal; a text of many screens would push the rest out of sight.
  private static func shortened(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.count > mostBytes else { return Hex.encode(bytes) }
    return "\(Hex.encode(bytes.prefix(mostBytes)))... (\(bytes.count) bytes with SHA-256 "
      + "\(SHA256.hash(bytes)), all in --json)"
  }

  // MARK: Layout

  /// What continues beside the amounts of inputs and outputs, and beside those of the totals.
  private static let besideAmount = String(repeating: " ", count: 29)
  private static let besideTotal = String(repeating: " ", count: 36)

  private mutating func section(_ title: String, count: Int, _ noun: String, total: Amount?) {
    lines.append("")
    let sum = total.map { [unit] in ", \($0.btc) \(unit)" } ?? ""
    lines.append("\(title) \(count) \(noun)\(count == 1 ? "" : "s")\(sum)")
  }

  private static func number(_ number: Int) -> String {
    let text = "\(number)"
    return String(repeating: " ", count: max(0, 3 - text.count)) + text
  }

  private static func padded(_ satoshis: Int64) -> String {
    guard let amount = try? Amount(satoshis: satoshis) else { return "\(satoshis) sat, NO" }
    return String(repeating: " ", count: max(0, 17 - amount.btc.count)) + amount.btc
  }

  /// Two decimals, rounded up: a fee is never shown smaller than it is.
  private static func percent(_ part: Amount, of whole: Amount) -> String {
    guard whole != .zero else { return "100 %" }
    let hundredths =
      (Int128(part.satoshis) * 10_000 + Int128(whole.satoshis) - 1) / Int128(whole.satoshis)
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) %"
  }

  /// Adds a paragraph; words that no line has room for are cut where the line ends, so that the rest of
  /// them begins with `hanging` and not at the edge of the screen.
  private mutating func wrap(
    _ text: String, indent: String, hanging: String? = nil, longestWord: Int? = nil
  ) {
    let hanging = hanging ?? indent
    let room = TextWrapping(columns: columns).room(hanging: hanging)
    lines += TextWrapping(columns: columns, longestWord: longestWord ?? room)
      .lines(text, first: indent, hanging: hanging)
  }
}
