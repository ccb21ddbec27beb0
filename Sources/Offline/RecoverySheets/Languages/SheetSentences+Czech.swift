extension SheetSentences {
  static let czech = SheetSentences(
    language: "Čeština", box: .czech, letter: .czech, facts: .czech, steps: .czech)
}

extension BoxSentences {
  static let czech = BoxSentences(
    title: "Co je to?",
    whatLabel: "Toto je", standardLabel: "Norma", addressesLabel: "Adresy",
    sinceLabel: "Mince od", programsLabel: "Jiné programy", firstLabel: "Nejdříve",
    neverLabel: "Nikdy", sourceLabel: "Tyto programy",
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
      "Bitcoin. Na této stránce je zamčený seed, klíč k mincím. Otevřou ho jen slova k tomuto "
      + "listu („sheet words“), která majitel uložil jinde. Nejsou to slova seedu.",
    countedShare:
      "Bitcoin. Toto je jedna z částí seedu, klíče k mincím; celkem jich je {count}. Obnoví ho "
      + "kterékoli z nich, je-li jich dohromady aspoň {needed}; méně neotevře nic.",
    bothParts:
      "Bitcoin. Toto je jedna ze dvou částí seedu, klíče k mincím. Jsou potřeba obě dohromady; "
      + "jen s jednou se k mincím nikdo nedostane.",
    allParts:
      "Bitcoin. Toto je jedna z částí seedu, klíče k mincím; celkem jich je {count} a jsou "
      + "potřeba všechny dohromady. S méně částmi se k mincím nikdo nedostane.",
    share:
      "Bitcoin. Toto je jedna část seedu, klíče k mincím. Sama neotevře nic; pravidlo "
      + "na této stránce říká, které části jsou potřeba dohromady.",
    wallet:
      "Bitcoin. Tato stránka ukazuje, kde jsou mince a které klíče je mohou utratit. Žádný klíč "
      + "neobsahuje: nikdo s ní nic nevezme, ale kdo ji čte, vidí každou platbu.",
    blank:
      "Papír na klíč k bitcoinům. Jakmile jsou zde napsána slova, jsou klíčem: kdo je má, má "
      + "mince.",
    passphrase:
      "Je potřeba i heslová fráze (passphrase); na této stránce není a bez ní vypadá peněženka "
      + "jako prázdná.",
    quotedName: "„{name}“",
    needsOthers:
      "Samotný tento seed peněženku {wallet} neotevře: podepsat musí {needed} z jejích {count} "
      + "klíčů.",
    needOthers: "Pro {wallets} tento seed sám nestačí: podepsat musí i další klíče.",
    rehearsal:
      "CVIČNÝ LIST. Jeho mince (v síti {network}) nemají žádnou cenu. Jinak jako skutečný list.",
    firstWithSecret:
      "Nenechte se nikým popohánět. Obnovte klíč na počítači bez sítě a porovnejte otisk "
      + "(Fingerprint). Nejdříve zaplaťte malou částku sami sobě, teprve potom přesuňte zbytek.",
    firstWithShare:
      "Nenechte se nikým popohánět. Zjistěte, kdo má ostatní části, a dejte je "
      + "dohromady jen u počítače bez sítě.",
    firstWithOtherPart:
      "Nenechte se nikým popohánět. Zjistěte, kdo má druhou část, a dejte obě dohromady "
      + "jen u počítače bez sítě.",
    firstWithEncrypted:
      "Nenechte se nikým popohánět. Najděte slova k tomuto listu („sheet words“). "
      + "Otevřete tuto stránku na počítači bez sítě, tímto programem nebo čtecím programem, "
      + "který je vytištěn na posledních stránkách.",
    firstWithWallet:
      "Uložte tuto stránku k papírům, na kterých jsou klíče. Program, který zná deskriptory "
      + "(output descriptors), podle ní mince najde; první adresa, kterou ukáže, musí být ta na "
      + "této stránce.",
    firstWithBlank:
      "Jsou-li zde napsána slova: nespěchejte, obnovte klíč na počítači bez sítě a porovnejte "
      + "otisk (Fingerprint). Nejsou-li: pište rukou a o samotě a všechno zkontrolujte, než na "
      + "adresy tohoto klíče pošlete mince.",
    neverWithSecret:
      "Nikdy to nikomu neukazujte, neposílejte ani nediktujte a nikdy to nepište do chytrého "
      + "telefonu, na webovou stránku ani do počítače se sítí. Nikdo poctivý o to nežádá a nikdo "
      + "to nepotřebuje, aby vám pomohl.",
    neverWithEncrypted:
      "Nikdy nikomu neukazujte, neposílejte ani nediktujte tuto stránku ani slova k tomuto "
      + "listu („sheet words“) a nikdy je nepište do chytrého telefonu, na webovou stránku ani "
      + "do počítače se sítí. Nikdo poctivý o ně nežádá a nikdo je nepotřebuje, aby vám pomohl.",
    neverWithWallet:
      "Nikdy se kvůli této stránce nenechte přemluvit, abyste psali slova seedu: k prohlížení "
      + "mincí nejsou potřeba žádná.",
    photographsOfSecrets: "Tuto stránku smíte fotografovat nebo skenovat jen počítačem bez sítě.",
    photographsOfOthers: "Tuto stránku lze fotografovat, ale kdo má snímek, vidí každou platbu.",
    since: "blok {height}, nebo {month}, je-li třeba datum; dál do minulosti není třeba hledat",
    sinceBlock: "blok {height}; dál do minulosti není třeba hledat",
    sinceUnknown: "není známo: prohledejte všechny bloky",
    addressesOfGroup: "v peněžence s více klíči {addresses}",
    programs:
      "{programs}. Každým z nich jsme obnovili stránky tohoto druhu v den, který je u něj "
      + "uveden.",
    onlyFor: "{program} jen pro {kinds}",
    codeOnly:
      "U {programs} jsme spustili jen kód, který takové stránky čte, ne samotný program nebo "
      + "zařízení.",
    device: "{program} (zařízení)",
    forProgrammers: "{programs}, pro programátory",
    afterWords:
      "Vyjdou slova BIP-39, ze kterých {programs} obnoví peněženku.",
    afterBytes:
      "Vyjde seed v bajtech: programátor z něj vytvoří soukromý klíč účtu (zprv), který "
      + "{programs} přijme.",
    afterBytesOfGroup:
      "Vyjde seed v bajtech: programátor z něj vytvoří soukromý klíč účtu (zprv; u více "
      + "klíčů Zprv), který {programs} přijme. Cestu a ostatní klíče má veřejný list peněženky.",
    programsNone: "se stránkou tohoto druhu jsme žádný nevyzkoušeli; norma je veřejná",
    programsBlank:
      "každý, který zná BIP-39. S anglickými slovy vyzkoušeny: {programs}. Který z nich mince ukáže, "
      + "záleží na tom, co je zde napsáno.",
    programsEncrypted: "čtecí program na posledních stránkách, v Pythonu",
    source:
      "{program} a online-coordinator, pro Linux (Debian 12). Spolu se zdrojovým kódem jsou "
      + "uloženy zde: {address}; SHA-256 archivu zdrojového kódu: {hash}",
    sourceUnknown:
      "{program} a online-coordinator, pro Linux (Debian 12). Nikdy je nehledejte na "
      + "internetu. Kopie je uložena zde: {line}")
}

extension LetterSentences {
  static let czech = LetterSentences(
    title: "Dopis dědicům: {name}",
    heading: "Těm, kdo přijdou po mně",
    written: "Napsáno dne {date}.",
    practice:
      "Toto je cvičný dopis: jeho mince (v síti {network}) nemají žádnou cenu. Ve skutečném "
      + "dopise stojí:",
    opening:
      "Pokud toto čtete, už vám nemohu pomoci. Jsou tu bitcoiny: peníze, které neopatruje žádná "
      + "banka. Patří tomu, kdo má jejich klíč, a když jednou zmizí, nikdo je nevrátí. Tento "
      + "dopis říká, co tu je a jak se k tomu dostanete. Žádný klíč neobsahuje: kdo ho najde, "
      + "nemůže nic vzít, ale uvidí, kolik toho je. Ukažte ho proto jen těm, kdo to musí vědět.",
    calm:
      "Nenechte se nikým popohánět. Mince se nezkazí, papír a paměť ano: začněte během několika "
      + "měsíců. O všechno se dá přijít spěchem, nebo když uvěříte někomu, kdo nabízí pomoc, aniž "
      + "byste o ni požádali.",
    calmForSeveralWays:
      "Nespěchejte: když počkáte několik týdnů, nic se neztratí. O všechno se dá přijít spěchem, "
      + "nebo když uvěříte někomu, kdo nabízí pomoc, aniž byste o ni požádali.",
    termsHeading: "Šest pojmů, se kterými se setkáte",
    seedTerm: "Seed",
    seedMeaning:
      "Klíč: 12 až 24 slov nebo jeden řádek písmen a číslic na papíře. Jinde se mu říká seed "
      + "fráze, fráze pro obnovení nebo mnemonická fráze. Kdo ho přečte, má mince.",
    passphraseTerm: "Heslová fráze (passphrase)",
    passphraseMeaning:
      "Další slova nebo znaky, které majitel mohl k seedu přidat. Nejsou na žádném listu. Bez "
      + "nich nebo s jinými otevře seed prázdnou peněženku.",
    sheetWordsTerm: "Slova k listu (sheet words)",
    sheetWordsMeaning:
      "Slova, která otevřou zašifrovaný list. Nejsou na žádném listu a není to ani seed, ani "
      + "jeho heslová fráze.",
    walletTerm: "Peněženka (wallet)",
    walletMeaning:
      "Popis toho, ke kterým seedům mince patří. Je na posledních stránkách tohoto dopisu. "
      + "Žádné tajemství neobsahuje, ale kdo ho čte, vidí každou platbu.",
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
    severalWays:
      "Utrácet z ní lze více než jedním způsobem, a kdo má klíče k jednomu z nich, nikoho "
      + "dalšího nepotřebuje: nenechávejte ji tak celé roky",
    enough: "seedy uvedené zde stačí",
    notEnough: "seedy uvedené zde nestačí, musí podepsat i další lidé",
    made: "otisk {fingerprint}, seed vytvořen {date}",
    imported: "otisk {fingerprint}, seed importován {date}, může tedy být starší",
    madeAgain:
      "otisk {fingerprint}, seed vytvořen nebo odvozen {date}, možná ne poprvé",
    child: "je odvozen ze seedu {parent} (BIP-85 {path}), ze kterého se dá obnovit",
    needsPassphrase:
      "potřebuje heslovou frázi (passphrase), která není na žádném listu (tento otisk je bez ní)",
    noPassphrase: "bez heslové fráze",
    otherWallets:
      "Ke stejným seedům patří další peněženky, o kterých tento dopis není: {names}. Mají "
      + "vlastní listy.",
    whereHeading: "Kde co je (psáno rukou)",
    whereLabel:
      "Listy k obnovení, části a kdo je má, počítače a kde jsou uloženy heslové fráze a slova "
      + "k listům (sheet words): místo, nikdy slova samotná",
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
    twoComputers:
      "Potřebujete dva počítače: jeden bez sítě, pro seedy, a jeden se sítí, na kterém uvidíte "
      + "mince a odešlete platby. Co mezi nimi putuje, přenáší se na USB disku.",
    findSheets:
      "Najděte listy a na každém si přečtěte rámeček. Stránku s tajemstvím smíte fotografovat "
      + "nebo skenovat jen počítačem bez sítě.",
    takeMachine:
      "Vezměte počítač bez sítě: takový, který v síti nikdy nebyl, nebo svůj starý, vymazaný a "
      + "znovu nainstalovaný, ze kterého byla vyjmuta bezdrátová karta (Wi-Fi, Bluetooth) a od "
      + "kterého byl odpojen síťový kabel. Tento počítač může připravit ten, kdo vám pomáhá, "
      + "dříve než bude kterýkoli list v jeho blízkosti. Nemažte žádný z mých počítačů: na "
      + "některém může být klíč.",
    chooseWay:
      "Obnovte každý seed, který je potřeba, jedním ze způsobů níže. Nejste-li si jisti, nechte "
      + "výběr na tom, kdo vám pomáhá.",
    compare:
      "Porovnejte otisk s tím v části „Co tu je“ a první adresu s tou na posledních stránkách, "
      + "písmeno po písmenu. Kde se používá heslová fráze (passphrase), může program ukázat jiný "
      + "otisk; pak rozhoduje první adresa. Pokud se liší cokoli jiného, zastavte se: je to jiný "
      + "seed, jiná heslová fráze nebo jiný druh adresy. Zastavením se nic neztratí.",
    others:
      "Musí podepsat i další lidé. Jejich veřejné klíče jsou na posledních stránkách. Svůj seed "
      + "si nechávají; posílá se jen to, co se má podepsat.",
    howPaid:
      "Platba se připraví na počítači se sítí, na druhém se zkontroluje a podepíše a z prvního "
      + "se odešle. Žádný seed nikdy neopustí počítač bez sítě.",
    paySmall:
      "Vytvořte si vlastní peněženku se seedem, který nikdo jiný neviděl: na dalším počítači bez "
      + "sítě nebo na zařízení, které zná ten, kdo vám pomáhá. Zapište její slova a "
      + "zkontrolujte, co jste napsali. Nejdříve do ní pošlete malou částku a počkejte, až bude "
      + "platba potvrzena.",
    moveRest: "Potom přesuňte do téže peněženky zbytek.",
    oursHeading: "První způsob: {program}",
    oursSource:
      "offline-signer je pro počítač bez sítě, online-coordinator pro ten druhý. Oba jsou i se "
      + "zdrojovým kódem uloženy zde: {address}; SHA-256 archivu: {hash}.",
    oursSourceUnknown:
      "offline-signer je pro počítač bez sítě, online-coordinator pro ten druhý. Vezměte je "
      + "jen z místa, které je v tomto dopise napsáno rukou; není-li tam nic, zvolte jiný "
      + "způsob. Nikdy je nehledejte na internetu.",
    oursSystem: "Oba běží na Linuxu (Debian 12), který může nainstalovat ten, kdo vám pomáhá.",
    oursSourceLabel: "Kde je kopie obou programů (psáno rukou)",
    oursHome:
      "Až se program zeptá na heslovou frázi, stiskněte jen Enter: vylosuje šest nových slov, "
      + "kterými se na tomto počítači zamkne. Zapište si je; není to ani seed, ani heslová fráze "
      + "k seedu.",
    oursSeed:
      "Pro každý list (bez kamery: `--from terminal`, a napište ho). `SEED` je libovolný "
      + "název, pro každý seed nový. Je-li řádek, který je na listu pod „To restore“, delší, "
      + "napište místo toho ten.",
    oursPassphrase:
      "Pokud seed potřebuje heslovou frázi, přidejte k tomuto řádku `--with-bip39-passphrase` na "
      + "konec. S chybnou vypadá peněženka jako prázdná.",
    oursEachWallet: "Pro každou peněženku; `WALLET` zde i dále znamená její název.",
    oursWallet: "Ukažte kameře QR kódy z posledních stránek.",
    oursNode:
      "Na počítači se sítí. Musí na něm běžet Bitcoin Core (bitcoincore.org); nastaví ho ten, "
      + "kdo vám pomáhá. Nejdříve stáhne všechny bloky, což trvá dny.",
    oursWatching: "Ukažte kameře QR kódy z posledních stránek a porovnejte první adresu.",
    oursBalance: "Program mince vyhledá a ukáže, kolik jich je.",
    oursPay:
      "`ADDRESS` je adresa vaší nové peněženky. `AMOUNT` je částka v bitcoinech: nejdříve "
      + "`0.001`, později `all` pro zbytek, s `rest.gif` místo `small.gif` v řádku. Program ukáže číslo "
      + "platby a čtyři slova.",
    oursSign:
      "Přeneste soubor do počítače bez sítě. Souhlaste, jen když jsou adresa, částka i čtyři "
      + "slova stejné. Každému podepsanému souboru dejte vlastní název: `signed-1.gif`, "
      + "`signed-2.gif` a tak dále.",
    oursSignEach:
      "Jsou-li klíče na více počítačích, podepište na každém z nich, pokaždé s novým názvem, "
      + "dokud nepodepíše dost klíčů.",
    oursCollect:
      "Přeneste podepsané soubory zpět do počítače se sítí; je-li jich více, uveďte všechny, "
      + "oddělené mezerou.",
    oursSend: "`NUMBER` je číslo platby. Jakmile je odeslána, nikdo ji nevezme zpět.",
    electrumHeading: "Druhý způsob: Electrum (Windows, macOS, Linux; vyzkoušeno s verzí {version})",
    electrumInstall:
      "Stáhněte Electrum z electrum.org a odnikud jinud, přeneste ho jako soubor do počítače "
      + "bez sítě a ověřte jeho podpis, jak to popisuje jeho stránka.",
    electrumPractice:
      "Mince jsou v síti {network}, která slouží k nácviku. Na obou počítačích spusťte Electrum "
      + "takto:",
    electrumChoose:
      "Zvolte „Standard wallet“ („Standardní peněženka“) a potom „I already have a seed“ („Už "
      + "mám seed“).",
    electrumChooseSeveral:
      "Zvolte „Multi-signature wallet“, potom, kolik klíčů je a kolik jich musí podepsat, a "
      + "potom „I already have a seed“ („Už mám seed“).",
    electrumWords:
      "Napište slova. Klikněte na „Options“ („Možnosti“) a zvolte „BIP39 seed“; je-li potřeba "
      + "heslová fráze (passphrase), také „Extend this seed with custom words“ („Rozšířit tento "
      + "seed o vlastní slova“).",
    electrumAddresses: "Zvolte druh adres a cestu: {addresses}",
    electrumSeveral:
      "Pro peněženku s několika klíči zvolte místo „Standard wallet“ položku „Multi-signature "
      + "wallet“ a potom, kolik klíčů je a kolik jich musí podepsat. Po slovech, druhu adres a "
      + "cestě zvolte pro každý další klíč „Enter cosigner key“ a opište z jeho řádku to, co je "
      + "za otiskem; řádek je na posledních stránkách pod „{label}“. Udělejte to pro každý seed, "
      + "který musí podepsat, a přenášejte platbu od jednoho k druhému. Na počítači se sítí "
      + "opište totéž ze všech řádků, a žádná slova.",
    electrumCosigners:
      "Pro každý další klíč zvolte „Enter cosigner key“ a opište z jeho řádku to, co je za "
      + "otiskem; řádek je na posledních stránkách pod „{label}“. Udělejte to pro každý seed, "
      + "který musí podepsat, a přenášejte platbu od jednoho k druhému. Na počítači se sítí "
      + "zvolte místo „I already have a seed“ položku „Use a master key“ a opište totéž ze všech "
      + "řádků, ale žádná slova.",
    electrumTaproot: "Electrum neznalo adresy Taproot (P2TR): pro ně zvolte jiný způsob.",
    electrumOneKey: "Pro peněženku s jedním klíčem:",
    electrumWatch:
      "Abyste viděli mince, vytvořte peněženku i na počítači se sítí, ale beze slov: místo „I "
      + "already have a seed“ zvolte „Use a master key“ a opište hlavní veřejný klíč, který "
      + "Electrum ukazuje na druhém počítači pod „Wallet“, „Information“.",
    electrumPay:
      "Platba na počítači se sítí: „Send“, adresa a částka, „Pay...“, „Send“; v okně s platbou "
      + "„Export“, „Export to file“. Přeneste soubor do počítače bez sítě: „Tools“, „Load "
      + "transaction“, „From file“; porovnejte adresu a částku; „Sign“, potom znovu „Export“, "
      + "„Export to file“. Přeneste tento soubor zpět: „Tools“, „Load transaction“, „From file“, "
      + "„Broadcast“.",
    pythonHeading: "Jiný způsob: Python (vyzkoušeno s {programs})",
    pythonInstall:
      "Pro toho, kdo vám pomáhá, pokud umí programovat a dívá se jinam, když píšete slova; "
      + "tento způsob se hodí pro všechny druhy adres v tomto dopise. Na počítači se sítí napište "
      + "v terminálu (ve Windows, zde i dále, `py` místo `python3`):",
    pythonStart:
      "Přeneste složku `tools` do počítače bez sítě, který také potřebuje Python 3. Otevřete v "
      + "té složce terminál. Odtud pište každý řádek tak, jak je zde, jeden po druhém, vždy když "
      + "se ukáže `>>>`; objeví-li se u řádku chyba, napište ho znovu. Tento spustí Python:",
    pythonImport: "Co je potřeba:",
    pythonWords:
      "Python se zeptá na slova, celá a oddělená mezerou, a na heslovou frázi (passphrase): "
      + "když žádná není, jen stiskněte Enter. Chybného slova si Python nevšimne, pozná se až "
      + "porovnáním:",
    pythonKeys: "Klíče:",
    pythonFingerprint:
      "Otisk. Bez heslové fráze to musí být ten z tohoto dopisu; není-li, začněte znovu řádkem, "
      + "který se ptá na slova. S heslovou frází je jiný:",
    pythonAddress:
      "První adresa peněženky {name}. Není-li to písmeno po písmenu ta s číslem 0 na posledních "
      + "stránkách, zastavte se:",
    pythonKey:
      "Klíč tohoto seedu v peněžence {name}; musí být v řádcích písmen této peněženky na "
      + "posledních stránkách, kde je rozdělen mezerami:",
    pythonPayment:
      "Platbu zapíše na počítači se sítí program, který čte deskriptory (output descriptors), "
      + "do souboru (PSBT, BIP-174). Přeneste ho do druhého počítače, do složky `tools`, pod "
      + "názvem `payment.psbt`:",
    pythonShow:
      "Tento řádek ukáže každou částku v satoshi (bitcoin jich má 100 milionů) s její adresou "
      + "a na konci poplatek. Každá jiná adresa než ta, na kterou platíte, musí patřit samotné "
      + "peněžence, protože tam se vrací, co při platbě zbude. Není-li něco tak, jak jste "
      + "chtěli, zastavte se.",
    pythonDescriptor:
      "Opište řádky písmen peněženky, ze které se platí, z posledních stránek do souboru "
      + "`wallet.txt` ve složce `tools`, bez čísla před každým řádkem a bez = a toho, co je za "
      + "ním. Na mezerách a koncích řádků nezáleží:",
    pythonChange:
      "Adresy peněženky {name} pro vrácený zbytek; nic se neukáže. U dlouho používané peněženky "
      + "napište 2000 místo 200:",
    pythonElsewhere:
      "Co platba z peněženky {name} posílá jinam než na tyto adresy, v satoshi. Je-li tu něco "
      + "jiného než částky, které platíte, zastavte se:",
    pythonSign: "Podepište; číslo, které se ukáže, nesmí být 0:",
    pythonSave: "Zapište podepsanou platbu do souboru:",
    pythonSignEach:
      "Musí-li podepsat i další klíče, použije se soubor `signed.psbt` jednoho klíče jako "
      + "`payment.psbt` pro další: napište `exit()` a začněte znovu řádkem, který spustí Python.",
    pythonSend: "Přeneste `signed.psbt` zpět do počítače se sítí; týž program platbu odešle.",
    otherHeading: "Jiný způsob: jiný program",
    otherChoose:
      "Kdo vám pomáhá, najde takový, který zná normu uvedenou v rámečku na listu (pro slova je to "
      + "BIP-39).",
    otherTried: "Vyzkoušeno: {programs}.",
    otherEnter: "Na počítači bez sítě zadejte seed, druh adres a cestu: {addresses}",
    otherSeveral:
      "Pro peněženku s více klíči musí program umět číst deskriptory (output descriptors): dejte "
      + "mu QR kódy nebo text z posledních stránek.",
    otherPay:
      "Potom zaplaťte podle posledních dvou bodů v části „Postup“; kdo vám pomáhá, ví, jak ten "
      + "program podepisuje.",
    rehearsedHeading: "Nacvičeno",
    rehearsedText:
      "Prošli jsme tyto kroky na cvičném listu a porozuměli jsme jim. Kdo se zde podepíše, toho "
      + "se můžete zeptat.",
    rehearsedBox: "Jméno, datum, podpis",
    ownerBox: "Majitel: datum, podpis")
}
