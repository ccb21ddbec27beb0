extension StepSentences {
  static let spanish = StepSentences(
    home: "En un ordenador sin red.",
    ownPassphrase:
      "El programa pide una frase de paso propia, no la de la semilla: pulse Intro y apunte las "
      + "seis palabras que se inventa.",
    holdPage: "Muestre esta página a la cámara de ese ordenador, nunca a la de un smartphone.",
    holdPart:
      "Muestre el código QR de una parte a la cámara de ese ordenador, nunca a la de un "
      + "smartphone.",
    holdParts:
      "Muestre las partes, una tras otra, a la cámara de ese ordenador, nunca a la de un "
      + "smartphone.",
    eitherHoldCode:
      "O bien muestre el código QR «{heading}» a la cámara de ese ordenador, nunca a la de un "
      + "smartphone.",
    eitherHoldCodes:
      "O bien muestre los códigos QR de la página 1, o los que están junto a las letras, a la "
      + "cámara de ese ordenador, nunca a la de un smartphone.",
    typeWords:
      "Sin cámara, ponga `--from terminal` en lugar de `--from camera` y teclee las palabras.",
    typeLetters:
      "Sin cámara, ponga `--from terminal` en lugar de `--from camera` y teclee las letras y "
      + "cifras.",
    typeEach: "Sin cámara, ponga `--from terminal` en lugar de `--from camera` y teclee cada una.",
    typeWordsOfEach:
      "Sin cámara, ponga `--from terminal` en lugar de `--from camera` y teclee las palabras de "
      + "cada una.",
    otherPartWords:
      "Teclee después las palabras de la otra parte, y pulse solo Intro cuando no haya más.",
    otherPartsWords:
      "Teclee después las palabras de las otras partes, y pulse solo Intro cuando no haya más.",
    asksSheetWords: "El programa pide las palabras que abren esta hoja («sheet words»).",
    finds:
      "Por la huella, el programa encuentra una palabra equivocada, una que falta o dos "
      + "cambiadas de sitio.",
    findsWithOption:
      "La huella tiene que ser {fingerprint}; con `--fingerprint {fingerprint}` en la línea, el "
      + "programa encuentra una palabra equivocada, una que falta o dos cambiadas de sitio.",
    compareFingerprint: "La huella tiene que ser {fingerprint}.",
    slip39Needed:
      "El programa pide la frase de paso de SLIP-39, que es necesaria. Otra, o ninguna, da otra "
      + "semilla, sin bitcoins: solo la huella lo muestra.",
    slip39None:
      "El programa pide una frase de paso de SLIP-39: no la hay, así que pulse solo Intro.",
    withoutPassphrase:
      "Esa huella es la obtenida sin la frase de paso, que se pide cada vez que se usa. Otra "
      + "abre otros monederos, vacíos.",
    withoutBIP39:
      "Esa huella es la obtenida sin la frase de paso de BIP-39, que se pide cada vez que se usa.",
    withoutBIP39Inside:
      "La huella es la obtenida sin la frase de paso de BIP-39, que se pide cada vez que se usa.",
    eachChild:
      "Para cada semilla derivada de la lista de arriba, aquí words/12/7; tiene que tener la "
      + "huella que está a su lado:",
    child: "La semilla derivada {name}, con la huella {fingerprint}:",
    childOfRenamed:
      "La semilla derivada {name}, con la huella {fingerprint}; `SEED` es la semilla con la "
      + "huella {seed}:",
    keyWallet: "El monedero ya está incluido: {name}-combo.",
    anyName: "NAME es un nombre cualquiera.",
    registerEach: "Muestre después la página de cada monedero.",
    registerHere: "En cada ordenador sin red que tenga una de las claves: muestre esta página.",
    compareAddresses: "Las primeras direcciones tienen que ser las impresas allí.",
    watch: "En un ordenador con red.",
    importFile: "Importe ese archivo.",
    holdUp: "Muestre esta página.",
    holdUpEach: "Muestre la página de cada monedero, nunca esta.",
    holdUpEachAgain: "Muestre otra vez la página de cada monedero, nunca esta.",
    wholeChain: "Sin la opción --birth-height busca en toda la cadena de bloques.",
    compareAddress: "Compare la primera dirección.",
    carry: "Escriba un archivo sin claves, para un ordenador con red:",
    thereNode: "Allí, con Bitcoin Core (bitcoincore.org) en marcha:",
    discover: "Allí, busque las cuentas que se usaron:",
    discoverWhole:
      "Allí, busque las cuentas que se usaron; sin «birth height» se lee toda la cadena de "
      + "bloques:",
    discoverByNode: "Allí, con Bitcoin Core como nodo:",
    discoverByNodeWhole:
      "Allí, con Bitcoin Core como nodo; sin «birth height» se lee toda la cadena de bloques:",
    publicSheet: "Un monedero de varias claves necesita también su hoja pública.",
    payingHeading: "Ver los bitcoins y pagar, en el ordenador con red",
    payingFirst: "En el ordenador con red.",
    payingInShort:
      "Para ver los bitcoins y pagar, teclee `online-coordinator --help` en el ordenador con "
      + "red: da la lista de las órdenes.",
    payNode: "Con Bitcoin Core (bitcoincore.org) en marcha allí:",
    seeCoins: "Ver los bitcoins de un monedero NAME:",
    paySmall:
      "Pagar una cantidad pequeña en bitcoins a una dirección suya; más tarde el resto, con "
      + "`all` como `AMOUNT` y otros nombres de archivo:",
    signFile: "Llevar el archivo al otro ordenador y firmarlo:",
    carryBack: "Llevar el archivo firmado de vuelta:",
    sendPayment: "Enviar el pago NUMBER:",
    twoWays:
      "Use offline-signer, como dicen estos pasos; o, sin él, el lector de las últimas "
      + "páginas, como dicen los pasos de más abajo.",
    orType:
      "O, sin cámara, en lugar del paso 2: teclee las líneas de letras en un archivo de texto "
      + "`sheet.txt` tal como están impresas, y después:",
    childrenAgain: "El programa dice después cómo recuperar las semillas derivadas.",
    exportOne: "El monedero ya está incluido. Escriba un archivo para el ordenador con red:",
    exportEach:
      "Los monederos ya están incluidos. Para cada uno, ponga su nombre en lugar de NAME y escriba "
      + "un archivo para el ordenador con red:",
    readerHeading: "O: recuperar sin offline-signer",
    readerPython:
      "Tome un ordenador sin red que tenga Python 3.6 o posterior, de Linux o de python.org. Al "
      + "Python de Apple le falta scrypt.",
    readerFile:
      "Teclee allí el programa de las últimas páginas en un archivo `read.py`, o deje que la "
      + "cámara de ese ordenador lea sus códigos QR y ponga su texto en ese archivo, en su orden.",
    readerLines:
      "Teclee allí las líneas de letras de esta hoja, o lo que contienen sus códigos QR, en un "
      + "archivo `sheet.txt`, una por línea.",
    readerRun:
      "El programa pide las palabras que abren esta hoja («sheet words»; al teclearlas no se ve "
      + "nada) y muestra lo que estaba bajo llave, una línea por cada cosa (en Windows, teclee "
      + "`py` en lugar de `python3`):",
    readerFingerprint: "La línea «fingerprint» tiene que decir {fingerprint}.",
    readerWords:
      "La línea «seed» tiene {count} palabras: una semilla de BIP-39, {language}. Introdúzcalas "
      + "en ese ordenador en un programa que conozca BIP-39.",
    readerWordsLocked:
      "La línea «seed» tiene {count} palabras: una semilla de BIP-39, {language}. Introdúzcalas "
      + "en ese ordenador en un programa que conozca BIP-39, con la frase de paso de BIP-39.",
    readerCodex32:
      "La línea «seed» tiene una semilla en codex32 (BIP-93). Introdúzcala en ese ordenador en "
      + "un programa que conozca codex32.",
    readerExtendedKey:
      "La línea «seed» tiene una clave privada extendida (BIP-32, xprv). Introdúzcala en ese "
      + "ordenador en un programa que acepte una clave privada maestra.",
    readerSingleKey:
      "La línea «seed» tiene la clave privada de una dirección (WIF). Introdúzcala en ese "
      + "ordenador en un programa que acepte una clave así.",
    readerTried: "Probados: {programs}.",
    readerWallets:
      "Cada línea «wallet» tiene un nombre y un descriptor (output descriptor, BIP-380). Con "
      + "él, un programa encuentra los bitcoins en un ordenador con red; no lleve nunca allí otra "
      + "línea.",
    formatHeading: "El formato, para programadores",
    formatParts:
      "Cada código QR contiene B$2B, luego en dos cifras de base 36 cuántos códigos QR hay, en "
      + "otras dos cuál es este, contado desde 0, y el resto en base32 (RFC 4648, sin =). Junte "
      + "lo que queda en ese orden y descodifíquelo. Las letras impresas para teclearlas son las "
      + "mismas.",
    formatBytes:
      "Los bytes: DBES; la versión, 1; log2 de N, r y p de scrypt, un byte cada uno (aquí "
      + "{logN}, {r} y {p}); 16 bytes de sal; el texto cifrado; 16 bytes de etiqueta (tag); y los "
      + "4 primeros bytes del SHA-256 de todo lo anterior.",
    formatKey:
      "Las palabras que abren esta hoja: UTF-8, NFKD, de A a Z en minúsculas, un espacio entre "
      + "dos. La clave: scrypt (RFC 7914) de esas palabras con sal, N, r y p, 32 bytes.",
    formatText:
      "El texto: ChaCha20-Poly1305 (RFC 8439) con esa clave, un nonce de 12 bytes a cero y los "
      + "24 primeros bytes como datos asociados. Saltos de línea lo completan al final. Su "
      + "primera línea es la semilla; las otras dicen su red, su huella y sus monederos.",
    sourceCodes: "read.py en códigos QR: el programa de las últimas páginas, en este orden",
    sourceCode: "read.py, parte {number}",
    sourceHeading: "read.py, el lector en Python",
    sourceNote:
      "El mismo texto que en los códigos QR anteriores. Los espacios al principio de una línea "
      + "cuentan: cuatro por nivel.",
    checkBlank:
      "Para comprobarla, antes de enviar bitcoins allí, en el ordenador que creó las palabras; "
      + "NAME es el nombre que tiene allí la semilla:",
    restoreBlank: "Para recuperarla, teclee esto en un ordenador sin red.",
    typeBlank:
      "Teclee las palabras; NAME es un nombre cualquiera, FINGERPRINT la huella escrita arriba. "
      + "Con ella, el programa encuentra una palabra equivocada, una que falta o dos cambiadas de "
      + "sitio. O ponga `--from camera` en lugar de `--from terminal`, y muestre el código "
      + "rellenado de la página siguiente a la cámara de ese ordenador.",
    lockedBlank: "Si hay una frase de paso, añada `--with-bip39-passphrase` a esa línea.",
    showCode: "Muéstrelo en el ordenador sin red:",
    fillIn:
      "Rellene sus cuadros oscuros, bloque por bloque; las letras y los números del borde "
      + "muestran dónde está. Los cuadros con una raya son oscuros en todos los códigos.",
    holdCode: "Muestre esta página a la cámara de ese ordenador:",
    steelCheck: "Compruébelo después con la cámara del ordenador sin red:")
}
