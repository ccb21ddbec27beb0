import RecordingScreens
import SecureMemory
import TerminalUI
import Testing

/// Every byte the same: what is drawn lies at that fraction of the whole.
private struct At: RandomSource {
  let fraction: Double

  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    for index in memory.indices { memory[index] = UInt8(fraction * 255) }
  }
}

@Suite struct `What is asked about before money moves` {
  private static let ours = output("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", 5_000, false)
  private static let payee = output("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", 1_000)
  private static let foreseeable = output(
    "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqql4jf", 9_000)
  /// A public key and CHECKSIG: no address.
  private static let bare = output(
    nil, 1_000,
    script: "2102c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5ac")

  private static func output(
    _ address: String?, _ amount: Int64, _ isPayee: Bool = true, script: String = "00"
  ) -> StakeOutput {
    StakeOutput(
      name: "of output \(amount)", address: address, script: script, amount: amount,
      isPayee: isPayee)
  }

  @Test func `capital letters matter in Base58, and nowhere else`() throws {
    for (address, ignores) in [
      (Self.payee.address, true), ("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", false), (nil, true),
    ] {
      let output = Self.output(address, 7, script: Self.bare.script)
      let stake = try Stake.ofPayment([output], txid: "", random: At(fraction: 0))
      #expect(stake.ignoresCase == ignores)
    }
    #expect(try Stake.ofPayment([], txid: "ab", random: At(fraction: 0)).ignoresCase)
  }

  private static func stakes(_ outputs: [StakeOutput]) throws -> Set<String> {
    Set(
      try [0, 0.3, 0.6, 0.99].map {
        try Stake.ofPayment(outputs, txid: "ab", random: At(fraction: $0)).name
      })
  }

  @Test func `it is a payee with an address, whatever comes back to us`() throws {
    #expect(try Self.stakes([Self.ours, Self.payee]) == ["the address of output 1000"])
  }

  @Test func `a payee without an address is asked about by its script, not an output of ours`()
    throws
  {
    #expect(try Self.stakes([Self.ours, Self.bare]) == ["the script of output 1000"])
    #expect(
      try Self.stakes([Self.ours, Self.bare, Self.payee])
        == ["the script of output 1000", "the address of output 1000"])
    let stake = try Stake.ofPayment([Self.bare], txid: "", random: At(fraction: 0))
    #expect(stake.text == Self.bare.script && stake.ignoresCase)
  }

  @Test func `of a long script it is the beginning, so that the question fits the screen`() throws {
    let digits = Array("0123456789abcdef")
    let numbers: [Int] = (0..<20_000).map { number in number * number / 7 + number }
    let long = String(numbers.map { digits[$0 % 16] })
    let stake = try Stake.ofPayment(
      [Self.output(nil, 7, script: long)], txid: "", random: At(fraction: 0))
    #expect(stake.name == "the beginning of the script of output 7")
    #expect(stake.text == String(long.prefix(160)))
    let whole = try Stake.ofPayment(
      [Self.output(nil, 7, script: String(long.prefix(160)))], txid: "", random: At(fraction: 0))
    #expect(whole.name == "the script of output 7" && whole.text == stake.text)
  }

  @Test func `a payee that could be foreseen draws the question to nobody else, but to the id`()
    throws
  {
    let burn = Self.output(nil, 9_000, script: "6a" + String(repeating: "0", count: 80))
    let tiny = Self.output(nil, 9_000, script: "51")
    let free = Self.output(Self.payee.address, 0)
    for outputs in [[Self.foreseeable, burn, tiny, free, Self.ours], [Self.foreseeable]] {
      #expect(try Self.stakes(outputs) == ["the transaction's id"])
    }
    // A little to somebody who is expected, much to a script that nobody can be asked about.
    let much = Self.output(nil, 99_000, script: "4b" + String(repeating: "0", count: 150) + "75ac")
    #expect(try Self.stakes([Self.payee, much]).contains("the transaction's id"))
    let drawn = try Stake.ofPayment([Self.payee, much], txid: "ab", random: At(fraction: 0.5))
    #expect(drawn.name == "the transaction's id")
    // Nobody else gets anything: what comes back is asked about.
    #expect(try Self.stakes([free, Self.ours]) == ["the address of output 5000"])
    #expect(try Self.stakes([]) == ["the transaction's id"])
  }
}
