extension StepSentences {
  static let french = StepSentences(
    home: "Sur un ordinateur sans réseau.",
    ownPassphrase:
      "Le logiciel demande une phrase de passe à lui, pas celle de la graine : appuyez sur "
      + "Entrée, et notez les six mots qu’il invente.",
    holdPage: "Montrez cette page à la caméra de cet ordinateur, jamais à celle d’un smartphone.",
    holdPart:
      "Montrez le code QR d’une partie à la caméra de cet ordinateur, jamais à celle d’un "
      + "smartphone.",
    holdParts:
      "Montrez les parties l’une après l’autre à la caméra de cet ordinateur, jamais à celle "
      + "d’un smartphone.",
    eitherHoldCode:
      "Ou bien montrez le code QR « {heading} » à la caméra de cet ordinateur, jamais à celle "
      + "d’un smartphone.",
    eitherHoldCodes:
      "Ou bien montrez les codes QR de la page 1, ou ceux à côté des lettres, à la caméra de "
      + "cet ordinateur, jamais à celle d’un smartphone.",
    typeWords:
      "Sans caméra, mettez `--from terminal` à la place de `--from camera` et tapez les mots.",
    typeLetters:
      "Sans caméra, mettez `--from terminal` à la place de `--from camera` et tapez les lettres "
      + "et les chiffres.",
    typeEach:
      "Sans caméra, mettez `--from terminal` à la place de `--from camera` et tapez chaque "
      + "partie.",
    typeWordsOfEach:
      "Sans caméra, mettez `--from terminal` à la place de `--from camera` et tapez les mots de "
      + "chacune.",
    otherPartWords:
      "Tapez ensuite les mots de l’autre partie, et appuyez seulement sur Entrée quand il n’y "
      + "en a plus.",
    otherPartsWords:
      "Tapez ensuite les mots des autres parties, et appuyez seulement sur Entrée quand il n’y "
      + "en a plus.",
    asksSheetWords: "Le logiciel demande les mots qui ouvrent cette feuille (« sheet words »).",
    finds:
      "Grâce à l’empreinte, le logiciel trouve un mot faux ou manquant, ou deux mots échangés.",
    findsWithOption:
      "L’empreinte doit être {fingerprint} ; avec `--fingerprint {fingerprint}` dans la ligne, "
      + "le logiciel trouve un mot faux ou manquant, ou deux mots échangés.",
    compareFingerprint: "L’empreinte doit être {fingerprint}.",
    slip39Needed:
      "Le logiciel demande la phrase de passe de SLIP-39, qui est nécessaire. Une autre, ou "
      + "aucune, donne une autre graine, sans bitcoins : seule l’empreinte le montre.",
    slip39None:
      "Le logiciel demande une phrase de passe de SLIP-39 : il n’y en a pas, appuyez seulement "
      + "sur Entrée.",
    withoutPassphrase:
      "Cette empreinte est celle sans la phrase de passe, qui est demandée à chaque emploi. Une "
      + "autre ouvre d’autres portefeuilles, vides.",
    withoutBIP39:
      "Cette empreinte est celle sans la phrase de passe de BIP-39, qui est demandée à chaque "
      + "emploi.",
    withoutBIP39Inside:
      "L’empreinte est celle sans la phrase de passe de BIP-39, qui est demandée à chaque "
      + "emploi.",
    eachChild:
      "Pour chaque graine dérivée de la liste ci-dessus, ici words/12/7 ; elle doit avoir "
      + "l’empreinte indiquée à côté :",
    child: "La graine dérivée {name}, d’empreinte {fingerprint} :",
    childOfRenamed:
      "La graine dérivée {name}, d’empreinte {fingerprint} ; `SEED` est la graine d’empreinte "
      + "{seed} :",
    keyWallet: "Son portefeuille est déjà inclus : {name}-combo.",
    anyName: "NAME est un nom de votre choix.",
    registerEach: "Montrez ensuite la page de chaque portefeuille.",
    registerHere: "Sur chaque ordinateur sans réseau qui en a une clé : montrez cette page.",
    compareAddresses: "Ses premières adresses doivent être celles imprimées avec lui.",
    watch: "Sur un ordinateur relié à un réseau.",
    importFile: "Importez ce fichier.",
    holdUp: "Montrez cette page.",
    holdUpEach: "Montrez la page de chaque portefeuille, jamais celle-ci.",
    holdUpEachAgain: "Montrez de nouveau la page de chaque portefeuille, jamais celle-ci.",
    wholeChain: "Sans l’option --birth-height, il cherche dans toute la chaîne de blocs.",
    compareAddress: "Comparez la première adresse.",
    carry: "Écrivez un fichier sans clé, pour un ordinateur relié à un réseau :",
    thereNode: "Là, Bitcoin Core (bitcoincore.org) étant en marche :",
    discover: "Là, cherchez les comptes qui ont servi :",
    discoverWhole:
      "Là, cherchez les comptes qui ont servi ; sans « birth height », toute la chaîne de blocs "
      + "est lue :",
    discoverByNode: "Là, avec Bitcoin Core comme nœud :",
    discoverByNodeWhole:
      "Là, avec Bitcoin Core comme nœud ; sans « birth height », toute la chaîne de blocs est "
      + "lue :",
    publicSheet: "Un portefeuille à plusieurs clés demande aussi sa feuille publique.",
    payingHeading: "Voir les bitcoins et payer, sur l’ordinateur relié à un réseau",
    payingFirst: "Sur l’ordinateur relié à un réseau.",
    payingInShort:
      "Pour voir les bitcoins et payer, tapez `online-coordinator --help` sur l’ordinateur "
      + "relié à un réseau : il donne la liste des commandes.",
    payNode: "Bitcoin Core (bitcoincore.org) étant en marche :",
    seeCoins: "Voir les bitcoins d’un portefeuille NAME :",
    paySmall:
      "Payer une petite somme en bitcoins à une adresse à vous ; plus tard le reste, avec "
      + "`all` comme `AMOUNT` et d’autres noms de fichier :",
    signFile: "Porter le fichier sur l’autre ordinateur et le signer :",
    carryBack: "Rapporter le fichier signé :",
    sendPayment: "Envoyer le paiement NUMBER :",
    twoWays:
      "Employez offline-signer, comme le disent ces étapes ; ou, sans lui, le lecteur des "
      + "dernières pages, comme le disent les étapes plus bas.",
    orType:
      "Ou bien, sans caméra, à la place de l’étape 2 : tapez les lignes de lettres dans un "
      + "fichier de texte `sheet.txt` telles qu’elles sont imprimées, puis :",
    childrenAgain: "Le logiciel dit ensuite comment retrouver les graines dérivées.",
    exportOne:
      "Son portefeuille est déjà inclus. Écrivez un fichier pour l’ordinateur relié à un réseau "
      + ":",
    exportEach:
      "Ses portefeuilles sont déjà inclus. Pour chacun, mettez son nom à la place de NAME et "
      + "écrivez un fichier pour l’ordinateur relié à un réseau :",
    readerHeading: "Ou bien : restaurer sans offline-signer",
    readerPython:
      "Prenez un ordinateur sans réseau qui a Python 3.6 ou plus récent, de Linux ou de "
      + "python.org. Le Python d’Apple n’a pas scrypt.",
    readerFile:
      "Là, tapez le programme des dernières pages dans un fichier `read.py`, ou laissez la "
      + "caméra de cet ordinateur lire ses codes QR, et mettez leur texte dans ce fichier, dans "
      + "leur ordre.",
    readerLines:
      "Là, tapez les lignes de lettres de cette feuille, ou ce que contiennent ses codes QR, "
      + "dans un fichier `sheet.txt`, une par ligne.",
    readerRun:
      "Le programme demande les mots qui ouvrent cette feuille (« sheet words » ; rien n’apparaît "
      + "pendant la frappe) et montre ce qui était verrouillé, une ligne par chose (sous Windows, "
      + "tapez `py` à la place de `python3`) :",
    readerFingerprint: "La ligne « fingerprint » doit dire {fingerprint}.",
    readerWords:
      "La ligne « seed » porte {count} mots : une graine de BIP-39, {language}. Sur cet "
      + "ordinateur, tapez-les dans un logiciel qui connaît BIP-39.",
    readerWordsLocked:
      "La ligne « seed » porte {count} mots : une graine de BIP-39, {language}. Sur cet "
      + "ordinateur, tapez-les dans un logiciel qui connaît BIP-39, avec la phrase de passe de "
      + "BIP-39.",
    readerCodex32:
      "La ligne « seed » porte une graine en codex32 (BIP-93). Sur cet ordinateur, tapez-la "
      + "dans un logiciel qui connaît codex32.",
    readerExtendedKey:
      "La ligne « seed » porte une clé privée étendue (BIP-32, xprv). Sur cet ordinateur, "
      + "tapez-la dans un logiciel qui accepte une clé privée maîtresse.",
    readerSingleKey:
      "La ligne « seed » porte la clé privée d’une adresse (WIF). Sur cet ordinateur, tapez-la "
      + "dans un logiciel qui accepte une telle clé.",
    readerTried: "Essayés : {programs}.",
    readerWallets:
      "Chaque ligne « wallet » porte un nom et un descripteur (output descriptor, BIP-380). "
      + "Avec lui, un logiciel trouve les bitcoins sur un ordinateur relié à un réseau ; n’y "
      + "portez jamais une autre ligne.",
    formatHeading: "Le format, pour les programmeurs",
    formatParts:
      "Chaque code QR contient B$2B, puis en deux chiffres en base 36 combien il y a de codes "
      + "QR, en deux autres lequel c’est, compté à partir de 0, et le reste en base32 (RFC 4648, "
      + "sans =). Joignez ce qui reste dans cet ordre et décodez-le. Les lettres imprimées pour "
      + "être tapées sont les mêmes.",
    formatBytes:
      "Les octets : DBES ; la version, 1 ; log2 de N, r et p de scrypt, un octet chacun (ici "
      + "{logN}, {r} et {p}) ; 16 octets de sel ; le texte chiffré ; 16 octets d’étiquette (tag) "
      + "; et les 4 premiers octets du SHA-256 de tout ce qui précède.",
    formatKey:
      "Les mots qui ouvrent cette feuille : UTF-8, NFKD, A à Z en minuscules, une espace entre "
      + "deux. La clé : scrypt (RFC 7914) de ces mots avec sel, N, r et p, 32 octets.",
    formatText:
      "Le texte : ChaCha20-Poly1305 (RFC 8439) avec cette clé, un nonce de 12 octets nuls, et "
      + "les 24 premiers octets comme données associées. Des sauts de ligne le complètent à la "
      + "fin. Sa première ligne est la graine ; les autres disent son réseau, son empreinte et "
      + "ses portefeuilles.",
    sourceCodes: "read.py en codes QR : le programme des dernières pages, dans cet ordre",
    sourceCode: "read.py, partie {number}",
    sourceHeading: "read.py, le lecteur en Python",
    sourceNote:
      "Le même texte que dans les codes QR qui précèdent. Les espaces au début d’une ligne "
      + "comptent : quatre par niveau.",
    checkBlank:
      "Pour vérifier, avant d’y envoyer des bitcoins, sur l’ordinateur qui a créé les mots ; "
      + "NAME est le nom de la graine sur celui-ci :",
    restoreBlank: "Pour restaurer, tapez ceci sur un ordinateur sans réseau.",
    typeBlank:
      "Tapez les mots ; NAME est un nom de votre choix, FINGERPRINT l’empreinte écrite plus "
      + "haut. Grâce à elle, le logiciel trouve un mot faux ou manquant, ou deux mots échangés. "
      + "Ou mettez `--from camera` à la place de `--from terminal`, et montrez le code rempli de "
      + "la page suivante à la caméra de cet ordinateur.",
    lockedBlank: "S’il y a une phrase de passe, ajoutez `--with-bip39-passphrase` à cette ligne.",
    showCode: "Affichez-le sur l’ordinateur sans réseau :",
    fillIn:
      "Remplissez ses carrés foncés, bloc par bloc ; les lettres et les chiffres du bord "
      + "montrent où vous êtes. Les carrés qui portent un trait sont foncés dans tous les codes.",
    holdCode: "Montrez cette page à la caméra de cet ordinateur :",
    steelCheck: "Vérifiez-le ensuite avec la caméra de l’ordinateur sans réseau :")
}
