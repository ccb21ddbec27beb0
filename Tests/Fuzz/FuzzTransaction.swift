import BitcoinPrimitives
import Bytes

/// A transaction that is read is written again byte for byte; every script in it can be looked at.
func fuzzTransaction(_ bytes: [UInt8]) {
  look(at: Script(bytes))
  if let transaction = try? Transaction(decoding: bytes) {
    precondition(transaction.encoded() == bytes, "written otherwise than read")
    precondition(transaction.weight.units >= 4 * transaction.encodedWithoutWitness().count)
    _ = transaction.txid
    precondition(transaction.hasWitness || transaction.txid.bytes == transaction.wtxid.bytes)
    for input in transaction.inputs { look(at: input.scriptSig) }
    for output in transaction.outputs { look(at: output.scriptPubKey) }
  }
  if let bare = try? Transaction(decoding: bytes, allowingWitness: false) {
    precondition(bare.encodedWithoutWitness() == bytes, "bare written otherwise than read")
  }
}

private func look(at script: Script) {
  _ = script.assembly
  _ = script.pushedItems
  _ = script.type
  _ = TxOut.dustThreshold(for: script)
  for network in Network.standard {
    guard let address = Address(script: script, network: network) else { continue }
    guard let again = try? Address(parsing: address.string, on: network) else {
      preconditionFailure("address is not read again")
    }
    precondition(again.script == script, "address stands for another script")
  }
}
