extension StepSentences {
  static let italian = StepSentences(
    home: "Su un computer senza rete.",
    ownPassphrase:
      "Il programma chiede una passphrase propria, non quella del seed: prema Invio e annoti le "
      + "sei parole che inventa.",
    holdPage:
      "Mostri questa pagina alla fotocamera di quel computer, mai a quella di uno smartphone.",
    holdPart:
      "Mostri il codice QR di una parte alla fotocamera di quel computer, mai a quella di uno "
      + "smartphone.",
    holdParts:
      "Mostri le parti, una dopo l’altra, alla fotocamera di quel computer, mai a quella di uno "
      + "smartphone.",
    eitherHoldCode:
      "O mostri il codice QR «{heading}» alla fotocamera di quel computer, mai a quella di uno "
      + "smartphone.",
    eitherHoldCodes:
      "O mostri i codici QR della pagina 1, o quelli accanto alle lettere, alla fotocamera di "
      + "quel computer, mai a quella di uno smartphone.",
    typeWords:
      "Senza fotocamera, metta `--from terminal` al posto di `--from camera` e digiti le parole.",
    typeLetters:
      "Senza fotocamera, metta `--from terminal` al posto di `--from camera` e digiti le "
      + "lettere e le cifre.",
    typeEach:
      "Senza fotocamera, metta `--from terminal` al posto di `--from camera` e digiti ogni "
      + "parte.",
    typeWordsOfEach:
      "Senza fotocamera, metta `--from terminal` al posto di `--from camera` e digiti le parole "
      + "di ognuna.",
    otherPartWords:
      "Digiti poi le parole dell’altra parte, e prema solo Invio quando non ce ne sono più.",
    otherPartsWords:
      "Digiti poi le parole delle altre parti, e prema solo Invio quando non ce ne sono più.",
    asksSheetWords: "Il programma chiede le parole che aprono questo foglio («sheet words»).",
    finds: "Dall’impronta il programma trova una parola sbagliata, una mancante o due scambiate.",
    findsWithOption:
      "L’impronta deve essere {fingerprint}; con `--fingerprint {fingerprint}` nella riga il "
      + "programma trova una parola sbagliata, una mancante o due scambiate.",
    compareFingerprint: "L’impronta deve essere {fingerprint}.",
    slip39Needed:
      "Il programma chiede la passphrase di SLIP-39, che è necessaria. Un’altra, o nessuna, dà "
      + "un altro seed, senza bitcoin: lo mostra solo l’impronta.",
    slip39None: "Il programma chiede una passphrase di SLIP-39: non c’è, quindi prema solo Invio.",
    withoutPassphrase:
      "Quell’impronta è quella senza la passphrase, che viene chiesta a ogni uso. Una sbagliata "
      + "apre altri portafogli, vuoti.",
    withoutBIP39:
      "Quell’impronta è quella senza la passphrase di BIP-39, che viene chiesta a ogni uso.",
    withoutBIP39Inside:
      "L’impronta è quella senza la passphrase di BIP-39, che viene chiesta a ogni uso.",
    eachChild:
      "Per ogni seed derivato dell’elenco qui sopra, qui words/12/7; deve avere l’impronta che "
      + "gli sta accanto:",
    child: "Il seed derivato {name}, con l’impronta {fingerprint}:",
    childOfRenamed:
      "Il seed derivato {name}, con l’impronta {fingerprint}; `SEED` è il seed con l’impronta "
      + "{seed}:",
    keyWallet: "Il portafoglio è già incluso: {name}-combo.",
    anyName: "NAME è un nome a Sua scelta.",
    registerEach: "Mostri poi la pagina di ogni portafoglio.",
    registerHere: "Su ogni computer senza rete che ne ha una chiave: mostri questa pagina.",
    compareAddresses: "I suoi primi indirizzi devono essere quelli stampati con esso.",
    watch: "Su un computer con la rete.",
    importFile: "Importi quel file.",
    holdUp: "Mostri questa pagina.",
    holdUpEach: "Mostri la pagina di ogni portafoglio, mai questa.",
    holdUpEachAgain: "Mostri di nuovo la pagina di ogni portafoglio, mai questa.",
    wholeChain: "Senza l’opzione --birth-height cerca in tutta la blockchain.",
    compareAddress: "Confronti il primo indirizzo.",
    carry: "Scriva un file senza chiavi, per un computer con la rete:",
    thereNode: "Lì, con Bitcoin Core (bitcoincore.org) in funzione:",
    discover: "Lì, cerchi gli account che sono stati usati:",
    discoverWhole:
      "Lì, cerchi gli account che sono stati usati; senza «birth height» viene letta tutta la "
      + "blockchain:",
    discoverByNode: "Lì, con Bitcoin Core come nodo:",
    discoverByNodeWhole:
      "Lì, con Bitcoin Core come nodo; senza «birth height» viene letta tutta la blockchain:",
    publicSheet: "Un portafoglio con più chiavi ha bisogno anche del suo foglio pubblico.",
    payingHeading: "Vedere i bitcoin e pagare, sul computer con la rete",
    payingFirst: "Sul computer con la rete.",
    payingInShort:
      "Per vedere i bitcoin e pagare, digiti `online-coordinator --help` sul computer con la "
      + "rete: dà l’elenco dei comandi.",
    payNode: "Con Bitcoin Core (bitcoincore.org) in funzione lì:",
    seeCoins: "Vedere i bitcoin di un portafoglio NAME:",
    paySmall:
      "Pagare un piccolo importo in bitcoin a un Suo indirizzo; più tardi il resto, con `all` come "
      + "`AMOUNT` e altri nomi di file:",
    signFile: "Portare il file sull’altro computer e firmarlo:",
    carryBack: "Riportare indietro il file firmato:",
    sendPayment: "Inviare il pagamento NUMBER:",
    twoWays:
      "Usi offline-signer, come dicono questi passi; oppure, senza di esso, il programma di "
      + "lettura delle ultime pagine, come dicono i passi più avanti.",
    orType:
      "Oppure, senza fotocamera, al posto del passo 2: digiti le righe di lettere in un file di "
      + "testo `sheet.txt` così come sono stampate, e poi:",
    childrenAgain: "Il programma dice poi come si ripristinano i seed derivati.",
    exportOne: "Il portafoglio è già incluso. Scriva un file per il computer con la rete:",
    exportEach:
      "I portafogli sono già inclusi. Per ognuno metta il suo nome al posto di NAME e "
      + "scriva un file per il computer con la rete:",
    readerHeading: "Oppure: ripristinare senza offline-signer",
    readerPython:
      "Prenda un computer senza rete che abbia Python 3.6 o successivo, da Linux o da "
      + "python.org. Al Python di Apple manca scrypt.",
    readerFile:
      "Digiti lì il programma delle ultime pagine in un file `read.py`, oppure lasci che la "
      + "fotocamera di quel computer legga i suoi codici QR e ne metta il testo in quel file, nel "
      + "loro ordine.",
    readerLines:
      "Digiti lì le righe di lettere di questo foglio, o ciò che contengono i suoi codici QR, "
      + "in un file `sheet.txt`, una per riga.",
    readerRun:
      "Il programma chiede le parole che aprono questo foglio («sheet words»; mentre le digita "
      + "non si vede nulla) e mostra ciò che era chiuso a chiave, una riga per ogni cosa (su "
      + "Windows digiti `py` al posto di `python3`):",
    readerFingerprint: "La riga «fingerprint» deve dire {fingerprint}.",
    readerWords:
      "La riga «seed» ha {count} parole: un seed di BIP-39, {language}. Le inserisca su quel "
      + "computer in un programma che conosce BIP-39.",
    readerWordsLocked:
      "La riga «seed» ha {count} parole: un seed di BIP-39, {language}. Le inserisca su quel "
      + "computer in un programma che conosce BIP-39, con la passphrase di BIP-39.",
    readerCodex32:
      "La riga «seed» ha un seed in codex32 (BIP-93). Lo inserisca su quel computer in un "
      + "programma che conosce codex32.",
    readerExtendedKey:
      "La riga «seed» ha una chiave privata estesa (BIP-32, xprv). La inserisca su quel "
      + "computer in un programma che accetta una chiave privata principale.",
    readerSingleKey:
      "La riga «seed» ha la chiave privata di un indirizzo (WIF). La inserisca su quel computer "
      + "in un programma che accetta una chiave così.",
    readerTried: "Programmi provati: {programs}.",
    readerWallets:
      "Ogni riga «wallet» ha un nome e un descrittore (output descriptor, BIP-380). Con esso un "
      + "programma trova i bitcoin su un computer con la rete; non vi porti mai un’altra riga.",
    formatHeading: "Il formato, per programmatori",
    formatParts:
      "Ogni codice QR contiene B$2B, poi in due cifre in base 36 quanti sono i codici QR, in "
      + "altre due quale è questo, contato da 0, e il resto in base32 (RFC 4648, senza =). Unisca "
      + "ciò che rimane in quest’ordine e lo decodifichi. Le lettere stampate per essere digitate "
      + "sono le stesse.",
    formatBytes:
      "I byte: DBES; la versione, 1; log2 di N, r e p di scrypt, un byte ciascuno (qui {logN}, "
      + "{r} e {p}); 16 byte di sale; il testo cifrato; 16 byte di tag; e i primi 4 byte dello "
      + "SHA-256 di tutto ciò che precede.",
    formatKey:
      "Le parole che aprono questo foglio: UTF-8, NFKD, da A a Z in minuscolo, uno spazio tra "
      + "due. La chiave: scrypt (RFC 7914) di queste parole con sale, N, r e p, 32 byte.",
    formatText:
      "Il testo: ChaCha20-Poly1305 (RFC 8439) con questa chiave, un nonce di 12 byte nulli e i "
      + "primi 24 byte come dati associati. Degli a capo lo completano alla fine. La prima riga è "
      + "il seed; le altre dicono la rete, l’impronta e i portafogli.",
    sourceCodes: "read.py in codici QR: il programma delle ultime pagine, in quest’ordine",
    sourceCode: "read.py, parte {number}",
    sourceHeading: "read.py, il programma di lettura in Python",
    sourceNote:
      "Lo stesso testo dei codici QR precedenti. Gli spazi all’inizio di una riga contano: "
      + "quattro per livello.",
    checkBlank:
      "Per verificarlo, prima di inviarvi bitcoin, sul computer che ha creato le parole; NAME è "
      + "il nome che il seed ha lì:",
    restoreBlank: "Per ripristinarlo, digiti questo su un computer senza rete.",
    typeBlank:
      "Digiti le parole; NAME è un nome a Sua scelta, FINGERPRINT l’impronta scritta sopra. Con "
      + "essa il programma trova una parola sbagliata, una mancante o due scambiate. Oppure metta "
      + "`--from camera` al posto di `--from terminal` e mostri il codice riempito della pagina "
      + "seguente alla fotocamera di quel computer.",
    lockedBlank: "Se c’è una passphrase, aggiunga `--with-bip39-passphrase` a quella riga.",
    showCode: "Lo visualizzi sul computer senza rete:",
    fillIn:
      "Riempia i suoi quadratini scuri, blocco per blocco; le lettere e i numeri sul bordo "
      + "mostrano dove si trova. I quadratini con un tratto sono scuri in ogni codice.",
    holdCode: "Mostri questa pagina alla fotocamera di quel computer:",
    steelCheck: "Lo verifichi poi con la fotocamera del computer senza rete:")
}
