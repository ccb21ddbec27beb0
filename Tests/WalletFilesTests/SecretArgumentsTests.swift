import Testing

@testable import WalletFiles

@Suite struct SecretArgumentsTests {
  static let words =
    "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"

  @Test(arguments: [
    (words, "a list of seed words"), ("my seed: \"\(words)\"!", "a list of seed words"),
    ("--label=\(words)", "a list of seed words"),
    (
      "あいこくしん　あいこくしん　あいこくしん　あいこくしん　あいこくしん　あいこくしん　"
        + "あいこくしん　あいこくしん　あいこくしん　あいこくしん　あいこくしん　あおぞら", "a list of seed words"
    ),
    (
      "duckling enlarge academic academic agency result length solution fridge kidney "
        + "coal piece deal husband erode duke ajar critical decision keyboard", "a SLIP-39 share"
    ),
    (
      "able acid also apex aqua arch atom aunt away axis back bald barn belt beta bias blue body brag "
        + "brew bulb buzz calm cash cats chef city claw code", "an SSKR share"
    ),
    ("000000000000000000000000000000000000000000000003", "a SeedQR"),
    ("0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0003", "a SeedQR"),
    ("ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw", "a codex32 share"),
    ("key:ur:seed/oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos", nil),
    ("UR:CRYPTO-SEED/OEADGDSTASLPLABGHYDRPFMKBGGUFGLUDPRFGMAOTPIECFFLTNLPQDENOS", "a seed"),
    ("old key 5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", "a private key"),
    ("1=5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", "a private key"),
    (
      "seed: wild father tree among universe such mobile favorite target dynamic credit identify",
      "the words of an Electrum seed"
    ),
    (
      "なのか ひろい しなん まなぶ つぶす さがす おしゃれ かわく おいかける けさき かいとう さたん", "the words of an Electrum seed"
    ),
    ("眼 悲 叛 改 节 跃 衡 响 疆 股 遂 冬", "the words of an Electrum seed"),
    (
      "almíbar tibio superar vencer hacha peatón príncipe matar consejo polen vehículo odisea",
      "the words of an Electrum seed"
    ),
    // Of Electrum's first kind.
    (
      "powerful random nobody notice nothing important anyway look away hidden message over",
      "the words of an Electrum seed"
    ),
    ("S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy", "a mini private key"),
    ("coin of 2011: \"SzavMBLoXU6kDrqtUVmffv\"", "a mini private key"),
    ("6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg", "an encrypted private key"),
    (
      "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
      "an extended private key"
    ),
  ])
  func `a secret is seen in an argument, wherever it stands in it`(text: String, kind: String?) {
    #expect(SecretArguments.kind(in: ["label", "savings", text, "--yes"]) == kind)
  }

  @Test func `a word in each argument is seen too, with options between the command and the words`()
  {
    let each = Self.words.split(separator: " ").map(String.init)
    #expect(SecretArguments.kind(in: ["seed", "import", "--yes"] + each) == "a list of seed words")
    #expect(SecretArguments.kind(in: each + ["--json"]) == "a list of seed words")
  }

  @Test(arguments: [
    "", "savings", "rent for march from anna and bob paid with one bank wire transfer today",
    "twelve ordinary words that somebody might well write down here about their coins",
    "my birthday money from grandma which she gave when she came over for lunch",
    "first month rent then food then power then water then phone then tax left over",
    "abandon ability able about above absent absorb abstract absurd abuse access accident",
    "/home/anna/my seed words and other letters in a long name of a file.txt",
    "000000000000000000000000000000000000000000000000",
    "123456123456123456123456123456123456123456123456",
    "Kw and 5H are how private keys begin, 6P too, and xprv and ms1 and ur:seed",
    "wpkh([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/<0;1>/*)#lxek0ef2",
    "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080=0.5",
    "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5ccb19ba61c4c0873",
    "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTK",
    // The last word of an Electrum seed is another, a letter of a mini key too.
    "wild father tree among universe such mobile favorite target dynamic credit abandon",
    "S6c56bnXQiBjk9mqSYE7ykVQ7NzrRz", "SavingsOfTheWholeFamil",
    "bought a powerful machine with random money from somebody nobody knows in the street",
    "look for nothing important: old coat, winter shoes, green chair from the hall, lamp",
  ])
  func `ordinary labels, names, addresses and descriptors are no secrets`(text: String) {
    #expect(SecretArguments.kind(in: ["label", "savings", "--label", text]) == nil)
  }

  private static let hex = "e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262"

  @Test(arguments: [
    "private key of the refund wallet \(hex)", "seed for public address \(hex)",
    hex, hex.uppercased(), "0x\(hex)", " \(hex) ", "\(hex)\(hex)",
    "e9873d79 c6d87dc0 fb6a5778 633389f4 45321330 3da61f20 bd67fc23 3aa33262",
    "private key: \(hex)", "my old privkey \(hex)", "seed=\(hex)", "Secret 0x\(hex) of Anna",
  ])
  func `a private key in hex is seen in a label where nothing says that it is a transaction`(
    label: String
  ) {
    #expect(SecretArguments.kind(inLabel: label) == "what looks like a private key in hex")
  }

  @Test(arguments: [
    "", "rent, May", "refund of \(hex)", "Seed round, txid \(hex)", "public key \(hex)",
    "see \(hex):0", "key ceremony, txid \(hex)",
    "invoice 20260401", "1", "deadbeef cafe", "Anna", "\(hex.dropLast(2))",
    "batch 7: \(hex) and \(hex)",
  ])
  func `a label that speaks of a transaction is no secret`(label: String) {
    #expect(SecretArguments.kind(inLabel: label) == nil)
    #expect(SecretArguments.kind(in: ["label", "savings", Self.hex, label]) == nil)
  }
}
