import Testing

@testable import KeeperProcess

@Suite struct KeeperCommandsTests {
  @Test(arguments: [
    "seed create savings", "seed", "sheet print savings --kind full", "vault settings", "init",
    "account export savings", "backup key savings", "backup", "wipe",
    "seed creat",
  ])
  func `commands about seeds and the vault belong to key-keeper`(line: String) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(KeeperCommands.belong(arguments))
    #expect(!KeeperCommands.ask(arguments))
  }

  @Test(arguments: [
    "", "--help", "--version", "seed --help", "init -h", "sign --help", "help seed", "sede list",
    "wallet", "address", "doctor", "log --help", "backup read --help",
    "qr show a", "sign a.psbt --wallet w.txt", "--json seed list",
  ])
  func `help, mistakes and everything else stay with the reviewer`(line: String) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(!KeeperCommands.belong(arguments))
    #expect(!KeeperCommands.ask(arguments))
  }

  @Test(arguments: [
    "sign", "sign a.psbt --out b.psbt", "sign a.psbt --with savings --json", "review a.psbt",
    "review", "address show w 0", "address verify w bc1q", "log", "log list", "log verify",
    "sign -- -h",
    "wallet list", "wallet show w", "wallet export w --out w.txt", "doctor --log",
    "wallet register family --from wallet.txt", "wallet remove family",
    "sign a.psbt --seed words.txt --wallet w.txt", "sign --seed=- a.psbt",
    "backup read savings --from a.aewb", "backup write savings --from a --out b.aewb",
  ])
  func `the reviewer asks key-keeper for the vault's contents, and to sign`(line: String) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(KeeperCommands.ask(arguments))
    #expect(!KeeperCommands.belong(arguments))
  }

  @Test func `options that name passphrases are found in both forms`() {
    let arguments = [
      "sign", "--passphrase-fd", "7", "--bip39-passphrase-fd=8", "--passphrase-fd=x",
      "--passphrase-file", "a", "--seeds-passphrase-file=b=c", "--out", "--passphrase-fd",
    ]
    #expect(KeeperCommands.descriptors(in: arguments) == [7, 8])
    #expect(KeeperCommands.files(in: arguments) == ["a", "b=c"])
    #expect(KeeperCommands.descriptors(in: ["--passphrase-fd", "-1"]).isEmpty)
    let named = ["--passphrase-file", "/dev/fd/63", "--bip39-passphrase-file=/dev/stdin"]
    #expect(KeeperCommands.descriptors(in: named) == [63, 0])
    // A seed for one run is a secret like a passphrase; where other commands read from is not.
    #expect(KeeperCommands.descriptors(in: ["sign", "a.psbt", "--seed", "-"]) == [0])
    #expect(KeeperCommands.descriptors(in: ["sign", "--seed=/dev/fd/5", "-"]) == [5])
    #expect(KeeperCommands.descriptors(in: ["review", "-"]).isEmpty)
    #expect(KeeperCommands.seeds(in: ["sign", "--seed", "camera", "--wallet", "w"]) == ["camera"])
    #expect(KeeperCommands.seeds(in: ["account", "export", "--seed", "words"]).isEmpty)
  }

  @Test(arguments: [
    ("review -", true), ("review a.psbt", false), ("sign - --out b.psbt", true),
    ("sign a.psbt --out -", false), ("sign a.psbt --out=-", false),
    ("sign a.psbt --compare=-", true),
    ("sign - --passphrase-fd 0", false), ("sign - --passphrase-file /dev/stdin", false),
    ("sign - --passphrase-fd 3", true), ("sign - --seed -", false),
    ("sign - --seed words.txt", true),
  ])
  func `what is typed for key-keeper is never read for the reviewer`(line: String, reads: Bool) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(KeeperCommands.readStandardInput(arguments) == reads)
  }
}
