import ArgumentParser
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ExtendedKeys
import Mnemonics
import RecordingScreens
import SecretKeys
import SecureMemory
import SignerHome
import TerminalUI
import TestSupport
import Testing
import TransactionReview
import WalletFiles

@testable import KeyKeeper
@testable import OfflineSigner
@testable import WalletRegistration

@Suite struct `Consent at the signer` {
  private static func payment(on network: String = "regtest") throws -> (Desk, String) {
    let desk = try Desk.withSeed(network: network)
    let destination = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    let fixture =
      network == "mainnet"
      ? PaymentFixture(destination: destination, network: .mainnet) : PaymentFixture()
    return (desk, try desk.write(fixture.psbt(from: desk.account())))
  }

  @Test func `yes signs nothing, and what stands in the question does`() throws {
    let (desk, unsigned) = try Self.payment()
    let out = desk.path("signed.psbt")
    for answers in [["yes"], ["y"], ["yes", "yes", "yes"], ["R04", "yes"]] {
      let ran = desk.run("sign", unsigned, "--out", out, answers: answers)
      #expect(ran.code == .failed && ran.err.contains("declined"), "\(answers)")
    }
    let ran = desk.run("sign", unsigned, "--out", out, answers: [RecordingScreen.read])
    #expect(ran.code == .done, "\(ran.err)")
    // The question says again what leaves, for a review that is out of sight.
    #expect(
      ran.terminal.contains(
        " BTC to\n    \(PaymentFixture().destination)\nFrom first-wpkh-0, 1 recipient.\nLeaving us "
      ),
      "\(ran.terminal)")
    #expect(ran.terminal.unwrapped.contains("To sign this payment (rehearsal on regtest), type "))
    let words = try #require(
      desk.run("review", unsigned, "--json").json["words"]?.stringValue)
    #expect(
      ran.terminal.contains(" BTC.\nWords: \(words) (compare with the coordinator)\n"),
      "\(ran.terminal)")
  }

  @Test func `pasted answers sign nothing, and the error says why`() throws {
    let (desk, unsigned) = try Self.payment()
    let pasted = Array(repeating: RecordingScreen.pasted + "yes", count: 10)
    let ran = desk.run("sign", unsigned, "--out", desk.path("signed.psbt"), answers: pasted)
    #expect(ran.code == .failed && ran.err.contains("came all at once"), "\(ran.err)")
  }

  @Test func `outputs without money or with foreseeable addresses draw no question`() throws {
    let desk = try Desk.withSeed()
    let account = try desk.account()
    let honest = try PaymentFixture().psbt(from: account)
    var transaction = honest.unsignedTransaction
    let zeros = Script([0x6a, 40] + [UInt8](repeating: 0, count: 40))
    let nobody = Script([0, 32] + [UInt8](repeating: 0, count: 32))
    transaction.outputs += (0..<20).map { _ in TxOut(rawValue: 0, scriptPubKey: zeros) }
    transaction.outputs += (0..<20).map { TxOut(rawValue: 330 + $0, scriptPubKey: nobody) }
    transaction.outputs[1].rawValue -= 40_000
    var updater = Updater(try Creator(transaction).created())
    let previous = try #require(honest.inputs[0].nonWitnessUTXO)
    try updater.addPreviousTransaction(previous, toInput: 0)
    try updater.add(account, branch: 0, index: 3, toInput: 0)
    try updater.add(account, branch: 1, index: 0, toOutput: 1)
    let unsigned = try desk.write(updater.psbt)
    for _ in 0..<5 {
      let ran = desk.run("sign", unsigned, "--out", desk.path("x.psbt"), answers: ["no"])
      #expect(ran.code == .failed)
      // Drawn by amount: where the few satoshis to nobody are drawn, the id is asked for, which nobody foresees.
      let terminal = ran.terminal.unwrapped
      let asked = ["The address of output 0", "The transaction's id"].contains {
        terminal.contains("\($0), in groups of four:")
      }
      #expect(asked, "\(ran.err)")
    }
  }

  @Test func `the question names every recipient whole, and says that the money is real`() throws {
    let (desk, _) = try Self.payment(on: "mainnet")
    let account = try desk.account()
    let (one, other) = (
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"
    )
    let first = try PaymentFixture(destination: one, network: .mainnet).psbt(from: account)
    let second = try PaymentFixture(destination: other, network: .mainnet).psbt(from: account)
    var transaction = first.unsignedTransaction
    // Half of the money each: the question is about one of the two.
    let half = transaction.outputs[0].rawValue / 2
    transaction.outputs[0].rawValue = half
    let script = second.unsignedTransaction.outputs[0].scriptPubKey
    transaction.outputs.append(TxOut(rawValue: half, scriptPubKey: script))
    var updater = Updater(try Creator(transaction).created())
    try updater.addPreviousTransaction(try #require(first.inputs[0].nonWitnessUTXO), toInput: 0)
    try updater.add(account, branch: 0, index: 3, toInput: 0)
    try updater.add(account, branch: 1, index: 0, toOutput: 1)
    let unsigned = try desk.write(updater.psbt)
    let ran = desk.run("sign", unsigned, "--out", desk.path("signed.psbt"), answers: ["no"])
    #expect(ran.code == .failed && ran.err.contains("declined"), "\(ran.err)")
    let amount = LastQuestion.btc(UInt64(half))
    for address in [one, other] {
      #expect(ran.terminal.contains("\n  \(amount) BTC to\n    \(address)\n"), "\(ran.terminal)")
    }
    #expect(ran.terminal.contains("2 recipients.\n"))
    #expect(
      ran.terminal.unwrapped.contains("To sign this payment of REAL bitcoin (mainnet), type "))
  }

  @Test func `on mainnet yes in advance is an error until the vault's setting allows it`() throws {
    let (desk, unsigned) = try Self.payment(on: "mainnet")
    let out = desk.path("signed.psbt")
    let refused = desk.run("sign", unsigned, "--out", out, "--yes")
    #expect(refused.code == .failed)
    #expect(
      refused.err.contains(
        "--yes cannot approve real money: the setting unattended-signing of this vault is off"),
      "\(refused.err)")
    #expect(refused.err.contains("vault settings unattended-signing 1"))
    // On the terminal alone, by typing its name.
    let scripted = desk.run("vault", "settings", "unattended-signing", "1")
    #expect(scripted.code == .failed)
    try desk.allowUnattended()
    #expect(desk.run("sign", unsigned, "--out", out, "--yes").code == .done)
  }

  @Test func `without a vault yes in advance is an error on mainnet, before a seed is read`() throws
  {
    let (desk, unsigned) = try Self.payment(on: "mainnet")
    let wallet = try desk.write(desk.account().canonical, to: "wallet.txt")
    let ran = desk.run(
      "sign", unsigned, "--seed", desk.path("words.txt"), "--wallet", wallet, "--out",
      desk.path("signed.psbt"), "--accept", "wallet", "--yes", passphrase: nil)
    #expect(ran.code == .failed && ran.err.contains("without a vault"), "\(ran.err)")
  }

  @Test func `a wallet is registered by characters of its first address`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    _ = desk.run(
      "account", "export", "first", "--script", "wsh", "--as", "specter", "--out",
      desk.path("key.txt"))
    let key = try #require(try CosignerKey.read(Array(desk.read("key.txt").utf8)).first)
    // The other key is one of BIP-129's.
    let other = """
      [1cf0bf7e/48h/0h/0h/2h]xpub6FL8FhxNNUVnG64YurPd16AfGyvFLhh7S2uSsDqR3Qfcm6o9jtcMYwh6DvmcBF9q\
      ozxNQmTCVvWtxLpKTnhVLN3Pgnu2D3pAoXYFgVyd8Yz
      """
    let wallet = try desk.write(
      "wsh(sortedmulti(2,\(key.ranged),\(other)/<0;1>/*))", to: "wallet.txt")
    let yes = desk.run(
      "wallet", "register", "ours", "--from", wallet, "--accept", "R23", answers: ["yes", "yes"])
    #expect(yes.code == .failed && yes.err.contains("declined"), "\(yes.err)")
    let ran = desk.run(
      "wallet", "register", "ours", "--from", wallet, "--accept", "R23",
      answers: [RecordingScreen.read, RecordingScreen.read])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.terminal.unwrapped.contains("The first address, in groups of four:"), "\(ran.terminal)")
    #expect(ran.terminal.unwrapped.contains("also type its four Words"), "\(ran.terminal)")
    // Longer than the terminal: it was paged before.
    #expect(ran.terminal.contains("\u{1b}[?1049hWallet "), "\(ran.terminal)")
  }

  @Test func `a wallet from a sheet is taken by characters of its first address and its words`()
    throws
  {
    let descriptor = try Family().descriptor()
    let shown = try WalletScreen(
      name: "family", network: .regtest, descriptor: descriptor,
      ownKeys: [OwnKey(position: 0, seed: "first")], sources: [:])
    /// Whether the answers are taken, what stood above the question, and what it was.
    func asked(_ answers: [String]) throws -> (isAgreed: Bool, above: String, question: String) {
      let screen = RecordingScreen(answers: answers)
      let options = ["wallet", "list"]
      let command = try #require(try OfflineSigner.parseAsRoot(options) as? any SignerCommand)
      let session = try SignerSession(command.common, in: Desk().environment(screen))
      let consent = try #require(try? SignerConsentOptions.parse([]))
      let money = try MoneyConsent(consent, on: .regtest, vault: nil, session)
      let isAgreed = try money.consents(to: "register this wallet", shown, question: "Is it yours?")
      return (isAgreed, screen.talk, screen.terminal)
    }
    let (isAgreed, above, question) = try asked([
      RecordingScreen.read, "\(descriptor.checkWords)",
    ])
    #expect(isAgreed, "\(question)")
    #expect(question.unwrapped.contains("The first address, in groups of four:"), "\(question)")
    // The words stand above the question, and not in it.
    #expect(above.contains("\(descriptor.checkWords)"), "\(above)")
    #expect(!question.contains("\(descriptor.checkWords)"), "\(question)")
    for wrong in [[RecordingScreen.read, "no"], [RecordingScreen.read, "a b c d", "no"], ["no"]] {
      #expect(try !asked(wrong).isAgreed)
    }
  }

  @Test func `a payee without an address is asked about by its script`() throws {
    let desk = try Desk.withSeed()
    let account = try desk.account()
    let honest = try PaymentFixture().psbt(from: account)
    var transaction = honest.unsignedTransaction
    // A public key and CHECKSIG.
    let key = "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"
    transaction.outputs[0].scriptPubKey = Script([0x21] + (try Hex.decode(key)) + [0xac])
    var updater = Updater(try Creator(transaction).created())
    try updater.addPreviousTransaction(
      try #require(honest.inputs[0].nonWitnessUTXO), toInput: 0)
    try updater.add(account, branch: 0, index: 3, toInput: 0)
    try updater.add(account, branch: 1, index: 0, toOutput: 1)
    let unsigned = try desk.write(updater.psbt)
    let ran = desk.run(
      "sign", unsigned, "--out", desk.path("x.psbt"), answers: ["R15", RecordingScreen.read])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.terminal.unwrapped.contains("The script of output 0, in groups of four:"),
      "\(ran.terminal)")
  }
}
