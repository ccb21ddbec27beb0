import SecretSamples
import Testing

@testable import SeedForms

private let slip39 =
  "duckling enlarge academic academic agency result length solution fridge kidney coal piece "
  + "deal husband erode duke ajar critical decision keyboard"
private let abandon = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"

@Suite struct SecretFormTests {
  @Test(arguments: [
    (abandon, SecretForm.words),
    (abandon.replacing(" ", with: "\n"), .words),
    ("abandon abandon", .words),
    ("080301540200062600251559007008931730078802752004", .seedQR),
    (" 080301540200062600251559007008931730078802752004\n", .seedQR),
    ("MS10TESTSXXXXXXXXXXXXXXXXXXXXXXXXXX4NZVCA9CMCZLW", .codex32),
    ("ms10 test sxxx", .codex32),
    (slip39, .slip39),
    (slip39 + "\n" + slip39, .slip39),
    (slip39.replacing(" ", with: "\n"), .slip39),
    ("ur:sskr/gogrrsbyadaohtrygabavahphnlrlpmkghwyiojkjtkpmdkncfjp", .sskr),
    ("UR:CRYPTO-SSKR/TAADECGO", .sskr),
    (
      "ur:crypto-seed/oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos", .seedResource
    ),
    ("tuna next keep gyro able able", .sskr),
    ("xprv9s21ZrQH143K", .extendedPrivateKey),
    ("tprv8ZgxMBicQKsPd", .extendedPrivateKey),
    ("5KN7MzqK5wt2TP1fQCYyHBtDrXdJuXbUzm4A9rKAteGu3Qi5CVR", .singleKey),
    ("L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP", .singleKey),
    ("6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg", .encryptedKey),
    ("", .unknown), (" \n", .unknown), ("hello", .unknown), ("12345", .unknown),
  ])
  func `a text is told by its content`(text: String, form: SecretForm) {
    #expect(SecretForm(recognising: secret(text)) == form)
  }
}
