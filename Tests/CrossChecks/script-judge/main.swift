import BitcoinPrimitives
import Bytes
import ScriptVerification

// Judges spends, one a line: `NAME FLAGS INPUT TRANSACTION AMOUNT:SCRIPT,...` (the number of the
// flags in decimal, bytes in hexadecimal, amounts in satoshis). Prints `NAME OK` or `NAME ERROR`.

enum BadLine: Error {
  case fields, coin
}

func verdict(_ fields: [Substring]) throws -> String {
  guard fields.count == 5, let flags = UInt32(fields[1]), let input = Int(fields[2]) else {
    throw BadLine.fields
  }
  let transaction = try Transaction(decoding: try Hex.decode(fields[3]))
  let spent = try fields[4].split(separator: ",").map { coin in
    let parts = coin.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let amount = Int64(parts[0]) else { throw BadLine.coin }
    return TxOut(rawValue: amount, scriptPubKey: try Script(hex: parts[1]))
  }
  let cache = try SighashCache(transaction, spentOutputs: spent)
  do {
    try ScriptVerifier.verify(inputIndex: input, in: cache, flags: ScriptFlags(rawValue: flags))
    return "OK"
  } catch {
    return error.coreName
  }
}

while let line = readLine() {
  let fields = line.split(separator: " ")
  do {
    print(fields.first ?? "", try verdict(fields))
  } catch {
    print(fields.first ?? "", "UNREADABLE")
  }
}
