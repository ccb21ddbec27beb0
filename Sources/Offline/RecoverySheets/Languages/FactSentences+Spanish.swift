extension FactSentences {
  static let spanish = FactSentences(
    fullTitle: "Hoja de recuperación: {name}",
    encryptedTitle: "Hoja cifrada: {name}",
    publicTitle: "Hoja pública: {name}",
    blankTitle: "Hoja en blanco: {count} palabras",
    partTitle: "Parte {part} de la semilla {name}",
    countedPartTitle: "Parte {part} de {count} de la semilla {name}",
    letteredPartTitle: "Parte {part} de la semilla {name} (una de {count})",
    print: "{title}, impresión {number}, {date}, {program}",
    samePrint:
      "Cada página de esta impresión lleva el mismo número. El código pequeño solo contiene "
      + "ese número y la clase de hoja.",
    checked: "Comprobado el {line} por {line} Comprobar otra vez antes del {date}: {line}",
    blankChecked: "Comprobado el {line} por {line} Comprobar otra vez antes del {line}",
    page: "página {page} de {pages}",
    withoutSpaces: "se lee sin los espacios",
    oneSpace: "un espacio entre palabras",
    continued: "{heading}, continuación",
    standardEnglishWords: "BIP-39, {count} palabras inglesas; el código QR es un SeedQR",
    standardWords: "BIP-39, {count} palabras, {language}; el código QR es su texto",
    standardCodex32: "BIP-93 (codex32), la semilla entera (BIP-32)",
    standardExtendedKey: "BIP-32, clave privada extendida (xprv)",
    standardSingleKey: "WIF, la clave privada de una dirección",
    standardSLIP39: "SLIP-39, {count} palabras (Shamir backup)",
    standardCodex32Part: "BIP-93 (codex32), una parte",
    standardXORPart: "Seed XOR, una parte de {count} palabras de BIP-39",
    standardWallet: "descriptor (output descriptor; BIP-380, BIP-389)",
    standardBlank: "BIP-39, {count} palabras; SeedQR",
    everyKind: "una clave, todos los tipos ({kinds})",
    bareKey: "solo la clave ({kind})",
    otherKind: "otro",
    seed: "Semilla",
    kind: "Qué es",
    fingerprint: "Huella",
    passphrase: "Frase de paso",
    words: "{count} palabras de BIP-39, {language}",
    codex32: "semilla en codex32 (BIP-93)",
    extendedKey: "clave privada extendida (BIP-32, xprv)",
    singleKey: "clave privada de una dirección (WIF)",
    block: "bloque {height} (birth height)",
    blockUnknown: "no se sabe: busque en toda la cadena de bloques",
    passphraseNeeded:
      "NECESARIA: una frase de paso de BIP-39 que no está en ninguna hoja; sin ella los "
      + "monederos están vacíos",
    noPassphrase: "ninguna",
    made: "Creada",
    imported: "Importada",
    derived: "Derivada",
    madeFrom: "{date}, a partir de {origin}",
    cameFrom: "{date}, {origin}",
    olderByDraws: "{made}; más antigua si ya se creó antes con estas tiradas",
    older: "{made}; la semilla puede ser más antigua",
    originWords: "palabras",
    originKey: "clave privada extendida",
    originResource: "uniform resource",
    originSheet: "hoja cifrada",
    originShares: "{form}, {count} partes",
    originParts: "Seed XOR de {count} partes",
    originAlone: "{draws} solo, como {program}",
    originRecovery: "Recovery QR de {program}",
    child: "Derivada: {name}",
    childText: "BIP-85 {path} de {parent}, huella {fingerprint}",
    unknownChild: "derivada de {parent} (BIP-85), huella {fingerprint}",
    log: "Registro",
    logText: "{entries} entradas, palabras: {words}; para comparar: {command}",
    logTextOfOne: "{entries} entrada, palabras: {words}; para comparar: {command}",
    digits: "Cifras del SeedQR: el lugar de cada palabra en la lista, contado desde 0",
    seedHeading: "La semilla",
    order:
      "Orden: cada columna de arriba abajo. El número pequeño es el lugar de la palabra en la "
      + "lista, contado desde 1.",
    boldEnough:
      "Las letras en negrita bastan para saber la palabra; otros programas pueden pedirla "
      + "entera.",
    orderOfBytewords: "Orden: cada columna de arriba abajo.",
    seedQR: "El SeedQR de {name}",
    wordsAsText: "Las palabras de {name} como texto",
    codeOf: "{name}: {form}",
    anyReader: "{caption}; cualquier lector de códigos QR lo muestra como texto",
    extraHeading: "Esto también contiene la semilla: {code}",
    recoveryQR: "el Recovery QR de {name}",
    accountMap: "el Account Map de {name}",
    toRestore: "Recuperar (To restore)",
    walletCopies: "Monedero {name}, los mismos códigos QR otra vez",
    walletForOthers: "Monedero {name}, para otros programas",
    copies: "Los mismos códigos QR otra vez",
    walletsHeading: "Los monederos, para el ordenador",
    rule: "Regla",
    oneKeySigns: "1 clave firma",
    allKeysSign: "deben firmar todas las {count} claves",
    someKeysSign: "deben firmar {needed} de las {count} claves",
    waysSign: "firmas necesarias: {ways}",
    orWay: "{ways}, o {way}",
    keyAlone: "la clave {key} sola",
    someOfKeys: "{needed} de las claves {keys}",
    andKey: "{keys} y {key}",
    keyRange: "{first} a {last}",
    ruleUnknown: "no se sabe quién debe firmar",
    key: "Clave {number}",
    heldBySeed: "la tiene la semilla {seed}; {origin}",
    heldByOther: "la tiene otra persona; {origin}",
    keyOrigin: "huella {fingerprint}, ruta {path}",
    noOrigin: "sin origen",
    nobodysKey: "no es de nadie: su secreto no se puede conocer (BIP-341)",
    linesNote:
      "El monedero en líneas de letras. El = y lo que le sigue comprueban la línea; otros "
      + "programas no los quieren, ni los espacios.",
    descriptorLine: "Descriptor",
    neverPayHandedOut:
      "No envíe nada a este monedero: es derivado (BIP-85), y quien lo recibió puede vaciarlo.",
    neverPaySweep:
      "No envíe nada a este monedero: la clave vino de fuera, y quien la haya visto puede vaciarlo.",
    firstAddresses: "Primeras direcciones para recibir, para compararlas después de recuperar:",
    onlyAddress: "Dirección del monedero:",
    warnedAddresses:
      "{warning} Primeras direcciones, solo para compararlas después de recuperar:",
    warnedAddress: "{warning} Dirección, solo para compararla después de recuperar:",
    electrumLabel: "Para Electrum",
    electrumKeys:
      "Para Electrum, una línea por cada clave (véase arriba). Teclee las palabras de una clave "
      + "y, de las otras líneas, lo que sigue a la huella.",
    electrumKey:
      "Para ver los bitcoins en Electrum: «Standard wallet», «Use a master key» y después esta línea.",
    copyNote: "Basta uno de los dos códigos QR. Si uno está manchado o doblado, use el otro.",
    copiesNote:
      "Cada código QR está impreso dos veces. Si uno está manchado o doblado, use su copia.",
    sameCode: "El mismo código QR otra vez",
    countedCopy: "Código QR {number} de {count}, otra vez",
    descriptorCode: "El descriptor de {name}",
    descriptorCodes: "Código QR {number} de {count} del descriptor de {name}",
    itsFingerprint: "Huella de la semilla",
    part: "Parte",
    partText: "{part}, {form}",
    partTextOfSet: "{part}, {form}, juego {set} (el mismo en cada parte)",
    groupShare: "{share} del grupo {group}",
    allPartsNeeded: "hacen falta las {count} partes",
    somePartsNeeded: "hacen falta {needed} cualesquiera de las {count} partes",
    bothInAnyOrder: "hacen falta las dos partes, en cualquier orden",
    allInAnyOrder: "hacen falta las {count} partes, en cualquier orden",
    groupsNeeded: "hacen falta {needed} de los {count} grupos ({groups})",
    groupRule: "grupo {group}: {needed} de {count}",
    restores: "Qué recupera",
    restoresWords: "la clave misma (semilla de BIP-39 de {count} bytes); de ella no salen palabras",
    restoresRoot: "la semilla de {count} bytes (raíz de BIP-32)",
    wallets: "Monederos",
    walletInList: "{name}, descriptor #{checksum}",
    slip39Needed:
      "NECESARIA: frase de paso de SLIP-39, en ninguna hoja; otra abre otros monederos, vacíos",
    bip39Needed:
      "NECESARIA: una frase de paso de BIP-39, en ninguna hoja; sin ella los monederos están "
      + "vacíos",
    otherPart: "La otra parte la tiene (nombre)",
    otherParts: "Otras partes las tienen (nombres)",
    partOf: "Parte {part} de {name}",
    partWords: "Las palabras de esta parte",
    inside: "Dentro",
    network: "Red",
    walletsInside: "Monederos incluidos",
    noWallets: "ninguno",
    lockedWith: "Se abre con",
    lockedWithWords:
      "las palabras que abren esta hoja («sheet words»), que no son las de la semilla",
    seedPassphrase: "Frase de paso de la semilla",
    neededBesideWords:
      "NECESARIA: una frase de paso de BIP-39, además de las palabras que abren esta hoja",
    childrenInside: "Semillas derivadas",
    childrenInsideText: "{count} (BIP-85); su lista también está cifrada",
    lockedSeed: "Cifrada: la semilla",
    lockedWallets: "Cifrados: la semilla y sus monederos",
    encryptedCodes: "Código QR {number} de {count} de la semilla cifrada {name}",
    afterLetters: "La página que sigue a las letras dice qué hacer con estos códigos.",
    noPlace:
      "No escriba aquí dónde están las palabras que abren esta hoja: quien encuentre esta "
      + "página podría encontrarlas también. La carta a los herederos tiene sitio para ello.",
    whoKnows: "Quién sabe dónde están las palabras que abren esta hoja (un nombre)",
    lettersHeading: "Lo mismo en letras, para teclearlo si no se puede leer un código QR",
    lettersText:
      "Teclee cada línea con su número, el = y los seis caracteres que le siguen. Con ellos se "
      + "encuentra una letra equivocada en la línea: offline-signer la corrige; el lector de las "
      + "últimas páginas dice en qué línea está. Un 0 (cero) lleva una marca en el medio.",
    blankWords: "Las palabras, en su orden",
    name: "Nombre",
    date: "Fecha",
    blankSince: "Bitcoins desde (bloque o fecha)",
    blankAddresses: "Direcciones (tipos, rutas)",
    blankPassphrase: "Frase de paso (sí o no)",
    madeWith: "Creada con (programa)",
    pencil: "Escriba con lápiz, o con un bolígrafo que el agua no borre.",
    toCheck: "Comprobar y recuperar",
    gridsHeading: "Las mismas palabras como código QR, copiado a mano",
    digitsGrid: "SeedQR: {count} palabras como {digits} cifras",
    compactGrid: "CompactSeedQR: el código más pequeño, de las mismas palabras",
    oneIsEnough: "Basta uno de los dos códigos; este tiene menos cuadros.",
    readAsDigits:
      "Este se puede leer como cifras: cuatro por palabra, su lugar en la lista, contado desde "
      + "0.",
    steelWords: "Para acero: las {count} palabras",
    steelNote:
      "Bastan cuatro letras de cada palabra: no hay dos palabras de la lista que empiecen por "
      + "las mismas cuatro. Después viene el lugar de la palabra en la lista, contado desde 1 "
      + "(las cifras del SeedQR cuentan desde 0), en cifras y en doce puntos: marque los negros "
      + "con el punzón. Cada punto vale lo que está escrito encima, y todos juntos dan el número. "
      + "Las letras o los números solos recuperan las palabras; grabe ambos si hay sitio, y "
      + "también la huella {fingerprint}.",
    steelCode: "Para acero: el CompactSeedQR",
    steelCopy:
      "Las mismas palabras para una cámara, para copiarlas en la cuadrícula vacía o en acero: "
      + "rellene cada casilla que tenga una raya o un punto, bloque por bloque (A1, A2 y así "
      + "sucesivamente). Una vez rellena, la cuadrícula es la semilla: guárdela como las palabras.",
    lists: WordListNames(
      english: "inglés", japanese: "japonés", korean: "coreano", spanish: "español",
      chineseSimplified: "chino simplificado", chineseTraditional: "chino tradicional",
      french: "francés", italian: "italiano", czech: "checo", portuguese: "portugués"))
}
