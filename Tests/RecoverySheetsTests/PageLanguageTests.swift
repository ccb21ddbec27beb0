import BitcoinPrimitives
import Descriptors
import EncryptedVault
import Mnemonics
import SeedShares
import SheetPages
import Testing

@testable import RecoverySheets

/// Whole pages in the language that was chosen.
@Suite struct PageLanguageTests {
  private static func frame(_ language: SheetLanguage) -> SheetFrame {
    SheetFrame(
      paper: .a4, program: "offline-signer 0.2", network: .signet, printed: "2026-11-21",
      nextDrill: "2027-11-21", time: 1,
      log: SheetLog(entries: 127, words: "velvet orbit claim dune"), language: language)
  }

  private static func facts(_ origin: String, asChild: SheetChild? = nil) -> SheetSeed.Facts {
    SheetSeed.Facts(
      name: "savings", fingerprint: "73c5da0a", origin: origin, created: "2026-11-21",
      usesPassphrase: true, children: SheetTextTests.children, asChild: asChild)
  }

  /// Sheets of every kind that say what the usual ones do not: passphrases, children, groups, several wallets.
  private static func pages(_ language: SheetLanguage) throws -> [String] {
    let (frame, wallets) = (frame(language), [try Wallets.one(), try Wallets.multisig()])
    let facts = facts("imported SLIP-39, 2 shares")
    let words = try `Recovery sheets`.seed(.english, bytes: 16, facts)
    let japanese = try `Recovery sheets`.seed(.japanese, bytes: 32, facts)
    let key = SheetSeed(secret("cKey"), .singleKey, facts)
    let share = SheetShare(
      form: .slip39, name: "group 1, share 2", place: (1, 2),
      rule: .groups(needed: 1, [.init(needed: 2, count: 3), .init(needed: 1, count: 1)]),
      identifier: "3283", whole: .root(bytes: 64, isOfWords: true), needsPassphrase: true,
      text: secret("academic acid"), symbol: secret("academic acid"))
    let codes = [PrintedSymbol("the Recovery QR of \(wallets[0].name)", text: "CODE")]
    let blank = { (count: Int) in
      try `Recovery sheets`.words(
        on: .blank(
          words: count, paper: .a4, program: "offline-signer 0.2", language: language))
    }
    return try [
      `Recovery sheets`.words(on: .full(words, wallets, extra: codes, forSteel: true, frame)),
      `Recovery sheets`.words(on: .full(words, [], frame)),
      `Recovery sheets`.words(on: .full(japanese, [], frame)),
      `Recovery sheets`.words(on: .full(key, [wallets[0]], frame)),
      `Recovery sheets`.words(
        on: .encrypted(words, `Encrypted sheets`.sealed(), wallets, frame)),
      `Recovery sheets`.words(on: .encrypted(key, `Encrypted sheets`.sealed(), [], frame)),
      `Recovery sheets`.words(on: .public("savings", wallets, extra: codes, frame)),
      `Recovery sheets`.words(on: .share(share, of: facts, wallets: wallets, frame)),
      blank(12), blank(15),
    ]
  }

  /// The longest part of each English sentence that has none of what is filled in, where it is long enough to be known
  /// again, and the translation has other words.
  private static func english(besides language: SheetLanguage) -> [String] {
    let other = language.sentences
    let english = FactSentences.english.all + StepSentences.english.all
    return zip(english, other.facts.all + other.steps.all).compactMap { english, own in
      var parts: [String] = []
      for part in english.split(separator: "{", omittingEmptySubsequences: false) {
        let rest = part.split(separator: "}", omittingEmptySubsequences: false).last ?? ""
        parts += rest.split(separator: "`").map(String.init)
      }
      let longest = parts.max { $0.count < $1.count } ?? ""
      return longest.count >= 14 && longest.contains(" ") && !own.contains(longest)
        ? longest : nil
    }
  }

  @Test(arguments: SheetLanguage.allCases.filter { $0 != .english })
  func `no page of another language has an English sentence beside its commands`(
    language: SheetLanguage
  ) throws {
    let sentences = Self.english(besides: language)
    #expect(sentences.count > 150)
    for whole in try Self.pages(language) {
      // The reader is a program, and the same in every language.
      let page = whole.replacing(SheetReaderSource.text, with: "")
      for sentence in sentences {
        #expect(!page.contains(sentence), "\(sentence) is on a page in \(language): \(page)")
      }
      #expect(!page.contains("{"), "\(page)")
    }
  }

  @Test func `the same parts are on pages in English, so that they are looked for rightly`() throws
  {
    let pages = try Self.pages(.english).joined(separator: "\n")
    let sentences = Self.english(besides: .chinese)
    let found = sentences.count { pages.contains($0) }
    // Others belong to sheets that are not among these.
    #expect(found * 10 > sentences.count * 7, "\(found) of \(sentences.count)")
  }

  @Test(arguments: SheetLanguage.allCases)
  func `commands, paths, marks and letters are the same in every language`(
    language: SheetLanguage
  ) throws {
    for (own, english) in try zip(Self.pages(language), Self.pages(.english)) {
      let typed = { (page: String) in
        page.split(separator: "\n").filter {
          $0.hasPrefix("offline-signer ") || $0.hasPrefix("online-coordinator ")
            || $0.hasPrefix("python3 ") || $0.hasPrefix("MARK")
        }
      }
      #expect(typed(own) == typed(english))
    }
  }

  @Test(arguments: [
    ("imported words", "Wörter"),
    ("imported extended private key", "erweiterter privater Schlüssel"),
    ("imported encrypted sheet", "verschlüsseltes Blatt"), ("imported SeedQR", "SeedQR"),
    ("imported SSKR, 2 shares", "SSKR, 2 Teile"),
    ("imported Seed XOR of 3 parts", "Seed XOR aus 3 Teilen"),
    ("Recovery QR of FullyNoded 2", "Recovery QR von FullyNoded 2"),
    ("dice(99) alone, as Coldcard", "dice(99) allein, wie bei Coldcard"),
    ("system+dice(50)", "system+dice(50)"),
  ])
  func `where a seed comes from is said in words`(origin: String, said: String) {
    #expect(Self.facts(origin).origin(in: .german) == said)
    #expect(
      Self.facts(origin).origin(in: .english)
        == origin.replacing("imported ", with: "", maxReplacements: 1))
  }

  @Test func `a child says its path in place of the program's record`() {
    let child = SheetChild(
      name: "kid", path: "words/12/7", fingerprint: "1a2b3c4d", parent: "other")
    let facts = Self.facts("BIP-85: 12 words, english, index 7 of other", asChild: child)
    #expect(facts.origin(in: .german) == "BIP-85 words/12/7")
    #expect(facts.origin(in: .english) == "12 words, english, index 7 of other")
  }

  @Test func `what the drawer writes is in the document's language, and said once`() throws {
    func document(_ phrases: [SheetPhrases]) throws -> SheetPhrases {
      var writer = SheetWriter(paper: .a4, title: "x", footer: "y")
      for phrase in phrases { writer.phrases(phrase) }
      return try SheetDocument(decoding: writer.document()).phrases
    }
    let german = FactSentences.german.phrases
    #expect(FactSentences.english.phrases == .english)
    #expect(try document([]) == .english && document([.english]) == .english)
    #expect(try document([german]) == german)
    #expect(throws: SheetPagesError.self) { try document([german, german]) }
    #expect(german.page(2, of: 10) == "Seite 2 von 10")
    #expect(german.continued("{page}") == "{page}, Fortsetzung")
  }

  @Test func `a rule of several ways names its keys`() throws {
    let leaf = "multi_a(2,\(Wallets.keys[0])/<0;1>/*,\(Wallets.keys[2])/<0;1>/*)"
    let text = "tr(\(Wallets.keys[1])/<0;1>/*,\(leaf))"
    let wallet = try SheetWallet(
      name: "ways", Descriptor(parsing: text), on: .signet, ownKeys: [])
    #expect(wallet.policy == "key 1 alone, or 2 of the keys 2 and 3 must sign")
    #expect(
      wallet.rule(in: .german, comma: SheetLanguage.german.comma)
        == "nötige Unterschriften: Schlüssel 1 allein, oder 2 der Schlüssel 2 und 3")
    #expect(try Wallets.one().policy == "1 key signs")
    #expect(try Wallets.multisig().policy == "2 of 4 keys must sign")
  }

  /// One page, whole: so that somebody who reads German sees what a German reader does.
  @Test func `a full sheet in German reads as it did`() throws {
    let frame = SheetFrame(
      paper: .a4, program: "offline-signer 0.2", network: .mainnet, printed: "2026-11-21",
      nextDrill: "2027-11-21", time: 1,
      log: SheetLog(entries: 1, words: "velvet orbit claim dune"), language: .german)
    var page = try `Recovery sheets`.words(on: .full(`Recovery sheets`.seed(), [], frame))
    // What a build says of itself, and the last trial of its peers.
    page = page.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("Diese Programme: ") && !$0.hasPrefix("Andere Programme: ") }
      .joined(separator: "\n")
    #expect(page == Self.german)
  }

  private static let german = """
    Blatt zur Wiederherstellung: savings
    Bitcoin
    Blatt zur Wiederherstellung: savings, Druck A6B5 4C2D, 2026-11-21, offline-signer 0.2
    Jede Seite dieses Drucks hat dieselbe Nummer. Der kleine Code rechts enthält nur diese \
    Nummer und die Art des Blattes.
    Geprüft am ____ von ____ Erneut prüfen vor dem 2027-11-21: ____
    HEAD GEHEIM: Wer diese Seite sieht, kann die Bitcoins nehmen\u{20}
    MARK 25
    Dies ist: Bitcoin. Die 12 Wörter auf dieser Seite sind der Schlüssel zu Bitcoins. Wer die \
    Wörter hat, hat die Bitcoins.
    Zuerst: Lassen Sie sich nicht drängen. Stellen Sie den Schlüssel auf einem Rechner ohne \
    Netzwerk wieder her und vergleichen Sie den Fingerabdruck. Zahlen Sie erst einen kleinen \
    Betrag an sich selbst, dann den Rest.
    Niemals: Zeigen, senden oder diktieren Sie dies niemandem, und tippen Sie es niemals in ein \
    Smartphone, eine Webseite oder einen Rechner mit Netzwerk. Kein ehrlicher Mensch fragt \
    danach, und wer hilft, braucht es nicht. Nur ein Rechner ohne Netzwerk darf diese Seite \
    fotografieren oder scannen.
    Norm: BIP-39, 12 englische Wörter; der QR-Code ist ein SeedQR
    Adressen: Native SegWit (P2WPKH), m/84'/0'/0'; Taproot (P2TR), m/86'/0'/0'; Nested SegWit \
    (P2SH-P2WPKH), m/49'/0'/0'; Legacy (P2PKH), m/44'/0'/0'; in einer Wallet mit mehreren \
    Schlüsseln Native SegWit multisig (P2WSH), m/48'/0'/0'/2'
    Bitcoins seit: Block 850000, oder 2024-04, falls ein Datum verlangt wird; weiter zurück \
    muss man nicht suchen
    Seed: savings
    Was es ist: 12 Wörter (BIP-39), Englisch
    Fingerabdruck: 73c5da0a
    Erzeugt: 2026-11-21 05:47, aus system+dice(50)
    Bitcoins seit: Block 850000 (birth height)
    Passphrase: keine
    Protokoll: 1 Eintrag, Wörter: velvet orbit claim dune; zum Vergleichen: `offline-signer log \
    verify --entries 1`
    Ziffern des SeedQR: die Nummer jedes Wortes in der Liste, ab 0 gezählt: 0000 0000 0000 0000 \
    0000 0000 0000 0000 0000 0000 0000 0003
    SYMBOL 25 58 Der SeedQR von savings
    Der Seed
    abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about
    Reihenfolge: jede Spalte von oben nach unten. Die kleine Zahl ist die Nummer des Wortes in \
    der Liste, ab 1 gezählt. Die fetten Buchstaben allein bestimmen das Wort; andere Programme \
    können es ganz verlangen.
    SYMBOL 25 40 Noch einmal derselbe QR-Code
    Wiederherstellen (To restore)
    1. Auf einem Rechner ohne Netzwerk. Das Programm fragt nach einer eigenen Passphrase, nicht \
    nach der des Seeds: Drücken Sie die Eingabetaste und schreiben Sie die sechs Wörter auf, \
    die es sich ausdenkt.
    offline-signer init --network mainnet
    2. Halten Sie diese Seite vor die Kamera dieses Rechners, niemals vor die eines \
    Smartphones. Ohne Kamera schreiben Sie `--from terminal` statt `--from camera` und tippen \
    die Wörter ein. Am Fingerabdruck erkennt das Programm ein falsches oder fehlendes Wort oder \
    zwei vertauschte.
    offline-signer seed import savings --fingerprint 73c5da0a --from camera
    3. Schreiben Sie eine Datei ohne Schlüssel, für einen Rechner mit Netzwerk:
    offline-signer account export savings --all --out accounts.gif
    4. Dort, während Bitcoin Core (bitcoincore.org) läuft:
    online-coordinator node add home http://127.0.0.1:8332
    5. Suchen Sie dort die Konten, die verwendet wurden:
    online-coordinator wallet discover savings accounts.gif --birth-height 850000
    6. Auf dem Rechner mit Netzwerk. Die Bitcoins einer Wallet NAME ansehen: \
    `online-coordinator sync NAME`
    7. Einen kleinen Betrag in Bitcoin an eine eigene Adresse zahlen; später den Rest, mit `all` \
    als `AMOUNT` und neuen Dateinamen: `online-coordinator pay NAME --to ADDRESS=AMOUNT --out \
    small.gif`
    8. Die Datei auf den anderen Rechner bringen und unterschreiben: `offline-signer sign \
    small.gif --out signed-1.gif`
    9. Die unterschriebene Datei zurückbringen: `online-coordinator collect signed-1.gif`  \
    Zahlung NUMBER senden: `online-coordinator broadcast NUMBER`
    """
}
