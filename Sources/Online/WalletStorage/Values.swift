internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB

// How values of the chain lie in the records: hashes and scripts as their bytes.

extension Bytes32 {
  var data: Data { Data(bytes) }
}

extension Script {
  var data: Data { Data(bytes) }
}

extension Transaction {
  init(_ data: Data) throws {
    do { try self.init(decoding: [UInt8](data)) } catch {
      throw StorageError.damaged(what: "a transaction")
    }
  }

  /// The txid that it had before it was signed: unlocking scripts are left out.
  var unsignedTxid: Txid { withoutUnlocking.txid }
}
