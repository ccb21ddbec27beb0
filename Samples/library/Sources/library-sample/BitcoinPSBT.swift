import BitcoinPSBT
import BitcoinPrimitives
import Descriptors

/// Builds the packet that a signer gets: one coin in, a payment and change out.
func buildPacket() throws -> PSBT {
  let wallet = try Descriptor(parsing: savings, on: .mainnet)
  let payee = try Address(
    parsing: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", on: .mainnet)

  // The transaction that paid us, made up for this example.
  let earlier = String(repeating: "11", count: 32)
  let funding = Transaction(
    inputs: [TxIn(previousOutput: try OutPoint(parsing: "\(earlier):7"))],
    outputs: [
      TxOut(rawValue: 100_000, scriptPubKey: try wallet.derived(branch: 0, index: 0).scriptPubKey)
    ])
  let payment = Transaction(
    inputs: [TxIn(previousOutput: OutPoint(txid: funding.txid, vout: 0))],
    outputs: [
      TxOut(rawValue: 60_000, scriptPubKey: payee.script),
      TxOut(rawValue: 39_400, scriptPubKey: try wallet.derived(branch: 1, index: 0).scriptPubKey),
    ])

  // The Creator makes the PSBT, the Updater adds what a signer needs to know (BIP-174). What is
  // added is checked against the transaction first: a wrong coin or script is an error.
  var updater = Updater(try Creator(payment).created())
  try updater.addPreviousTransaction(funding.encoded(), toInput: 0)
  try updater.add(wallet, branch: 0, index: 0, toInput: 0)
  try updater.add(wallet, branch: 1, index: 0, toOutput: 1)
  return updater.psbt
}

/// Writes a packet, reads it again and looks at it.
func readPacket() throws -> [String] {
  let packet = try PSBT(base64: try buildPacket().base64)
  var lines: [String] = []
  for number in packet.inputs.indices {
    let coin = packet.claimedOutput(ofInput: number)
    lines.append("input \(number + 1): \(coin?.rawValue ?? 0) sat")
  }
  for (number, output) in packet.unsignedTransaction.outputs.enumerated() {
    let address = Address(script: output.scriptPubKey, network: .mainnet)
    lines.append("output \(number + 1): \(output.rawValue) sat to \(address?.string ?? "a script")")
  }
  // What was read and not changed is written as the very same bytes.
  lines.append("bytes: \(packet.encoded().count)")
  return lines
}
