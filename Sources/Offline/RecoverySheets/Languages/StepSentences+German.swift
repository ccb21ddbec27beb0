extension StepSentences {
  static let german = StepSentences(
    home: "Auf einem Rechner ohne Netzwerk.",
    ownPassphrase:
      "Das Programm fragt nach einer eigenen Passphrase, nicht nach der des Seeds: Drücken Sie "
      + "die Eingabetaste und schreiben Sie die sechs Wörter auf, die es sich ausdenkt.",
    holdPage:
      "Halten Sie diese Seite vor die Kamera dieses Rechners, niemals vor die eines Smartphones.",
    holdPart:
      "Halten Sie den QR-Code eines Teils vor die Kamera dieses Rechners, niemals vor die eines "
      + "Smartphones.",
    holdParts:
      "Halten Sie die Teile nacheinander vor die Kamera dieses Rechners, niemals vor die eines "
      + "Smartphones.",
    eitherHoldCode:
      "Entweder halten Sie den QR-Code „{heading}“ vor die Kamera dieses Rechners, niemals vor "
      + "die eines Smartphones.",
    eitherHoldCodes:
      "Entweder halten Sie die QR-Codes von Seite 1 oder die neben den Buchstaben vor die "
      + "Kamera dieses Rechners, niemals vor die eines Smartphones.",
    typeWords:
      "Ohne Kamera schreiben Sie `--from terminal` statt `--from camera` und tippen die Wörter "
      + "ein.",
    typeLetters:
      "Ohne Kamera schreiben Sie `--from terminal` statt `--from camera` und tippen die "
      + "Buchstaben und Ziffern ein.",
    typeEach:
      "Ohne Kamera schreiben Sie `--from terminal` statt `--from camera` und tippen jeden Teil "
      + "ein.",
    typeWordsOfEach:
      "Ohne Kamera schreiben Sie `--from terminal` statt `--from camera` und tippen die Wörter "
      + "jedes Teils ein.",
    otherPartWords:
      "Tippen Sie dann die Wörter des anderen Teils ein, und drücken Sie nur die Eingabetaste, "
      + "wenn keine mehr kommen.",
    otherPartsWords:
      "Tippen Sie dann die Wörter der anderen Teile ein, und drücken Sie nur die Eingabetaste, "
      + "wenn keine mehr kommen.",
    asksSheetWords: "Das Programm fragt nach den Wörtern zu diesem Blatt („sheet words“).",
    finds:
      "Am Fingerabdruck erkennt das Programm ein falsches oder fehlendes Wort oder zwei "
      + "vertauschte.",
    findsWithOption:
      "Der Fingerabdruck muss {fingerprint} sein; mit `--fingerprint {fingerprint}` in der Zeile "
      + "findet das Programm ein falsches oder fehlendes Wort oder zwei vertauschte.",
    compareFingerprint: "Der Fingerabdruck muss {fingerprint} sein.",
    slip39Needed:
      "Das Programm fragt nach der SLIP-39-Passphrase, die nötig ist. Eine andere oder keine "
      + "ergibt einen anderen Seed ohne Bitcoins: Nur der Fingerabdruck zeigt es.",
    slip39None:
      "Das Programm fragt nach einer SLIP-39-Passphrase: Es gibt keine; drücken Sie nur die "
      + "Eingabetaste.",
    withoutPassphrase:
      "Dieser Fingerabdruck ist der ohne die Passphrase, nach der bei jeder Verwendung gefragt "
      + "wird. Eine falsche öffnet andere, leere Wallets.",
    withoutBIP39:
      "Dieser Fingerabdruck ist der ohne die BIP-39-Passphrase, nach der bei jeder Verwendung "
      + "gefragt wird.",
    withoutBIP39Inside:
      "Der Fingerabdruck ist der ohne die BIP-39-Passphrase, nach der bei jeder Verwendung "
      + "gefragt wird.",
    eachChild:
      "Für jeden oben aufgeführten abgeleiteten Seed, hier words/12/7; er muss den "
      + "Fingerabdruck haben, der daneben steht:",
    child: "Der abgeleitete Seed {name} mit dem Fingerabdruck {fingerprint}:",
    childOfRenamed:
      "Der abgeleitete Seed {name} mit dem Fingerabdruck {fingerprint}; `SEED` ist der Seed mit "
      + "dem Fingerabdruck {seed}:",
    keyWallet: "Die Wallet ist schon dabei: {name}-combo.",
    anyName: "NAME ist ein beliebiger Name.",
    registerEach: "Halten Sie dann die Seite jeder Wallet vor die Kamera.",
    registerHere:
      "Auf jedem Rechner ohne Netzwerk, der einen Schlüssel davon hat: Halten Sie diese Seite "
      + "vor die Kamera.",
    compareAddresses: "Die ersten Adressen müssen die sein, die dabei stehen.",
    watch: "Auf einem Rechner mit Netzwerk.",
    importFile: "Importieren Sie diese Datei.",
    holdUp: "Halten Sie diese Seite vor die Kamera.",
    holdUpEach: "Halten Sie die Seite jeder Wallet vor die Kamera, niemals diese.",
    holdUpEachAgain: "Halten Sie wieder die Seite jeder Wallet vor die Kamera, niemals diese.",
    wholeChain: "Ohne die Angabe --birth-height durchsucht das Programm die ganze Blockchain.",
    compareAddress: "Vergleichen Sie die erste Adresse.",
    carry: "Schreiben Sie eine Datei ohne Schlüssel, für einen Rechner mit Netzwerk:",
    thereNode: "Dort, während Bitcoin Core (bitcoincore.org) läuft:",
    discover: "Suchen Sie dort die Konten, die verwendet wurden:",
    discoverWhole:
      "Suchen Sie dort die Konten, die verwendet wurden; ohne birth height wird die ganze "
      + "Blockchain gelesen:",
    discoverByNode: "Dort, mit Bitcoin Core als Knoten (node):",
    discoverByNodeWhole:
      "Dort, mit Bitcoin Core als Knoten (node); ohne birth height wird die ganze Blockchain "
      + "gelesen:",
    publicSheet: "Eine Wallet mit mehreren Schlüsseln braucht auch ihr öffentliches Blatt.",
    payingHeading: "Bitcoins sehen und zahlen, auf dem Rechner mit Netzwerk",
    payingFirst: "Auf dem Rechner mit Netzwerk.",
    payingInShort:
      "Um die Bitcoins zu sehen und zu zahlen, tippen Sie auf dem Rechner mit Netzwerk "
      + "`online-coordinator --help` ein: Es nennt die Befehle.",
    payNode: "Während dort Bitcoin Core (bitcoincore.org) läuft:",
    seeCoins: "Die Bitcoins einer Wallet NAME ansehen:",
    paySmall:
      "Einen kleinen Betrag in Bitcoin an eine eigene Adresse zahlen; später den Rest, mit "
      + "`all` als `AMOUNT` und neuen Dateinamen:",
    signFile: "Die Datei auf den anderen Rechner bringen und unterschreiben:",
    carryBack: "Die unterschriebene Datei zurückbringen:",
    sendPayment: "Zahlung NUMBER senden:",
    twoWays:
      "Verwenden Sie offline-signer nach diesen Schritten oder, wenn Sie es nicht haben, das "
      + "Leseprogramm der letzten Seiten nach den Schritten weiter unten.",
    orType:
      "Oder ohne Kamera, statt Schritt 2: Tippen Sie die Zeilen aus Buchstaben so, wie sie "
      + "gedruckt sind, in eine Textdatei `sheet.txt` ab, und dann:",
    childrenAgain: "Danach sagt das Programm, wie die abgeleiteten Seeds wieder entstehen.",
    exportOne: "Die Wallet ist schon dabei. Schreiben Sie eine Datei für den Rechner mit Netzwerk:",
    exportEach:
      "Die Wallets sind schon dabei. Setzen Sie für jede ihren Namen an die Stelle von NAME und "
      + "schreiben Sie eine Datei für den Rechner mit Netzwerk:",
    readerHeading: "Oder: ohne offline-signer wiederherstellen",
    readerPython:
      "Nehmen Sie einen Rechner ohne Netzwerk, der Python 3.6 oder neuer hat, von Linux oder "
      + "python.org. Apples eigenem Python fehlt scrypt.",
    readerFile:
      "Tippen Sie dort das Programm der letzten Seiten in eine Datei `read.py` ab, oder lassen "
      + "Sie die Kamera dieses Rechners seine QR-Codes lesen und schreiben Sie deren Text der "
      + "Reihe nach in diese Datei.",
    readerLines:
      "Schreiben Sie dort die Zeilen aus Buchstaben dieses Blattes, oder was seine QR-Codes "
      + "enthalten, Zeile für Zeile in eine Datei `sheet.txt` hinein.",
    readerRun:
      "Das Programm fragt nach den Wörtern zu diesem Blatt („sheet words“; beim Tippen ist nichts "
      + "zu sehen) und zeigt, was verschlossen war, eine Zeile für jede Angabe (unter Windows "
      + "tippen Sie `py` statt `python3` ein):",
    readerFingerprint: "In der Zeile „fingerprint“ muss {fingerprint} stehen.",
    readerWords:
      "In der Zeile „seed“ stehen {count} Wörter: ein BIP-39-Seed, {language}. Geben Sie sie "
      + "auf diesem Rechner in ein Programm ein, das BIP-39 kennt.",
    readerWordsLocked:
      "In der Zeile „seed“ stehen {count} Wörter: ein BIP-39-Seed, {language}. Geben Sie sie "
      + "auf diesem Rechner mit der BIP-39-Passphrase in ein Programm ein, das BIP-39 kennt.",
    readerCodex32:
      "In der Zeile „seed“ steht ein Seed in codex32 (BIP-93). Geben Sie ihn auf diesem Rechner "
      + "in ein Programm ein, das codex32 kennt.",
    readerExtendedKey:
      "In der Zeile „seed“ steht ein erweiterter privater Schlüssel (BIP-32, xprv). Geben Sie "
      + "ihn auf diesem Rechner in ein Programm ein, das einen privaten Hauptschlüssel annimmt.",
    readerSingleKey:
      "In der Zeile „seed“ steht der private Schlüssel einer Adresse (WIF). Geben Sie ihn auf "
      + "diesem Rechner in ein Programm ein, das einen solchen Schlüssel annimmt.",
    readerTried: "Erprobt sind: {programs}.",
    readerWallets:
      "Jede Zeile „wallet“ hat einen Namen und einen Deskriptor (output descriptor, BIP-380). "
      + "Damit findet ein Programm auf einem Rechner mit Netzwerk die Bitcoins; bringen Sie "
      + "niemals eine andere Zeile dorthin.",
    formatHeading: "Das Format, für Programmierer",
    formatParts:
      "Jeder QR-Code enthält B$2B, dann in zwei Ziffern zur Basis 36, wie viele QR-Codes es "
      + "sind, in zwei weiteren, der wievielte er ist, ab 0 gezählt, und den Rest in base32 (RFC "
      + "4648, ohne =). Fügen Sie, was übrig bleibt, in dieser Reihenfolge zusammen und "
      + "dekodieren Sie es. Die zum Abtippen gedruckten Buchstaben sind dieselben.",
    formatBytes:
      "Die Bytes: DBES; die Version, 1; log2 von N, r und p von scrypt, je ein Byte (hier "
      + "{logN}, {r} und {p}); 16 Bytes Salt; der verschlüsselte Text; 16 Bytes Tag; und die "
      + "ersten 4 Bytes des SHA-256 von allem davor.",
    formatKey:
      "Die Wörter zu diesem Blatt: UTF-8, NFKD, A bis Z als Kleinbuchstaben, ein Leerzeichen "
      + "zwischen zweien. Der Schlüssel: scrypt (RFC 7914) dieser Wörter mit Salt, N, r und p, 32 "
      + "Bytes.",
    formatText:
      "Der Text: ChaCha20-Poly1305 (RFC 8439) mit diesem Schlüssel, einer Nonce aus 12 "
      + "Nullbytes und den ersten 24 Bytes als zugehörigen Daten (associated data). "
      + "Zeilenvorschübe füllen ihn am Ende auf. Die erste Zeile ist der Seed; die anderen nennen "
      + "Netzwerk, Fingerabdruck und Wallets.",
    sourceCodes: "read.py als QR-Codes: das Programm der letzten Seiten, in dieser Reihenfolge",
    sourceCode: "read.py, Teil {number}",
    sourceHeading: "read.py, das Leseprogramm in Python",
    sourceNote:
      "Derselbe Text wie in den QR-Codes davor. Die Leerzeichen am Anfang einer Zeile zählen: "
      + "vier je Ebene.",
    checkBlank:
      "Zum Prüfen, bevor Bitcoins dorthin gesendet werden, auf dem Rechner, der die Wörter "
      + "erzeugt hat; NAME ist der Name des Seeds dort:",
    restoreBlank: "Zum Wiederherstellen tippen Sie dies auf einem Rechner ohne Netzwerk ein.",
    typeBlank:
      "Tippen Sie die Wörter ein; NAME ist ein beliebiger Name, FINGERPRINT der Fingerabdruck, "
      + "der oben steht. Damit findet das Programm ein falsches oder fehlendes Wort oder zwei "
      + "vertauschte. Oder schreiben Sie `--from camera` statt `--from terminal` und halten Sie "
      + "den ausgefüllten Code der nächsten Seite vor die Kamera dieses Rechners.",
    lockedBlank: "Gibt es eine Passphrase, fügen Sie dieser Zeile `--with-bip39-passphrase` hinzu.",
    showCode: "Zeigen Sie ihn auf dem Rechner ohne Netzwerk an:",
    fillIn:
      "Füllen Sie seine dunklen Quadrate aus, Block für Block; die Buchstaben und Zahlen am "
      + "Rand zeigen, wo Sie sind. Die Quadrate mit einem Strich sind in jedem Code dunkel.",
    holdCode: "Halten Sie diese Seite vor die Kamera dieses Rechners:",
    steelCheck: "Prüfen Sie ihn dann mit der Kamera des Rechners ohne Netzwerk:")
}
