// One example for each library. `Samples/library/run` compares what this prints with expected.txt.

let examples: [(String, () throws -> [String])] = [
  ("Descriptors", deriveAddresses),
  ("BitcoinPSBT", readPacket),
  ("TransactionReview", reviewPacket),
  ("QRTransport", sendAsQRCodes),
  ("WalletFiles", convertWallet),
  ("ScriptVerification", verifyTransaction),
]
for (library, example) in examples {
  print("\(library)")
  for line in try example() { print("  \(line)") }
}
