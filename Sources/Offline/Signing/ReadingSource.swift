internal import BitcoinPSBT
package import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import PacketSigning
package import SecondReading
internal import TransactionReview

/// What the second reader reads, as far as it is at hand.
public struct ReadingSource: Sendable {
  let packet: [UInt8]?
  let descriptors: [String: String]

  /// Takes the bytes that were reviewed, as they came, and the texts of the registered wallets by their
  /// names, as they are kept.
  ///
  /// Without the bytes it reads those of the reviewed PSBT, as when parts were put together; without a
  /// wallet's text, that of the wallet in the review.
  public init(packet: [UInt8]? = nil, descriptors: [String: String] = [:]) {
    self.packet = packet
    self.descriptors = descriptors
  }

  /// Reads the packet of a review the second time.
  ///
  /// - Throws: `PacketSigningError.secondReading` when it cannot be read.
  func signer(of review: Review) throws(PacketSigningError) -> PacketSigner {
    let context = review.facts.context
    let texts = context.wallets.map { wallet in
      wallet.network == context.network
        ? descriptors[wallet.name] ?? wallet.descriptor.canonical : nil
    }
    return try PacketSigner(
      packet ?? review.psbt.encoded(), wallets: texts, on: AddressChain(context.network),
      // What was put together here was bounded when it came, and holds a previous transaction once for each coin.
      mostBytes: packet == nil ? .max : SecondReader.mostOutsideBytes
    ) { txid, vout in
      context.provedOutput(OutPoint(txid: Txid(txid), vout: vout)).map {
        (UInt64(bitPattern: $0.rawValue), $0.scriptPubKey.bytes)
      }
    }
  }
}

extension AddressChain {
  /// How addresses of a network are written.
  package init(_ network: Network) {
    self =
      switch network.chain {
      case .main: .main
      case .test, .testnet4, .signet: .test
      case .regtest: .regtest
      }
  }
}
