internal import ArgumentParser

/// The block before which a seed had no coins: on its sheets, and where a rescan starts.
struct BirthHeightOption: ParsableArguments {
  @Option(
    name: .customLong("birth-height"),
    help: ArgumentHelp(
      "The block before which the seed had no coins, for the sheet and for looking through the chain.",
      valueName: "n"))
  var birthHeight: IndexArgument?

  /// The height in blocks; nil when nobody gave one.
  var value: UInt32? { birthHeight?.value }
}
