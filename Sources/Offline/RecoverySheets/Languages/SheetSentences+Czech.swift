extension SheetSentences {
  static let czech = SheetSentences(language: "Čeština", box: .czech, letter: .czech)
}

extension BoxSentences {
  static let czech = BoxSentences(
    title: "Co je to?",
    whatLabel: "Toto je", standardLabel: "Norma", addressesLabel: "Adresy",
    sinceLabel: "Mince od", programsLabel: "Jiné programy", firstLabel: "Nejdříve",
    neverLabel: "Nikdy", sourceLabel: "Tento program",
    words:
      "Bitcoin. Slova na této stránce (je jich {count}) jsou klíčem k mincím. Kdo má slova, má mince.",
    letters:
      "Bitcoin. Dlouhý řádek písmen na této stránce je klíčem k mincím. Kdo ho má, má mince.",
    key:
      "Bitcoin. Soukromý klíč na této stránce otevírá jedinou adresu. Kdo ho má, má mince, které na ní jsou.",
    encrypted:
      "Bitcoin. Na této stránce je klíč k mincím, zašifrovaný. Otevřou ho jen slova, která zvolil majitel; "
      + "jsou uložena jinde.",
    countedShare:
      "Bitcoin. Toto je jedna z částí klíče k mincím; celkem jich je {count}. Klíč se obnoví, když se jich "
      + "sejde {needed}, kterýchkoli; méně neotevře nic.",
    share:
      "Bitcoin. Toto je jedna část klíče k mincím. Sama neotevře nic; pravidlo na této stránce říká, které "
      + "části jsou potřeba dohromady.",
    wallet:
      "Bitcoin. Tato stránka ukazuje, kde jsou mince a které klíče je mohou utratit. Žádný klíč neobsahuje: "
      + "nikdo s ní nic nevezme, ale kdo ji čte, vidí každou platbu.",
    blank:
      "Papír na klíč k bitcoinům. Jakmile na něm budou slova, bude mít mince každý, kdo ho přečte.",
    passphrase: "Je potřeba ještě heslová fráze (passphrase), která na této stránce není.",
    rehearsal: "Tato stránka slouží k nácviku v síti {network}: její mince nemají žádnou cenu.",
    firstWithSecret:
      "Nespěchejte; čekáním se nic neztratí. Obnovte seed na počítači bez sítě a porovnejte otisk. Nejdříve "
      + "zaplaťte malou částku sami sobě, teprve potom přesuňte zbytek.",
    firstWithShare:
      "Nespěchejte; čekáním se nic neztratí. Zjistěte, kdo má ostatní části, a sejděte se s nimi jen tam, kde "
      + "se bude klíč obnovovat: u počítače bez sítě.",
    firstWithEncrypted:
      "Nespěchejte; čekáním se nic neztratí. Najděte ona slova. Otevřete tuto stránku na počítači bez sítě, "
      + "tímto programem nebo čtečkou, jejíž zdrojový kód je vytištěn s ní.",
    firstWithWallet:
      "Uložte tuto stránku k papírům, na kterých jsou klíče. Každý z programů níže ukáže z QR kódu zůstatek; "
      + "než na první adresu někdo zaplatí, porovnejte ji.",
    firstWithBlank:
      "Pište rukou a o samotě, a než sem pošlete mince, pro kontrolu všechno znovu přečtěte.",
    neverWithSecret:
      "Nikomu to neukazujte, neposílejte ani nediktujte a nikdy to nepište do telefonu, na "
      + "webovou stránku nebo do počítače se sítí. Nikdo poctivý o to nežádá a žádná pomoc to "
      + "nepotřebuje.",
    neverWithWallet:
      "Nikdy se kvůli této stránce nenechte přemluvit, abyste psali slova: k prohlížení mincí nejsou potřeba "
      + "žádná.",
    photographsOfSecrets:
      "Vyfotografovat nebo naskenovat tuto stránku smí jen počítač bez sítě.",
    photographsOfOthers:
      "Tuto stránku lze fotografovat, ale kdo má snímek, vidí každou platbu.",
    since: "blok {height}, přibližně {month}; dřívější bloky není třeba prohledávat",
    sinceBlock: "blok {height}; dřívější bloky není třeba prohledávat",
    sinceUnknown: "není známo: prohledejte celý řetězec",
    programs:
      "{programs}. Naše testy každým z nich v uvedený den obnovily stránky tohoto druhu.",
    programsNone:
      "žádný zatím nebyl se stránkou tohoto druhu vyzkoušen; norma je veřejná",
    source: "{program}. Jeho zdrojový kód je uložen na {address}, SHA-256 {hash}.",
    sourceUnknown:
      "{program}. Při sestavení této kopie nebylo uvedeno, kde je uložen jeho zdrojový kód.")
}

extension LetterSentences {
  static let czech = LetterSentences(
    heading: "Těm, kdo přijdou po mně",
    written: "Napsáno dne {date}.",
    opening:
      "Pokud toto čtete, už vám nemohu pomoci. Jsou tu bitcoiny: peníze, které neopatruje žádná banka. Patří "
      + "tomu, kdo má jejich klíč, a když jednou zmizí, nikdo je nevrátí. Tento dopis říká, co tu je a jak se k "
      + "tomu dostanete. Žádný klíč neobsahuje: kdo ho najde, nemůže nic vzít, ale uvidí, kolik toho je. "
      + "Ukažte ho proto jen těm, kdo to musí vědět.",
    calm:
      "Nespěchejte. Čekáním se nic neztratí, ani čekáním po celé roky. O všechno se dá přijít spěchem, nebo "
      + "když uvěříte někomu, kdo nabízí pomoc.",
    termsHeading: "Čtyři slova, se kterými se setkáte",
    seedTerm: "Seed",
    seedMeaning: "Klíč: 12 až 24 slov nebo jeden řádek písmen na papíře. Kdo ho přečte, má mince.",
    walletTerm: "Peněženka (wallet)",
    walletMeaning:
      "Které klíče mohou utratit které mince. Je na posledních stránkách tohoto dopisu a není tajná.",
    fingerprintTerm: "Otisk (fingerprint)",
    fingerprintMeaning:
      "Osm číslic a písmen, podle nichž se jeden seed odliší od druhého. Nejsou tajné; poznáte podle nich, zda "
      + "jste obnovili ten správný seed.",
    machineTerm: "Počítač bez sítě",
    machineMeaning:
      "Počítač, který není na internetu, ani kabelem, ani vzduchem, a znovu se nepřipojí dříve, než bude "
      + "vymazán. Jen tam smí být seed napsán nebo ukázán kameře.",
    whatHeading: "Co tu je",
    walletLabel: "Peněženka {name}",
    seedLabel: "Seed {name}",
    oneKey: "podepisuje 1 klíč",
    severalKeys: "musí podepsat {needed} z {count} klíčů",
    otherRule: "její pravidlo je na její stránce",
    enough: "moje vlastní klíče stačí",
    notEnough: "moje vlastní klíče nestačí, musí podepsat i další lidé",
    made: "otisk {fingerprint}, vytvořen {date}",
    child: "je odvozen ze seedu {parent} (BIP-85 {path}), ze kterého se dá obnovit",
    needsPassphrase: "potřebuje heslovou frázi (passphrase), která není na žádném listu",
    whereHeading: "Kde co je (psáno rukou)",
    whereLabel: "Listy k obnovení, části a kdo je má, počítače, heslové fráze",
    helpHeading: "Kdo může pomoci",
    helpText:
      "Někdo, koho si vyberete sami, kdo se vyzná v bitcoinu a nic na tom nevydělá; lépe dva, kteří se navzájem "
      + "neznají. Smějí číst tento dopis a sedět vedle vás. Žádný seed nepotřebují, a zatímco ho píšete, "
      + "dívají se jinam.",
    helpLabel: "Koho bych se zeptal já (psáno rukou)",
    neverHeading: "Koho se nikdy neptat",
    neverText:
      "Neptejte se nikoho, kdo sám zavolá, napíše nebo přijde. Žádná zákaznická podpora, služba pro obnovu peněženek, "
      + "vyhledávač, chatovací program, banka ani úřad nepotřebuje seed: kdo o něj žádá, chce mince. Nepište "
      + "žádný seed do telefonu ani na webovou stránku, a když ho píšete jinde, ať nikdo nevidí vaši "
      + "obrazovku.",
    stepsHeading: "Postup",
    findSheets:
      "Najděte listy a na každém přečtěte rámeček. Stránku s tajemstvím smí vyfotografovat nebo naskenovat jen "
      + "počítač bez sítě.",
    takeMachine:
      "Vezměte počítač bez sítě: takový, který síť nikdy neměl, nebo starý, ze kterého byl odstraněn rádiový "
      + "modul i kabel.",
    chooseWay: "Obnovte seed jedním ze tří způsobů níže.",
    compare:
      "Porovnejte otisk s tím výše a první adresu s tou na posledních stránkách, písmeno po písmenu. Pokud se "
      + "něco liší, zastavte se: je to jiný seed, jiná heslová fráze nebo jiný druh adresy. Zastavením se nic "
      + "neztratí.",
    others:
      "Musí podepsat i další lidé. Jejich klíče jsou na posledních stránkách. Svůj seed si nechávají; posílá se "
      + "jen to, co se má podepsat.",
    paySmall: "Nejdříve zaplaťte malou částku sami sobě a počkejte, až bude potvrzena.",
    moveRest:
      "Potom přesuňte zbytek do vlastní peněženky, jejíž slova jste sami zapsali a pro kontrolu znovu přečetli.",
    oursHeading: "První způsob: {program}",
    oursHome:
      "Na otázku stiskněte jen Enter: vylosuje se nová heslová fráze ze šesti slov.",
    oursSeed:
      "Pro každý list (nebo --from terminal, chcete-li psát). Pokud je na listu pod „To restore“ "
      + "něco navíc, připojte to.",
    oursPassphrase:
      "Pokud seed potřebuje heslovou frázi, přidejte --with-bip39-passphrase. S chybnou vypadá peněženka jako "
      + "prázdná.",
    oursChildren: "Anglický dopis říká, jak se obnoví každý seed, který je odvozen z jiného.",
    oursWallet: "Ukažte kameře QR kódy z posledních stránek.",
    oursWatching: "Na počítači se sítí, se stejnými QR kódy. Ukáže mince.",
    electrumHeading: "Druhý způsob: Electrum (vyzkoušeno s verzí {version})",
    electrumInstall:
      "Přeneste Electrum jako soubor do počítače bez sítě a ověřte jeho podpis, jak to popisuje jeho stránka. "
      + "Zvolte „Standard wallet“ a potom „I already have a seed“.",
    electrumWords:
      "Napište slova. Klikněte na „Options“ a zvolte „BIP39 seed“; je-li potřeba heslová fráze, také „Extend "
      + "this seed with custom words“.",
    electrumAddresses: "Zvolte druh adres a cestu: {addresses}.",
    electrumSeveral:
      "Pro peněženku s více klíči zvolte místo toho „Multi-signature wallet“. Zadejte svá slova a klíče "
      + "ostatních z posledních stránek.",
    electrumTaproot: "Electrum neznalo adresy Taproot (P2TR): pro ně zvolte jiný způsob.",
    otherHeading: "Třetí způsob: jiný program",
    otherChoose:
      "Kdo vám pomáhá, najde takový, který zná normu uvedenou v rámečku na listu (pro slova BIP-39). Naše testy "
      + "vyzkoušely tyto: {programs}.",
    otherEnter: "Zadejte seed, druh adres a cestu: {addresses}.",
    otherSeveral:
      "Pro peněženku s více klíči musí umět číst deskriptory (output descriptors): dejte mu QR kódy nebo text z "
      + "posledních stránek.",
    rehearsedHeading: "Vyzkoušeno",
    rehearsedText:
      "Prošli jsme tyto kroky s cvičným listem a porozuměli jsme jim. Kdo se zde podepíše, toho se můžete "
      + "zeptat.",
    rehearsedBox: "Jméno, datum, podpis",
    dateBox: "Datum",
    signatureBox: "Podpis")
}
