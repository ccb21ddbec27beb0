import ArgumentParser
import Bytes
import Descriptors
import FakeMachine
import Foundation
import KeyKeeper
import RecordingScreens
import Refusals
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import SignerHome

/// A seed for one run, whose account goes to the coordinator: nothing is kept on this machine.
@Suite struct `Accounts without a vault` {
  /// A desk that has the words of BIP-39's first vector on paper and no home.
  private func bare() throws -> (desk: Desk, words: String) {
    let desk = try Desk()
    return (desk, try desk.write(Desk.words, to: "words.txt"))
  }

  @Test func `an account of a carried seed is that of the vault, and nothing is kept`() throws {
    let kept = try Desk.withSeed()
    let (desk, words) = try bare()
    for arguments in [
      ["--script", "wpkh"], ["--script", "tr", "--account", "3"], ["--script", "wsh"],
      ["--profile", "chance", "--account", "2"], ["--script", "sh-wsh", "--as", "bsms"],
    ] {
      let end = ["--out", "-"] + arguments
      let vault = kept.run(["account", "export", "first"] + end)
      try #require(vault.code == .done, "\(vault.err)")
      let ran = desk.run(
        ["account", "export", "--seed", words, "--network", "regtest"] + end, passphrase: nil)
      #expect(ran.code == .done, "\(ran.err)")
      #expect(ran.err.contains("STATELESS on regtest"))
      // A key record names the seed, or its fingerprint where it has no name; that is signed, too.
      if arguments.contains("bsms") {
        #expect(ran.out.contains("73c5da0a"))
      } else {
        #expect(ran.out == vault.out, "\(arguments)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: desk.path("home")))
  }

  @Test func `all first accounts are found in one symbol`() throws {
    let kept = try Desk.withSeed()
    let (desk, words) = try bare()
    let vault = kept.run("account", "export", "first", "--all", "--accounts", "2", "--out", "-")
    let ran = desk.run(
      "account", "export", "--seed", words, "--network", "regtest", "--all", "--accounts", "2",
      "--out", "-", passphrase: nil)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.out == vault.out)
    let file = desk.run(
      "account", "export", "--seed", words, "--network", "regtest", "--all", "--out",
      desk.path("all.txt"), "--json", passphrase: nil)
    #expect(file.json["accounts"]?.intValue == 20)
    #expect(file.json["fingerprint"]?.stringValue == "73c5da0a")
  }

  @Test func `a passphrase and a child are taken for this run`() throws {
    let (desk, words) = try bare()
    let passphrase = try desk.write("TREZOR", to: "twenty-fifth")
    let common = [
      "account", "export", "--seed", words, "--network", "regtest", "--script", "wpkh", "--out",
      "-",
    ]
    let outs = [
      [], ["--bip39-passphrase-file", passphrase], ["--bip85", "words/12/0"],
      ["--bip85", "words/12/0", "--bip39-passphrase-file", passphrase],
    ].map { desk.run(common + $0, passphrase: nil) }
    for ran in outs { #expect(ran.code == .done, "\(ran.err)") }
    #expect(Set(outs.map(\.out)).count == 4)
    // BIP-39's vector with the passphrase TREZOR.
    #expect(outs[1].err.contains("b4e3f5ed") || outs[1].out.contains("b4e3f5ed"))
  }

  @Test func `a single key is handed over as its descriptor`() throws {
    let (desk, _) = try bare()
    // The key one, compressed, on a test network (Bitcoin Core's key_io form).
    let wif = try desk.write(
      "cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA", to: "wif")
    let ran = desk.run(
      "account", "export", "--seed", wif, "--network", "regtest", "--script", "wpkh", "--out", "-",
      passphrase: nil)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.out.hasPrefix("wpkh(0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798)#")
    )
    let all = desk.run(
      "account", "export", "--seed", wif, "--network", "regtest", "--all", "--out", "-",
      passphrase: nil)
    #expect(all.code == .wrongUsage && all.err.contains("no accounts"))
  }

  @Test func `on a machine that is not isolated a seed is read for practice alone, and said to be`()
    throws
  {
    let desk = try Desk()
    let words = try desk.write(Desk.words, to: "words.txt")
    func read(
      _ seed: String, on network: String = "signet", _ options: [String] = [],
      answers: [String]? = nil
    ) throws -> ProgramError? {
      let screen = RecordingScreen(answers: answers ?? [], hasTerminal: answers != nil)
      let arguments =
        ["sign", "-", "--out", "-", "--wallet", "-", "--seed", seed, "--network", network]
      let command = try #require(
        try OfflineSigner.parseAsRoot(arguments + options) as? SignCommand)
      guard case .oneRun(let run) = command.task else { return nil }
      let session = try SignerSession(command.common, in: desk.environment(screen))
      do throws(ProgramError) {
        _ = try CarriedSeed.readFirst(run, session)
        return nil
      } catch {
        return error
      }
    }
    #expect(try read(words) == nil && read(words, on: "mainnet") == nil)
    try desk.machine.plugIn()
    // Before the file is opened: one that is not there makes no difference.
    for seed in [words, desk.path("nothing")] {
      for options in [[], ["--yes"], ["--accept", "wallet"], ["--accept", "R27"]] {
        let refused = try #require(try read(seed, options))
        #expect(refused.rule == .r27 && refused.message.contains("is not read here"))
        #expect(refused.hint.contains("--accept practice"))
      }
      for answer in ["yes", "practice", Interlock.sentence] {
        #expect(try read(seed, answers: [answer])?.rule == .r27)
      }
    }
    #expect(try read(words, ["--accept", "practice"]) == nil)
    #expect(try read(words, answers: ["this seed never held real coins"]) == nil)
    #expect(try read(desk.path("nothing"), ["--accept", "practice"])?.rule != .r27)
    // Real coins are not practice.
    for options in [[], ["--accept", "practice"]] {
      #expect(try read(words, on: "mainnet", options)?.rule == .r27)
    }
    #expect(
      try read(words, on: "mainnet", answers: ["this seed never held real coins"])?.rule == .r27)
  }

  @Test func `what belongs to a vault is refused beside a carried seed, and the other way`() throws
  {
    let (desk, words) = try bare()
    let export = ["account", "export"]
    let both = desk.run(
      export + ["first", "--seed", words, "--script", "wpkh", "--out", "-"], passphrase: nil)
    #expect(both.code == .wrongUsage && both.err.contains("give one of them"))
    let none = desk.run(export + ["--script", "wpkh", "--out", "-"])
    #expect(none.code == .wrongUsage && none.err.contains("no seed was named"))
    let kept = try Desk.withSeed()
    let network = kept.run(
      export + ["first", "--script", "wpkh", "--network", "regtest", "--out", "-"])
    #expect(network.code == .wrongUsage && network.err.contains("without a vault"))
    let given = desk.run(export + ["--seed", Desk.words, "--script", "wpkh", "--out", "-"])
    #expect(
      given.code == .wrongUsage
        && given.err.contains(
          "and the shell's history keeps command lines (R27)")
    )
  }
}
