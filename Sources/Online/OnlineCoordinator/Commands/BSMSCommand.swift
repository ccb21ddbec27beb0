internal import ArgumentParser

/// `bsms`: the coordinator's side of setting up a wallet as BIP-129 has it.
struct BSMSCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bsms",
    abstract: "Makes the tokens that encrypt a wallet's setup (BIP-129).",
    discussion: """
      Make one token for all signers, or one for each. Then make the wallet from
      their key records, and write its record, encrypted for each signer:

        online-coordinator bsms token --out tokens.txt
        online-coordinator bsms token --extended 3 --out tokens.txt
        online-coordinator wallet create family --threshold 2 \\
            --bsms-token tokens.txt alice.txt bob.txt carol.txt
        online-coordinator wallet export family --as bsms \\
            --bsms-token alice-token.txt --out family-alice.txt

      Give each signer its token by another route than the records. The signer then
      exports its key with account export --as bsms --bsms-token FILE. Without a
      token the records are plain text.
      """,
    subcommands: [BSMSTokenCommand.self])
}
