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
      "Bitcoin. Slova na této stránce (je jich {count}) jsou klíčem k mincím. Kdo má slova, má "
      + "mince.",
    letters:
      "Bitcoin. Dlouhý řádek písmen a číslic na této stránce je klíčem k mincím. Kdo ho má, má "
      + "mince.",
    key:
      "Bitcoin. Soukromým klíčem na této stránce lze utratit to, co je na jediné adrese. Kdo ho "
      + "má, má mince, které na ní jsou.",
    encrypted:
      "Bitcoin. Na této stránce je klíč k mincím, zašifrovaný. Otevřou ho jen slova, která zvolil "
      + "majitel; jsou uložena jinde.",
    countedShare:
      "Bitcoin. Toto je jedna z částí klíče k mincím; celkem jich je {count}. Klíč se obnoví, "
      + "když se jich sejde {needed}, kterýchkoli; méně neotevře nic.",
    share:
      "Bitcoin. Toto je jedna část klíče k mincím. Sama neotevře nic; pravidlo (Rule) na této "
      + "stránce říká, které části jsou potřeba dohromady.",
    wallet:
      "Bitcoin. Tato stránka ukazuje, kde jsou mince a které klíče je mohou utratit. Žádný klíč "
      + "neobsahuje: nikdo s ní nic nevezme, ale kdo ji čte, vidí každou platbu.",
    blank:
      "Papír na klíč k bitcoinům. Jakmile na něm budou slova, bude mít mince každý, kdo ho přečte.",
    passphrase:
      "Je potřeba i heslová fráze (passphrase); na této stránce není a bez ní vypadá peněženka "
      + "jako prázdná.",
    rehearsal: "Tato stránka slouží k nácviku v síti {network}: její mince nemají žádnou cenu.",
    firstWithSecret:
      "Nespěchejte; čekáním se nic neztratí. Obnovte klíč na počítači bez sítě a porovnejte otisk "
      + "(Fingerprint). Nejdříve zaplaťte malou částku sami sobě, teprve potom přesuňte zbytek.",
    firstWithShare:
      "Nespěchejte; čekáním se nic neztratí. Zjistěte, kdo má ostatní části, a dejte je dohromady "
      + "jen tam, kde se bude klíč obnovovat: u počítače bez sítě.",
    firstWithEncrypted:
      "Nespěchejte; čekáním se nic neztratí. Najděte ona slova. Otevřete tuto stránku na počítači "
      + "bez sítě, tímto programem nebo čtecím programem, jehož zdrojový kód je vytištěn s ní.",
    firstWithWallet:
      "Uložte tuto stránku k papírům, na kterých jsou klíče. Program, který zná zde "
      + "uvedenou normu, ukáže z QR kódu zůstatek; než na první adresu někdo zaplatí, "
      + "porovnejte ji s touto stránkou.",
    firstWithBlank:
      "Pište rukou a o samotě, a než k tomuto klíči pošlete mince, pro kontrolu všechno znovu "
      + "přečtěte.",
    neverWithSecret:
      "Nikdy to nikomu neukazujte, neposílejte ani nediktujte a nikdy to nepište do chytrého "
      + "telefonu, na webovou stránku ani do počítače se sítí. Nikdo poctivý o to nežádá a nikdo "
      + "to nepotřebuje, aby vám pomohl.",
    neverWithWallet:
      "Nikdy se kvůli této stránce nenechte přemluvit, abyste psali slova: k prohlížení mincí "
      + "nejsou potřeba žádná.",
    photographsOfSecrets: "Tuto stránku smíte fotografovat nebo skenovat jen počítačem bez sítě.",
    photographsOfOthers: "Tuto stránku lze fotografovat, ale kdo má snímek, vidí každou platbu.",
    since: "blok {height}, přibližně {month}; dřívější bloky není třeba prohledávat",
    sinceBlock: "blok {height}; dřívější bloky není třeba prohledávat",
    sinceUnknown: "není známo: prohledejte všechny bloky",
    programs:
      "{programs}. Naše testy každým z nich obnovily stránky tohoto druhu v den, který je u něj "
      + "uveden.",
    programsNone: "žádný zatím nebyl se stránkou tohoto druhu vyzkoušen; norma je veřejná",
    source: "{program}. Jeho zdrojový kód je uložen na {address}, SHA-256 {hash}.",
    sourceUnknown:
      "{program}. Při sestavení této kopie nebylo uvedeno, kde je uložen jeho zdrojový kód.")
}

extension LetterSentences {
  static let czech = LetterSentences(
    heading: "Těm, kdo přijdou po mně",
    written: "Napsáno dne {date}.",
    opening:
      "Pokud toto čtete, už vám nemohu pomoci. Jsou tu bitcoiny: peníze, které neopatruje žádná "
      + "banka. Patří tomu, kdo má jejich klíč, a když jednou zmizí, nikdo je nevrátí. Tento "
      + "dopis říká, co tu je a jak se k tomu dostanete. Žádný klíč neobsahuje: kdo ho najde, "
      + "nemůže nic vzít, ale uvidí, kolik toho je. Ukažte ho proto jen těm, kdo to musí vědět.",
    calm:
      "Nespěchejte. Čekáním se nic neztratí, ani čekáním po celé roky. O všechno se dá přijít "
      + "spěchem, nebo když uvěříte někomu, kdo nabízí pomoc.",
    termsHeading: "Pět slov, se kterými se setkáte",
    seedTerm: "Seed",
    seedMeaning:
      "Klíč: 12 až 24 slov nebo jeden řádek písmen a číslic na papíře. Jinde se mu říká seed "
      + "fráze, fráze pro obnovení nebo mnemonická fráze. Kdo ho přečte, má mince.",
    passphraseTerm: "Heslová fráze (passphrase)",
    passphraseMeaning:
      "Další slova nebo znaky, které majitel mohl k seedu přidat. Nejsou na žádném listu. Bez "
      + "nich nebo s jinými otevře seed prázdnou peněženku.",
    walletTerm: "Peněženka (wallet)",
    walletMeaning:
      "Které klíče mohou utratit které mince. Je na posledních stránkách tohoto dopisu. "
      + "Neobsahuje žádné tajemství, ale kdo ji čte, vidí každou platbu.",
    fingerprintTerm: "Otisk (fingerprint)",
    fingerprintMeaning:
      "Osm číslic a písmen, podle nichž se jeden seed odliší od druhého. Nejsou tajné; poznáte "
      + "podle nich, zda jste obnovili ten správný seed.",
    machineTerm: "Počítač bez sítě",
    machineMeaning:
      "Počítač, který není připojen k žádné síti, ani kabelem, ani bezdrátově (Wi-Fi, Bluetooth, "
      + "mobilní síť), a nikdy už připojen nebude, dokud z něj nebude všechno vymazáno. Jen tam "
      + "smí být seed napsán nebo ukázán kameře.",
    whatHeading: "Co tu je",
    walletLabel: "Peněženka {name}",
    seedLabel: "Seed {name}",
    oneKey: "k podpisu stačí 1 klíč",
    severalKeys: "podpisů je potřeba {needed}, klíčů je {count}",
    otherRule: "její pravidlo je na její stránce",
    enough: "moje vlastní klíče stačí",
    notEnough: "moje vlastní klíče nestačí, musí podepsat i další lidé",
    made: "otisk {fingerprint}, seed vytvořen {date}",
    child: "je odvozen ze seedu {parent} (BIP-85 {path}), ze kterého se dá obnovit",
    needsPassphrase:
      "potřebuje heslovou frázi (passphrase), která není na žádném listu (tento otisk je bez ní)",
    whereHeading: "Kde co je (psáno rukou)",
    whereLabel:
      "Listy k obnovení, části a kdo je má, počítače a kde jsou uloženy heslové fráze (nikdy "
      + "fráze samotné)",
    helpHeading: "Kdo může pomoci",
    helpText:
      "Někdo, koho si vyberete sami, kdo se vyzná v bitcoinu a nic na tom nevydělá; lépe dva, "
      + "kteří se navzájem neznají. Smějí číst tento dopis a sedět vedle vás. Žádný seed "
      + "nepotřebují, a když nějaký píšete, musí se dívat jinam.",
    helpLabel: "Lidé, které byste mohli požádat o pomoc (psáno rukou)",
    neverHeading: "Koho nikdy nežádat o pomoc",
    neverText:
      "Kohokoli, kdo vám sám zavolá, napíše nebo za vámi přijde. Žádná zákaznická podpora, služba "
      + "pro obnovu peněženek, vyhledávač, chatovací program, banka ani úřad nepotřebuje seed: "
      + "kdo žádá o seed, o vaše slova, seed frázi nebo frázi pro obnovení, chce mince. Nepište "
      + "žádný seed do chytrého telefonu ani na webovou stránku, a když ho píšete jinde, ať nikdo "
      + "nevidí vaši obrazovku.",
    stepsHeading: "Postup",
    findSheets:
      "Najděte listy a na každém si přečtěte rámeček. Stránku s tajemstvím smíte fotografovat "
      + "nebo skenovat jen počítačem bez sítě.",
    takeMachine:
      "Vezměte počítač bez sítě: takový, který k síti nikdy nebyl připojen, nebo starý, ze "
      + "kterého byl odstraněn bezdrátový modul (Wi-Fi, Bluetooth) i síťový kabel.",
    chooseWay: "Obnovte seed jedním ze způsobů níže.",
    compare:
      "Porovnejte otisk s tím v části „Co tu je“ a první adresu s tou na posledních stránkách, "
      + "písmeno po písmenu. Kde se používá heslová fráze (passphrase), může program ukázat jiný "
      + "otisk; pak rozhoduje první adresa. Pokud se liší cokoli jiného, zastavte se: je to jiný "
      + "seed, jiná heslová fráze nebo jiný druh adresy. Zastavením se nic neztratí.",
    others:
      "Musí podepsat i další lidé. Jejich veřejné klíče jsou na posledních stránkách. Svůj seed "
      + "si nechávají; posílá se jen to, co se má podepsat.",
    paySmall:
      "Vytvořte si vlastní peněženku, zapište její slova a pro kontrolu je znovu přečtěte. "
      + "Nejdříve do ní pošlete malou částku a počkejte, až bude platba potvrzena.",
    moveRest: "Potom přesuňte do téže peněženky zbytek.",
    oursHeading: "První způsob: {program}",
    oursHome:
      "Na otázku stiskněte jen Enter: program vylosuje šest nových slov, kterými se uzamkne. "
      + "Zapište si je; není to seed ani heslová fráze k němu.",
    oursSeed:
      "Pro každý list (nebo --from terminal, chcete-li ho napsat). NAME je libovolné jméno. Pokud "
      + "je na listu pod „To restore“ něco navíc, přidejte to.",
    oursPassphrase:
      "Pokud seed potřebuje heslovou frázi, přidejte --with-bip39-passphrase. S chybnou vypadá "
      + "peněženka jako prázdná.",
    oursChildren: "Anglický dopis říká, jak se obnoví každý seed, který je odvozen z jiného.",
    oursWallet: "Ukažte kameře QR kódy z posledních stránek.",
    oursWatching: "Na počítači se sítí, se stejnými QR kódy. Ukáže mince.",
    electrumHeading: "Druhý způsob: Electrum (vyzkoušeno s verzí {version})",
    electrumInstall:
      "Stáhněte Electrum z electrum.org, odnikud jinud, přeneste ho jako soubor do počítače bez "
      + "sítě a ověřte jeho podpis, jak to popisuje jeho stránka. Zvolte „Standard wallet“ "
      + "(„Standardní peněženka“) a potom „I already have a seed“ („Už mám seed“).",
    electrumWords:
      "Napište slova. Klikněte na „Options“ („Možnosti“) a zvolte „BIP39 seed“; je-li potřeba "
      + "heslová fráze (passphrase), také „Extend this seed with custom words“ („Rozšířit tento "
      + "seed o vlastní slova“).",
    electrumAddresses: "Zvolte druh adres a cestu: {addresses}.",
    electrumTaproot: "Electrum neznalo adresy Taproot (P2TR): pro ně zvolte jiný způsob.",
    otherHeading: "Jiný program",
    otherChoose:
      "Kdo vám pomáhá, najde takový, který zná normu uvedenou v rámečku na listu (pro slova je to "
      + "BIP-39).",
    otherTried: "Naše testy vyzkoušely tyto: {programs}.",
    otherEnter: "Na počítači bez sítě zadejte seed, druh adres a cestu: {addresses}.",
    otherSeveral:
      "Pro peněženku s více klíči musí umět číst deskriptory (output descriptors): dejte mu QR "
      + "kódy nebo text z posledních stránek.",
    rehearsedHeading: "Vyzkoušeno",
    rehearsedText:
      "Prošli jsme tyto kroky na cvičném listu a porozuměli jsme jim. Kdo se zde podepíše, toho "
      + "se můžete zeptat.",
    rehearsedBox: "Jméno, datum, podpis",
    dateBox: "Datum",
    signatureBox: "Podpis")
}
