internal import Bytes
internal import Hashes

/// A transaction as offsets into the bytes it was read from: where its parts lie, and its txid.
struct Outline {
  let version: UInt32
  let lockTime: UInt32
  /// Of each input: its outpoint, 36 bytes; the input script; the sequence, 4 bytes.
  private(set) var spends: [(outpoint: Int, script: Range<Int>, sequence: UInt32)] = []
  /// Of each output: its amount in satoshis, whatever it is, and its script.
  private(set) var pays: [(amount: UInt64, script: Range<Int>)] = []
  /// The hash by which inputs name the transaction, in the byte order of transactions.
  let txid: Bytes32

  /// Reads one whole transaction; with `signed`, witnesses may be there and are left out of the txid.
  init(_ bytes: [UInt8], _ part: Range<Int>, signed: Bool) throws(SecondReadingError) {
    var tape = Tape(bytes, part)
    let start = tape.position
    version = try tape.number32()
    var hasWitness = false
    if signed, tape.left > 1, bytes[tape.position] == 0 {
      let mark = try tape.skip(2)
      guard bytes[mark.lowerBound + 1] == 1 else {
        throw .packet("a transaction has no inputs", offset: mark.lowerBound)
      }
      hasWitness = true
    }
    let body = tape.position
    let spendCount = try tape.count(ofAtLeast: 41)
    spends.reserveCapacity(spendCount)
    for _ in 0..<spendCount {
      let outpoint = try tape.skip(36).lowerBound
      let script = try tape.string()
      spends.append((outpoint, script, try tape.number32()))
    }
    let payCount = try tape.count(ofAtLeast: 9)
    pays.reserveCapacity(payCount)
    for _ in 0..<payCount {
      let amount = try tape.number(bytes: 8)
      pays.append((amount, try tape.string()))
    }
    let bodyEnd = tape.position
    if hasWitness {
      for _ in 0..<spendCount {
        for _ in 0..<(try tape.count(ofAtLeast: 1)) { _ = try tape.string() }
      }
    }
    let tail = tape.position
    lockTime = try tape.number32()
    try tape.requireEnd()
    var hasher = SHA256Hasher()
    hasher.update(bytes[start..<(start + 4)])
    hasher.update(bytes[body..<bodyEnd])
    hasher.update(bytes[tail..<(tail + 4)])
    txid = hasher.doubleFinalized()
  }
}
