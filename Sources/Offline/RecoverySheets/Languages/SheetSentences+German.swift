extension SheetSentences {
  static let german = SheetSentences(
    language: "Deutsch", box: .german, letter: .german, facts: .german, steps: .german)
}

extension BoxSentences {
  static let german = BoxSentences(
    title: "Was ist das?",
    whatLabel: "Dies ist", standardLabel: "Norm", addressesLabel: "Adressen",
    sinceLabel: "Bitcoins seit", programsLabel: "Andere Programme", firstLabel: "Zuerst",
    neverLabel: "Niemals", sourceLabel: "Diese Programme",
    words:
      "Bitcoin. Die {count} Wörter auf dieser Seite sind der Schlüssel zu Bitcoins. Wer die "
      + "Wörter hat, hat die Bitcoins.",
    letters:
      "Bitcoin. Die lange Zeile aus Buchstaben und Ziffern auf dieser Seite ist der "
      + "Schlüssel zu Bitcoins. Wer sie hat, hat die Bitcoins.",
    key:
      "Bitcoin. Mit dem privaten Schlüssel auf dieser Seite lässt sich ausgeben, was auf "
      + "einer einzigen Adresse liegt. Wer ihn hat, hat diese Bitcoins.",
    encrypted:
      "Bitcoin. Auf dieser Seite steht ein Seed, der Schlüssel zu Bitcoins, verschlossen. Nur die "
      + "Wörter zu diesem Blatt („sheet words“) öffnen ihn; der Eigentümer hat sie anderswo aufbewahrt. Es sind nicht die Wörter des Seeds.",
    countedShare:
      "Bitcoin. Einer von {count} Teilen eines Seeds, des Schlüssels zu Bitcoins. Beliebige "
      + "{needed} davon ergeben ihn zusammen; weniger öffnen nichts.",
    bothParts:
      "Bitcoin. Dies ist einer von zwei Teilen eines Seeds, des Schlüssels zu Bitcoins. Man "
      + "braucht beide zusammen; mit einem allein kommt niemand an die Bitcoins.",
    allParts:
      "Bitcoin. Dies ist einer von {count} Teilen eines Seeds, des Schlüssels zu Bitcoins. Man "
      + "braucht sie alle zusammen; mit weniger kommt niemand an die Bitcoins.",
    share:
      "Bitcoin. Dies ist ein Teil eines Seeds, des Schlüssels zu Bitcoins. Allein öffnet er "
      + "nichts; die Regel auf dieser Seite sagt, welche Teile zusammen gebraucht werden.",
    wallet:
      "Bitcoin. Diese Seite zeigt, wo Bitcoins liegen und welche Schlüssel sie ausgeben "
      + "können. Sie enthält keinen Schlüssel: Niemand kann damit etwas nehmen, aber wer sie "
      + "liest, sieht jede Zahlung.",
    blank:
      "Papier für den Schlüssel zu Bitcoins. Sobald Wörter eingetragen sind, sind sie der "
      + "Schlüssel: Wer sie hat, hat die Bitcoins.",
    passphrase:
      "Außerdem braucht man eine Passphrase; sie steht nicht auf dieser Seite, und ohne sie "
      + "sieht die Wallet leer aus.",
    quotedName: "„{name}“",
    needsOthers:
      "Dieser Seed allein öffnet die Wallet {wallet} nicht: {needed} ihrer {count} Schlüssel "
      + "müssen unterschreiben.",
    needOthers:
      "Für {wallets} reicht dieser Seed allein nicht: Dort müssen auch andere Schlüssel "
      + "unterschreiben.",
    rehearsal: "ein ÜBUNGSBLATT, wertlos ({network}). Sonst wie ein echtes Blatt.",
    firstWithSecret:
      "Lassen Sie sich nicht drängen. Stellen Sie den Schlüssel "
      + "auf einem Rechner ohne Netzwerk wieder her und vergleichen Sie den Fingerabdruck. "
      + "Zahlen Sie erst einen kleinen Betrag an sich selbst, dann den Rest.",
    firstWithShare:
      "Lassen Sie sich nicht drängen. Finden Sie heraus, wer die "
      + "anderen Teile hat, und bringen Sie sie nur an einem Rechner ohne Netzwerk zusammen.",
    firstWithOtherPart:
      "Lassen Sie sich nicht drängen. Finden Sie heraus, wer den "
      + "anderen Teil hat, und bringen Sie beide nur an einem Rechner ohne Netzwerk zusammen.",
    firstWithEncrypted:
      "Lassen Sie sich nicht drängen. Suchen Sie die Wörter zu diesem "
      + "Blatt („sheet words“). Öffnen Sie diese Seite auf einem Rechner ohne Netzwerk, mit diesem "
      + "Programm oder mit dem Leseprogramm auf den letzten Seiten.",
    firstWithWallet:
      "Bewahren Sie diese Seite bei den Papieren mit den Schlüsseln auf. Ein Programm, das "
      + "Deskriptoren (output descriptors) kennt, findet damit die Bitcoins; die erste Adresse, "
      + "die es zeigt, muss die auf dieser Seite sein.",
    firstWithBlank:
      "Ist die Seite ausgefüllt: Lassen Sie sich Zeit, stellen Sie den Schlüssel auf einem Rechner "
      + "ohne Netzwerk wieder her und vergleichen Sie den Fingerabdruck. Ist sie leer: Schreiben "
      + "Sie von Hand und allein und prüfen Sie alles, bevor Sie Bitcoins dorthin senden.",
    neverWithSecret:
      "Zeigen, senden oder diktieren Sie dies niemandem, und tippen Sie es niemals in ein "
      + "Smartphone, eine Webseite oder einen Rechner mit Netzwerk. Kein ehrlicher Mensch "
      + "fragt danach, und wer hilft, braucht es nicht.",
    neverWithEncrypted:
      "Zeigen, senden oder diktieren Sie niemandem diese Seite oder die Wörter zu diesem Blatt "
      + "(„sheet words“), und tippen Sie beides niemals in ein Smartphone, eine Webseite oder "
      + "einen Rechner mit Netzwerk. Kein ehrlicher Mensch fragt danach, und wer hilft, braucht "
      + "beides nicht.",
    neverWithWallet:
      "Lassen Sie sich wegen dieser Seite nicht dazu bringen, die Wörter eines Seeds einzutippen: "
      + "Um Bitcoins zu sehen, braucht sie niemand.",
    photographsOfSecrets:
      "Nur ein Rechner ohne Netzwerk darf diese Seite fotografieren oder scannen.",
    photographsOfOthers:
      "Diese Seite darf fotografiert werden, aber wer das Bild hat, sieht jede Zahlung.",
    since:
      "Block {height}, oder {month}, falls ein Datum verlangt wird; weiter zurück muss man nicht "
      + "suchen",
    sinceBlock: "Block {height}; weiter zurück muss man nicht suchen",
    sinceUnknown: "nicht bekannt: alle Blöcke durchsuchen",
    addressesOfGroup: "in einer Wallet mit mehreren Schlüsseln {addresses}",
    programs:
      "{programs}. Wir haben damit am genannten Tag solche Seiten wiederhergestellt.",
    onlyFor: "{program} nur für {kinds}",
    codeOnly:
      "Von {programs} haben wir nur den Code ausgeführt, der solche Seiten liest, nicht das "
      + "Programm oder Gerät selbst.",
    device: "{program} (Gerät)",
    forProgrammers: "{programs}, für Programmierer",
    afterWords:
      "Heraus kommen Wörter von BIP-39; {programs} stellt die Wallet daraus wieder her.",
    afterBytes:
      "Heraus kommt ein Seed als Bytes: Ein Programmierer macht daraus den privaten "
      + "Schlüssel eines Kontos (zprv), den {programs} annimmt.",
    afterBytesOfGroup:
      "Heraus kommt ein Seed als Bytes: Ein Programmierer macht daraus den privaten "
      + "Schlüssel eines Kontos (zprv; bei mehreren Schlüsseln Zprv), den {programs} annimmt. "
      + "Den Pfad und die anderen Schlüssel nennt das öffentliche Blatt der Wallet.",
    programsNone: "wir haben mit Seiten dieser Art keines erprobt; die Norm ist öffentlich",
    programsBlank:
      "jedes, das BIP-39 kennt. Mit englischen Wörtern erprobt: {programs}. Welches die Bitcoins zeigt, "
      + "hängt davon ab, was hier steht.",
    programsEncrypted: "das Leseprogramm auf den letzten Seiten, in Python",
    source:
      "{program} und online-coordinator, für Linux (Debian 12). Sie liegen mit ihrem "
      + "Quelltext unter {address}; SHA-256 des Quelltext-Archivs: {hash}",
    sourceUnknown:
      "{program} und online-coordinator, für Linux (Debian 12). Suchen Sie sie nie im "
      + "Internet. Eine Kopie liegt hier: {line}")
}

extension LetterSentences {
  static let german = LetterSentences(
    title: "Brief an die Erben: {name}",
    heading: "An die, die nach mir kommen",
    written: "Geschrieben am {date}.",
    practice:
      "Dies ist ein Übungsbrief: Seine Bitcoins, im Netzwerk {network}, sind nichts wert. In einem "
      + "echten Brief steht:",
    opening:
      "Wenn Sie dies lesen, kann ich Ihnen nicht mehr helfen. Es gibt Bitcoins: Geld, das keine "
      + "Bank verwahrt. Es gehört dem, der den Schlüssel hat, und wenn es einmal weg ist, kann es "
      + "niemand zurückgeben. Dieser Brief sagt, was da ist und wie Sie daran kommen. Er enthält "
      + "keinen Schlüssel: Wer ihn findet, kann nichts nehmen, aber er kann sehen, wie viel da "
      + "ist. Zeigen Sie ihn also nur denen, die es wissen müssen.",
    calm:
      "Lassen Sie sich nicht drängen. Bitcoins verderben nicht, Papier und Erinnerung schon: "
      + "Fangen Sie in den nächsten Monaten an. Alles verlieren kann man durch Eile, oder wenn "
      + "man jemandem vertraut, der ungebeten Hilfe anbietet.",
    calmForSeveralWays:
      "Lassen Sie sich Zeit: Durch einige Wochen Warten geht nichts verloren. Alles verlieren "
      + "kann man durch Eile, oder wenn man jemandem vertraut, der ungebeten Hilfe anbietet.",
    termsHeading: "Sechs Begriffe, die Ihnen begegnen werden",
    seedTerm: "Seed",
    seedMeaning:
      "Der Schlüssel: 12 bis 24 Wörter oder eine Zeile aus Buchstaben und Ziffern, auf "
      + "Papier. Andere nennen ihn Seed-Phrase, Wiederherstellungsphrase oder Mnemonic. Wer "
      + "ihn liest, hat die Bitcoins.",
    passphraseTerm: "Passphrase",
    passphraseMeaning:
      "Weitere Wörter oder Zeichen, die der Eigentümer einem Seed hinzugefügt haben kann. "
      + "Sie stehen auf keinem Blatt. Ohne sie oder mit anderen öffnet der Seed eine leere "
      + "Wallet.",
    sheetWordsTerm: "Wörter zu einem Blatt (sheet words)",
    sheetWordsMeaning:
      "Die Wörter, die ein verschlüsseltes Blatt öffnen. Sie stehen auf keinem Blatt und sind "
      + "weder der Seed noch seine Passphrase.",
    walletTerm: "Wallet",
    walletMeaning:
      "Die Beschreibung, die sagt, zu welchen Seeds die Bitcoins gehören. Sie steht auf den "
      + "letzten Seiten dieses Briefs. Sie enthält kein Geheimnis, aber wer sie liest, sieht jede "
      + "Zahlung.",
    fingerprintTerm: "Fingerabdruck (Fingerprint)",
    fingerprintMeaning:
      "Acht Ziffern und Buchstaben, an denen man einen Seed von einem anderen unterscheidet. "
      + "Der Fingerabdruck ist kein Geheimnis; er zeigt, ob Sie den richtigen Seed "
      + "wiederhergestellt haben.",
    machineTerm: "Rechner ohne Netzwerk",
    machineMeaning:
      "Ein Rechner, der mit keinem Netzwerk verbunden ist, weder per Kabel noch per Funk "
      + "(WLAN, Bluetooth, Mobilfunk), und erst wieder verbunden wird, wenn alles auf ihm "
      + "gelöscht ist. Nur dort darf ein Seed eingetippt oder einer Kamera gezeigt werden.",
    whatHeading: "Was es gibt",
    walletLabel: "Wallet {name}",
    seedLabel: "Seed {name}",
    oneKey: "1 Schlüssel unterschreibt",
    severalKeys: "Unterschriften von {needed} der {count} Schlüssel sind nötig",
    otherRule: "die Regel steht auf ihrer Seite",
    severalWays:
      "Es gibt mehr als einen Weg, Bitcoins aus dieser Wallet auszugeben, und wer die Schlüssel "
      + "für einen davon hat, braucht sonst niemanden: Lassen Sie die Wallet nicht jahrelang so "
      + "liegen",
    enough: "die hier genannten Seeds genügen",
    notEnough: "die hier genannten Seeds genügen nicht, auch andere müssen unterschreiben",
    made: "Fingerabdruck {fingerprint}, Seed erzeugt am {date}",
    imported: "Fingerabdruck {fingerprint}, Seed importiert am {date}, also vielleicht älter",
    madeAgain:
      "Fingerabdruck {fingerprint}, erzeugt oder abgeleitet am {date}, vielleicht "
      + "nicht zum ersten Mal",
    child:
      "dieser Seed ist vom Seed {parent} abgeleitet (BIP-85 {path}) und lässt sich daraus "
      + "wiederherstellen",
    needsPassphrase:
      "dieser Seed braucht eine Passphrase, die auf keinem Blatt steht (der Fingerabdruck "
      + "ist der ohne sie)",
    noPassphrase: "keine Passphrase",
    otherWallets:
      "Zu denselben Seeds gehören weitere Wallets, um die es in diesem Brief nicht geht: "
      + "{names}. Sie haben eigene Blätter.",
    whereHeading: "Wo die Dinge sind (von Hand geschrieben)",
    whereLabel:
      "Blätter zur Wiederherstellung, Teile und wer sie hat, Rechner, und wo Passphrasen und "
      + "Wörter zu Blättern (sheet words) liegen: der Ort, niemals die Wörter selbst",
    helpHeading: "Wer helfen kann",
    helpText:
      "Jemand, den Sie selbst aussuchen, der sich mit Bitcoin auskennt und nichts daran "
      + "verdient; besser zwei, die einander nicht kennen. Solche Helfer dürfen diesen Brief "
      + "lesen und neben Ihnen sitzen. Einen Seed brauchen sie nicht, und während Sie einen "
      + "eintippen, müssen sie wegsehen.",
    helpLabel: "Wen ich um Hilfe bitten würde (von Hand geschrieben)",
    neverHeading: "Wen Sie niemals um Hilfe bitten dürfen",
    neverText:
      "Jeden, der von sich aus anruft, schreibt oder zu Ihnen kommt. Kein Kundendienst, kein "
      + "Wiederherstellungsdienst, keine Suchmaschine, kein Chatprogramm, keine Bank und keine "
      + "Behörde braucht einen Seed: Wer danach fragt, nach Ihren Wörtern, einer Seed-Phrase "
      + "oder einer Wiederherstellungsphrase, will die Bitcoins. Tippen Sie keinen Seed in ein "
      + "Smartphone oder eine Webseite, und lassen Sie niemanden auf den Bildschirm sehen, "
      + "während Sie ihn anderswo eintippen.",
    stepsHeading: "Die Schritte",
    twoComputers:
      "Sie brauchen zwei Rechner: einen ohne Netzwerk für die Seeds und einen mit Netzwerk, um die "
      + "Bitcoins zu sehen und Zahlungen zu senden. Ein USB-Stick trägt, was zwischen ihnen hin- "
      + "und hergeht.",
    findSheets:
      "Suchen Sie die Blätter und lesen Sie auf jedem den Kasten. Nur ein Rechner ohne "
      + "Netzwerk darf eine Seite mit einem Geheimnis fotografieren oder scannen.",
    takeMachine:
      "Nehmen Sie einen Rechner ohne Netzwerk: einen, der nie an einem Netzwerk war, oder einen "
      + "eigenen alten, der gelöscht und neu eingerichtet ist und bei dem die Funkkarte (WLAN, "
      + "Bluetooth) ausgebaut und das Netzwerkkabel abgezogen ist. Ihr Helfer kann diesen Rechner "
      + "vorbereiten, bevor ein Blatt in dessen Nähe kommt. Löschen Sie keinen meiner Rechner: "
      + "Auf einem davon könnte ein Schlüssel sein.",
    chooseWay:
      "Stellen Sie jeden Seed, der gebraucht wird, auf einem der folgenden Wege wieder her. "
      + "Wenn Sie unsicher sind, lassen Sie Ihren Helfer wählen.",
    compare:
      "Vergleichen Sie den Fingerabdruck mit dem unter „Was es gibt“ und die erste Adresse "
      + "mit der auf den letzten Seiten, Zeichen für Zeichen. Wird eine Passphrase verwendet, "
      + "kann ein Programm einen anderen Fingerabdruck zeigen; dann entscheidet die erste "
      + "Adresse. Weicht sonst etwas ab, machen Sie nicht weiter: Es ist ein anderer Seed, "
      + "eine andere Passphrase oder eine andere Art von Adresse. Wer hier aufhört, verliert "
      + "nichts.",
    others:
      "Auch andere müssen unterschreiben. Deren öffentliche Schlüssel stehen auf den letzten "
      + "Seiten. Jeder behält seinen eigenen Seed; verschickt wird nur, was zu unterschreiben "
      + "ist.",
    howPaid:
      "Eine Zahlung wird auf dem Rechner mit Netzwerk vorbereitet, auf dem anderen geprüft und "
      + "unterschrieben und vom ersten aus gesendet. Kein Seed verlässt je den Rechner ohne "
      + "Netzwerk.",
    paySmall:
      "Legen Sie eine eigene Wallet an, mit einem Seed, den sonst niemand gesehen hat: auf einem "
      + "weiteren Rechner ohne Netzwerk oder auf einem Gerät, das Ihr Helfer kennt. Schreiben Sie "
      + "die Wörter dieses Seeds auf und prüfen Sie sie noch einmal. Zahlen Sie erst einen kleinen "
      + "Betrag dorthin und warten Sie, bis die Zahlung bestätigt ist.",
    moveRest: "Zahlen Sie dann den Rest an dieselbe Wallet.",
    oursHeading: "Erster Weg: {program}",
    oursSource:
      "offline-signer ist für den Rechner ohne Netzwerk, online-coordinator für den anderen. "
      + "Beide liegen mit ihrem Quelltext unter {address}; SHA-256 des Archivs: {hash}.",
    oursSourceUnknown:
      "offline-signer ist für den Rechner ohne Netzwerk, online-coordinator für den anderen. "
      + "Nehmen Sie beide nur von dem Ort, den ich in diesen Brief geschrieben habe; liegt dort "
      + "nichts, wählen Sie einen anderen Weg. Suchen Sie sie niemals im Internet.",
    oursSystem: "Beide laufen unter Linux (Debian 12), das Ihr Helfer einrichten kann.",
    oursSourceLabel: "Wo eine Kopie beider Programme liegt (von Hand geschrieben)",
    oursHome:
      "Drücken Sie bei der Frage nach einer Passphrase nur die Eingabetaste: Das Programm wählt "
      + "zufällig sechs neue Wörter, die es auf diesem Rechner verschließen. Schreiben Sie diese "
      + "Wörter auf; sie sind weder ein Seed noch die Passphrase eines Seeds.",
    oursSeed:
      "Für jedes Blatt (ohne Kamera: `--from terminal`, und eintippen). `SEED` ist ein "
      + "beliebiger Name, für jeden Seed ein neuer. Ist die Zeile, die auf dem Blatt unter „To "
      + "restore“ steht, länger, tippen Sie stattdessen diese.",
    oursPassphrase:
      "Braucht ein Seed eine Passphrase, fügen Sie dieser Zeile `--with-bip39-passphrase` hinzu. Mit einer "
      + "falschen sieht die Wallet leer aus.",
    oursEachWallet: "Für jede Wallet; `WALLET` steht hier und weiter unten für ihren Namen.",
    oursWallet: "Zeigen Sie der Kamera die QR-Codes der letzten Seiten.",
    oursNode:
      "Auf dem Rechner mit Netzwerk. Dort muss Bitcoin Core (bitcoincore.org) laufen; Ihr "
      + "Helfer richtet es ein. Es lädt zuerst alle Blöcke herunter, was Tage dauert.",
    oursWatching:
      "Zeigen Sie der Kamera die QR-Codes der letzten Seiten und vergleichen Sie die erste "
      + "Adresse.",
    oursBalance: "Das Programm sucht die Bitcoins und zeigt, wie viel es ist.",
    oursPay:
      "`ADDRESS` ist eine Adresse Ihrer eigenen neuen Wallet. `AMOUNT` ist der Betrag in "
      + "Bitcoin: zuerst `0.001`, später `all` für den Rest, mit `rest.gif` statt `small.gif` in der Zeile. "
      + "Das Programm zeigt die Nummer der Zahlung und vier Wörter.",
    oursSign:
      "Bringen Sie die Datei auf den Rechner ohne Netzwerk. Stimmen Sie nur zu, wenn die "
      + "Adresse, der Betrag und die vier Wörter dieselben sind. Geben Sie jeder "
      + "unterschriebenen Datei einen eigenen Namen: `signed-1.gif`, `signed-2.gif` und so "
      + "weiter.",
    oursSignEach:
      "Sind die Schlüssel auf mehreren Rechnern, unterschreiben Sie auf jedem, jedes Mal mit "
      + "einem neuen Namen, bis genug Schlüssel unterschrieben haben.",
    oursCollect:
      "Bringen Sie die unterschriebenen Dateien zurück auf den Rechner mit Netzwerk; sind es "
      + "mehrere, geben Sie alle an, mit einem Leerzeichen dazwischen.",
    oursSend:
      "`NUMBER` ist die Nummer der Zahlung. Ist sie gesendet, kann sie niemand zurückholen.",
    electrumHeading: "Zweiter Weg: Electrum (Windows, macOS, Linux; erprobt mit Version {version})",
    electrumInstall:
      "Laden Sie Electrum nur von electrum.org, bringen Sie es als Datei auf den Rechner ohne "
      + "Netzwerk und prüfen Sie die Signatur, wie es auf der Webseite steht.",
    electrumPractice:
      "Die Bitcoins liegen in {network}, einem Netzwerk zum Üben. Starten Sie Electrum auf "
      + "beiden Rechnern so:",
    electrumChoose: "Wählen Sie „Standard wallet“, dann „I already have a seed“.",
    electrumChooseSeveral:
      "Wählen Sie „Multi-signature wallet“, dann, wie viele Schlüssel es gibt und wie viele "
      + "unterschreiben müssen, dann „I already have a seed“.",
    electrumWords:
      "Tippen Sie die Wörter ein. Klicken Sie auf „Options“ und wählen Sie „BIP39 seed“; "
      + "wenn eine Passphrase gebraucht wird, auch „Extend this seed with custom words“.",
    electrumAddresses: "Wählen Sie die Art der Adressen und den Pfad: {addresses}",
    electrumSeveral:
      "Für eine Wallet mit mehreren Schlüsseln wählen Sie statt „Standard wallet“ "
      + "„Multi-signature wallet“, dann wie viele Schlüssel es gibt und wie viele unterschreiben "
      + "müssen. Nach den Wörtern, der Art der Adressen und dem Pfad wählen Sie für jeden anderen "
      + "Schlüssel „Enter cosigner key“ und tippen aus seiner Zeile ab, was hinter dem "
      + "Fingerabdruck steht; sie ist auf den letzten Seiten unter „{label}“. Machen Sie das für "
      + "jeden Seed, der unterschreiben muss, und bringen Sie die Zahlung von einem zum nächsten. "
      + "Auf dem Rechner mit Netzwerk tippen Sie dies aus allen Zeilen ab, und keine Wörter.",
    electrumCosigners:
      "Wählen Sie für jeden anderen Schlüssel „Enter cosigner key“ und tippen Sie aus seiner "
      + "Zeile ab, was hinter dem Fingerabdruck steht; sie ist auf den letzten Seiten unter "
      + "„{label}“. Machen Sie das für jeden Seed, der unterschreiben muss, und bringen Sie die "
      + "Zahlung von einem zum nächsten. Auf dem Rechner mit Netzwerk wählen Sie „Use a master "
      + "key“ statt „I already have a seed“ und tippen aus jeder Zeile diesen Teil ab, aber keine "
      + "Wörter.",
    electrumTaproot:
      "Electrum kannte keine Taproot-Adressen (P2TR): Nehmen Sie dafür einen anderen Weg.",
    electrumOneKey: "Für eine Wallet mit einem Schlüssel:",
    electrumWatch:
      "Um die Bitcoins zu sehen, legen Sie die Wallet auch auf dem Rechner mit Netzwerk an, "
      + "aber ohne Wörter: Wählen Sie dort „Use a master key“ statt „I already have a seed“ und "
      + "tippen Sie den öffentlichen Hauptschlüssel ein, den Electrum auf dem anderen Rechner "
      + "unter „Wallet“, „Information“ zeigt.",
    electrumPay:
      "Zum Zahlen auf dem Rechner mit Netzwerk: „Send“, Adresse und Betrag, „Pay...“, „Send“; "
      + "im Fenster mit der Zahlung „Export“, „Export to file“. Bringen Sie die Datei auf den "
      + "Rechner ohne Netzwerk: „Tools“, „Load transaction“, „From file“; vergleichen Sie "
      + "Adresse und Betrag; „Sign“, dann wieder „Export“, „Export to file“. Bringen Sie diese "
      + "Datei zurück: „Tools“, „Load transaction“, „From file“, „Broadcast“.",
    pythonHeading: "Ein anderer Weg: Python (erprobt mit {programs})",
    pythonInstall:
      "Für einen Helfer, der programmieren kann und der wegsieht, während Sie die Wörter "
      + "tippen; dieser Weg eignet sich für alle Arten von Adressen in diesem Brief. Tippen Sie "
      + "auf dem Rechner mit Netzwerk in ein Terminal ein (unter Windows, hier und im Folgenden, "
      + "`py` statt `python3`):",
    pythonStart:
      "Bringen Sie den Ordner `tools` auf den Rechner ohne Netzwerk, der ebenfalls Python 3 "
      + "braucht. Öffnen Sie in diesem Ordner ein Terminal. Tippen Sie von hier an jede Zeile so, "
      + "wie sie dasteht, eine nach der anderen, jeweils wenn `>>>` erscheint; tritt bei einer "
      + "Zeile ein Fehler auf, tippen Sie sie noch einmal. Diese startet Python:",
    pythonImport: "Was gebraucht wird:",
    pythonWords:
      "Python fragt nach den Wörtern: Tippen Sie jedes ganz und mit einem Leerzeichen dazwischen. "
      + "Dann fragt es nach der Passphrase: Gibt es keine, drücken Sie nur die Eingabetaste. Ein "
      + "falsches Wort bemerkt Python nicht; es zeigt sich erst beim Vergleichen:",
    pythonKeys: "Die Schlüssel:",
    pythonFingerprint:
      "Der Fingerabdruck. Ohne Passphrase muss es der aus diesem Brief sein; wenn nicht, "
      + "beginnen Sie wieder mit der Zeile, die nach den Wörtern fragt. Mit einer Passphrase ist "
      + "er ein anderer:",
    pythonAddress:
      "Die erste Adresse der Wallet {name}. Ist sie nicht Zeichen für Zeichen die mit der "
      + "Nummer 0 auf den letzten Seiten, machen Sie nicht weiter:",
    pythonKey:
      "Der Schlüssel dieses Seeds in der Wallet {name}; er muss in den Zeilen aus Buchstaben "
      + "dieser Wallet auf den letzten Seiten stehen, dort durch Leerzeichen unterteilt:",
    pythonPayment:
      "Zum Zahlen schreibt auf dem Rechner mit Netzwerk ein Programm, das Deskriptoren (output "
      + "descriptors) liest, die Zahlung in eine Datei (PSBT, BIP-174). Bringen Sie diese auf "
      + "den anderen Rechner, in den Ordner `tools`, unter dem Namen `payment.psbt`:",
    pythonShow:
      "Diese Zeile zeigt jeden Betrag in Satoshi (100 Millionen je Bitcoin) mit seiner Adresse "
      + "und am Ende die Gebühr. Jede andere Adresse als die, an die Sie zahlen, muss eine der "
      + "Wallet selbst sein, denn dorthin geht das Wechselgeld. Ist etwas nicht so, wie Sie es "
      + "wollten, machen Sie nicht weiter.",
    pythonDescriptor:
      "Tippen Sie von den letzten Seiten die Zeilen aus Buchstaben, die zu der Wallet gehören, "
      + "aus der gezahlt wird, in eine Datei `wallet.txt` im Ordner `tools`, ohne die Nummer vor "
      + "jeder Zeile und ohne das = und was dahinter steht. Leerzeichen und Zeilenenden spielen "
      + "keine Rolle:",
    pythonChange:
      "Die Wechselgeldadressen der Wallet {name}; es erscheint nichts. Wurde die Wallet lange "
      + "benutzt, tippen Sie 2000 statt 200:",
    pythonElsewhere:
      "Was eine Zahlung aus der Wallet {name} an andere Adressen als diese sendet, in Satoshi. "
      + "Steht hier etwas anderes als die Beträge, die Sie zahlen, machen Sie nicht weiter:",
    pythonSign: "Unterschreiben; die Zahl, die erscheint, darf nicht 0 sein:",
    pythonSave: "Die unterschriebene Zahlung in eine Datei schreiben:",
    pythonSignEach:
      "Wenn noch andere Schlüssel unterschreiben müssen, wird die Datei `signed.psbt` des einen "
      + "zur `payment.psbt` des nächsten: Tippen Sie `exit()` und beginnen Sie wieder mit der "
      + "Zeile, die Python startet.",
    pythonSend:
      "Bringen Sie `signed.psbt` zurück auf den Rechner mit Netzwerk; dasselbe Programm "
      + "sendet die Zahlung.",
    otherHeading: "Ein anderer Weg: ein anderes Programm",
    otherChoose:
      "Ihr Helfer findet eines, das die Norm im Kasten des Blattes kennt (für Wörter BIP-39).",
    otherTried: "Erprobt sind: {programs}.",
    otherEnter:
      "Geben Sie auf dem Rechner ohne Netzwerk den Seed, die Art der Adressen und den Pfad "
      + "ein: {addresses}",
    otherSeveral:
      "Für eine Wallet mit mehreren Schlüsseln muss es Deskriptoren (output descriptors) lesen "
      + "können: Geben Sie ihm die QR-Codes oder den Text der letzten Seiten.",
    otherPay:
      "Zahlen Sie dann, wie es die letzten beiden Punkte unter „Die Schritte“ sagen; Ihr "
      + "Helfer weiß, wie dieses Programm unterschreibt.",
    rehearsedHeading: "Geprobt",
    rehearsedText:
      "Wir sind diese Schritte mit einem Übungsblatt durchgegangen und haben sie verstanden. Wer "
      + "hier unterschreibt, kann gefragt werden.",
    rehearsedBox: "Name, Datum, Unterschrift",
    ownerBox: "Der Eigentümer: Datum, Unterschrift")
}
