extension FactSentences {
  static let german = FactSentences(
    fullTitle: "Blatt zur Wiederherstellung: {name}",
    encryptedTitle: "Verschlüsseltes Blatt: {name}",
    publicTitle: "Öffentliches Blatt: {name}",
    blankTitle: "Leeres Blatt: {count} Wörter",
    partTitle: "Teil {part} des Seeds {name}",
    countedPartTitle: "Teil {part} von {count} des Seeds {name}",
    letteredPartTitle: "Teil {part} des Seeds {name} (einer von {count})",
    print: "{title}, Druck {number}, {date}, {program}",
    samePrint:
      "Jede Seite dieses Drucks hat dieselbe Nummer. Der kleine Code rechts enthält nur diese "
      + "Nummer und die Art des Blattes.",
    checked: "Geprüft am {line} von {line} Erneut prüfen vor dem {date}: {line}",
    blankChecked: "Geprüft am {line} von {line} Erneut prüfen vor dem {line}",
    page: "Seite {page} von {pages}",
    withoutSpaces: "ohne Leerzeichen zu lesen",
    oneSpace: "ein Leerzeichen zwischen Wörtern",
    continued: "{heading}, Fortsetzung",
    standardEnglishWords: "BIP-39, {count} englische Wörter; der QR-Code ist ein SeedQR",
    standardWords: "BIP-39, {count} Wörter, {language}; der QR-Code ist ihr Text",
    standardCodex32: "BIP-93 (codex32), der ganze Seed (BIP-32)",
    standardExtendedKey: "BIP-32, erweiterter privater Schlüssel (xprv)",
    standardSingleKey: "WIF, der private Schlüssel einer Adresse",
    standardSLIP39: "SLIP-39, {count} Wörter (Shamir backup)",
    standardCodex32Part: "BIP-93 (codex32), ein Teil",
    standardXORPart: "Seed XOR, ein Teil von {count} Wörtern (BIP-39)",
    standardWallet: "Deskriptor (output descriptor; BIP-380, BIP-389)",
    standardBlank: "BIP-39, {count} Wörter; SeedQR",
    everyKind: "ein Schlüssel, alle Arten ({kinds})",
    bareKey: "bloßer Schlüssel ({kind})",
    otherKind: "andere",
    seed: "Seed",
    kind: "Was es ist",
    fingerprint: "Fingerabdruck",
    passphrase: "Passphrase",
    words: "{count} Wörter (BIP-39), {language}",
    codex32: "Seed in codex32 (BIP-93)",
    extendedKey: "erweiterter privater Schlüssel (BIP-32, xprv)",
    singleKey: "privater Schlüssel einer Adresse (WIF)",
    block: "Block {height} (birth height)",
    blockUnknown: "nicht bekannt: die ganze Blockchain durchsuchen",
    passphraseNeeded:
      "NÖTIG: eine BIP-39-Passphrase, die auf keinem Blatt steht; ohne sie sind die Wallets leer",
    noPassphrase: "keine",
    made: "Erzeugt",
    imported: "Importiert",
    derived: "Abgeleitet",
    madeFrom: "{date}, aus {origin}",
    cameFrom: "{date}, {origin}",
    olderByDraws: "{made}; älter, wenn er schon früher aus diesen Würfen erzeugt wurde",
    older: "{made}; der Seed kann älter sein",
    originWords: "Wörter",
    originKey: "erweiterter privater Schlüssel",
    originResource: "Uniform Resource",
    originSheet: "verschlüsseltes Blatt",
    originShares: "{form}, {count} Teile",
    originParts: "Seed XOR aus {count} Teilen",
    originAlone: "{draws} allein, wie bei {program}",
    originRecovery: "Recovery QR von {program}",
    child: "Abgeleitet: {name}",
    childText: "BIP-85 {path} von {parent}, Fingerabdruck {fingerprint}",
    unknownChild: "von {parent} abgeleitet (BIP-85), Fingerabdruck {fingerprint}",
    log: "Protokoll",
    logText: "{entries} Einträge, Wörter: {words}; zum Vergleichen: {command}",
    logTextOfOne: "{entries} Eintrag, Wörter: {words}; zum Vergleichen: {command}",
    digits: "Ziffern des SeedQR: die Nummer jedes Wortes in der Liste, ab 0 gezählt",
    seedHeading: "Der Seed",
    order:
      "Reihenfolge: jede Spalte von oben nach unten. Die kleine Zahl ist die Nummer des Wortes "
      + "in der Liste, ab 1 gezählt.",
    boldEnough:
      "Die fetten Buchstaben allein bestimmen das Wort; andere Programme können es ganz "
      + "verlangen.",
    orderOfBytewords: "Reihenfolge: jede Spalte von oben nach unten.",
    seedQR: "Der SeedQR von {name}",
    wordsAsText: "Die Wörter von {name} als Text",
    codeOf: "{name}: {form}",
    anyReader: "{caption}; jedes Programm, das QR-Codes liest, zeigt es als Text",
    extraHeading: "Auch dies enthält den Seed: {code}",
    recoveryQR: "der Recovery QR von {name}",
    accountMap: "die Account Map von {name}",
    toRestore: "Wiederherstellen (To restore)",
    walletCopies: "Wallet {name}, noch einmal dieselben QR-Codes",
    walletForOthers: "Wallet {name}, für andere Programme",
    copies: "Noch einmal dieselben QR-Codes",
    walletsHeading: "Die Wallets, für den Rechner",
    rule: "Regel",
    oneKeySigns: "1 Schlüssel unterschreibt",
    allKeysSign: "alle {count} Schlüssel müssen unterschreiben",
    someKeysSign: "{needed} von {count} Schlüsseln müssen unterschreiben",
    waysSign: "nötige Unterschriften: {ways}",
    orWay: "{ways}, oder {way}",
    keyAlone: "Schlüssel {key} allein",
    someOfKeys: "{needed} der Schlüssel {keys}",
    andKey: "{keys} und {key}",
    keyRange: "{first} bis {last}",
    ruleUnknown: "nicht bekannt, wer unterschreiben muss",
    key: "Schlüssel {number}",
    heldBySeed: "beim Seed {seed}; {origin}",
    heldByOther: "bei jemand anderem; {origin}",
    keyOrigin: "Fingerabdruck {fingerprint}, Pfad {path}",
    noOrigin: "ohne Herkunft",
    nobodysKey: "bei niemandem: Sein Geheimnis kann niemand kennen (BIP-341)",
    linesNote:
      "Die Wallet als Zeilen aus Buchstaben. Das = und was danach steht, prüfen die Zeile; "
      + "andere Programme wollen beides nicht und auch keine Leerzeichen.",
    descriptorLine: "Deskriptor",
    neverPayHandedOut:
      "Zahlen Sie nichts an diese Wallet: Sie ist abgeleitet (BIP-85), und wer sie bekommen "
      + "hat, kann sie leeren.",
    neverPaySweep:
      "Zahlen Sie nichts an diese Wallet: Der Schlüssel kam von außen, und wer ihn gesehen hat, "
      + "kann sie leeren.",
    firstAddresses: "Die ersten Empfangsadressen, zum Vergleichen nach dem Wiederherstellen:",
    onlyAddress: "Adresse der Wallet:",
    warnedAddresses:
      "{warning} Die ersten Adressen, nur zum Vergleichen nach dem Wiederherstellen:",
    warnedAddress: "{warning} Die Adresse, nur zum Vergleichen nach dem Wiederherstellen:",
    electrumLabel: "Für Electrum",
    electrumKeys:
      "Für Electrum eine Zeile je Schlüssel (siehe oben). Tippen Sie die Wörter eines Schlüssels "
      + "ein und aus den anderen Zeilen, was hinter dem Fingerabdruck steht.",
    electrumKey:
      "Um die Bitcoins in Electrum zu sehen: „Standard wallet“, „Use a master key“, dann diese Zeile.",
    copyNote:
      "Einer der beiden QR-Codes genügt. Ist einer fleckig oder geknickt, nehmen Sie den "
      + "anderen.",
    copiesNote:
      "Jeder QR-Code steht zweimal da. Ist einer fleckig oder geknickt, nehmen Sie seine Kopie.",
    sameCode: "Noch einmal derselbe QR-Code",
    countedCopy: "QR-Code {number} von {count}, noch einmal",
    descriptorCode: "Der Deskriptor von {name}",
    descriptorCodes: "QR-Code {number} von {count}: Deskriptor von {name}",
    itsFingerprint: "Sein Fingerabdruck",
    part: "Teil",
    partText: "{part}, {form}",
    partTextOfSet: "{part}, {form}, Satz {set} (auf jedem Teil gleich)",
    groupShare: "{share} der Gruppe {group}",
    allPartsNeeded: "alle {count} Teile sind nötig",
    somePartsNeeded: "beliebige {needed} der {count} Teile sind nötig",
    bothInAnyOrder: "beide Teile sind nötig, in beliebiger Reihenfolge",
    allInAnyOrder: "alle {count} Teile sind nötig, in beliebiger Reihenfolge",
    groupsNeeded: "{needed} von {count} Gruppen sind nötig ({groups})",
    groupRule: "Gruppe {group}: {needed} von {count}",
    restores: "Was es ergibt",
    restoresWords:
      "den Schlüssel selbst (BIP-39-Seed, {count} Bytes); Wörter lassen sich daraus nicht machen",
    restoresRoot: "den Seed in {count} Bytes (Wurzel nach BIP-32)",
    wallets: "Wallets",
    walletInList: "{name}, Deskriptor #{checksum}",
    slip39Needed:
      "NÖTIG: SLIP-39-Passphrase, auf keinem Blatt; eine falsche öffnet andere, leere Wallets",
    bip39Needed: "NÖTIG: eine BIP-39-Passphrase, auf keinem Blatt; ohne sie sind die Wallets leer",
    otherPart: "Der andere Teil ist bei (Name)",
    otherParts: "Andere Teile sind bei (Namen)",
    partOf: "Teil {part} von {name}",
    partWords: "Die Wörter dieses Teils",
    inside: "Darin",
    network: "Netzwerk",
    walletsInside: "Wallets darin",
    noWallets: "keine",
    lockedWith: "Verschlossen mit",
    lockedWithWords:
      "den Wörtern zu diesem Blatt („sheet words“), die nicht die Wörter des Seeds sind",
    seedPassphrase: "Passphrase des Seeds",
    neededBesideWords: "NÖTIG: eine BIP-39-Passphrase, zusätzlich zu den Wörtern zu diesem Blatt",
    childrenInside: "Abgeleitete Seeds",
    childrenInsideText: "{count} (BIP-85); ihre Liste ist ebenfalls verschlüsselt",
    lockedSeed: "Verschlüsselt: der Seed",
    lockedWallets: "Verschlüsselt: der Seed und seine Wallets",
    encryptedCodes: "QR-Code {number} von {count}: verschlüsselter Seed {name}",
    afterLetters: "Die Seite nach den Buchstaben sagt, was damit zu tun ist.",
    noPlace:
      "Notieren Sie hier nicht, wo die Wörter zu diesem Blatt liegen: Wer diese Seite "
      + "findet, könnte auch sie finden. Dafür ist im Brief an die Erben Platz.",
    whoKnows: "Wer weiß, wo die Wörter zu diesem Blatt liegen (ein Name)",
    lettersHeading: "Dasselbe als Buchstaben, zum Abtippen, falls ein QR-Code nicht lesbar ist",
    lettersText:
      "Tippen Sie jede Zeile mit ihrer Nummer, dem = und den sechs Zeichen danach ab. Damit "
      + "findet sich ein falscher Buchstabe in der Zeile: offline-signer berichtigt ihn; das "
      + "Leseprogramm der letzten Seiten sagt, in welcher Zeile er ist. Eine 0 (Null) hat ein "
      + "Zeichen in der Mitte.",
    blankWords: "Die Wörter, in ihrer Reihenfolge",
    name: "Name",
    date: "Datum",
    blankSince: "Bitcoins seit (Block oder Datum)",
    blankAddresses: "Adressen (Arten, Pfade)",
    blankPassphrase: "Passphrase (ja oder nein)",
    madeWith: "Erzeugt mit (Programm)",
    pencil: "Schreiben Sie mit Bleistift oder einem Stift, den Wasser nicht auswäscht.",
    toCheck: "Prüfen und wiederherstellen",
    gridsHeading: "Dieselben Wörter als QR-Code, von Hand abgezeichnet",
    digitsGrid: "SeedQR: {count} Wörter als {digits} Ziffern",
    compactGrid: "CompactSeedQR: der kleinere Code, mit denselben Wörtern",
    oneIsEnough: "Einer der beiden Codes genügt; dieser hat weniger Quadrate.",
    readAsDigits:
      "Dieser lässt sich als Ziffern lesen: vier für jedes Wort, seine Nummer in der Liste, ab "
      + "0 gezählt.",
    steelWords: "Für Stahl: die {count} Wörter",
    steelNote:
      "Vier Buchstaben eines Wortes genügen: Keine zwei Wörter der Liste beginnen mit denselben "
      + "vier. Danach steht die Nummer des Wortes in der Liste, ab 1 gezählt (die Ziffern des "
      + "SeedQR zählen ab 0), in Ziffern und als zwölf Punkte: Schlagen Sie die schwarzen ein. "
      + "Jeder Punkt zählt so viel, wie über ihm steht; zusammen ergeben sie die Nummer. "
      + "Buchstaben oder Nummern allein stellen die Wörter wieder her; prägen Sie beides ein, "
      + "wenn Platz ist, und auch den Fingerabdruck {fingerprint}.",
    steelCode: "Für Stahl: der CompactSeedQR",
    steelCopy:
      "Dieselben Wörter für eine Kamera, zum Abzeichnen in das leere Gitter oder auf Stahl: "
      + "Füllen Sie jedes Feld aus, in dem ein Strich oder ein Punkt ist, Block für Block (A1, A2 "
      + "und so weiter). Ausgefüllt ist das Gitter der Seed: Hüten Sie es wie die Wörter.",
    lists: WordListNames(
      english: "Englisch", japanese: "Japanisch", korean: "Koreanisch", spanish: "Spanisch",
      chineseSimplified: "Chinesisch (vereinfacht)",
      chineseTraditional: "Chinesisch (traditionell)", french: "Französisch",
      italian: "Italienisch", czech: "Tschechisch", portuguese: "Portugiesisch"))
}
