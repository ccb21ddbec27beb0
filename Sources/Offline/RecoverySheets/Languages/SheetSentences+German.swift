extension SheetSentences {
  static let german = SheetSentences(language: "Deutsch", box: .german, letter: .german)
}

extension BoxSentences {
  static let german = BoxSentences(
    title: "Was ist das?",
    whatLabel: "Dies ist", standardLabel: "Norm", addressesLabel: "Adressen",
    sinceLabel: "Coins seit", programsLabel: "Andere Programme", firstLabel: "Zuerst",
    neverLabel: "Niemals", sourceLabel: "Dieses Programm",
    words:
      "Bitcoin. Die {count} Wörter auf dieser Seite sind der Schlüssel zu Coins. Wer die Wörter hat, hat "
      + "die Coins.",
    letters:
      "Bitcoin. Die lange Zeile aus Buchstaben auf dieser Seite ist der Schlüssel zu Coins. Wer sie hat, "
      + "hat die Coins.",
    key:
      "Bitcoin. Der private Schlüssel auf dieser Seite öffnet eine einzige Adresse. Wer ihn hat, hat die "
      + "Coins, die dort liegen.",
    encrypted:
      "Bitcoin. Auf dieser Seite steht der Schlüssel zu Coins, verschlüsselt. Nur die Wörter, die der "
      + "Eigentümer gewählt hat, öffnen ihn; sie liegen an einem anderen Ort.",
    countedShare:
      "Bitcoin. Dies ist einer von {count} Teilen des Schlüssels zu Coins. Beliebige {needed} davon "
      + "ergeben zusammen den Schlüssel; weniger öffnen nichts.",
    share:
      "Bitcoin. Dies ist ein Teil des Schlüssels zu Coins. Allein öffnet er nichts; die Regel auf dieser "
      + "Seite sagt, welche Teile zusammen gebraucht werden.",
    wallet:
      "Bitcoin. Diese Seite zeigt, wo Coins liegen und welche Schlüssel sie ausgeben können. Sie enthält "
      + "keinen Schlüssel: Niemand kann damit Coins nehmen, aber wer sie liest, sieht jede Zahlung.",
    blank:
      "Papier für den Schlüssel zu Bitcoins. Sobald die Wörter darauf stehen, hat jeder die Coins, der es "
      + "liest.",
    passphrase: "Außerdem braucht man eine Passphrase, die nicht auf dieser Seite steht.",
    rehearsal: "Diese Seite dient zum Üben im Netz {network}: Ihre Coins sind nichts wert.",
    firstWithSecret:
      "Lassen Sie sich Zeit; durch Warten geht nichts verloren. Stellen Sie den Seed auf einem Rechner "
      + "ohne Netz wieder her und vergleichen Sie den Fingerabdruck. Zahlen Sie erst einen kleinen Betrag an "
      + "sich selbst, bevor Sie den Rest bewegen.",
    firstWithShare:
      "Lassen Sie sich Zeit; durch Warten geht nichts verloren. Finden Sie heraus, wer die anderen Teile "
      + "hat, und bringen Sie sie nur dort zusammen, wo der Schlüssel wiederhergestellt wird: an einem "
      + "Rechner ohne Netz.",
    firstWithEncrypted:
      "Lassen Sie sich Zeit; durch Warten geht nichts verloren. Suchen Sie die Wörter. Öffnen Sie diese "
      + "Seite auf einem Rechner ohne Netz, mit diesem Programm oder mit dem Leseprogramm, dessen Quelltext "
      + "mit abgedruckt ist.",
    firstWithWallet:
      "Bewahren Sie diese Seite bei den Papieren mit den Schlüsseln auf. Jedes der Programme unten zeigt "
      + "aus dem QR-Code das Guthaben; vergleichen Sie die erste Adresse, bevor jemand dorthin zahlt.",
    firstWithBlank:
      "Schreiben Sie von Hand und allein, und lesen Sie alles zur Probe zurück, bevor Sie Coins dorthin senden.",
    neverWithSecret:
      "Zeigen, senden oder diktieren Sie dies niemandem, und tippen Sie es niemals in ein "
      + "Telefon, eine Webseite oder einen Rechner mit Netz. Niemand Ehrliches fragt danach, "
      + "und keine Hilfe braucht es.",
    neverWithWallet:
      "Lassen Sie sich wegen dieser Seite nicht dazu bringen, Wörter einzutippen: Um Coins anzusehen, "
      + "braucht man keine.",
    photographsOfSecrets:
      "Nur ein Rechner ohne Netz darf diese Seite fotografieren oder scannen.",
    photographsOfOthers:
      "Diese Seite darf fotografiert werden, aber wer das Bild hat, sieht jede Zahlung.",
    since: "Block {height}, etwa {month}; frühere Blöcke muss man nicht durchsuchen",
    sinceBlock: "Block {height}; frühere Blöcke muss man nicht durchsuchen",
    sinceUnknown: "nicht bekannt: die ganze Kette durchsuchen",
    programs:
      "{programs}. Unsere Tests haben Seiten dieser Art mit jedem davon am genannten Tag "
      + "wiederhergestellt.",
    programsNone:
      "mit Seiten dieser Art wurde noch keines erprobt; die Norm ist öffentlich",
    source: "{program}. Der Quelltext liegt unter {address}, SHA-256 {hash}.",
    sourceUnknown:
      "{program}. Beim Bau dieser Fassung wurde nicht angegeben, wo der Quelltext liegt.")
}

extension LetterSentences {
  static let german = LetterSentences(
    heading: "An die, die nach mir kommen",
    written: "Geschrieben am {date}.",
    opening:
      "Wenn Sie dies lesen, kann ich Ihnen nicht mehr helfen. Es gibt Bitcoins: Geld, das keine Bank "
      + "verwahrt. Es gehört dem, der den Schlüssel hat, und wenn es einmal weg ist, kann es niemand "
      + "zurückgeben. Dieser Brief sagt, was da ist und wie Sie daran kommen. Er enthält keinen Schlüssel: "
      + "Wer ihn findet, kann nichts nehmen, aber er kann sehen, wie viel da ist. Zeigen Sie ihn also nur "
      + "denen, die es wissen müssen.",
    calm:
      "Lassen Sie sich Zeit. Durch Warten geht nichts verloren, auch nicht in Jahren. Alles verlieren kann "
      + "man durch Eile, oder wenn man jemandem vertraut, der Hilfe anbietet.",
    termsHeading: "Vier Wörter, die Ihnen begegnen werden",
    seedTerm: "Seed",
    seedMeaning:
      "Der Schlüssel: 12 bis 24 Wörter oder eine Zeile aus Buchstaben, auf Papier. Wer ihn liest, hat die "
      + "Coins.",
    walletTerm: "Wallet",
    walletMeaning:
      "Welche Schlüssel welche Coins ausgeben können. Sie steht auf den letzten Seiten dieses Briefs und "
      + "ist kein Geheimnis.",
    fingerprintTerm: "Fingerabdruck (Fingerprint)",
    fingerprintMeaning:
      "Acht Ziffern und Buchstaben, an denen man einen Seed von einem anderen unterscheidet. Sie sind kein "
      + "Geheimnis; sie zeigen, ob Sie den richtigen Seed wiederhergestellt haben.",
    machineTerm: "Rechner ohne Netz",
    machineMeaning:
      "Ein Rechner, der weder mit Kabel noch über Funk im Internet ist und auch nicht wieder verbunden "
      + "wird, bevor er gelöscht wurde. Nur dort darf ein Seed eingetippt oder einer Kamera gezeigt werden.",
    whatHeading: "Was es gibt",
    walletLabel: "Wallet {name}",
    seedLabel: "Seed {name}",
    oneKey: "1 Schlüssel unterschreibt",
    severalKeys: "{needed} von {count} Schlüsseln müssen unterschreiben",
    otherRule: "die Regel steht auf ihrer Seite",
    enough: "meine eigenen Schlüssel genügen",
    notEnough: "meine eigenen Schlüssel genügen nicht, andere müssen mit unterschreiben",
    made: "Fingerabdruck {fingerprint}, erzeugt am {date}",
    child:
      "er ist vom Seed {parent} abgeleitet (BIP-85 {path}) und lässt sich daraus wiederherstellen",
    needsPassphrase: "er braucht eine Passphrase, die auf keinem Blatt steht",
    whereHeading: "Wo die Dinge sind (von Hand geschrieben)",
    whereLabel:
      "Blätter zur Wiederherstellung, Teile und wer sie hat, Rechner, Passphrasen",
    helpHeading: "Wer helfen kann",
    helpText:
      "Jemand, den Sie selbst aussuchen, der sich mit Bitcoin auskennt und nichts daran verdient; besser "
      + "zwei, die einander nicht kennen. Sie dürfen diesen Brief lesen und neben Ihnen sitzen. Sie brauchen "
      + "keinen Seed, und sie sehen weg, während Sie einen eintippen.",
    helpLabel: "Wen ich fragen würde (von Hand geschrieben)",
    neverHeading: "Wer niemals gefragt werden darf",
    neverText:
      "Jeder, der von sich aus anruft, schreibt oder zu Ihnen kommt. Kein Kundendienst, kein "
      + "Rettungsdienst für Wallets, keine Suchmaschine, kein Chatprogramm, keine Bank und keine Behörde "
      + "braucht einen Seed: Wer danach fragt, will die Coins. Tippen Sie keinen Seed in ein Telefon oder eine "
      + "Webseite, und lassen Sie niemanden auf den Bildschirm sehen, während Sie ihn anderswo eintippen.",
    stepsHeading: "Die Schritte",
    findSheets:
      "Suchen Sie die Blätter und lesen Sie auf jedem den Kasten. Nur ein Rechner ohne Netz darf eine Seite "
      + "mit einem Geheimnis fotografieren oder scannen.",
    takeMachine:
      "Nehmen Sie einen Rechner ohne Netz: einen, der nie ein Netz hatte, oder einen alten, dessen Funk und "
      + "Kabel entfernt wurden.",
    chooseWay: "Stellen Sie den Seed auf einem der drei Wege unten wieder her.",
    compare:
      "Vergleichen Sie den Fingerabdruck mit dem oben und die erste Adresse mit der auf den letzten Seiten, "
      + "Buchstabe für Buchstabe. Wenn etwas abweicht, halten Sie an: Es ist ein anderer Seed, eine andere "
      + "Passphrase oder eine andere Art von Adresse. Durch Anhalten geht nichts verloren.",
    others:
      "Andere müssen mit unterschreiben. Ihre Schlüssel stehen auf den letzten Seiten. Sie behalten ihren "
      + "Seed; nur was zu unterschreiben ist, wird hin und her geschickt.",
    paySmall:
      "Zahlen Sie erst einen kleinen Betrag an sich selbst und warten Sie, bis die Zahlung bestätigt ist.",
    moveRest:
      "Zahlen Sie dann den Rest an eine eigene Wallet, deren Wörter Sie selbst aufgeschrieben und zur Probe "
      + "zurückgelesen haben.",
    oursHeading: "Erster Weg: {program}",
    oursHome:
      "Drücken Sie bei der Frage nur die Eingabetaste: Dann wird eine neue Passphrase aus sechs "
      + "Wörtern gezogen.",
    oursSeed:
      "Für jedes Blatt (oder --from terminal, um zu tippen). Steht auf einem Blatt unter „To "
      + "restore“ mehr, fügen Sie es hinzu.",
    oursPassphrase:
      "Braucht ein Seed eine Passphrase, fügen Sie --with-bip39-passphrase hinzu. Mit einer falschen sieht "
      + "die Wallet leer aus.",
    oursChildren:
      "Im englischen Brief steht, wie jeder Seed zurückkommt, der von einem anderen abgeleitet ist.",
    oursWallet: "Zeigen Sie der Kamera die QR-Codes der letzten Seiten.",
    oursWatching:
      "Auf einem Rechner mit Netz, mit denselben QR-Codes. Er zeigt die Coins.",
    electrumHeading: "Zweiter Weg: Electrum (erprobt mit Version {version})",
    electrumInstall:
      "Bringen Sie Electrum als Datei auf den Rechner ohne Netz und prüfen Sie die Signatur, wie es auf der "
      + "Seite von Electrum steht. Wählen Sie „Standard wallet“, dann „I already have a seed“.",
    electrumWords:
      "Tippen Sie die Wörter. Klicken Sie auf „Options“ und wählen Sie „BIP39 seed“; wenn eine Passphrase "
      + "gebraucht wird, auch „Extend this seed with custom words“.",
    electrumAddresses: "Wählen Sie die Art der Adressen und den Pfad: {addresses}.",
    electrumSeveral:
      "Für eine Wallet mit mehreren Schlüsseln wählen Sie stattdessen „Multi-signature wallet“. Geben Sie "
      + "Ihre Wörter ein, und von den letzten Seiten die Schlüssel der anderen.",
    electrumTaproot:
      "Electrum kannte keine Taproot-Adressen (P2TR): Nehmen Sie dafür einen anderen Weg.",
    otherHeading: "Dritter Weg: ein anderes Programm",
    otherChoose:
      "Wer Ihnen hilft, findet eines, das die Norm im Kasten des Blattes kennt (für Wörter BIP-39). Unsere "
      + "Tests haben diese erprobt: {programs}.",
    otherEnter: "Geben Sie den Seed, die Art der Adressen und den Pfad ein: {addresses}.",
    otherSeveral:
      "Für eine Wallet mit mehreren Schlüsseln muss es Deskriptoren (output descriptors) lesen können: "
      + "Geben Sie ihm die QR-Codes oder den Text der letzten Seiten.",
    rehearsedHeading: "Geprobt",
    rehearsedText:
      "Wir sind diese Schritte mit einem Übungsblatt durchgegangen und haben sie verstanden. Wer hier "
      + "unterschreibt, kann gefragt werden.",
    rehearsedBox: "Name, Datum, Unterschrift",
    dateBox: "Datum",
    signatureBox: "Unterschrift")
}
