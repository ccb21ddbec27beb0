package import Bytes
package import EncryptedVault
package import PacketSigning
package import TerminalUI

/// What the reviewer may ask of what holds the seeds; there is nothing else to ask.
package enum KeeperRequest: Equatable, Sendable {
  /// Asks for the vault's passphrase and hands over the contents, in which every seed stays sealed.
  case open
  /// Reads a packet again, asks the last question, and signs.
  case sign(SignRequest)
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
  /// Which warnings were acknowledged, and how: for the log.
  package var accepted: [LoggedAcceptance]

  package init(
    packet: [UInt8], isPutTogether: Bool, claims: ReviewClaims, inputs: [Int],
    accepted: [LoggedAcceptance]
  ) {
    self.packet = packet
    self.isPutTogether = isPutTogether
    self.claims = claims
    self.inputs = inputs
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
