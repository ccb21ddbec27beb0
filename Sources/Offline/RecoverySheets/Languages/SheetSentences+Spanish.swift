extension SheetSentences {
  static let spanish = SheetSentences(language: "Español", box: .spanish, letter: .spanish)
}

extension BoxSentences {
  static let spanish = BoxSentences(
    title: "¿Qué es esto?",
    whatLabel: "Esto es", standardLabel: "Norma", addressesLabel: "Direcciones",
    sinceLabel: "Monedas desde", programsLabel: "Otros programas", firstLabel: "Primero",
    neverLabel: "Nunca", sourceLabel: "Este programa",
    words:
      "Bitcoin. Las {count} palabras de esta página son la clave de unas monedas. Quien tiene las palabras "
      + "tiene las monedas.",
    letters:
      "Bitcoin. La larga línea de letras de esta página es la clave de unas monedas. Quien la tiene, tiene "
      + "las monedas.",
    key:
      "Bitcoin. La clave privada de esta página abre una sola dirección. Quien la tiene, tiene las monedas "
      + "que hay en ella.",
    encrypted:
      "Bitcoin. En esta página está, cifrada, la clave de unas monedas. Solo la abren las palabras que eligió "
      + "su dueño, y se guardan en otro lugar.",
    countedShare:
      "Bitcoin. Esta es una de las {count} partes de la clave de unas monedas. Con {needed} de ellas, "
      + "cualesquiera, se recupera la clave; con menos no se abre nada.",
    share:
      "Bitcoin. Esta es una parte de la clave de unas monedas. Sola no abre nada; la regla de esta página "
      + "dice qué partes hay que reunir.",
    wallet:
      "Bitcoin. Esta página muestra dónde hay monedas y qué claves pueden gastarlas. No contiene ninguna "
      + "clave: nadie puede llevarse nada con ella, pero quien la lee ve todos los pagos.",
    blank:
      "Papel para la clave de unos bitcoins. Cuando las palabras estén escritas, quien lo lea tendrá las "
      + "monedas.",
    passphrase:
      "También hace falta una frase de paso (passphrase) que no está en esta página.",
    rehearsal:
      "Esta página es para practicar en la red {network}: sus monedas no valen nada.",
    firstWithSecret:
      "Tómese su tiempo: por esperar no se pierde nada. Recupere la semilla en un ordenador sin red y compare "
      + "la huella. Páguese primero una cantidad pequeña a usted mismo antes de mover el resto.",
    firstWithShare:
      "Tómese su tiempo: por esperar no se pierde nada. Averigüe quién tiene las otras partes y reúnalas solo "
      + "donde se recupere la clave: ante un ordenador sin red.",
    firstWithEncrypted:
      "Tómese su tiempo: por esperar no se pierde nada. Busque las palabras. Abra esta página en un ordenador "
      + "sin red, con este programa o con el lector cuyo código fuente está impreso con ella.",
    firstWithWallet:
      "Guarde esta página con los papeles que tienen las claves. Cualquiera de los programas de abajo muestra "
      + "el saldo a partir del código QR; compare la primera dirección antes de que alguien pague a ella.",
    firstWithBlank:
      "Escriba a mano y a solas, y léalo todo otra vez para comprobarlo antes de enviar monedas.",
    neverWithSecret:
      "No muestre, envíe ni dicte esto a nadie, y no lo escriba nunca en un teléfono, una "
      + "página web o un ordenador con red. Nadie honrado lo pide, y ninguna ayuda lo necesita.",
    neverWithWallet:
      "No deje nunca que le convenzan de escribir palabras a causa de esta página: para ver las monedas no "
      + "hace falta ninguna.",
    photographsOfSecrets:
      "Solo una máquina sin red puede fotografiar o escanear esta página.",
    photographsOfOthers:
      "Esta página se puede fotografiar, pero quien tenga la imagen ve todos los pagos.",
    since: "bloque {height}, hacia {month}; no hace falta buscar en bloques anteriores",
    sinceBlock: "bloque {height}; no hace falta buscar en bloques anteriores",
    sinceUnknown: "no se sabe: busque en toda la cadena",
    programs:
      "{programs}. Nuestras pruebas recuperaron páginas de este tipo con cada uno en el día indicado.",
    programsNone:
      "aún no se ha probado ninguno con este tipo de página; la norma es pública",
    source: "{program}. Su código fuente se guarda en {address}, SHA-256 {hash}.",
    sourceUnknown:
      "{program}. Esta copia se construyó sin indicar dónde se guarda su código fuente.")
}

extension LetterSentences {
  static let spanish = LetterSentences(
    heading: "A quienes vengan después de mí",
    written: "Escrito el {date}.",
    opening:
      "Si usted lee esto, yo ya no puedo ayudarle. Hay bitcoins: dinero que no guarda ningún banco. Pertenece "
      + "a quien tiene su clave, y cuando se ha ido, nadie puede devolverlo. Esta carta dice qué hay y cómo "
      + "obtenerlo. No contiene ninguna clave: quien la encuentre no puede llevarse nada, pero puede ver "
      + "cuánto hay. Enséñela solo a quienes deban saberlo.",
    calm:
      "Tómese su tiempo. Por esperar no se pierde nada, ni siquiera por esperar años. Todo se puede perder por "
      + "las prisas, o por confiar en alguien que ofrece ayuda.",
    termsHeading: "Cuatro palabras que encontrará",
    seedTerm: "Semilla (seed)",
    seedMeaning:
      "La clave: de 12 a 24 palabras, o una línea de letras, en papel. Quien la lee tiene las monedas.",
    walletTerm: "Monedero (wallet)",
    walletMeaning:
      "Qué claves pueden gastar qué monedas. Está en las últimas páginas de esta carta y no es un secreto.",
    fingerprintTerm: "Huella (fingerprint)",
    fingerprintMeaning:
      "Ocho cifras y letras que distinguen una semilla de otra. No son un secreto; le dicen si ha recuperado "
      + "la semilla correcta.",
    machineTerm: "Máquina sin red",
    machineMeaning:
      "Un ordenador que no está en Internet, ni por cable ni por radio, y que no vuelve a conectarse antes de "
      + "haber sido borrado. Solo ahí se puede escribir una semilla o mostrarla a una cámara.",
    whatHeading: "Qué hay",
    walletLabel: "Monedero {name}",
    seedLabel: "Semilla {name}",
    oneKey: "firma 1 clave",
    severalKeys: "deben firmar {needed} de {count} claves",
    otherRule: "su regla está en su página",
    enough: "mis propias claves bastan",
    notEnough: "mis propias claves no bastan, otros deben firmar también",
    made: "huella {fingerprint}, creada el {date}",
    child: "se deriva de la semilla {parent} (BIP-85 {path}), y con ella se recupera",
    needsPassphrase: "necesita una frase de paso (passphrase) que no está en ninguna hoja",
    whereHeading: "Dónde están las cosas (escrito a mano)",
    whereLabel: "Hojas de recuperación, partes y quién las tiene, máquinas, frases de paso",
    helpHeading: "Quién puede ayudar",
    helpText:
      "Alguien que usted elija, que conozca bitcoin y no gane nada con ello; mejor dos que no se conozcan "
      + "entre sí. Pueden leer esta carta y sentarse a su lado. No necesitan ninguna semilla, y miran a otro "
      + "lado mientras usted escribe una.",
    helpLabel: "A quién preguntaría yo (escrito a mano)",
    neverHeading: "A quién no hay que preguntar nunca",
    neverText:
      "A cualquiera que llame, escriba o venga por su cuenta. Ningún servicio de atención, ninguna empresa de "
      + "recuperación, ningún buscador, ningún programa de chat, ningún banco y ninguna autoridad necesita "
      + "una semilla: quien pide una quiere las monedas. No escriba ninguna semilla en un teléfono ni en una "
      + "página web, y que nadie vea su pantalla mientras la escribe en otro sitio.",
    stepsHeading: "Los pasos",
    findSheets:
      "Busque las hojas y lea el recuadro de cada una. Solo una máquina sin red puede fotografiar o escanear "
      + "una página con un secreto.",
    takeMachine:
      "Tome una máquina sin red: una que nunca la haya tenido, o un ordenador viejo al que se le quitaron la "
      + "radio y el cable.",
    chooseWay: "Recupere la semilla por uno de los tres caminos de abajo.",
    compare:
      "Compare la huella con la de arriba, y la primera dirección con la de las últimas páginas, letra por "
      + "letra. Si una difiere, deténgase: es otra semilla, otra frase de paso u otro tipo de dirección. Por "
      + "detenerse no se pierde nada.",
    others:
      "Otras personas deben firmar también. Sus claves están en las últimas páginas. Ellas conservan sus "
      + "semillas; solo viaja lo que hay que firmar.",
    paySmall:
      "Páguese primero una cantidad pequeña a usted mismo y espere a que el pago se confirme.",
    moveRest:
      "Mueva después el resto a un monedero suyo, cuyas palabras haya escrito y releído usted mismo.",
    oursHeading: "Primer camino: {program}",
    oursHome:
      "En la pregunta, pulse solo Intro: se sortea una nueva frase de paso de seis palabras.",
    oursSeed:
      "Por cada hoja (o --from terminal, para escribirla). Si una hoja dice algo más bajo «To "
      + "restore», añádalo.",
    oursPassphrase:
      "Si una semilla necesita una frase de paso, añada --with-bip39-passphrase. Con una equivocada el "
      + "monedero parece vacío.",
    oursChildren:
      "La carta en inglés dice cómo se recupera cada semilla derivada de otra.",
    oursWallet: "Muestre a la cámara los códigos QR de las últimas páginas.",
    oursWatching:
      "En una máquina con red, con los mismos códigos QR. Muestra las monedas.",
    electrumHeading: "Segundo camino: Electrum (probado con la versión {version})",
    electrumInstall:
      "Lleve Electrum como archivo a la máquina sin red y compruebe su firma como dice su página. Elija "
      + "«Standard wallet» y después «I already have a seed».",
    electrumWords:
      "Escriba las palabras. Pulse «Options» y elija «BIP39 seed»; si hace falta una frase de paso, también "
      + "«Extend this seed with custom words».",
    electrumAddresses: "Elija el tipo de direcciones y la ruta: {addresses}.",
    electrumSeveral:
      "Para un monedero de varias claves elija en su lugar «Multi-signature wallet». Dele sus palabras, y las "
      + "claves de los demás que están en las últimas páginas.",
    electrumTaproot:
      "Electrum no conocía las direcciones Taproot (P2TR): para ellas tome otro camino.",
    otherHeading: "Tercer camino: otro programa",
    otherChoose:
      "Quien le ayude encuentra uno que conozca la norma del recuadro de la hoja (para palabras, BIP-39). "
      + "Nuestras pruebas usaron estos: {programs}.",
    otherEnter: "Introduzca la semilla, el tipo de direcciones y la ruta: {addresses}.",
    otherSeveral:
      "Para un monedero de varias claves debe leer descriptores (output descriptors): dele los códigos QR o "
      + "el texto de las últimas páginas.",
    rehearsedHeading: "Ensayado",
    rehearsedText:
      "Hemos seguido estos pasos con una hoja de práctica y los hemos entendido. Se puede preguntar a "
      + "quienes firman aquí.",
    rehearsedBox: "Nombre, fecha, firma",
    dateBox: "Fecha",
    signatureBox: "Firma")
}
