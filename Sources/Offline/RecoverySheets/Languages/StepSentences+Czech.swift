extension StepSentences {
  static let czech = StepSentences(
    home: "Na počítači bez sítě.",
    ownPassphrase:
      "Program se ptá na vlastní heslovou frázi, ne na frázi seedu: stiskněte Enter a zapište "
      + "si šest slov, která vymyslí.",
    holdPage: "Ukažte tuto stránku kameře toho počítače, nikdy kameře chytrého telefonu.",
    holdPart: "Ukažte QR kód jedné části kameře toho počítače, nikdy kameře chytrého telefonu.",
    holdParts:
      "Ukažte části, jednu po druhé, kameře toho počítače, nikdy kameře chytrého telefonu.",
    eitherHoldCode:
      "Buď ukažte QR kód „{heading}“ kameře toho počítače, nikdy kameře chytrého telefonu.",
    eitherHoldCodes:
      "Buď ukažte QR kódy ze strany 1, nebo ty vedle písmen, kameře toho počítače, nikdy kameře "
      + "chytrého telefonu.",
    typeWords: "Bez kamery dejte `--from terminal` místo `--from camera` a napište slova.",
    typeLetters:
      "Bez kamery dejte `--from terminal` místo `--from camera` a napište písmena a číslice.",
    typeEach: "Bez kamery dejte `--from terminal` místo `--from camera` a napište každou z nich.",
    typeWordsOfEach:
      "Bez kamery dejte `--from terminal` místo `--from camera` a napište slova každé z nich.",
    otherPartWords: "Potom napište slova druhé části, a když už další nejsou, jen stiskněte Enter.",
    otherPartsWords:
      "Potom napište slova ostatních částí, a když už další nejsou, jen stiskněte Enter.",
    asksSheetWords: "Program se ptá na slova k tomuto listu („sheet words“).",
    finds: "Podle otisku program najde jedno chybné nebo chybějící slovo či dvě prohozená.",
    findsWithOption:
      "Otisk musí být {fingerprint}; s `--fingerprint {fingerprint}` v řádku program najde "
      + "jedno chybné nebo chybějící slovo či dvě prohozená.",
    compareFingerprint: "Otisk musí být {fingerprint}.",
    slip39Needed:
      "Program se ptá na heslovou frázi SLIP-39, která je nutná. Jiná, nebo žádná, dá jiný seed "
      + "bez mincí: pozná se to jen podle otisku.",
    slip39None: "Program se ptá na heslovou frázi SLIP-39: žádná není, jen stiskněte Enter.",
    withoutPassphrase:
      "Tento otisk je bez heslové fráze, na kterou se program ptá při každém použití. Chybná "
      + "otevře jiné, prázdné peněženky.",
    withoutBIP39:
      "Tento otisk je bez heslové fráze BIP-39, na kterou se program ptá při každém použití.",
    withoutBIP39Inside:
      "Otisk je bez heslové fráze BIP-39, na kterou se program ptá při každém použití.",
    eachChild:
      "Pro každý odvozený seed ze seznamu výše, zde words/12/7; musí mít otisk, který je u něj:",
    child: "Odvozený seed {name} s otiskem {fingerprint}:",
    childOfRenamed:
      "Odvozený seed {name} s otiskem {fingerprint}; `SEED` je seed s otiskem {seed}:",
    keyWallet: "Jeho peněženka se obnoví s ním: {name}-combo.",
    anyName: "NAME je libovolný název.",
    registerEach: "Potom ukažte stránku každé peněženky.",
    registerHere: "Na každém počítači bez sítě, který má její klíč: ukažte tuto stránku.",
    compareAddresses: "Její první adresy musí být ty, které jsou vytištěny s ní.",
    watch: "Na počítači se sítí.",
    importFile: "Importujte tento soubor.",
    holdUp: "Ukažte tuto stránku.",
    holdUpEach: "Ukažte stránku každé peněženky, nikdy tuto.",
    holdUpEachAgain: "Ukažte znovu stránku každé peněženky, nikdy tuto.",
    wholeChain: "Bez volby --birth-height prohledá celý blockchain.",
    compareAddress: "Porovnejte první adresu.",
    carry: "Zapište soubor bez klíče, pro počítač se sítí:",
    thereNode: "Tam, když běží Bitcoin Core (bitcoincore.org):",
    discover: "Tam vyhledejte účty, které byly použity:",
    discoverWhole:
      "Tam vyhledejte účty, které byly použity; bez „birth height“ se čte celý blockchain:",
    discoverByNode: "Tam, s Bitcoin Core jako uzlem:",
    discoverByNodeWhole:
      "Tam, s Bitcoin Core jako uzlem; bez „birth height“ se čte celý blockchain:",
    publicSheet: "Peněženka s více klíči potřebuje i svůj veřejný list.",
    payingHeading: "Zobrazit mince a platit, na počítači se sítí",
    payingFirst: "Na počítači se sítí.",
    payingInShort:
      "Chcete-li vidět mince a platit, napište na počítači se sítí `online-coordinator --help` "
      + "a program vypíše příkazy.",
    payNode: "Když tam běží Bitcoin Core (bitcoincore.org):",
    seeCoins: "Zobrazit mince peněženky NAME:",
    paySmall:
      "Zaplatit malou částku v bitcoinech na vlastní adresu; později zbytek, s `all` místo "
      + "`AMOUNT` a s novými názvy souborů:",
    signFile: "Přenést soubor do druhého počítače a podepsat ho:",
    carryBack: "Přenést podepsaný soubor zpět:",
    sendPayment: "Odeslat platbu NUMBER:",
    twoWays:
      "Použijte offline-signer podle těchto kroků, nebo bez něj čtecí program z posledních "
      + "stránek podle kroků níže.",
    orType:
      "Nebo bez kamery, místo kroku 2: napište řádky písmen do textového souboru `sheet.txt` "
      + "tak, jak jsou vytištěny, a potom:",
    childrenAgain: "Program pak řekne, jak znovu odvodit odvozené seedy.",
    exportOne: "Jeho peněženka se obnoví s ním. Zapište soubor pro počítač se sítí:",
    exportEach:
      "Jeho peněženky se obnoví s ním. Pro každou dejte místo NAME její název a zapište soubor "
      + "pro počítač se sítí:",
    readerHeading: "Nebo: obnovit bez programu offline-signer",
    readerPython:
      "Vezměte počítač bez sítě, na kterém je Python 3.6 nebo novější, z Linuxu nebo z "
      + "python.org. Python od Applu nemá scrypt.",
    readerFile:
      "Napište tam program z posledních stránek do souboru `read.py`, nebo nechte kameru toho "
      + "počítače přečíst jeho QR kódy a jejich text vložte do tohoto souboru v jejich pořadí.",
    readerLines:
      "Napište tam řádky písmen z tohoto listu, nebo to, co obsahují jeho QR kódy, do souboru "
      + "`sheet.txt`, každý na svůj řádek.",
    readerRun:
      "Program se ptá na slova k tomuto listu („sheet words“; při psaní není nic vidět) a ukáže, "
      + "co bylo zamčeno, každou věc na svém řádku (ve Windows napište `py` místo `python3`):",
    readerFingerprint: "V řádku „fingerprint“ musí být {fingerprint}.",
    readerWords:
      "V řádku „seed“ jsou slova ({count}): seed BIP-39, {language}. Zadejte je na tom počítači "
      + "do programu, který zná BIP-39.",
    readerWordsLocked:
      "V řádku „seed“ jsou slova ({count}): seed BIP-39, {language}. Zadejte je na tom počítači "
      + "do programu, který zná BIP-39, s heslovou frází BIP-39.",
    readerCodex32:
      "V řádku „seed“ je seed v codex32 (BIP-93). Zadejte ho na tom počítači do programu, který "
      + "zná codex32.",
    readerExtendedKey:
      "V řádku „seed“ je rozšířený soukromý klíč (BIP-32, xprv). Zadejte ho na tom počítači do "
      + "programu, který přijímá hlavní soukromý klíč.",
    readerSingleKey:
      "V řádku „seed“ je soukromý klíč jedné adresy (WIF). Zadejte ho na tom počítači do "
      + "programu, který takový klíč přijímá.",
    readerTried: "Vyzkoušeny: {programs}.",
    readerWallets:
      "Každý řádek „wallet“ má název a deskriptor (output descriptor, BIP-380). Podle něj "
      + "program na počítači se sítí najde mince; jiný řádek tam nikdy nepřenášejte.",
    formatHeading: "Formát, pro programátory",
    formatParts:
      "Každý QR kód obsahuje B$2B, pak dvěma číslicemi v soustavě o základu 36, kolik je QR "
      + "kódů, dalšími dvěma, který z nich to je, počítáno od 0, a zbytek v base32 (RFC 4648, bez "
      + "=). Co zbývá, v tomto pořadí spojte a dekódujte. Písmena vytištěná k přepsání jsou tatáž.",
    formatBytes:
      "Bajty: DBES; verze, 1; log2 N, r a p pro scrypt, každé jeden bajt (zde {logN}, {r} a "
      + "{p}); 16 bajtů soli; zašifrovaný text; 16 bajtů značky (tag); a první 4 bajty SHA-256 "
      + "všeho předchozího.",
    formatKey:
      "Slova k tomuto listu: UTF-8, NFKD, A až Z jako malá písmena, mezi dvěma jedna mezera. "
      + "Klíč: scrypt (RFC 7914) těchto slov se solí, N, r a p, 32 bajtů.",
    formatText:
      "Text: ChaCha20-Poly1305 (RFC 8439) s tímto klíčem, nonce z 12 nulových bajtů a prvními 24 bajty jako přidruženými daty. Na konci ho doplňují znaky nového řádku. Jeho první řádek je "
      + "seed; ostatní udávají jeho síť, otisk a peněženky.",
    sourceCodes: "read.py jako QR kódy: program z posledních stránek, v tomto pořadí",
    sourceCode: "read.py, část {number}",
    sourceHeading: "read.py, čtecí program v Pythonu",
    sourceNote:
      "Tentýž text jako v předchozích QR kódech. Mezery na začátku řádku jsou důležité: čtyři "
      + "na úroveň.",
    checkBlank:
      "Ke kontrole, než na něj pošlete mince, na počítači, který slova vytvořil; NAME je název, "
      + "který tam seed má:",
    restoreBlank: "K obnovení napište toto na počítači bez sítě.",
    typeBlank:
      "Napište slova; NAME je libovolný název, FINGERPRINT otisk zapsaný výše. Podle něj "
      + "program najde jedno chybné nebo chybějící slovo či dvě prohozená. Nebo dejte "
      + "`--from camera` místo `--from terminal` a ukažte vyplněný kód z další stránky kameře "
      + "toho počítače.",
    lockedBlank: "Je-li heslová fráze, přidejte k tomuto řádku `--with-bip39-passphrase` na konec.",
    showCode: "Zobrazte ho na počítači bez sítě:",
    fillIn:
      "Vyplňte jeho tmavé čtverečky, blok po bloku; písmena a čísla na okraji ukazují, kde "
      + "jste. Čtverečky s čárkou jsou tmavé v každém kódu.",
    holdCode: "Ukažte tuto stránku kameře toho počítače:",
    steelCheck: "Potom ho zkontrolujte kamerou počítače bez sítě:")
}
