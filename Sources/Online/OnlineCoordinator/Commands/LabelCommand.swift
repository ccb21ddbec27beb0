internal import ArgumentParser

/// The commands about labels.
struct LabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Puts labels on addresses, coins and transactions; exports and imports them.",
    discussion: """
        online-coordinator label savings bcrt1q... "rent, May"
        online-coordinator label savings TXID:VOUT "from the exchange"
        online-coordinator label export savings --out labels.jsonl
        online-coordinator label import savings --from labels.jsonl

      `label WALLET ...` is short for `label set WALLET ...`; write it out for a
      wallet that is called set, export or import. Labels are in every backup.
      """,
    subcommands: [LabelSetCommand.self, LabelExportCommand.self, LabelImportCommand.self],
    defaultSubcommand: LabelSetCommand.self)
}
