internal import ArgumentParser

/// `address`: addresses that this machine derives by itself.
struct AddressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "address",
    abstract: "Shows and verifies addresses of registered wallets.",
    discussion: """
      A coordinator that was taken over can show anybody's address. Compare the
      whole address with what this machine derives: look-alikes differ in the
      middle.
      """,
    subcommands: [AddressShowCommand.self, AddressVerifyCommand.self])
}
