extension SheetSentences {
  static let italian = SheetSentences(
    language: "Italiano", box: .italian, letter: .italian, facts: .italian, steps: .italian)
}

extension BoxSentences {
  static let italian = BoxSentences(
    title: "Che cos’è questo foglio?",
    whatLabel: "Questo è", standardLabel: "Standard usato", addressesLabel: "Indirizzi",
    sinceLabel: "Bitcoin dal", programsLabel: "Altri programmi", firstLabel: "Prima di tutto",
    neverLabel: "Mai", sourceLabel: "Questi programmi",
    words:
      "Bitcoin. Le {count} parole di questa pagina sono la chiave di alcuni bitcoin. Chi ha le "
      + "parole ha i bitcoin.",
    letters:
      "Bitcoin. La lunga riga di lettere e cifre di questa pagina è la chiave di alcuni bitcoin. "
      + "Chi ce l’ha, ha i bitcoin.",
    key:
      "Bitcoin. La chiave privata di questa pagina può spendere ciò che si trova su un solo "
      + "indirizzo. Chi ce l’ha, ha quei bitcoin.",
    encrypted:
      "Bitcoin. Su questa pagina c’è, chiuso a chiave, un seed: la chiave di alcuni bitcoin. Si "
      + "apre solo con alcune parole («sheet words») che il proprietario ha custodito altrove. Non sono le parole del seed.",
    countedShare:
      "Bitcoin. Questa è una delle {count} parti di un seed, la chiave di alcuni bitcoin. Per "
      + "ripristinarlo ne bastano {needed} qualsiasi, insieme; con meno non si apre nulla.",
    bothParts:
      "Bitcoin. Questa è una delle due parti di un seed, la chiave di alcuni bitcoin. Servono "
      + "tutte e due insieme; con una sola nessuno arriva ai bitcoin.",
    allParts:
      "Bitcoin. Questa è una delle {count} parti di un seed, la chiave di alcuni bitcoin. "
      + "Servono tutte insieme; con meno nessuno arriva ai bitcoin.",
    share:
      "Bitcoin. Questa è una parte di un seed, la chiave di alcuni bitcoin. Da sola non apre "
      + "nulla; la regola su questa pagina dice quali parti servono insieme.",
    wallet:
      "Bitcoin. Questa pagina mostra dove sono alcuni bitcoin e quali chiavi possono spenderli. "
      + "Non contiene chiavi: con essa nessuno può prendere nulla, ma chi la legge vede ogni "
      + "pagamento.",
    blank:
      "Carta per la chiave di bitcoin. Quando qui sono scritte delle parole, sono quelle la "
      + "chiave: chi le ha, ha i bitcoin.",
    passphrase:
      "Serve anche una passphrase: non è su questa pagina, e senza di essa il portafoglio sembra "
      + "vuoto.",
    quotedName: "«{name}»",
    needsOthers:
      "Questo seed da solo non apre il portafoglio {wallet}: devono firmare {needed} delle sue "
      + "{count} chiavi.",
    needOthers: "Per {wallets} questo seed da solo non basta: devono firmare anche altre chiavi.",
    rehearsal:
      "un FOGLIO DI PROVA. I bitcoin di questo foglio (sulla rete {network}) non valgono "
      + "nulla. Il resto si legge come su un foglio vero.",
    firstWithSecret:
      "Non si faccia mettere fretta. Ripristini la chiave su un computer senza rete e "
      + "confronti l’impronta (Fingerprint). Mandi prima una piccola somma a un indirizzo Suo, "
      + "poi sposti il resto.",
    firstWithShare:
      "Non si faccia mettere fretta. Scopra chi ha le altre parti e le riunisca soltanto "
      + "davanti a un computer senza rete.",
    firstWithOtherPart:
      "Non si faccia mettere fretta. Scopra chi ha l’altra parte e riunisca le due soltanto "
      + "davanti a un computer senza rete.",
    firstWithEncrypted:
      "Non si faccia mettere fretta. Cerchi le parole che aprono questo foglio («sheet "
      + "words»). Apra questa pagina su un computer senza rete, con questo programma o con "
      + "quello di lettura stampato nelle ultime pagine.",
    firstWithWallet:
      "Conservi questa pagina con le carte che portano le chiavi. Un programma che conosce i "
      + "descrittori (output descriptors) trova con essa i bitcoin; il primo indirizzo che "
      + "mostra deve essere quello di questa pagina.",
    firstWithBlank:
      "Se qui ci sono delle parole: si prenda il tempo che serve, ripristini la chiave su un "
      + "computer senza rete e confronti l’impronta (Fingerprint). Altrimenti: scriva a mano, "
      + "senza nessuno accanto, e controlli tutto prima di mandarvi dei bitcoin.",
    neverWithSecret:
      "Non mostri, invii o detti mai questo testo a nessuno, e non lo digiti mai in uno "
      + "smartphone, in una pagina web o in un computer con una rete. Nessuna persona onesta lo "
      + "chiede, e nessuno ne ha bisogno per aiutarLa.",
    neverWithEncrypted:
      "Non mostri, invii o detti mai a nessuno né questa pagina né le parole che la aprono "
      + "(«sheet words»), e non le digiti mai in uno smartphone, in una pagina web o in un "
      + "computer con una rete. Nessuna persona onesta le chiede, e nessuno ne ha bisogno per "
      + "aiutarLa.",
    neverWithWallet:
      "Non si lasci mai convincere a digitare le parole di un seed per via di questa pagina: per "
      + "vedere i bitcoin non ne serve nessuna.",
    photographsOfSecrets:
      "Fotografi o scansioni questa pagina soltanto con un computer senza rete.",
    photographsOfOthers:
      "Questa pagina si può fotografare, ma chi ha l’immagine vede ogni pagamento.",
    since:
      "blocco {height}, o {month} se viene chiesta una data; non occorre cercare più indietro",
    sinceBlock: "blocco {height}; non occorre cercare più indietro",
    sinceUnknown: "non noto: cerchi in tutti i blocchi",
    addressesOfGroup: "in un portafoglio con più chiavi {addresses}",
    programs:
      "{programs}. Abbiamo ripristinato pagine di questo tipo con ciascuno, nel giorno "
      + "indicato accanto.",
    onlyFor: "{program} solo per {kinds}",
    codeOnly:
      "Di {programs} abbiamo provato solo il codice che legge queste pagine, non il "
      + "programma o il dispositivo.",
    device: "{program} (dispositivo)",
    forProgrammers: "{programs}, per programmatori",
    afterWords:
      "Ne escono parole di BIP-39, con cui {programs} ripristina il portafoglio.",
    afterBytes:
      "Ne esce un seed in byte: un programmatore ne ricava la chiave privata di un account "
      + "(zprv), che {programs} accetta.",
    afterBytesOfGroup:
      "Ne esce un seed in byte: un programmatore ne ricava la chiave privata di un account "
      + "(zprv, o Zprv se le chiavi sono più d’una), che {programs} accetta. Il foglio pubblico del "
      + "portafoglio dà il percorso e le altre chiavi.",
    programsNone:
      "non ne abbiamo provato nessuno con pagine di questo tipo; lo standard è pubblico",
    programsBlank:
      "qualsiasi programma che conosce BIP-39. Provati con parole inglesi: {programs}. Quale mostra i "
      + "bitcoin dipende da ciò che è scritto qui.",
    programsEncrypted: "il programma di lettura nelle ultime pagine, in Python",
    source:
      "{program} e online-coordinator, per Linux (Debian 12). Sono conservati con il codice "
      + "sorgente in {address}; SHA-256 dell’archivio del codice sorgente: {hash}",
    sourceUnknown:
      "{program} e online-coordinator, per Linux (Debian 12). Non li cerchi mai su internet. "
      + "Una copia si trova qui: {line}")
}

extension LetterSentences {
  static let italian = LetterSentences(
    title: "Lettera agli eredi: {name}",
    heading: "A chi verrà dopo di me",
    written: "Scritta il {date}.",
    practice:
      "Questa è una lettera di prova: i bitcoin di cui parla (sulla rete {network}) non valgono "
      + "nulla. Una lettera vera dice:",
    opening:
      "Se legge queste righe, io non posso più aiutarLa. Ci sono dei bitcoin: denaro che nessuna "
      + "banca custodisce. Appartiene a chi ne ha la chiave, e una volta perso, nessuno può "
      + "restituirlo. Questa lettera dice che cosa c’è e come ottenerlo. Non contiene chiavi: chi "
      + "la trova non può prendere nulla, ma può vedere quanto c’è. La mostri quindi solo a chi "
      + "deve saperlo.",
    calm:
      "Non si faccia mettere fretta. I bitcoin non si rovinano, ma la carta e la memoria sì: "
      + "cominci nei prossimi mesi. Si può perdere tutto per la fretta, o fidandosi di qualcuno "
      + "che offre aiuto senza che glielo si chieda.",
    calmForSeveralWays:
      "Si prenda il tempo che serve: aspettando qualche settimana non si perde nulla. Si può "
      + "perdere tutto per la fretta, o fidandosi di qualcuno che offre aiuto senza che glielo si "
      + "chieda.",
    termsHeading: "Sei termini che incontrerà",
    seedTerm: "Seed",
    seedMeaning:
      "La chiave: da 12 a 24 parole, o una riga di lettere e cifre, su carta. Altri la chiamano "
      + "seed phrase, frase di recupero o frase mnemonica. Chi la legge ha i bitcoin.",
    passphraseTerm: "Passphrase",
    passphraseMeaning:
      "Altre parole o altri caratteri che il proprietario può aver aggiunto a un seed. Non sono "
      + "su nessun foglio. Senza di essi, o con altri, il seed apre un portafoglio vuoto.",
    sheetWordsTerm: "Parole che aprono un foglio (sheet words)",
    sheetWordsMeaning:
      "Aprono un foglio cifrato. Non sono su nessun foglio, e non sono né il "
      + "seed né la sua passphrase.",
    walletTerm: "Portafoglio (wallet)",
    walletMeaning:
      "La descrizione che dice a quali seed appartengono i bitcoin. Si trova nelle ultime "
      + "pagine di questa lettera. Non contiene segreti, ma chi la legge vede ogni pagamento.",
    fingerprintTerm: "Impronta (fingerprint)",
    fingerprintMeaning:
      "Otto cifre e lettere che distinguono un seed da un altro. Non sono un segreto; dicono se "
      + "ha ripristinato il seed giusto.",
    machineTerm: "Computer senza rete",
    machineMeaning:
      "Un computer che non è collegato a nessuna rete, né via cavo né senza fili (Wi-Fi, "
      + "Bluetooth, rete mobile), e che non lo sarà mai più finché non ne sarà stato cancellato "
      + "tutto il contenuto. Solo lì un seed può essere digitato o mostrato a una fotocamera.",
    whatHeading: "Che cosa c’è",
    walletLabel: "Portafoglio {name}",
    seedLabel: "Seed {name}",
    oneKey: "basta la firma di 1 chiave",
    severalKeys: "chiavi che devono firmare: {needed} su {count}",
    otherRule: "la regola è sulla pagina del portafoglio",
    severalWays:
      "C’è più di un modo di spenderne i bitcoin, e chi ha le chiavi di un modo non ha bisogno "
      + "di nessun altro: non lo lasci così per anni",
    enough: "i seed nominati qui bastano",
    notEnough: "i seed nominati qui non bastano, devono firmare anche altri",
    made: "impronta {fingerprint}, seed creato il {date}",
    imported: "impronta {fingerprint}, seed importato il {date}, quindi forse più vecchio",
    madeAgain:
      "impronta {fingerprint}, seed creato o derivato il {date}, forse non per la prima volta",
    child: "è derivato dal seed {parent} (BIP-85 {path}), che permette di ripristinarlo",
    needsPassphrase:
      "richiede una passphrase che non è su nessun foglio (questa impronta è quella senza "
      + "passphrase)",
    noPassphrase: "senza passphrase",
    otherWallets:
      "Gli stessi seed hanno altri portafogli, di cui questa lettera non parla: {names}. Veda "
      + "i loro fogli.",
    whereHeading: "Dove sono le cose (scritto a mano)",
    whereLabel:
      "Fogli di recupero, parti e chi le ha, computer, e dove sono custodite le passphrase e "
      + "le parole che aprono i fogli cifrati (sheet words): il luogo, mai le parole",
    helpHeading: "Chi può aiutare",
    helpText:
      "Qualcuno scelto da Lei, che si intenda di bitcoin e non ci guadagni nulla; meglio due "
      + "persone che non si conoscano fra loro. Possono leggere questa lettera e sedersi accanto "
      + "a Lei. Non hanno bisogno di alcun seed, e devono guardare altrove mentre Lei ne digita "
      + "uno.",
    helpLabel: "A chi chiederei aiuto (scritto a mano)",
    neverHeading: "A chi non si deve mai chiedere aiuto",
    neverText:
      "A chiunque telefoni, scriva o si presenti di propria iniziativa. Nessun servizio di "
      + "assistenza, nessun servizio di recupero, nessun motore di ricerca, nessun programma di "
      + "chat, nessuna banca e nessuna autorità ha bisogno di un seed: chi ne chiede uno, o "
      + "chiede le Sue parole, la seed phrase o la frase di recupero, vuole i bitcoin. Non "
      + "digiti alcun seed in uno smartphone o in una pagina web, e non lasci vedere lo schermo "
      + "a nessuno mentre lo digita altrove.",
    stepsHeading: "I passi",
    twoComputers:
      "Servono due computer: uno senza rete, per i seed, e uno con una rete, per vedere i "
      + "bitcoin e inviare i pagamenti. Una chiavetta USB porta dall’uno all’altro ciò che serve.",
    findSheets:
      "Trovi i fogli e legga il riquadro di ognuno. Fotografi o scansioni una pagina con un "
      + "segreto soltanto con un computer senza rete.",
    takeMachine:
      "Prenda un computer senza rete: uno che non è mai stato in rete, o uno vecchio di Sua "
      + "proprietà, cancellato e con il sistema reinstallato, a cui sono stati tolti la scheda "
      + "senza fili (Wi-Fi, Bluetooth) e il cavo di rete. Chi La aiuta può preparare questo "
      + "computer prima che un foglio vi si avvicini. Non cancelli nessuno dei miei computer: uno "
      + "di essi potrebbe contenere una chiave.",
    chooseWay:
      "Ripristini ogni seed necessario in uno dei modi qui sotto. Nel dubbio, lasci scegliere a "
      + "chi La aiuta.",
    compare:
      "Confronti l’impronta con quella sotto «Che cosa c’è», e il primo indirizzo con quello "
      + "delle ultime pagine, lettera per lettera. Dove si usa una passphrase, un programma può "
      + "mostrare un’altra impronta; allora decide il primo indirizzo. Se c’è qualche altra "
      + "differenza, si fermi: è un altro seed, un’altra passphrase o un altro tipo di indirizzo. "
      + "Fermandosi non si perde nulla.",
    others:
      "Devono firmare anche altre persone. Le loro chiavi pubbliche sono nelle ultime pagine. "
      + "Ognuna tiene il proprio seed; viaggia soltanto ciò che va firmato.",
    howPaid:
      "Un pagamento si prepara sul computer con la rete, si controlla e si firma sull’altro, e "
      + "si invia dal primo. Nessun seed lascia mai il computer senza rete.",
    paySmall:
      "Crei un portafoglio Suo, con un seed che nessun altro ha visto: su un altro computer "
      + "senza rete, o su un dispositivo che chi La aiuta conosce. Ne annoti le parole e "
      + "controlli ciò che ha scritto. Invii prima una piccola somma a questo portafoglio e "
      + "aspetti che il pagamento sia confermato.",
    moveRest: "Poi sposti il resto nello stesso portafoglio.",
    oursHeading: "Primo modo: {program}",
    oursSource:
      "offline-signer è per il computer senza rete, online-coordinator per l’altro. Entrambi "
      + "sono conservati con il codice sorgente in {address}; SHA-256 dell’archivio: {hash}.",
    oursSourceUnknown:
      "offline-signer è per il computer senza rete, online-coordinator per l’altro. Li prenda "
      + "soltanto dal luogo che ho scritto in questa lettera; se lì non c’è nulla, scelga un "
      + "altro modo. Non li cerchi mai su internet.",
    oursSystem: "Entrambi funzionano su Linux (Debian 12), che può installare chi La aiuta.",
    oursSourceLabel: "Dove si trova una copia dei due programmi (scritto a mano)",
    oursHome:
      "Quando il programma chiede una passphrase, prema soltanto Invio: sceglie a caso sei "
      + "parole nuove, che lo bloccano su questo computer. Le annoti; non sono né un seed né "
      + "la passphrase di un seed.",
    oursSeed:
      "Per ogni foglio (senza fotocamera: `--from terminal`, e lo digiti). `SEED` è un nome a "
      + "Sua scelta, uno nuovo per ogni seed. Se la riga che il foglio riporta sotto «To "
      + "restore» è più lunga, digiti invece quella.",
    oursPassphrase:
      "Se un seed richiede una passphrase, aggiunga `--with-bip39-passphrase` a quella riga. Con una sbagliata "
      + "il portafoglio sembra vuoto.",
    oursEachWallet: "Per ogni portafoglio; `WALLET` sta per il suo nome, qui e più avanti.",
    oursWallet: "Mostri alla fotocamera i codici QR delle ultime pagine.",
    oursNode:
      "Sul computer con la rete. Lì deve essere in funzione Bitcoin Core (bitcoincore.org); lo "
      + "installa chi La aiuta. Prima scarica tutti i blocchi, e ci vogliono giorni.",
    oursWatching:
      "Mostri alla fotocamera i codici QR delle ultime pagine e confronti il primo indirizzo.",
    oursBalance: "Il programma cerca i bitcoin e mostra quanti sono.",
    oursPay:
      "`ADDRESS` è un indirizzo del Suo nuovo portafoglio. `AMOUNT` è l’importo in bitcoin: "
      + "prima `0.001`; più tardi `all` per il resto, con `rest.gif` al posto di `small.gif` nella riga. Il "
      + "programma mostra il numero del pagamento e quattro parole.",
    oursSign:
      "Porti il file sul computer senza rete. Accetti soltanto se l’indirizzo, l’importo e le "
      + "quattro parole sono gli stessi. Dia a ogni file firmato un nome diverso: "
      + "`signed-1.gif`, `signed-2.gif` e così via.",
    oursSignEach:
      "Se le chiavi sono su più computer, firmi su ognuno, ogni volta con un nome nuovo, "
      + "finché non hanno firmato abbastanza chiavi.",
    oursCollect:
      "Riporti i file firmati sul computer con la rete; se sono più d’uno, li indichi tutti, "
      + "separati da uno spazio.",
    oursSend: "`NUMBER` è il numero del pagamento. Una volta inviato, nessuno può annullarlo.",
    electrumHeading:
      "Secondo modo: Electrum (Windows, macOS, Linux; provato con la versione {version})",
    electrumInstall:
      "Porti Electrum, scaricato da electrum.org e da nessun’altra parte, come file sul "
      + "computer senza rete, e ne verifichi la firma come dice quel sito.",
    electrumPractice:
      "I bitcoin sono sulla rete {network}, che serve per esercitarsi. Avvii Electrum così su "
      + "tutti e due i computer:",
    electrumChoose:
      "Scelga «Standard wallet» («Portafogli standard»), poi «I already have a seed» "
      + "(«Possiedo già un seed»).",
    electrumChooseSeveral:
      "Scelga «Multi-signature wallet» («Portafogli multi-firma»), poi quante chiavi ci sono e "
      + "quante devono firmare, poi «I already have a seed» («Possiedo già un seed»).",
    electrumWords:
      "Digiti le parole. Faccia clic su «Options» («Opzioni») e scelga «BIP39 seed» («Seed "
      + "BIP39»); se serve una passphrase, anche «Extend this seed with custom words» («Prolunga "
      + "questo seed con parole personalizzate»).",
    electrumAddresses: "Scelga il tipo di indirizzi e il percorso: {addresses}",
    electrumSeveral:
      "Per un portafoglio con più chiavi scelga «Multi-signature wallet» («Portafogli "
      + "multi-firma») invece di «Standard wallet», poi quante chiavi ci sono e quante devono "
      + "firmare. Dopo le parole, il tipo di indirizzi e il percorso scelga «Enter cosigner key» "
      + "per ogni altra chiave e digiti ciò che segue l’impronta nella sua riga, che sta sotto "
      + "«{label}» sulle ultime pagine. Lo faccia con ogni seed che deve firmare, e porti il "
      + "pagamento dall’uno all’altro. Sul computer con la rete digiti questa parte di tutte le "
      + "righe, e nessuna parola.",
    electrumCosigners:
      "Per ogni altra chiave scelga «Enter cosigner key» e digiti ciò che segue l’impronta "
      + "nella sua riga, che sta sotto «{label}» sulle ultime pagine. Lo faccia con ogni seed che "
      + "deve firmare, e porti il pagamento dall’uno all’altro. Sul computer con la rete scelga "
      + "«Use a master key» invece di «I already have a seed» e digiti questa parte di tutte le "
      + "righe, e nessuna parola.",
    electrumTaproot:
      "Electrum non conosceva gli indirizzi Taproot (P2TR): per questi scelga un altro modo.",
    electrumOneKey: "Per un portafoglio con una sola chiave:",
    electrumWatch:
      "Per vedere i bitcoin crei il portafoglio anche sul computer con la rete, ma senza le "
      + "parole: scelga «Use a master key» invece di «I already have a seed» e digiti la chiave "
      + "pubblica principale che Electrum mostra sull’altro computer in «Wallet», «Information».",
    electrumPay:
      "Per pagare, sul computer con la rete: «Send», l’indirizzo e l’importo, «Pay...», "
      + "«Send»; nella finestra del pagamento, «Export», «Export to file». Porti il file sul "
      + "computer senza rete: «Tools», «Load transaction», «From file»; confronti l’indirizzo e "
      + "l’importo; «Sign», poi di nuovo «Export», «Export to file». Riporti quel file indietro: "
      + "«Tools», «Load transaction», «From file», «Broadcast».",
    pythonHeading: "Un altro modo: Python (provato con {programs})",
    pythonInstall:
      "Per chi sa programmare e distoglie lo sguardo mentre Lei digita le parole; questo modo "
      + "va bene per tutti i tipi di indirizzi di questa lettera. Sul computer con la rete digiti "
      + "in un terminale (su Windows, qui e più avanti, `py` al posto di `python3`):",
    pythonStart:
      "Porti la cartella `tools` sul computer senza rete, che ha bisogno anch’esso di Python 3. "
      + "Apra un terminale in quella cartella. Da qui in poi digiti ogni riga così com’è, una "
      + "alla volta, quando compare `>>>`; se una riga dà un errore, la digiti di nuovo. Questa "
      + "avvia Python:",
    pythonImport: "Ciò che serve:",
    pythonWords:
      "Python chiede le parole, intere e separate da uno spazio, e la passphrase: se non c’è, "
      + "prema soltanto Invio. Python non si accorge di una parola sbagliata; lo si vede solo dal "
      + "confronto:",
    pythonKeys: "Le chiavi:",
    pythonFingerprint:
      "L’impronta. Senza passphrase deve essere quella di questa lettera; se non lo è, "
      + "ricominci dalla riga che chiede le parole. Con una passphrase è diversa:",
    pythonAddress:
      "Il primo indirizzo del portafoglio {name}. Se non è, lettera per lettera, quello con il "
      + "numero 0 nelle ultime pagine, si fermi:",
    pythonKey:
      "La chiave di questo seed nel portafoglio {name}; deve trovarsi nelle righe di lettere di "
      + "quel portafoglio, nelle ultime pagine, dove è divisa da spazi:",
    pythonPayment:
      "Per pagare, un programma che legge i descrittori (output descriptors), sul computer con "
      + "la rete, scrive il pagamento in un file (PSBT, BIP-174). Lo porti sull’altro computer, "
      + "nella cartella `tools`, con il nome `payment.psbt`:",
    pythonShow:
      "Questa riga mostra ogni importo in satoshi (100 milioni per bitcoin) con l’indirizzo a "
      + "cui va e, alla fine, la commissione. Ogni indirizzo diverso da quello a cui Lei paga "
      + "deve essere del portafoglio stesso, perché lì torna il resto del pagamento. Se qualcosa "
      + "non è come voleva, si fermi.",
    pythonDescriptor:
      "Digiti le righe di lettere del portafoglio che paga, dalle ultime pagine, in un file "
      + "`wallet.txt` della cartella `tools`, senza il numero davanti a ogni riga e senza il "
      + "segno = e ciò che lo segue. Gli spazi e gli a capo non contano:",
    pythonChange:
      "Gli indirizzi di resto del portafoglio {name}; non compare nulla. Se il portafoglio è "
      + "stato usato a lungo, digiti 2000 al posto di 200:",
    pythonElsewhere:
      "Ciò che un pagamento del portafoglio {name} invia a indirizzi diversi da questi, in "
      + "satoshi. Se c’è altro oltre agli importi che Lei paga, si fermi:",
    pythonSign: "Firmi; il numero che compare non deve essere 0:",
    pythonSave: "Scriva il pagamento firmato in un file:",
    pythonSignEach:
      "Se devono firmare anche altre chiavi, il file `signed.psbt` dell’una diventa il "
      + "`payment.psbt` della successiva: digiti `exit()` e ricominci dalla riga che avvia "
      + "Python.",
    pythonSend:
      "Riporti `signed.psbt` sul computer con la rete; lo stesso programma lo invia.",
    otherHeading: "Un altro modo: un altro programma",
    otherChoose:
      "Chi La aiuta ne troverà uno che conosca lo standard indicato nel riquadro del foglio (per "
      + "le parole, BIP-39).",
    otherTried: "Programmi provati: {programs}.",
    otherEnter:
      "Sul computer senza rete inserisca il seed, il tipo di indirizzi e il percorso: {addresses}",
    otherSeveral:
      "Per un portafoglio con più chiavi il programma deve saper leggere i descrittori (output "
      + "descriptors): gli dia i codici QR o il testo delle ultime pagine.",
    otherPay:
      "Poi paghi come dicono gli ultimi due punti di «I passi»; chi La aiuta sa come firma "
      + "quel programma.",
    rehearsedHeading: "Provato",
    rehearsedText:
      "Abbiamo seguito questi passi con un foglio di prova e li abbiamo capiti. Si può chiedere a "
      + "chi firma qui.",
    rehearsedBox: "Nome, data, firma",
    ownerBox: "Il proprietario: data, firma")
}
