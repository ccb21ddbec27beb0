import BitcoinPrimitives
import EncryptedVault
import Foundation
import SecureMemory
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import SignerHome

@Suite struct `Passphrases of the vault` {
  private static let tooWeak = "too weak for real money"
  private static let recommended = "take six words drawn at random (66 bits)"
  private static let hopeless = ["abc", "bitcoin2024!", "correct horse battery staple"]
  /// About 44 bits: taken, with a warning.
  private static let weak = "dune velvet orbit claim"

  @Test(arguments: hopeless)
  func `that are guessed at once make no vault for mainnet, from a file or a descriptor`(
    passphrase: String
  ) throws {
    let desk = try Desk()
    let file = try desk.write(passphrase + "\n", to: "weak")
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    defer { try? handle.close() }
    for options in [
      ["--passphrase-file", file], ["--passphrase-fd", "\(handle.fileDescriptor)"],
    ] {
      let ran = desk.run(["init", "--yes"] + options, passphrase: nil)
      #expect(ran.code == .failed, "\(options)")
      #expect(ran.err.contains(Self.tooWeak) && ran.err.contains(Self.recommended), "\(ran.err)")
      #expect(!ran.err.contains(passphrase))
      #expect(!FileManager.default.fileExists(atPath: desk.path("home/vault")))
    }
  }

  @Test func `that are guessed at once are asked for again, and refused the third time`() throws {
    let desk = try Desk()
    let refused = desk.run(
      "init", answers: ["yes", "abc", "password1", "qwertyuiop"], passphrase: nil)
    #expect(refused.code == .failed)
    #expect(refused.err.split(separator: "\n").filter { $0.contains(Self.tooWeak) }.count == 3)
    #expect(!FileManager.default.fileExists(atPath: desk.path("home/vault")))
    let better = desk.run(
      "init", answers: ["yes", "abc", Desk.passphrase, Desk.passphrase], passphrase: nil)
    #expect(better.code == .done, "\(better.err)")
    #expect(desk.run("seed", "list").code == .done)
  }

  @Test func `that are weak are warned of, and good ones are not`() throws {
    let desk = try Desk()
    _ = try desk.write(Self.weak + "\n", to: "weak")
    let ran = desk.run("init", "--yes", passphrase: "weak")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("warning: this passphrase is weak, about 44 bits"), "\(ran.err)")
    #expect(ran.err.contains(Self.recommended))
    let good = try Desk().run("init", "--yes")
    #expect(good.code == .done && !good.err.contains("weak"), "\(good.err)")
  }

  @Test func `of a rehearsal may be weak, and that is said`() throws {
    let desk = try Desk()
    _ = try desk.write("abc\n", to: "weak")
    let ran = desk.run("init", "--network", "signet", "--yes", passphrase: "weak")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("warning: this passphrase is weak"), "\(ran.err)")
    let typed = try Desk().run(
      "init", "--network", "signet", answers: ["yes", "abc", "abc"], passphrase: nil)
    #expect(typed.code == .done && typed.err.contains("weak"), "\(typed.err)")
  }

  @Test func `are not changed to weak ones for mainnet, however they are given`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    let file = try desk.write("hunter2\n", to: "weak")
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    defer { try? handle.close() }
    for options in [
      ["--new-passphrase-file", file], ["--new-passphrase-fd", "\(handle.fileDescriptor)"],
    ] {
      let ran = desk.run(["vault", "passphrase"] + options)
      #expect(ran.code == .failed && ran.err.contains(Self.tooWeak), "\(ran.err)")
    }
    let typed = desk.run("vault", "passphrase", answers: ["abc", "abc", "abc"])
    #expect(typed.code == .failed && typed.err.contains(Self.tooWeak), "\(typed.err)")
    #expect(desk.run("seed", "list").code == .done)
    let practice = try Desk.withSeed()
    _ = try practice.write("abc\n", to: "weak")
    let short = practice.path("weak")
    let changed = practice.run("vault", "passphrase", "--new-passphrase-file", short)
    #expect(changed.code == .done && changed.err.contains("weak"), "\(changed.err)")
  }

  @Test func `are drawn for whoever presses Enter, shown once and typed back`() throws {
    let words = "abandon ability able about above absent"
    let drawn = "acoustic alcohol anxiety asthma bamboo bid"
    for command in [["init"], ["vault", "passphrase"]] {
      let desk = command == ["init"] ? try Desk() : try Desk.withSeed(network: "mainnet")
      let consent = command == ["init"] ? ["yes"] : []
      let ran = desk.run(
        command, answers: consent + ["", "", words, "", drawn],
        passphrase: command == ["init"] ? nil : "passphrase", random: Steps())
      #expect(ran.code == .done, "\(ran.err)\n\(ran.terminal)")
      #expect(ran.terminal.contains(drawn) && !ran.out.contains(drawn) && !ran.err.contains(drawn))
      #expect(
        ran.terminal.contains("What you typed does not match. Here are the same words again."))
      #expect(!ran.err.contains("weak"), "\(ran.err)")
      _ = try desk.write(drawn + "\n", to: "drawn")
      #expect(desk.run("seed", "list", passphrase: "drawn").code == .done)
    }
  }

  @Test func `sheet words are drawn in the same way, and open the sheet`() throws {
    let drawn = "acoustic alcohol anxiety asthma bamboo bid"
    let desk = try Desk.withSeed()
    let folder = desk.path("pages")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let command = [
      "sheet", "print", "first", "--kind", "encrypted", "--out", "\(folder)/page.png",
      "--resolution", "150",
    ]
    let no = desk.run(
      command, answers: ["first", "", "", "no", "", "no", "", "no"], random: Steps())
    #expect(no.code == .failed && no.err.contains("not typed back"), "\(no.err)")
    let ran = desk.run(command, answers: ["first", "", "", drawn], random: Steps())
    #expect(ran.code == .done, "\(ran.err)\n\(ran.terminal)")
    #expect(ran.terminal.contains("keep the paper away from the sheet"), "\(ran.terminal)")
    #expect(ran.terminal.contains(drawn) && !ran.out.contains(drawn) && !ran.err.contains(drawn))
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).map {
      "\(folder)/\($0)"
    }
    try Desk.scan(pages)
    let words = try desk.write(drawn + "\n", to: "drawn")
    let check = desk.run("sheet", "check", folder, "--sheet-words-file", words)
    #expect(check.code == .done, "\(check.err)\n\(check.out)")
  }

  @Test func `that were drawn and are not typed back change nothing`() throws {
    let desk = try Desk()
    let ran = desk.run(
      "init", answers: ["yes", "", "", "no", "", "no", "", "no"], passphrase: nil)
    #expect(ran.code == .failed && ran.err.contains("not typed back"), "\(ran.err)")
    #expect(!FileManager.default.fileExists(atPath: desk.path("home/vault")))
  }

  @Test func `of vaults that exist still open, however weak`() throws {
    let desk = try Desk()
    let passphrase = SecretBytes(count: 3) { $0.copyBytes(from: "abc".utf8) }
    do {
      _ = try Vault.create(
        in: desk.path("home"), contents: VaultContents(network: .mainnet), passphrase: passphrase,
        parameters: KDFParameters(unchecked: 4, r: 1, p: 1), random: SystemRandomSource())
    }
    _ = try desk.write("abc\n", to: "weak")
    let ran = desk.run("seed", "list", passphrase: "weak")
    #expect(ran.code == .done, "\(ran.err)")
  }

  @Test func `of paper are measured too, and weak ones are warned of`() throws {
    let desk = try Desk.withSeed()
    let weak = try desk.write("open sesame\n", to: "weak")
    let good = try desk.write(Desk.passphrase + "\n", to: "good")
    for (file, isWeak) in [(weak, true), (good, false)] {
      let folder = isWeak ? "weak" : "good"
      let split = desk.run(
        "seed", "split", "first", "--as", "slip39", "--shares", "2-of-2", "--iteration-exponent",
        "0", "--slip39-passphrase-file", file, "--out", desk.path("\(folder)-shares"),
        answers: ["first"])
      #expect(split.code == .done, "\(split.err)")
      #expect(split.err.contains("the passphrase of the shares is weak") == isWeak, "\(split.err)")
      let sheet = desk.run(
        "sheet", "print", "first", "--kind", "encrypted", "--out",
        desk.path("\(folder)-sheet.png"), "--sheet-words-file", file, answers: ["first"])
      #expect(sheet.code == .done, "\(sheet.err)")
      #expect(sheet.err.contains("the sheet words are weak") == isWeak, "\(sheet.err)")
      if isWeak { #expect(sheet.err.contains(Self.recommended), "\(sheet.err)") }
    }
  }

  /// Draws that are always the same, and no two bytes of them.
  private struct Steps: RandomSource {
    func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
      for index in memory.indices { memory[index] = index % 2 == 0 ? 0 : UInt8(16 * index & 0xff) }
    }
  }
}
