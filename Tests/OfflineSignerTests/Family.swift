import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ExtendedKeys
import Foundation
import ScriptVerification
import TerminalUI
import Testing
import WalletFiles

@testable import OfflineSigner

/// Three people with a signer each, and the wallet that they made together.
struct Family {
  static let words = [
    Desk.words,
    "legal winner thank year wave sausage worth useful legal winner thank yellow",
    "letter advice cage absurd amount doctor acoustic avoid letter advice cage above",
  ]

  let desks: [Desk]
  /// What each of them exported: `[origin]tpub`.
  let keys: [String]

  init(script: String = "wsh") throws {
    desks = try Self.words.map { try Desk.withSeed(words: $0) }
    keys = try desks.map { try $0.cosignerKey(script) }
  }

  func descriptor(_ form: String = "wsh(sortedmulti(2,@))") throws -> Descriptor {
    try Family.descriptor(form, keys)
  }

  static func descriptor(_ form: String, _ keys: [String]) throws -> Descriptor {
    let list = keys.map { $0 + "/<0;1>/*" }.joined(separator: ",")
    return try Descriptor(parsing: form.replacingOccurrences(of: "@", with: list))
  }

  /// Registers the wallet with everybody, as `family`.
  func register(_ descriptor: Descriptor) throws {
    for desk in desks {
      let ran = try desk.register(descriptor)
      try #require(ran.code == .done, "\(ran.err)")
    }
  }
}

extension Desk {
  func cosignerKey(_ script: String, seed: String = "first") throws -> String {
    let file = path("key-\(seed)-\(script).txt")
    let ran = run("account", "export", seed, "--script", script, "--out", file, "--force", "--json")
    try #require(ran.code == .done, "\(ran.err)")
    return try #require(ran.json["key"]?.stringValue)
  }

  func register(
    _ descriptor: Descriptor, as name: String = "family", _ options: String...,
    answers: [String]? = nil
  ) throws -> Run {
    let file = try write(descriptor.canonical + "\n", to: "\(name).txt")
    let yes = answers == nil ? ["--yes"] : []
    return run(
      ["wallet", "register", name, "--from", file] + yes + options, answers: answers)
  }

  func sign(_ name: String, to out: String, _ options: String...) -> Run {
    run(["sign", path(name), "--out", path(out), "--yes", "--force", "--json"] + options)
  }

  /// Carries a file to another desk.
  func hand(_ name: String, to other: Desk) throws {
    let target = other.folder.appending(path: name)
    try? FileManager.default.removeItem(at: target)
    try FileManager.default.copyItem(at: folder.appending(path: name), to: target)
  }
}
