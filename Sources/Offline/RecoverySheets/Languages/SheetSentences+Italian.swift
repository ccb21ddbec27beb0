extension SheetSentences {
  static let italian = SheetSentences(language: "Italiano", box: .italian, letter: .italian)
}

extension BoxSentences {
  static let italian = BoxSentences(
    title: "Che cos’è?",
    whatLabel: "Questo è", standardLabel: "Standard usato", addressesLabel: "Indirizzi",
    sinceLabel: "Monete dal", programsLabel: "Altri programmi", firstLabel: "Prima di tutto",
    neverLabel: "Mai", sourceLabel: "Questo programma",
    words:
      "Bitcoin. Le {count} parole di questa pagina sono la chiave di alcune monete. Chi ha le parole ha le "
      + "monete.",
    letters:
      "Bitcoin. La lunga riga di lettere di questa pagina è la chiave di alcune monete. Chi ce l’ha, ha le "
      + "monete.",
    key:
      "Bitcoin. La chiave privata di questa pagina apre un solo indirizzo. Chi ce l’ha, ha le monete che vi "
      + "si trovano.",
    encrypted:
      "Bitcoin. Su questa pagina c’è, cifrata, la chiave di alcune monete. La aprono solo le parole scelte "
      + "dal proprietario, che sono conservate altrove.",
    countedShare:
      "Bitcoin. Questa è una delle {count} parti della chiave di alcune monete. Bastano {needed} parti "
      + "qualsiasi per riavere la chiave; con meno non si apre nulla.",
    share:
      "Bitcoin. Questa è una parte della chiave di alcune monete. Da sola non apre nulla; la regola su questa "
      + "pagina dice quali parti servono insieme.",
    wallet:
      "Bitcoin. Questa pagina mostra dove sono alcune monete e quali chiavi possono spenderle. Non contiene "
      + "chiavi: con essa nessuno può prendere nulla, ma chi la legge vede ogni pagamento.",
    blank:
      "Carta per la chiave di bitcoin. Quando le parole saranno scritte, chi la legge avrà le monete.",
    passphrase: "Serve anche una passphrase, che non si trova su questa pagina.",
    rehearsal:
      "Questa pagina serve per esercitarsi sulla rete {network}: le sue monete non valgono nulla.",
    firstWithSecret:
      "Prenda il tempo che serve: aspettando non si perde nulla. Ripristini il seed su un computer senza rete "
      + "e confronti l’impronta. Paghi prima una piccola somma a sé stesso, poi sposti il resto.",
    firstWithShare:
      "Prenda il tempo che serve: aspettando non si perde nulla. Scopra chi ha le altre parti e le riunisca "
      + "soltanto dove si ripristina la chiave: davanti a un computer senza rete.",
    firstWithEncrypted:
      "Prenda il tempo che serve: aspettando non si perde nulla. Cerchi le parole. Apra questa pagina su un "
      + "computer senza rete, con questo programma o con il lettore il cui sorgente è stampato insieme.",
    firstWithWallet:
      "Conservi questa pagina con le carte che portano le chiavi. Ognuno dei programmi qui sotto mostra il "
      + "saldo partendo dal codice QR; confronti il primo indirizzo prima che qualcuno vi paghi.",
    firstWithBlank:
      "Scriva a mano e da solo, e rilegga tutto per prova prima di mandarvi delle monete.",
    neverWithSecret:
      "Non mostri, invii o detti questo testo a nessuno, e non lo digiti mai in un telefono, "
      + "in una pagina web o in un computer con una rete. Nessuno che sia onesto lo chiede, e "
      + "nessun aiuto ne ha bisogno.",
    neverWithWallet:
      "Non si lasci mai convincere a digitare parole per via di questa pagina: per guardare le monete non ne "
      + "serve nessuna.",
    photographsOfSecrets:
      "Solo una macchina senza rete può fotografare o scansionare questa pagina.",
    photographsOfOthers:
      "Questa pagina si può fotografare, ma chi ha l’immagine vede ogni pagamento.",
    since: "blocco {height}, circa {month}; non occorre cercare nei blocchi precedenti",
    sinceBlock: "blocco {height}; non occorre cercare nei blocchi precedenti",
    sinceUnknown: "non noto: cerchi in tutta la catena",
    programs:
      "{programs}. Nel giorno indicato i nostri test hanno ripristinato pagine di questo tipo con ciascuno.",
    programsNone:
      "nessuno è stato ancora provato con pagine di questo tipo; lo standard è pubblico",
    source: "{program}. Il suo sorgente è conservato in {address}, SHA-256 {hash}.",
    sourceUnknown:
      "{program}. Questa copia è stata costruita senza indicare dove è conservato il suo sorgente.")
}

extension LetterSentences {
  static let italian = LetterSentences(
    heading: "A chi viene dopo di me",
    written: "Scritta il {date}.",
    opening:
      "Se legge queste righe, io non posso più aiutarla. Ci sono dei bitcoin: denaro che nessuna banca "
      + "custodisce. Appartiene a chi ne ha la chiave, e una volta perso nessuno può restituirlo. Questa "
      + "lettera dice che cosa c’è e come ottenerlo. Non contiene chiavi: chi la trova non può prendere "
      + "nulla, ma può vedere quanto c’è. La mostri quindi solo a chi deve saperlo.",
    calm:
      "Prenda il tempo che serve. Aspettando non si perde nulla, nemmeno per anni. Si può perdere tutto per "
      + "fretta, o fidandosi di qualcuno che offre aiuto.",
    termsHeading: "Quattro parole che incontrerà",
    seedTerm: "Seed",
    seedMeaning:
      "La chiave: da 12 a 24 parole, o una riga di lettere, su carta. Chi la legge ha le monete.",
    walletTerm: "Portafoglio (wallet)",
    walletMeaning:
      "Quali chiavi possono spendere quali monete. Si trova nelle ultime pagine di questa lettera e non è un "
      + "segreto.",
    fingerprintTerm: "Impronta (fingerprint)",
    fingerprintMeaning:
      "Otto cifre e lettere che distinguono un seed da un altro. Non sono un segreto; dicono se ha "
      + "ripristinato il seed giusto.",
    machineTerm: "Macchina senza rete",
    machineMeaning:
      "Un computer che non è su Internet, né via cavo né via radio, e che non vi torna prima di essere stato "
      + "cancellato. Solo lì un seed può essere digitato o mostrato a una fotocamera.",
    whatHeading: "Che cosa c’è",
    walletLabel: "Portafoglio {name}",
    seedLabel: "Il seed {name}",
    oneKey: "firma 1 chiave",
    severalKeys: "devono firmare {needed} chiavi su {count}",
    otherRule: "la sua regola è sulla sua pagina",
    enough: "le mie chiavi bastano",
    notEnough: "le mie chiavi non bastano, devono firmare anche altri",
    made: "impronta {fingerprint}, creato il {date}",
    child: "è derivato dal seed {parent} (BIP-85 {path}), che permette di riaverlo",
    needsPassphrase: "richiede una passphrase che non è su nessun foglio",
    whereHeading: "Dove sono le cose (scritto a mano)",
    whereLabel: "Fogli di ripristino, parti e chi le ha, macchine, passphrase",
    helpHeading: "Chi può aiutare",
    helpText:
      "Qualcuno scelto da Lei, che conosca bitcoin e non ci guadagni nulla; meglio due persone che non si "
      + "conoscono. Possono leggere questa lettera e sedersi accanto a Lei. Non hanno bisogno di alcun seed, e "
      + "guardano altrove mentre Lei ne digita uno.",
    helpLabel: "A chi chiederei (scritto a mano)",
    neverHeading: "A chi non si deve chiedere mai",
    neverText:
      "A chiunque telefoni, scriva o si presenti di sua iniziativa. Nessuna assistenza, nessun servizio di "
      + "recupero, nessun motore di ricerca, nessun programma di chat, nessuna banca e nessuna autorità ha "
      + "bisogno di un seed: chi lo chiede vuole le monete. Non digiti alcun seed in un telefono o in una "
      + "pagina web, e non lasci vedere lo schermo a nessuno mentre lo digita altrove.",
    stepsHeading: "I passi",
    findSheets:
      "Trovi i fogli e legga il riquadro di ognuno. Solo una macchina senza rete può fotografare o "
      + "scansionare una pagina con un segreto.",
    takeMachine:
      "Prenda una macchina senza rete: una che non l’ha mai avuta, o un vecchio computer a cui sono stati "
      + "tolti radio e cavo.",
    chooseWay: "Ripristini il seed in uno dei tre modi qui sotto.",
    compare:
      "Confronti l’impronta con quella qui sopra, e il primo indirizzo con quello delle ultime pagine, lettera "
      + "per lettera. Se uno dei due è diverso, si fermi: è un altro seed, un’altra passphrase o un altro tipo "
      + "di indirizzo. Fermandosi non si perde nulla.",
    others:
      "Devono firmare anche altre persone. Le loro chiavi sono nelle ultime pagine. Esse tengono i propri "
      + "seed; viaggia soltanto ciò che va firmato.",
    paySmall: "Paghi prima una piccola somma a sé stesso e aspetti che sia confermata.",
    moveRest:
      "Poi sposti il resto in un portafoglio Suo, le cui parole ha scritto e riletto Lei stesso.",
    oursHeading: "Primo modo: {program}",
    oursHome:
      "Alla domanda prema soltanto Invio: viene estratta una nuova passphrase di sei parole.",
    oursSeed:
      "Per ogni foglio (o --from terminal, per digitarlo). Se sotto «To restore» un foglio dice "
      + "altro, lo aggiunga.",
    oursPassphrase:
      "Se un seed richiede una passphrase, aggiunga --with-bip39-passphrase. Con una sbagliata il portafoglio "
      + "sembra vuoto.",
    oursChildren: "La lettera in inglese dice come si riottiene ogni seed derivato da un altro.",
    oursWallet: "Mostri alla fotocamera i codici QR delle ultime pagine.",
    oursWatching:
      "Su una macchina con una rete, con gli stessi codici QR. Mostra le monete.",
    electrumHeading: "Secondo modo: Electrum (provato con la versione {version})",
    electrumInstall:
      "Porti Electrum come file sulla macchina senza rete e ne verifichi la firma come dice il suo sito. "
      + "Scelga «Standard wallet», poi «I already have a seed».",
    electrumWords:
      "Digiti le parole. Faccia clic su «Options» e scelga «BIP39 seed»; se serve una passphrase, anche "
      + "«Extend this seed with custom words».",
    electrumAddresses: "Scelga il tipo di indirizzi e il percorso: {addresses}.",
    electrumSeveral:
      "Per un portafoglio con più chiavi scelga invece «Multi-signature wallet». Inserisca le Sue parole, e le "
      + "chiavi degli altri dalle ultime pagine.",
    electrumTaproot:
      "Electrum non conosceva gli indirizzi Taproot (P2TR): per questi scelga un altro modo.",
    otherHeading: "Terzo modo: un altro programma",
    otherChoose:
      "Chi La aiuta ne trova uno che conosce lo standard indicato nel riquadro del foglio (per le parole, "
      + "BIP-39). I nostri test hanno provato questi: {programs}.",
    otherEnter: "Inserisca il seed, il tipo di indirizzi e il percorso: {addresses}.",
    otherSeveral:
      "Per un portafoglio con più chiavi deve leggere i descrittori (output descriptors): gli dia i codici QR "
      + "o il testo delle ultime pagine.",
    rehearsedHeading: "Provato",
    rehearsedText:
      "Abbiamo seguito questi passi con un foglio di prova e li abbiamo capiti. Si può chiedere a chi firma "
      + "qui.",
    rehearsedBox: "Nome, data, firma",
    dateBox: "Data",
    signatureBox: "Firma")
}
