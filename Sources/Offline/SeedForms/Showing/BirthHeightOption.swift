internal import ArgumentParser
internal import SignerHome

/// The block before which a seed had no coins: on its sheets, and where a rescan starts.
package struct BirthHeightOption: ParsableArguments {
  @Option(
    name: .customLong("birth-height"),
    help: ArgumentHelp(
      "The block before which the seed had no coins, for the sheet and for looking through the chain.",
      valueName: "n"))
  var birthHeight: IndexArgument?

  package init() {}

  /// The height in blocks; nil when nobody gave one.
  package var value: UInt32? { birthHeight?.value }
}
