extension FactSentences {
  static let italian = FactSentences(
    fullTitle: "Foglio di recupero: {name}",
    encryptedTitle: "Foglio cifrato: {name}",
    publicTitle: "Foglio pubblico: {name}",
    blankTitle: "Foglio in bianco: {count} parole",
    partTitle: "Parte {part} del seed {name}",
    countedPartTitle: "Parte {part} di {count} del seed {name}",
    letteredPartTitle: "Parte {part} del seed {name} (una di {count})",
    print: "{title}, stampa {number}, {date}, {program}",
    samePrint:
      "Ogni pagina di questa stampa ha lo stesso numero. Il piccolo codice a destra contiene solo "
      + "quel numero e il tipo di foglio.",
    checked: "Verificato il {line} da {line} Da verificare di nuovo entro il {date}: {line}",
    blankChecked: "Verificato il {line} da {line} Da verificare di nuovo entro il {line}",
    page: "pagina {page} di {pages}",
    withoutSpaces: "si legge senza gli spazi",
    oneSpace: "uno spazio tra le parole",
    continued: "{heading}, continua",
    standardEnglishWords: "BIP-39, {count} parole inglesi; il codice QR è un SeedQR",
    standardWords: "BIP-39, {count} parole, {language}; il codice QR è il loro testo",
    standardCodex32: "BIP-93 (codex32), il seed intero (BIP-32)",
    standardExtendedKey: "BIP-32, chiave privata estesa (xprv)",
    standardSingleKey: "WIF, la chiave privata di un indirizzo",
    standardSLIP39: "SLIP-39, {count} parole (Shamir backup)",
    standardCodex32Part: "BIP-93 (codex32), una parte",
    standardXORPart: "Seed XOR, una parte di {count} parole di BIP-39",
    standardWallet: "descrittore (output descriptor; BIP-380, BIP-389)",
    standardBlank: "BIP-39, {count} parole; SeedQR",
    everyKind: "una chiave, tutti i tipi ({kinds})",
    bareKey: "sola chiave ({kind})",
    otherKind: "altro",
    seed: "Seed",
    kind: "Che cos’è",
    fingerprint: "Impronta",
    passphrase: "Passphrase",
    words: "{count} parole di BIP-39, {language}",
    codex32: "seed in codex32 (BIP-93)",
    extendedKey: "chiave privata estesa (BIP-32, xprv)",
    singleKey: "chiave privata di un indirizzo (WIF)",
    block: "blocco {height} (birth height)",
    blockUnknown: "non noto: cerchi in tutta la blockchain",
    passphraseNeeded:
      "NECESSARIA: una passphrase di BIP-39 che non sta su nessun foglio; senza di essa i "
      + "portafogli sono vuoti",
    noPassphrase: "nessuna",
    made: "Creato",
    imported: "Importato",
    derived: "Derivato",
    madeFrom: "{date}, da {origin}",
    cameFrom: "{date}, {origin}",
    olderByDraws: "{made}; più vecchio se è già stato creato con questi lanci",
    older: "{made}; il seed può essere più vecchio",
    originWords: "parole",
    originKey: "chiave privata estesa",
    originResource: "uniform resource",
    originSheet: "foglio cifrato",
    originShares: "{form}, {count} parti",
    originParts: "Seed XOR di {count} parti",
    originAlone: "{draws} da solo, come {program}",
    originRecovery: "Recovery QR di {program}",
    child: "Derivato: {name}",
    childText: "BIP-85 {path} di {parent}, impronta {fingerprint}",
    unknownChild: "derivato da {parent} (BIP-85), impronta {fingerprint}",
    log: "Registro",
    logText: "{entries} voci, parole: {words}; per confrontare: {command}",
    logTextOfOne: "{entries} voce, parole: {words}; per confrontare: {command}",
    digits: "Cifre del SeedQR: il posto di ogni parola nell’elenco, contato da 0",
    seedHeading: "Il seed",
    order:
      "Ordine: ogni colonna dall’alto in basso. Il numero piccolo è il posto della parola "
      + "nell’elenco, contato da 1.",
    boldEnough:
      "Le lettere in grassetto bastano a indicare la parola; altri programmi possono volerla "
      + "intera.",
    orderOfBytewords: "Ordine: ogni colonna dall’alto in basso.",
    seedQR: "Il SeedQR di {name}",
    wordsAsText: "Le parole di {name} come testo",
    codeOf: "{name}: {form}",
    anyReader: "{caption}; qualsiasi lettore di codici QR lo mostra come testo",
    extraHeading: "Anche questo contiene il seed: {code}",
    recoveryQR: "il Recovery QR di {name}",
    accountMap: "l’Account Map di {name}",
    toRestore: "Ripristinare (To restore)",
    walletCopies: "Portafoglio {name}, di nuovo gli stessi codici QR",
    walletForOthers: "Portafoglio {name}, per altri programmi",
    copies: "Di nuovo gli stessi codici QR",
    walletsHeading: "I portafogli, per il computer",
    rule: "Regola",
    oneKeySigns: "1 chiave firma",
    allKeysSign: "devono firmare tutte le {count} chiavi",
    someKeysSign: "devono firmare {needed} delle {count} chiavi",
    waysSign: "firme necessarie: {ways}",
    orWay: "{ways}, oppure {way}",
    keyAlone: "la chiave {key} da sola",
    someOfKeys: "{needed} delle chiavi {keys}",
    andKey: "{keys} e {key}",
    keyRange: "da {first} a {last}",
    ruleUnknown: "non si sa chi deve firmare",
    key: "Chiave {number}",
    heldBySeed: "ce l’ha il seed {seed}; {origin}",
    heldByOther: "ce l’ha qualcun altro; {origin}",
    keyOrigin: "impronta {fingerprint}, percorso {path}",
    noOrigin: "senza origine",
    nobodysKey: "di nessuno: il suo segreto non si può conoscere (BIP-341)",
    linesNote:
      "Il portafoglio in righe di lettere. Il segno = e ciò che lo segue controllano la riga; "
      + "gli altri programmi non li vogliono, e nemmeno gli spazi.",
    descriptorLine: "Descrittore",
    neverPayHandedOut:
      "Non paghi nulla a questo portafoglio: è derivato (BIP-85), e chi l’ha ricevuto può "
      + "spenderne i bitcoin.",
    neverPaySweep:
      "Non paghi nulla a questo portafoglio: la sua chiave è venuta da fuori, e chi l’ha vista "
      + "può spenderne i bitcoin.",
    firstAddresses: "Primi indirizzi per ricevere, da confrontare dopo il ripristino:",
    onlyAddress: "Il suo indirizzo:",
    warnedAddresses: "{warning} I suoi primi indirizzi, solo da confrontare dopo il ripristino:",
    warnedAddress: "{warning} Il suo indirizzo, solo da confrontare dopo il ripristino:",
    electrumLabel: "Per Electrum",
    electrumKeys:
      "Per Electrum, una riga per ogni chiave (vedi sopra). Digiti le parole di una chiave e, "
      + "delle altre righe, ciò che segue l’impronta.",
    electrumKey:
      "Per vedere i bitcoin in Electrum: «Standard wallet», «Use a master key», poi questa riga.",
    copyNote: "Basta uno dei due codici QR. Se uno è macchiato o piegato, usi l’altro.",
    copiesNote:
      "Ogni codice QR è stampato due volte. Se uno è macchiato o piegato, usi la sua copia.",
    sameCode: "Di nuovo lo stesso codice QR",
    countedCopy: "Codice QR {number} di {count}, di nuovo",
    descriptorCode: "Il descrittore di {name}",
    descriptorCodes: "Codice QR {number} di {count} del descrittore di {name}",
    itsFingerprint: "La sua impronta",
    part: "Parte",
    partText: "{part}, {form}",
    partTextOfSet: "{part}, {form}, serie {set} (la stessa su ogni parte)",
    groupShare: "{share} del gruppo {group}",
    allPartsNeeded: "servono tutte le {count} parti",
    somePartsNeeded: "servono {needed} qualsiasi delle {count} parti",
    bothInAnyOrder: "servono tutte e due le parti, in qualsiasi ordine",
    allInAnyOrder: "servono tutte le {count} parti, in qualsiasi ordine",
    groupsNeeded: "servono {needed} dei {count} gruppi ({groups})",
    groupRule: "gruppo {group}: {needed} di {count}",
    restores: "Che cosa ripristina",
    restoresWords: "la chiave stessa (seed di BIP-39 di {count} byte); non se ne ricavano parole",
    restoresRoot: "il seed di {count} byte (radice di BIP-32)",
    wallets: "Portafogli",
    walletInList: "{name}, descrittore #{checksum}",
    slip39Needed:
      "NECESSARIA: passphrase di SLIP-39, su nessun foglio; un’altra apre altri portafogli, "
      + "vuoti",
    bip39Needed:
      "NECESSARIA: una passphrase di BIP-39, su nessun foglio; senza di essa i portafogli sono "
      + "vuoti",
    otherPart: "L’altra parte ce l’ha (nome)",
    otherParts: "Altre parti ce le hanno (nomi)",
    partOf: "Parte {part} di {name}",
    partWords: "Le parole di questa parte",
    inside: "Contenuto",
    network: "Rete",
    walletsInside: "Portafogli inclusi",
    noWallets: "nessuno",
    lockedWith: "Si apre con",
    lockedWithWords:
      "le parole che aprono questo foglio («sheet words»), che non sono quelle del seed",
    seedPassphrase: "Passphrase del seed",
    neededBesideWords:
      "NECESSARIA: una passphrase di BIP-39, oltre alle parole che aprono questo foglio",
    childrenInside: "Seed derivati",
    childrenInsideText: "{count} (BIP-85); anche il loro elenco è cifrato",
    lockedSeed: "Cifrato: il seed",
    lockedWallets: "Cifrati: il seed e i suoi portafogli",
    encryptedCodes: "Codice QR {number} di {count} del seed cifrato {name}",
    afterLetters: "La pagina dopo le lettere dice che cosa farne.",
    noPlace:
      "Non scriva qui dove sono le parole che aprono questo foglio: chi trova questa pagina "
      + "potrebbe trovare anche quelle. Nella lettera agli eredi c’è posto per questo.",
    whoKnows: "Chi sa dove sono le parole che aprono questo foglio (un nome)",
    lettersHeading: "Lo stesso in lettere, da digitare se un codice QR non si legge",
    lettersText:
      "Digiti ogni riga con il suo numero, il segno = e i sei caratteri che lo seguono. "
      + "Servono a trovare una lettera sbagliata nella riga: offline-signer la corregge; il "
      + "programma di lettura delle ultime pagine dice in quale riga si trova. Uno 0 (zero) ha "
      + "un segno nel mezzo.",
    blankWords: "Le parole, nel loro ordine",
    name: "Nome",
    date: "Data",
    blankSince: "Bitcoin dal (blocco o data)",
    blankAddresses: "Indirizzi (tipi, percorsi)",
    blankPassphrase: "Passphrase (sì o no)",
    madeWith: "Creato con (programma)",
    pencil: "Scriva a matita, o con una penna che l’acqua non cancella.",
    toCheck: "Verificare e ripristinare",
    gridsHeading: "Le stesse parole come codice QR, copiato a mano",
    digitsGrid: "SeedQR: {count} parole come {digits} cifre",
    compactGrid: "CompactSeedQR: il codice più piccolo, delle stesse parole",
    oneIsEnough: "Basta uno dei due codici; questo ha meno quadratini.",
    readAsDigits:
      "Questo si può leggere come cifre: quattro per ogni parola, il suo posto nell’elenco, "
      + "contato da 0.",
    steelWords: "Per l’acciaio: le {count} parole",
    steelNote:
      "Bastano quattro lettere di ogni parola: nell’elenco non ci sono due parole che "
      + "cominciano con le stesse quattro. Poi viene il posto della parola nell’elenco, contato "
      + "da 1 (le cifre del SeedQR contano da 0), in cifre e in dodici punti: punzoni quelli "
      + "neri. Ogni punto vale quanto è scritto sopra, e insieme danno il numero. Le lettere o i "
      + "numeri da soli ripristinano le parole; incida entrambi se c’è posto, e anche l’impronta "
      + "{fingerprint}.",
    steelCode: "Per l’acciaio: il CompactSeedQR",
    steelCopy:
      "Le stesse parole per una fotocamera, da copiare nella griglia vuota o sull’acciaio: "
      + "riempia ogni casella in cui c’è un tratto o un punto, blocco per blocco (A1, A2 e così "
      + "via). Una volta riempita, la griglia è il seed: la custodisca come le parole.",
    lists: WordListNames(
      english: "inglese", japanese: "giapponese", korean: "coreano", spanish: "spagnolo",
      chineseSimplified: "cinese semplificato", chineseTraditional: "cinese tradizionale",
      french: "francese", italian: "italiano", czech: "ceco", portuguese: "portoghese"))
}
