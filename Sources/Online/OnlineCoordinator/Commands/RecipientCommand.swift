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
      alone. If another address looks like one in the book, you are asked about it
      (R30).

      Each backup holds the names of its network. A name that came from a backup
      can be paid once you have compared its address: add it again with the address.
      Nobody else is told of the names.
      """,
    subcommands: [
      RecipientAddCommand.self, RecipientListCommand.self, RecipientRemoveCommand.self,
    ])
}
