internal import ArgumentParser

/// `recipient`: the address book.
struct RecipientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipient",
    abstract: "Keeps names for addresses that you pay: the address book.",
    discussion: """
        online-coordinator recipient add landlord ADDRESS
        online-coordinator pay savings --to landlord=0.12 --out payment.gif

      A name stands for one address of one network. `pay` shows it beside the whole
      address, never in its place: the signer does not know it, and shows the address
      alone. An address that looks like one in the book and is another is asked
      about (R30).

      The book is in every backup. Nobody else is told of it.
      """,
    subcommands: [
      RecipientAddCommand.self, RecipientListCommand.self, RecipientRemoveCommand.self,
    ])
}
