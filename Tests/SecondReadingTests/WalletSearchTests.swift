import BitcoinPrimitives
import Descriptors
import ExtendedKeys
import ReviewFixtures
import Testing

@testable import SecondReading

/// Scripts of a wallet that nobody says the place of.
@Suite struct `Looking for scripts in a wallet` {
  private let descriptor: Descriptor
  private let reading: WalletReading

  init() throws {
    descriptor = try Descriptor(parsing: "wpkh(\(Accounts.text(.wpkh))/<0;1>/*)")
    reading = try WalletReading(descriptor.canonical, on: .main)
  }

  private func finds(_ branch: Int, _ index: UInt32, highest: [UInt32?]) throws -> Bool {
    let script = try descriptor.derived(branch: branch, index: index).scriptPubKey.bytes
    return reading.owned([script, [0x51]], highest: highest) == [script]
  }

  @Test func `goes from 20 above the highest index in use a thousand downwards`() throws {
    for branch in [0, 1] {
      let other: [UInt32?] = branch == 0 ? [nil, 90] : [90, nil]
      for (index, isFound) in [(0, true), (19, true), (20, false)] as [(UInt32, Bool)] {
        #expect(try finds(branch, index, highest: [nil, nil]) == isFound)
        #expect(try finds(branch, index, highest: []) == isFound)
        #expect(try finds(branch, index, highest: other) == isFound)
      }
      let far: [UInt32?] = branch == 0 ? [2_000, nil] : [nil, 2_000]
      for (index, isFound) in [(1_020, false), (1_021, true), (2_020, true), (2_021, false)]
        as [(UInt32, Bool)]
      {
        #expect(try finds(branch, index, highest: far) == isFound, "\(index)")
      }
    }
  }

  @Test func `ends with the last index that there is`() throws {
    let last: UInt32 = 1 << 31 - 1
    #expect(try finds(0, last - 999, highest: [last]))
    #expect(try !finds(0, last - 1_000, highest: [last]))
  }

  @Test func `goes less far where a script has many keys, and as far as the gap in any case`()
    throws
  {
    // Most keys stand alone, which costs no derivation.
    let point = "774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd"
    let lone = String(repeating: "," + point, count: 399)
    let text = "tr(\(Accounts.text(.tr))/*,multi_a(1\(lone)))"
    let wallet = try WalletReading(try Descriptor(parsing: text).canonical, on: .main)
    for (index, isFound) in [(99, false), (100, true), (120, true), (121, false)]
      as [(UInt32, Bool)]
    {
      let script = try #require(try wallet.text.locks(branch: 0, index: index).first).script
      #expect(wallet.owned([script], highest: [100]) == (isFound ? [script] : []))
    }
  }

  @Test func `finds each kind of script of a single key, and nothing of others`() throws {
    let text = "combo(03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd)"
    let combo = try Descriptor(parsing: text)
    let lone = try WalletReading(combo.canonical, on: .main)
    let scripts = try combo.alternatives.map {
      try $0.derived(branch: 0, index: 0).scriptPubKey.bytes
    }
    #expect(scripts.count == 4)
    #expect(lone.owned(Set(scripts), highest: []) == Set(scripts))
    #expect(reading.owned(Set(scripts), highest: [nil, nil]).isEmpty)
    #expect(lone.owned([], highest: []).isEmpty)
  }
}
