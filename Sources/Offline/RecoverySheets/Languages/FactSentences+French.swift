extension FactSentences {
  static let french = FactSentences(
    fullTitle: "Feuille de récupération : {name}",
    encryptedTitle: "Feuille chiffrée : {name}",
    publicTitle: "Feuille publique : {name}",
    blankTitle: "Feuille vierge : {count} mots",
    partTitle: "Partie {part} de la graine {name}",
    countedPartTitle: "Partie {part} sur {count} de la graine {name}",
    letteredPartTitle: "Partie {part} de la graine {name} (l’une des {count})",
    print: "{title}, impression {number}, {date}, {program}",
    samePrint:
      "Toutes les pages de cette impression ont le même numéro. Le petit code à droite ne "
      + "contient que lui et le type de feuille.",
    checked: "Vérifié le {line} par {line} À revérifier avant le {date} : {line}",
    blankChecked: "Vérifié le {line} par {line} À revérifier avant le {line}",
    page: "page {page} sur {pages}",
    withoutSpaces: "se lit sans les espaces",
    oneSpace: "une espace entre les mots",
    continued: "{heading}, suite",
    standardEnglishWords: "BIP-39, {count} mots anglais ; le code QR est un SeedQR",
    standardWords: "BIP-39, {count} mots, {language} ; le code QR est leur texte",
    standardCodex32: "BIP-93 (codex32), la graine entière (BIP-32)",
    standardExtendedKey: "BIP-32, clé privée étendue (xprv)",
    standardSingleKey: "WIF, la clé privée d’une adresse",
    standardSLIP39: "SLIP-39, {count} mots (Shamir backup)",
    standardCodex32Part: "BIP-93 (codex32), une partie",
    standardXORPart: "Seed XOR, une partie de {count} mots de BIP-39",
    standardWallet: "descripteur (output descriptor ; BIP-380, BIP-389)",
    standardBlank: "BIP-39, {count} mots ; SeedQR",
    everyKind: "une clé, tous les types ({kinds})",
    bareKey: "clé seule ({kind})",
    otherKind: "autre",
    seed: "Graine",
    kind: "Ce que c’est",
    fingerprint: "Empreinte",
    passphrase: "Phrase de passe",
    words: "{count} mots de BIP-39, {language}",
    codex32: "graine en codex32 (BIP-93)",
    extendedKey: "clé privée étendue (BIP-32, xprv)",
    singleKey: "clé privée d’une adresse (WIF)",
    block: "bloc {height} (birth height)",
    blockUnknown: "inconnu : cherchez dans toute la chaîne de blocs",
    passphraseNeeded:
      "NÉCESSAIRE : une phrase de passe de BIP-39 qui n’est sur aucune feuille ; sans elle, les "
      + "portefeuilles sont vides",
    noPassphrase: "aucune",
    made: "Créée",
    imported: "Importée",
    derived: "Dérivée",
    madeFrom: "{date}, à partir de {origin}",
    cameFrom: "{date}, {origin}",
    olderByDraws: "{made} ; plus ancienne si elle a déjà été créée avec ces tirages",
    older: "{made} ; la graine peut être plus ancienne",
    originWords: "mots",
    originKey: "clé privée étendue",
    originResource: "uniform resource",
    originSheet: "feuille chiffrée",
    originShares: "{form}, {count} parties",
    originParts: "Seed XOR en {count} parties",
    originAlone: "{draws} seul, comme {program}",
    originRecovery: "Recovery QR de {program}",
    child: "Dérivée : {name}",
    childText: "BIP-85 {path} de {parent}, empreinte {fingerprint}",
    unknownChild: "dérivée de {parent} (BIP-85), empreinte {fingerprint}",
    log: "Journal",
    logText: "{entries} entrées, mots : {words} ; pour comparer : {command}",
    logTextOfOne: "{entries} entrée, mots : {words} ; pour comparer : {command}",
    digits: "Chiffres du SeedQR : la place de chaque mot dans la liste, comptée à partir de 0",
    seedHeading: "La graine",
    order:
      "Ordre : chaque colonne de haut en bas. Le petit nombre est la place du mot dans la "
      + "liste, comptée à partir de 1.",
    boldEnough:
      "Les lettres grasses suffisent à désigner le mot ; d’autres logiciels peuvent le "
      + "demander entier.",
    orderOfBytewords: "Ordre : chaque colonne de haut en bas.",
    seedQR: "Le SeedQR de {name}",
    wordsAsText: "Les mots de {name} sous forme de texte",
    codeOf: "{name} : {form}",
    anyReader: "{caption} ; tout lecteur de codes QR le montre comme texte",
    extraHeading: "Ceci contient aussi la graine : {code}",
    recoveryQR: "le Recovery QR de {name}",
    accountMap: "l’Account Map de {name}",
    toRestore: "Restaurer (To restore)",
    walletCopies: "Portefeuille {name}, les mêmes codes QR une deuxième fois",
    walletForOthers: "Portefeuille {name}, pour d’autres logiciels",
    copies: "Les mêmes codes QR une deuxième fois",
    walletsHeading: "Les portefeuilles, pour l’ordinateur",
    rule: "Règle",
    oneKeySigns: "1 clé signe",
    allKeysSign: "les {count} clés doivent toutes signer",
    someKeysSign: "{needed} des {count} clés doivent signer",
    waysSign: "signatures requises : {ways}",
    orWay: "{ways}, ou {way}",
    keyAlone: "la clé {key} seule",
    someOfKeys: "{needed} des clés {keys}",
    andKey: "{keys} et {key}",
    keyRange: "{first} à {last}",
    ruleUnknown: "on ne sait pas qui doit signer",
    key: "Clé {number}",
    heldBySeed: "détenue par la graine {seed} ; {origin}",
    heldByOther: "détenue par quelqu’un d’autre ; {origin}",
    keyOrigin: "empreinte {fingerprint}, chemin {path}",
    noOrigin: "sans origine",
    nobodysKey: "à personne : son secret ne peut pas être connu (BIP-341)",
    linesNote:
      "Le portefeuille en lignes de lettres. Le = et ce qui le suit vérifient la ligne ; les "
      + "autres logiciels n’en veulent pas, ni des espaces.",
    descriptorLine: "Descripteur",
    neverPayHandedOut:
      "N’envoyez rien à ce portefeuille : il est dérivé (BIP-85), et qui l’a reçu peut le vider.",
    neverPaySweep:
      "N’envoyez rien à ce portefeuille : sa clé vient de l’extérieur, et qui l’a vue peut le vider.",
    firstAddresses: "Premières adresses de réception, à comparer après la restauration :",
    onlyAddress: "Son adresse :",
    warnedAddresses:
      "{warning} Ses premières adresses, seulement pour comparer après la restauration :",
    warnedAddress: "{warning} Son adresse, seulement pour comparer après la restauration :",
    electrumLabel: "Pour Electrum",
    electrumKeys:
      "Pour Electrum, une ligne par clé (voir plus haut). Tapez les mots d’une clé et, des autres "
      + "lignes, ce qui suit l’empreinte.",
    electrumKey:
      "Pour voir les bitcoins dans Electrum : « Standard wallet », « Use a master key », puis cette ligne.",
    copyNote: "L’un des deux codes QR suffit. Si l’un est taché ou plié, prenez l’autre.",
    copiesNote: "Chaque code QR est imprimé deux fois. Si l’un est taché ou plié, prenez sa copie.",
    sameCode: "Le même code QR une deuxième fois",
    countedCopy: "Code QR {number} sur {count}, une deuxième fois",
    descriptorCode: "Le descripteur de {name}",
    descriptorCodes: "Code QR {number} sur {count} du descripteur de {name}",
    itsFingerprint: "Son empreinte",
    part: "Partie",
    partText: "{part}, {form}",
    partTextOfSet: "{part}, {form}, jeu {set} (le même sur chaque partie)",
    groupShare: "{share} du groupe {group}",
    allPartsNeeded: "les {count} parties sont toutes nécessaires",
    somePartsNeeded: "il faut {needed} des {count} parties, n’importe lesquelles",
    bothInAnyOrder: "les deux parties sont nécessaires, dans n’importe quel ordre",
    allInAnyOrder: "les {count} parties sont toutes nécessaires, dans n’importe quel ordre",
    groupsNeeded: "il faut {needed} des {count} groupes ({groups})",
    groupRule: "groupe {group} : {needed} sur {count}",
    restores: "Ce qu’elle restaure",
    restoresWords:
      "la clé elle-même (graine de BIP-39, {count} octets) ; on n’en peut tirer aucun mot",
    restoresRoot: "la graine de {count} octets (racine de BIP-32)",
    wallets: "Portefeuilles",
    walletInList: "{name}, descripteur #{checksum}",
    slip39Needed:
      "NÉCESSAIRE : phrase de passe de SLIP-39, sur aucune feuille ; une autre ouvre d’autres "
      + "portefeuilles, vides",
    bip39Needed:
      "NÉCESSAIRE : une phrase de passe de BIP-39, sur aucune feuille ; sans elle, les "
      + "portefeuilles sont vides",
    otherPart: "L’autre partie est chez (nom)",
    otherParts: "D’autres parties sont chez (noms)",
    partOf: "Partie {part} de {name}",
    partWords: "Les mots de cette partie",
    inside: "Contenu",
    network: "Réseau",
    walletsInside: "Portefeuilles inclus",
    noWallets: "aucun",
    lockedWith: "Ouverte par",
    lockedWithWords:
      "les mots qui ouvrent cette feuille (« sheet words »), qui ne sont pas ceux de la graine",
    seedPassphrase: "Phrase de passe de la graine",
    neededBesideWords:
      "NÉCESSAIRE : une phrase de passe de BIP-39, en plus des mots qui ouvrent cette feuille",
    childrenInside: "Graines dérivées",
    childrenInsideText: "{count} (BIP-85) ; leur liste est chiffrée aussi",
    lockedSeed: "Chiffrée : la graine",
    lockedWallets: "Chiffrés : la graine et ses portefeuilles",
    encryptedCodes: "Code QR {number} sur {count} de la graine chiffrée {name}",
    afterLetters: "La page qui suit les lettres dit qu’en faire.",
    noPlace:
      "N’écrivez pas ici où sont les mots qui ouvrent cette feuille : qui trouve cette page "
      + "pourrait les trouver aussi. La lettre aux héritiers a une place pour cela.",
    whoKnows: "Qui sait où sont les mots qui ouvrent cette feuille (un nom)",
    lettersHeading: "La même chose en lettres, à taper si un code QR est illisible",
    lettersText:
      "Tapez chaque ligne avec son numéro, le = et les six caractères qui le suivent. Ils "
      + "révèlent une lettre fausse dans la ligne : offline-signer la corrige ; le lecteur des "
      + "dernières pages dit dans quelle ligne elle est. Un 0 (zéro) porte une marque en son "
      + "milieu.",
    blankWords: "Les mots, dans leur ordre",
    name: "Nom",
    date: "Date",
    blankSince: "Bitcoins depuis (bloc ou date)",
    blankAddresses: "Adresses (types, chemins)",
    blankPassphrase: "Phrase de passe (oui ou non)",
    madeWith: "Créée avec (logiciel)",
    pencil: "Écrivez au crayon, ou avec un stylo qui résiste à l’eau.",
    toCheck: "Vérifier et restaurer",
    gridsHeading: "Les mêmes mots en code QR, copié à la main",
    digitsGrid: "SeedQR : {count} mots en {digits} chiffres",
    compactGrid: "CompactSeedQR : le code plus petit, des mêmes mots",
    oneIsEnough: "L’un des deux codes suffit ; celui-ci a moins de carrés.",
    readAsDigits:
      "Celui-ci se lit comme des chiffres : quatre par mot, sa place dans la liste, comptée à "
      + "partir de 0.",
    steelWords: "Pour l’acier : les {count} mots",
    steelNote:
      "Quatre lettres d’un mot suffisent : aucun autre mot de la liste ne commence par les "
      + "mêmes. Ensuite vient la place du mot dans la liste, comptée à partir de 1 (les chiffres "
      + "du SeedQR comptent à partir de 0), en chiffres et en douze points : poinçonnez les "
      + "noirs. Chaque point vaut le nombre inscrit au-dessus, et leur somme est le numéro. Les "
      + "lettres ou les numéros seuls restaurent les mots ; frappez les deux s’il y a la place, "
      + "et aussi l’empreinte {fingerprint}.",
    steelCode: "Pour l’acier : le CompactSeedQR",
    steelCopy:
      "Les mêmes mots pour une caméra, à copier dans la grille vide ou sur l’acier : remplissez "
      + "chaque case qui porte un trait ou un point, bloc par bloc (A1, A2, et ainsi de suite). "
      + "Une fois remplie, la grille est la graine : gardez-la comme les mots.",
    lists: WordListNames(
      english: "anglais", japanese: "japonais", korean: "coréen", spanish: "espagnol",
      chineseSimplified: "chinois simplifié", chineseTraditional: "chinois traditionnel",
      french: "français", italian: "italien", czech: "tchèque", portuguese: "portugais"))
}
