package import Bytes
package import EncryptedVault
package import PacketSigning
package import SecondReading
package import SignedMessages
package import TerminalUI

/// What the reviewer may ask of what holds the seeds; there is nothing else to ask.
package enum KeeperRequest: Equatable, Sendable {
  /// Asks for the vault's passphrase and hands over the contents, in which every seed stays sealed.
  case open
  /// Reads a packet again, asks the last question, and signs.
  case sign(SignRequest)
  /// Reads the packets of a fee ladder again, asks one last question about all of them, and signs them all.
  case ladder([SignRequest])
  /// Reads the descriptor of a wallet that is to be registered, and finds which of its keys are ours.
  case keys(ofWallet: String)
  /// Asks the last question about the wallet whose keys were found, and registers it.
  case register(RegisterRequest)
  /// Asks whether to forget a wallet, by its name, and forgets it.
  case remove(name: String)
  /// Derives what opens the backups of the seed that the command line names.
  case backupKey
  /// Encrypts and signs the contents of a backup as AEWB, with the keys that were derived; nothing of it is read.
  case archive([UInt8])
  /// Makes what is signed of a text, asks the last question, and signs.
  case text(TextRequest)
}

/// A text to sign, the place of the wallet that signs it, and what the reviewer shows of that.
///
/// To be held against the second reading, never believed. No digest and no transaction is in it.
package struct TextRequest: Equatable, Sendable {
  /// The name of the wallet, as it is on the command line.
  package var wallet: String
  /// The text as it is signed: UTF-8.
  package var text: [UInt8]
  /// How it is signed.
  package var form: MessageForm
  /// Where the wallet has the address.
  package var branch: Int
  package var index: UInt32
  /// The address that is shown.
  package var address: String
  /// The coins of a proof of funds.
  package var coins: [MessageReading.Shown]

  package init(
    wallet: String, text: [UInt8], form: MessageForm, branch: Int, index: UInt32, address: String,
    coins: [MessageReading.Shown] = []
  ) {
    self.wallet = wallet
    self.text = text
    self.form = form
    self.branch = branch
    self.index = index
    self.address = address
    self.coins = coins
  }
}

/// A wallet to register, with what the reviewer shows of it: to be held against the second reading, never believed.
package struct RegisterRequest: Equatable, Sendable {
  /// What it shall be called.
  package var name: String
  /// Canonical, with its checksum and the origins of our keys.
  package var descriptor: String
  /// The keys that are shown as ours.
  package var own: [OwnKey]
  /// The rule in words: `2 of 3 keys must sign`.
  package var policy: String
  /// Who can spend, by the name of the trust class.
  package var trust: String
  /// The four words.
  package var words: String
  /// The first addresses of each branch.
  package var addresses: [String]
  /// What it came as, in words.
  package var source: String

  package init(
    name: String, descriptor: String, own: [OwnKey], policy: String, trust: String, words: String,
    addresses: [String], source: String
  ) {
    self.name = name
    self.descriptor = descriptor
    self.own = own
    self.policy = policy
    self.trust = trust
    self.words = words
    self.addresses = addresses
    self.source = source
  }
}

/// A packet to sign, with what the review says about it.
package struct SignRequest: Equatable, Sendable {
  /// The bytes that were reviewed: a PSBT.
  package var packet: [UInt8]
  /// Whether the packet was put together by the reviewer: then it holds previous transactions once for each coin.
  package var isPutTogether: Bool
  /// What the review says about it.
  package var claims: ReviewClaims
  /// The inputs to sign, by number.
  package var inputs: [Int]
  /// Whether signatures are asked for, or openings first (anti-exfil), as the review says.
  package var round: NonceAgreement.Round
  /// Which warnings were acknowledged, and how: for the log.
  package var accepted: [LoggedAcceptance]

  package init(
    packet: [UInt8], isPutTogether: Bool, claims: ReviewClaims, inputs: [Int],
    round: NonceAgreement.Round = .none, accepted: [LoggedAcceptance]
  ) {
    self.packet = packet
    self.isPutTogether = isPutTogether
    self.claims = claims
    self.inputs = inputs
    self.round = round
    self.accepted = accepted
  }
}

/// What comes back.
package enum KeeperAnswer: Equatable, Sendable {
  /// The contents of the vault as ``EncryptedVault/VaultContents`` writes them.
  case contents([UInt8])
  /// The signatures, saved to the log before they were sent, and the log's head since then; nil where the
  /// signatures are only compared and nothing was written.
  case signed([MadeSignature], log: SignedLog?)
  /// The same for each packet of a fee ladder, in their order.
  case signedLadder([SignedStep])
  /// The wallet with the origins of our keys, where it had none, and which keys are ours.
  case keys(descriptor: String, own: [OwnKey])
  /// The vault was saved with the wallet, or without it, at this time: seconds since 1970.
  case saved(time: Int64)
  /// The openings of a first round: nothing was signed, and nothing is remembered.
  case opened([MadeOpening])
  /// The key of backups, as the line by which it is handed to the coordinator: it spends and signs nothing.
  case backupKey([UInt8])
  /// An AEWB container, and the time it was signed with: seconds since 1970.
  case archive([UInt8], time: UInt32)
  /// Why there is nothing else.
  case refused(ProgramError)
}

/// The log after a signing.
package struct SignedLog: Equatable, Sendable {
  /// How many entries it has.
  package let count: Int
  /// Its head.
  package let hash: Bytes32
  /// What the payment is called in it, in the byte order of transactions.
  package let txid: Bytes32

  package init(count: Int, hash: Bytes32, txid: Bytes32) {
    self.count = count
    self.hash = hash
    self.txid = txid
  }
}

/// The signatures of one packet of a fee ladder; the log's head since then, nil without a vault.
package struct SignedStep: Equatable, Sendable {
  package let signatures: [MadeSignature]
  package let log: SignedLog?

  package init(signatures: [MadeSignature], log: SignedLog?) {
    self.signatures = signatures
    self.log = log
  }
}
