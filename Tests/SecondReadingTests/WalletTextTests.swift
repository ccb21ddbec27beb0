import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import ReviewFixtures
import Secp256k1
import Testing
import TransactionReview

@testable import SecondReading

/// A wallet's text read by both readers gives the same scripts.
@Suite struct `A wallet's own text` {
  private static let lone = "03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd"
  private static let long =
    "04a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd"
    + "5b8dec5235a0fa8722476c7709c02559e3aa73aa03918ba2d492eea75abea235"

  static func texts() throws -> [String] {
    let key = Accounts.text(.wpkh) + "/<0;1>/*"
    let keys = [Quorum.ours, Quorum.bob, Quorum.carol].map { $0 + "/<0;1>/*" }
    let many = (0..<20).map { "\(Quorum.bob)/\($0)/*" }.joined(separator: ",")
    let list = keys.joined(separator: ",")
    var texts = [
      "pkh(\(key))", "wpkh(\(key))", "sh(wpkh(\(key)))", "tr(\(key))", "pk(\(key))",
      "wsh(pk(\(key)))", "wsh(pkh(\(key)))", "sh(pkh(\(key)))", "sh(wsh(pkh(\(key))))",
      "wpkh(\(Accounts.text(.wpkh))/0/*)", "wpkh(\(Accounts.text(.wpkh))/7/0)",
      "wpkh(\(Accounts.text(.wpkh).split(separator: "]")[1])/<0;1>/*)",
      "combo(\(lone))", "combo(\(long))", "combo(\(key))", "pkh(\(long))",
      "tr(\(lone.dropFirst(2)))",
      "multi(1,\(list))", "sh(multi(2,\(list)))", "sh(sortedmulti(2,\(list)))",
      "wsh(multi(3,\(list)))", "wsh(sortedmulti(2,\(list)))", "sh(wsh(sortedmulti(1,\(list))))",
      "wsh(multi(17,\(many)))", "tr(\(keys[0]),pk(\(keys[1])))",
      "tr(\(keys[0]),{pk(\(keys[1])),multi_a(2,\(list))})",
      "tr(\(keys[0]),{{pk(\(keys[1])),sortedmulti_a(2,\(list))},{pk(\(keys[2])),pk(\(keys[0]))}})",
      "tr(\(lone.dropFirst(2)),sortedmulti_a(20,\(many)))",
      "sh(multi(2,[73c5da0a/44h/0h/0h]\(lone),\(long)))",
      "wpkh(\(key.replacing("h/", with: "'/")))",
    ]
    texts += try Quorum.Kind.allCases.map { try Quorum.descriptor($0).canonical }
    return texts
  }

  @Test(arguments: try texts())
  func `gives every script and address that the first reader derives`(text: String) throws {
    let first = try Descriptor(parsing: text)
    for text in [text, first.canonical, first.annotatedText] {
      let second = try WalletText(text, on: .main)
      #expect(second.branches == first.branchCount)
      #expect(second.isRanged == first.isRange)
      for branch in 0..<first.branchCount {
        for index: UInt32 in first.isRange ? [0, 1, 7, 1_000, 0x7fff_ffff] : [0] {
          let locks = try second.locks(branch: branch, index: index)
          let scripts = try first.alternatives.map { try $0.derived(branch: branch, index: index) }
          #expect(locks.map(\.script) == scripts.map(\.scriptPubKey.bytes))
          for (lock, derived) in zip(locks, scripts) {
            #expect(
              AddressText.of(lock.script, on: .main)
                == Address(script: derived.scriptPubKey, network: .mainnet)?.string)
            if case .taproot(_, root: _, let leaves) = lock.kind {
              #expect(leaves.map(\.hash) == derived.taproot?.leaves.map(\.leafHash))
            } else {
              #expect(Set(lock.keys) == Set(derived.keys.map(\.publicKey.encoded)))
            }
            // A lone key beside ranged ones says nothing of the index.
            for key in derived.keys
            where !first.isRange || key.origin.path.steps.last?.rawValue == index {
              let claim = key.origin.fingerprint.bytes
              let path = key.origin.path.steps.map(\.rawValue)
              #expect(
                second.places(ofClaim: claim[...], path).contains { $0 == branch && $1 == index })
            }
          }
        }
      }
    }
  }

  @Test(arguments: try texts())
  func `is read before it is registered as the first reader has it`(text: String) throws {
    let first = try Descriptor(parsing: text)
    let second = try WalletReading(first.canonical, on: .main)
    #expect(second.textOfScripts == first.textOfScripts)
    #expect(second.keys.count == first.keys.count)
    for (key, other) in zip(first.keys, second.keys) {
      #expect(key.origin?.fingerprint.bytes == other.fingerprint)
      #expect(key.origin?.path.steps.map(\.rawValue) ?? [] == other.path)
      #expect(key.isUnspendable == other.isOfNobody)
      #expect(key.description.contains(other.text))
    }
    let ways = try #require(WalletPolicy(first)).ways
    #expect(ways.map(\.threshold) == second.ways.map(\.needed))
    #expect(ways.map(\.keys) == second.ways.map { Array($0.keys) })
    var addresses: [String] = []
    for form in first.alternatives {
      for branch in 0..<form.branchCount {
        for index: UInt32 in form.isRange ? [0, 1, 2] : [0] {
          if let address = try form.address(branch: branch, index: index, on: .mainnet) {
            addresses.append(address.string)
          }
        }
      }
    }
    #expect(try second.firstAddresses(3) == addresses)
    // Without a checksum nobody registers it.
    #expect(throws: SecondReadingError.wallet("it has no checksum")) {
      try WalletReading(first.textWithoutChecksum, on: .main)
    }
  }

  @Test func `has one text of its scripts, however its keys are ordered or where they come from`()
    throws
  {
    let bare = { (key: String) in String(key.split(separator: "]").last ?? "") + "/<0;1>/*" }
    let keys = [Quorum.ours, Quorum.bob, Quorum.carol]
    let text = { (form: String, keys: [String]) throws in
      let list = keys.joined(separator: ",")
      let written = try Descriptor(parsing: form.replacing("@", with: list)).canonical
      return try WalletReading(written, on: .main).textOfScripts
    }
    for form in ["wsh(sortedmulti(2,@))", "sh(sortedmulti(2,@))", "wsh(multi(2,@))"] {
      let whole = try text(form, keys.map { $0 + "/<0;1>/*" })
      #expect(try text(form, keys.map(bare)) == whole)
      let isSorted = form.contains("sorted")
      #expect(try (text(form, keys.reversed().map(bare)) == whole) == isSorted)
      #expect(try text(form, Array(keys.dropLast()).map(bare)) != whole)
    }
  }

  @Test func `keys of test networks belong to test networks`() throws {
    let text = "wpkh(\(Accounts.testnet)/<0;1>/*)"
    #expect(throws: Fault.self) { try WalletText(text, on: .main) }
    let wallet = try WalletText(text, on: .test)
    let script = try #require(try wallet.locks(branch: 0, index: 0).first).script
    let first = try Descriptor(parsing: text).derived(branch: 0, index: 0).scriptPubKey
    #expect(script == first.bytes)
    for (chain, network) in [(AddressChain.test, Network.signet), (.regtest, .regtest)] {
      #expect(
        AddressText.of(script, on: chain) == Address(script: first, network: network)?.string)
    }
  }

  @Test func `a list of branches has 2 to 1,000 numbers`() throws {
    for (count, isRead) in [(1, false), (2, true), (1_000, true), (1_001, false)] {
      let list = (0..<count).map { "\($0)" }.joined(separator: ";")
      let text = "wpkh(\(Accounts.text(.wpkh))/<\(list)>/*)"
      if isRead {
        #expect(try WalletText(text, on: .main).branches == count)
      } else {
        #expect(throws: Fault.self) { try WalletText(text, on: .main) }
      }
    }
  }

  @Test func `a step of a path is at most 2,147,483,647`() throws {
    #expect(try WalletText("wpkh(\(Accounts.text(.wpkh))/2147483647/*)", on: .main).isRanged)
  }

  @Test func `a descriptor has at most 100,000 letters`() throws {
    // What stands behind the question mark is no part of the wallet.
    let text = "wpkh(\(lone))?"
    let longest = text + String(repeating: "1", count: 100_000 - text.utf8.count)
    #expect(try WalletText(longest, on: .main).keys.count == 1)
    #expect(throws: Fault.self) { try WalletText(longest + "1", on: .main) }
  }

  @Test func `a tree has at most 128 levels, on both sides`() throws {
    let leaf = "pk(\(lone.dropFirst(2)))"
    for (levels, isRead) in [(128, true), (129, false)] {
      let left = (0..<levels).reduce(leaf) { tree, _ in "{\(tree),\(leaf)}" }
      let right = (0..<levels).reduce(leaf) { tree, _ in "{\(leaf),\(tree)}" }
      for tree in [left, right] {
        let text = "tr(\(lone.dropFirst(2)),\(tree))"
        if isRead {
          #expect(try WalletText(text, on: .main).keys.count == levels + 2)
        } else {
          #expect(throws: Fault.self) { try WalletText(text, on: .main) }
        }
      }
    }
  }

  @Test func `a script has at most 20 keys, a leaf 999, and says how many must sign`() throws {
    let key = String(lone.dropFirst(2))
    let list = { (count: Int) in String(repeating: "," + key, count: count) }
    for (needed, push) in [(9, [0x59]), (12, [0x5c]), (16, [0x60]), (17, [1, 17]), (20, [1, 20])]
      as [(Int, [UInt8])]
    {
      let text = "wsh(multi(\(needed)\(String(repeating: "," + lone, count: 20))))"
      let wallet = try WalletText(text, on: .main)
      let lock = try #require(try wallet.locks(branch: 0, index: 0).first)
      guard case .witness(let script) = lock.kind else {
        Issue.record("not a witness script")
        continue
      }
      #expect(script.starts(with: push + [33]) && script.suffix(3) == [1, 20, 0xae])
      #expect(wallet.ways.map(\.needed) == [needed] && wallet.ways.map(\.keys) == [0..<20])
    }
    let point = try Hex.decode(key)
    for (needed, push) in [(127, [1, 127]), (128, [2, 128, 0])] as [(Int, [UInt8])] {
      let wallet = try WalletText("tr(\(key),multi_a(\(needed)\(list(128))))", on: .main)
      let lock = try #require(try wallet.locks(branch: 0, index: 0).first)
      guard case .taproot(_, root: let root, _) = lock.kind else {
        Issue.record("not a taproot output")
        continue
      }
      let keys = (0..<128).flatMap { [0x20] + point + [$0 == 0 ? 0xac : 0xba] as [UInt8] }
      #expect(root == TreeHash.leaf(keys + push + [0x9c]))
    }
    #expect(try WalletText("tr(\(key),multi_a(1\(list(999))))", on: .main).keys.count == 1_000)
    for text in [
      "tr(\(key),multi_a(1\(list(1_000))))",
      "wsh(multi(1\(String(repeating: "," + lone, count: 21))))",
    ] {
      #expect(throws: Fault.self) { try WalletText(text, on: .main) }
    }
  }

  @Test func `a lone key is the same on every branch`() throws {
    let key = Accounts.text(.wpkh) + "/<0;1>/*"
    let wallet = try WalletText("wsh(multi(1,\(key),[73c5da0a/9]\(lone)))", on: .main)
    for branch in 0...1 {
      let home = Home(wallet: 0, branch: branch, index: 7)
      let lock = try #require(try wallet.locks(branch: branch, index: 7).first)
      #expect(lock.points.map(\.compressed.count) == [33, 33])
      #expect(Hex.encode(lock.points[1].compressed) == lone)
      #expect(wallet.origin(of: 0, at: home)?.path.suffix(2) == [UInt32(branch), 7])
      #expect(wallet.origin(of: 1, at: home)?.path == [9])
      #expect(wallet.origin(of: 2, at: home) == nil)
    }
  }

  @Test func `a claim is of a key that has an index, and no hardened one`() throws {
    let wallet = try WalletText(
      "wpkh(\(Accounts.text(.wpkh).split(separator: "]")[1])/*)", on: .main)
    let fingerprint = try #require(wallet.origin(of: 0, at: Home(wallet: 0, branch: 0, index: 0)))
      .fingerprint[...]
    #expect(wallet.places(ofClaim: fingerprint, []).isEmpty)
    #expect(wallet.places(ofClaim: fingerprint, [1 << 31]).isEmpty)
    #expect(wallet.places(ofClaim: [9, 9, 9, 9], [5]).isEmpty)
    #expect(wallet.places(ofClaim: fingerprint, [5, 5]).isEmpty)
    let last: UInt32 = 1 << 31 - 1
    #expect(wallet.places(ofClaim: fingerprint, [last]).map(\.1) == [last])
  }

  @Test func `a path has at most 255 steps`() throws {
    for (count, isRead) in [(255, true), (256, false)] {
      let steps = String(repeating: "/0", count: count)
      let text = "wpkh(\(Accounts.text(.wpkh))\(steps)/*)"
      if isRead {
        #expect(try WalletText(text, on: .main).isRanged)
      } else {
        #expect(throws: Fault.self) { try WalletText(text, on: .main) }
      }
    }
  }

  @Test func `a legacy script is unlocked by the signature, and by the key where it has its hash`()
    throws
  {
    let signature = [UInt8](repeating: 0x30, count: 71)
    for (form, showsKey) in [("pk", false), ("pkh", true)] {
      let wallet = try WalletText("\(form)(\(lone))", on: .main)
      let lock = try #require(try wallet.locks(branch: 0, index: 0).first)
      let key = try #require(lock.keys.first)
      let shown = showsKey ? [UInt8(key.count)] + key : []
      #expect(lock.inputScript([key: signature]) == [71] + signature + shown)
      #expect(lock.inputScript([:]) == nil)
    }
  }

  @Test func `and nothing else is taken`() throws {
    let key = Accounts.text(.wpkh) + "/<0;1>/*"
    let canonical = try Descriptor(parsing: "wpkh(\(key))").canonical
    let texts = [
      "", "(", "wpkh", "wpkh()", "wpkh(\(key)", "wpkh(\(key)))", "wpkh(\(key)) ",
      "wpkh(\(key),\(key))",
      "wpkh(\(long))", "wsh(pk(\(long)))", "tr(\(long))", "sh(\(key))", "sh(sh(pk(\(key))))",
      "wsh(wpkh(\(key)))", "wsh(tr(\(key)))", "tr(\(key),pkh(\(key)))", "tr(\(key),{pk(\(key))})",
      "tr(\(key),)", "multi(2,\(key))", "multi(0,\(key))", "multi_a(1,\(key))", "multi(1)",
      "wsh(and_v(v:pk(\(key)),older(3)))", "addr(bc1q)", "raw(51)", "wsh(older(3))",
      "wpkh(\(key.dropLast(2))/*h)", "wpkh(\(key)/0)", "wpkh(\(Accounts.text(.wpkh))/0h/*)",
      "wpkh(\(Accounts.text(.wpkh))/2147483648/*)", "wpkh(\(Accounts.text(.wpkh))/<0>/*)",
      "wpkh(\(Accounts.text(.wpkh))/<0;1>/<0;1>/*)", "wpkh([73c5da0a\(key))",
      "wpkh([73c5da]\(key.split(separator: "]")[1]))", "wpkh(\(lone)/0)",
      "wpkh([73c5da0a//0]\(lone))", "wpkh([73c5da0a/2147483648]\(lone))",
      "wpkh(\(Accounts.text(.wpkh))//0/*)", "wpkh(\(Accounts.text(.wpkh))/<0;;1>/*)",
      "wsh(multi(1,\(long)))", "tr(\(key),multi_a(1,\(long)))", "multi(00001,\(key))",
      "wsh(multi(1,\(key),\(Accounts.text(.wpkh))/<0;1;2>/*))",
      canonical.dropLast() + "q", canonical + "q", String(canonical.dropLast(8)),
      "tr(\(key),\(String(repeating: "{", count: 100_000)))",
    ]
    for text in texts {
      #expect(throws: Fault.self, "\(text.prefix(80))") { try WalletText(text, on: .main) }
    }
    let wallet = try WalletText("wpkh(\(key))", on: .main)
    for (branch, index) in [(2, 0), (-1, 0), (0, 0x8000_0000)] as [(Int, UInt32)] {
      #expect(throws: Fault.self) { try wallet.locks(branch: branch, index: index) }
    }
    let single = try WalletText("combo(\(Self.lone))", on: .main)
    #expect(throws: Fault.self) { try single.locks(branch: 0, index: 1) }
  }

  private var lone: String { Self.lone }
  private var long: String { Self.long }
}
