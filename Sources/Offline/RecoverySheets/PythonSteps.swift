internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import SheetPages

/// The way to the coins with two libraries for Python, line by line: the one that knows taproot, trees and the words of
/// every list, and signs.
///
/// `Tests/Heirs/typed.py` types these lines as they are printed, and has a payment signed by them. mnemonic makes the
/// bytes of the words, as embit takes the letters of words and passphrases as they come, where BIP-39 has them taken
/// apart first (NFKD).
struct PythonSteps {
  private let text: LetterText
  private let (seeds, keys, payer): (TriedProgram, TriedProgram, TriedProgram)

  /// Of a letter; nil where it is about seeds that are no words, or about wallets for which no program was tried that
  /// writes and completes what embit signs.
  init?(_ text: LetterText) {
    let isKnown = text.wallets.allSatisfy { wallet in
      guard let kind = TriedProgram.Kind(of: [wallet]) else { return false }
      let names = TriedProgram.programs(for: kind).map(\.name)
      return names.contains(Self.keysName) && names.contains(Self.payerName)
    }
    guard isKnown, !text.seeds.isEmpty, text.seeds.allSatisfy(\.isWords),
      let seeds = TriedProgram.programs(for: .otherWords).first(where: {
        $0.name == Self.seedsName
      }),
      let keys = TriedProgram.programs(for: .words).first(where: { $0.name == Self.keysName }),
      let payer = TriedProgram.programs(for: .words).first(where: { $0.name == Self.payerName })
    else { return nil }
    self.text = text
    (self.seeds, self.keys, self.payer) = (seeds, keys, payer)
  }

  private static let (seedsName, keysName) = ("mnemonic (Python)", "embit (Python)")
  private static let payerName = "BDK (Python)"

  /// Both with their versions.
  var programs: String {
    ["embit \(keys.version)", "mnemonic \(seeds.version)"].joined(separator: text.language.comma)
  }

  /// From an empty computer to a signed payment.
  var steps: [SheetStep] {
    let sentences = text.sentences
    var list = [
      SheetStep(
        sentences.pythonInstall,
        "python3 -m pip install -t tools embit==\(keys.version) mnemonic==\(seeds.version)"),
      // Python's own prompt would keep the words in a file, its history; this one keeps nothing.
      SheetStep(sentences.pythonStart, #"python3 -c "import code; code.interact()""#),
      SheetStep(
        sentences.pythonImport,
        "from embit import bip32, descriptor, networks, psbt, script; from mnemonic import Mnemonic"
      ),
      SheetStep(
        sentences.pythonWords,
        #"seed = Mnemonic.to_seed(" ".join(input("words: ").lower().split()), input("passphrase: "))"#
      ),
      SheetStep(
        sentences.pythonKeys,
        #"net = networks.NETWORKS["\#(network)"]; root = bip32.HDKey.from_seed(seed, net["xprv"])"#),
      SheetStep(sentences.pythonFingerprint, "root.my_fingerprint.hex()"),
    ]
    list += text.wallets.flatMap(compared)
    list += [
      SheetStep(
        sentences.pythonPayment, #"tx = psbt.PSBT.parse(open("payment.psbt", "rb").read())"#),
      SheetStep(
        sentences.pythonShow,
        "[(out.value, out.script_pubkey.address(net)) for out in tx.tx.vout], tx.fee()"),
    ]
    list += change
    list += [
      SheetStep(sentences.pythonSign, "tx.sign_with(root)"),
      SheetStep(
        sentences.pythonSave, #"open("signed.psbt", "wb").write(tx.serialize())"#),
    ]
    if text.hasSeveralKeys { list.append(SheetStep(sentences.pythonSignEach)) }
    let tried = text.filled(sentences.otherTried, ("programs", text.language.list(of: [payer])))
    return list + [SheetStep(text.language.joined([sentences.pythonSend, tried]))]
  }

  /// What is compared of a wallet: the first address where one key makes it, else the seeds' keys of it.
  private func compared(_ wallet: SheetWallet) -> [SheetStep] {
    if let path = wallet.descriptor.keys.first?.origin?.path,
      let script = wallet.pythonScript("root.derive(\"\(path)/0/0\")")
    {
      let sentence = text.filled(text.sentences.pythonAddress, ("name", wallet.name))
      return [SheetStep(sentence, "\(script).address(net)")]
    }
    let paths = wallet.seeds.flatMap(wallet.paths).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return paths.prefix(Self.mostPaths).map { path in
      SheetStep(
        text.filled(text.sentences.pythonKey, ("name", wallet.name)),
        "root.derive(\"\(path)\").to_public().to_base58(net[\"xpub\"])")
    }
  }

  private static let mostPaths = 4

  /// What does not come back to the wallet that pays.
  ///
  /// The change is that of the seed where one key makes it, else that of the descriptor, whose first address shows that it
  /// is the wallet's: a computer with a network that lies would take the change.
  private var change: [SheetStep] {
    let sentences = text.sentences
    var list: [SheetStep] = []
    var several: [SheetWallet] = []
    for wallet in text.wallets {
      if let path = wallet.descriptor.keys.first?.origin?.path,
        let script = wallet.pythonScript("root.derive(f\"\(path)/1/{n}\")")
      {
        list += elsewhere(of: wallet.name, change: script)
      } else {
        several.append(wallet)
      }
    }
    guard !several.isEmpty else { return list }
    let names = several.map(\.name).joined(separator: text.language.comma)
    return list + [
      SheetStep(
        sentences.pythonDescriptor,
        #"wallet = descriptor.Descriptor.from_string("".join(open("wallet.txt").read().split()))"#),
      SheetStep(
        text.filled(sentences.pythonAddress, ("name", names)), "wallet.derive(0).address(net)"),
    ] + elsewhere(of: names, change: "wallet.derive(n, branch_index=1).script_pubkey()")
  }

  /// Two lines: the scripts of the change, of which `change` makes the one with the number n, and what goes to no such one.
  ///
  /// That list is short, and an address of twenty is not compared by eye.
  private func elsewhere(of name: String, change: String) -> [SheetStep] {
    [
      SheetStep(
        text.filled(text.sentences.pythonChange, ("name", name)),
        "own = [\(change) for n in range(200)]"),
      SheetStep(
        text.filled(text.sentences.pythonElsewhere, ("name", name)),
        "[out.value for out in tx.tx.vout if out.script_pubkey not in own]"),
    ]
  }

  /// What embit calls the network, as far as its addresses and keys are concerned.
  private var network: String {
    switch text.frame.network.chain {
    case .main: "main"
    case .test, .testnet4: "test"
    case .signet: "signet"
    case .regtest: "regtest"
    }
  }
}

extension SheetWallet {
  /// How embit makes a script of a key; nil where more than one key makes it, or other branches were used.
  fileprivate func pythonScript(_ key: String) -> String? {
    guard descriptor.keys.count == 1, descriptor.keys[0].hasPlainBranches else { return nil }
    return switch descriptor.form {
    case is PKHForm: "script.p2pkh(\(key))"
    case is WPKHForm: "script.p2wpkh(\(key))"
    case let form as SHForm where form.inner is WPKHForm: "script.p2sh(script.p2wpkh(\(key)))"
    case let form as TRForm where form.leaves.isEmpty: "script.p2tr(\(key))"
    default: nil
    }
  }
}
