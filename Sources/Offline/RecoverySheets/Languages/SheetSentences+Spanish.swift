extension SheetSentences {
  static let spanish = SheetSentences(
    language: "Español", box: .spanish, letter: .spanish, facts: .spanish, steps: .spanish)
}

extension BoxSentences {
  static let spanish = BoxSentences(
    title: "¿Qué es esto?",
    whatLabel: "Esto es", standardLabel: "Norma", addressesLabel: "Direcciones",
    sinceLabel: "Bitcoins desde", programsLabel: "Otros programas", firstLabel: "Primero",
    neverLabel: "Nunca", sourceLabel: "Estos programas",
    words:
      "Bitcoin. Las {count} palabras de esta página son la clave de unos bitcoins. Quien "
      + "tiene las palabras tiene los bitcoins.",
    letters:
      "Bitcoin. La larga línea de letras y cifras de esta página es la clave de unos "
      + "bitcoins. Quien la tiene, tiene los bitcoins.",
    key:
      "Bitcoin. Con la clave privada de esta página se puede gastar lo que hay en una sola "
      + "dirección. Quien la tiene, tiene esos bitcoins.",
    encrypted:
      "Bitcoin. En esta página está, bajo llave, una semilla (seed), la clave de unos bitcoins. "
      + "Solo se abre con unas palabras («sheet words») que el dueño guardó en otro lugar. No son las palabras de la semilla.",
    countedShare:
      "Bitcoin. Esta es una de las {count} partes de una semilla (seed), la clave de unos "
      + "bitcoins. Con {needed} cualesquiera de ellas se recupera la semilla; con menos no se abre "
      + "nada.",
    bothParts:
      "Bitcoin. Esta es una de las dos partes de una semilla (seed), la clave de unos bitcoins. "
      + "Hacen falta las dos juntas; con una sola nadie accede a los bitcoins.",
    allParts:
      "Bitcoin. Esta es una de las {count} partes de una semilla (seed), la clave de unos "
      + "bitcoins. Hacen falta todas juntas; con menos nadie accede a los bitcoins.",
    share:
      "Bitcoin. Esta es una parte de una semilla (seed), la clave de unos bitcoins. Sola no "
      + "abre nada; la regla de esta página dice qué partes hay que reunir.",
    wallet:
      "Bitcoin. Esta página muestra dónde hay bitcoins y qué claves pueden gastarlos. No "
      + "contiene ninguna clave: nadie puede llevarse nada con ella, pero quien la lee ve "
      + "todos los pagos.",
    blank:
      "Papel para la clave de unos bitcoins. En cuanto haya palabras escritas aquí, serán la "
      + "clave: quien las tenga tendrá los bitcoins.",
    passphrase:
      "También hace falta una frase de paso (passphrase); no está en esta página, y sin ella "
      + "el monedero parece vacío.",
    quotedName: "«{name}»",
    needsOthers:
      "Esta semilla sola no abre el monedero {wallet}: deben firmar {needed} de sus {count} "
      + "claves.",
    needOthers: "Para {wallets} no basta esta semilla sola: también deben firmar otras claves.",
    rehearsal:
      "una HOJA DE PRÁCTICA. Sus bitcoins, en la red {network}, no valen nada. Lo demás se lee "
      + "como en una hoja real.",
    firstWithSecret:
      "No deje que nadie le meta prisa. Recupere la clave en un ordenador sin red "
      + "y compare la huella. Envíese una cantidad pequeña antes de mover el resto.",
    firstWithShare:
      "No deje que nadie le meta prisa. Averigüe quién tiene las otras partes y "
      + "reúnalas solo ante un ordenador sin red.",
    firstWithOtherPart:
      "No deje que nadie le meta prisa. Averigüe quién tiene la otra parte y reúna "
      + "las dos solo ante un ordenador sin red.",
    firstWithEncrypted:
      "No deje que nadie le meta prisa. Busque las palabras que abren "
      + "esta hoja («sheet words»). Abra esta página en un ordenador sin red, con este programa o con el "
      + "lector impreso en las últimas páginas.",
    firstWithWallet:
      "Guarde esta página con los papeles que tienen las claves. Un programa que conozca los "
      + "descriptores (output descriptors) encuentra con ella los bitcoins; la primera dirección "
      + "que muestre tiene que ser la de esta página.",
    firstWithBlank:
      "Si la página está rellenada: tómese su tiempo, recupere la clave en un ordenador sin red y "
      + "compare la huella. Si está vacía: escriba a mano y a solas, y compruébelo todo antes de "
      + "enviar bitcoins allí.",
    neverWithSecret:
      "No muestre, envíe ni dicte nunca esto a nadie, y no lo teclee nunca en un smartphone, "
      + "una página web o un ordenador con red. Nadie honrado lo pide, y quien ayuda no lo "
      + "necesita.",
    neverWithEncrypted:
      "No muestre, envíe ni dicte nunca a nadie esta página ni las palabras que la abren "
      + "(«sheet words»), y no las teclee nunca en un smartphone, una página web o un ordenador "
      + "con red. Nadie honrado las pide, y quien ayuda no las necesita.",
    neverWithWallet:
      "No deje nunca que le convenzan de teclear las palabras de una semilla a causa de esta "
      + "página: nadie las necesita para ver los bitcoins.",
    photographsOfSecrets:
      "Esta página solo debe fotografiarse o escanearse con un ordenador sin red.",
    photographsOfOthers:
      "Esta página se puede fotografiar, pero quien tenga la imagen verá todos los pagos.",
    since: "bloque {height}, o {month} si se pide una fecha; no hace falta buscar más atrás",
    sinceBlock: "bloque {height}; no hace falta buscar más atrás",
    sinceUnknown: "no se sabe: busque en todos los bloques",
    addressesOfGroup: "en un monedero de varias claves {addresses}",
    programs:
      "{programs}. Hemos recuperado páginas de este tipo con cada uno, el día indicado al lado.",
    onlyFor: "{program} solo para {kinds}",
    codeOnly:
      "De {programs} solo probamos el código que lee estas páginas, no el programa "
      + "ni el dispositivo.",
    device: "{program} (dispositivo)",
    forProgrammers: "{programs}, para programadores",
    afterWords:
      "Salen palabras de BIP-39, con las que {programs} recupera el monedero.",
    afterBytes:
      "Sale una semilla en bytes: un programador hace de ella la clave privada de una "
      + "cuenta (zprv), que {programs} acepta.",
    afterBytesOfGroup:
      "Sale una semilla en bytes: un programador hace de ella la clave privada de una cuenta "
      + "(zprv; con varias claves, Zprv), que {programs} acepta. La hoja pública del monedero "
      + "da la ruta y las otras claves.",
    programsNone: "no hemos probado ninguno con este tipo de página; la norma es pública",
    programsBlank:
      "cualquiera que conozca BIP-39. Probados con palabras inglesas: {programs}. Cuál muestra los bitcoins "
      + "depende de lo que esté escrito aquí.",
    programsEncrypted: "el lector de las últimas páginas, en Python",
    source:
      "{program} y online-coordinator, para Linux (Debian 12). Se guardan con su código "
      + "fuente en {address}; SHA-256 del archivo del código fuente: {hash}",
    sourceUnknown:
      "{program} y online-coordinator, para Linux (Debian 12). No los busque nunca en "
      + "internet. Hay una copia en: {line}")
}

extension LetterSentences {
  static let spanish = LetterSentences(
    title: "Carta a los herederos: {name}",
    heading: "A quienes vengan después de mí",
    written: "Escrita el {date}.",
    practice:
      "Esta es una carta de práctica: sus bitcoins, en la red {network}, no valen nada. Una "
      + "carta real dice:",
    opening:
      "Si usted lee esto, yo ya no puedo ayudarle. Hay bitcoins: dinero que no guarda ningún "
      + "banco. Pertenece a quien tiene la clave, y si desaparece, nadie puede devolverlo. "
      + "Esta carta dice qué hay y cómo obtenerlo. No contiene ninguna clave: quien la "
      + "encuentre no puede llevarse nada, pero puede ver cuánto hay. Por eso, enséñela solo a "
      + "quienes deban saberlo.",
    calm:
      "No deje que nadie le meta prisa. Los bitcoins no se estropean, pero el papel y la memoria "
      + "sí: empiece en los próximos meses. Todo se puede perder por las prisas, o por confiar en "
      + "alguien que ofrece ayuda sin que se la pidan.",
    calmForSeveralWays:
      "Tómese su tiempo: por esperar unas semanas no se pierde nada. Todo se puede perder por las "
      + "prisas, o por confiar en alguien que ofrece ayuda sin que se la pidan.",
    termsHeading: "Seis términos que encontrará",
    seedTerm: "Semilla (seed)",
    seedMeaning:
      "La clave: de 12 a 24 palabras, o una línea de letras y cifras, en papel. Otros la "
      + "llaman frase semilla, frase de recuperación o frase mnemónica. Quien la lee tiene los "
      + "bitcoins.",
    passphraseTerm: "Frase de paso (passphrase)",
    passphraseMeaning:
      "Palabras o caracteres que el dueño puede haber añadido a una semilla. No están en "
      + "ninguna hoja. Sin ellos, o con otros, la semilla abre un monedero vacío.",
    sheetWordsTerm: "Palabras que abren una hoja (sheet words)",
    sheetWordsMeaning:
      "Abren una hoja cifrada. No están en ninguna hoja, y no son ni la "
      + "semilla ni su frase de paso.",
    walletTerm: "Monedero (wallet)",
    walletMeaning:
      "La descripción que dice a qué semillas pertenecen los bitcoins. Está en las últimas "
      + "páginas de esta carta. No contiene ningún secreto, pero quien la lee ve todos los pagos.",
    fingerprintTerm: "Huella (fingerprint)",
    fingerprintMeaning:
      "Ocho cifras y letras que distinguen una semilla de otra. No son un secreto; le dicen si ha "
      + "recuperado la semilla correcta.",
    machineTerm: "Ordenador sin red",
    machineMeaning:
      "Un ordenador que no está conectado a ninguna red, ni por cable ni sin cables (wifi, "
      + "Bluetooth, red móvil), y que no vuelve a conectarse nunca antes de que se haya "
      + "borrado todo lo que contiene. Solo en él se puede teclear una semilla o mostrarla a "
      + "una cámara.",
    whatHeading: "Qué hay",
    walletLabel: "Monedero {name}",
    seedLabel: "Semilla {name}",
    oneKey: "firma 1 clave",
    severalKeys: "firmas necesarias: {needed} de {count} claves",
    otherRule: "su regla está en su página",
    severalWays:
      "Hay más de una manera de gastar sus bitcoins, y quien tiene las claves de una de ellas "
      + "no necesita a nadie más: no lo deje así durante años",
    enough: "las semillas nombradas aquí bastan",
    notEnough: "las semillas nombradas aquí no bastan, otros deben firmar también",
    made: "huella {fingerprint}, semilla creada el {date}",
    imported: "huella {fingerprint}, semilla importada el {date}, así que puede ser más antigua",
    madeAgain:
      "huella {fingerprint}, semilla creada o derivada el {date}, quizá no por primera vez",
    child:
      "esta semilla se deriva de la semilla {parent} (BIP-85 {path}), con la que se recupera",
    needsPassphrase:
      "esta semilla necesita una frase de paso (passphrase) que no está en ninguna hoja (la "
      + "huella es la de la semilla sin ella)",
    noPassphrase: "sin frase de paso",
    otherWallets:
      "Las mismas semillas tienen otros monederos, de los que esta carta no trata: {names}. "
      + "Tienen hojas propias.",
    whereHeading: "Dónde están las cosas (escrito a mano)",
    whereLabel:
      "Hojas de recuperación, partes y quién las tiene, ordenadores, y dónde se guardan las "
      + "frases de paso y las palabras que abren las hojas cifradas (sheet words): el lugar, "
      + "nunca las palabras",
    helpHeading: "Quién puede ayudar",
    helpText:
      "Alguien que usted elija, que entienda de bitcoin y no gane nada con ello; mejor dos "
      + "que no se conozcan entre sí. Pueden leer esta carta y sentarse a su lado. No "
      + "necesitan ninguna semilla, y deben mirar a otro lado mientras usted teclea una.",
    helpLabel: "A quién pediría ayuda yo (escrito a mano)",
    neverHeading: "A quién no debe pedir ayuda nunca",
    neverText:
      "A quien llame, escriba o venga por su cuenta. Ningún servicio de atención al cliente, "
      + "ninguna empresa de recuperación, ningún buscador, ningún programa de chat, ningún "
      + "banco y ninguna autoridad necesita una semilla: quien pide una, o pide sus palabras, "
      + "la frase semilla o la frase de recuperación, quiere los bitcoins. No teclee ninguna "
      + "semilla en un smartphone ni en una página web, y que nadie vea su pantalla mientras "
      + "la teclea en otro sitio.",
    stepsHeading: "Los pasos",
    twoComputers:
      "Necesita dos ordenadores: uno sin red, para las semillas, y otro con red, para ver los "
      + "bitcoins y enviar los pagos. Los archivos se llevan de uno a otro en una memoria USB.",
    findSheets:
      "Busque las hojas y lea el recuadro de cada una. Una página con un secreto solo debe "
      + "fotografiarse o escanearse con un ordenador sin red.",
    takeMachine:
      "Use un ordenador sin red: uno que nunca haya estado conectado, o uno viejo que sea suyo, "
      + "borrado y con el sistema instalado de nuevo, al que se le hayan quitado la tarjeta "
      + "inalámbrica (wifi, Bluetooth) y el cable de red. Quien le ayude puede preparar este "
      + "ordenador antes de que se le acerque ninguna hoja. No borre ninguno de mis ordenadores: "
      + "alguno puede contener una clave.",
    chooseWay:
      "Recupere cada semilla que haga falta por uno de los caminos de abajo. Si tiene dudas, "
      + "deje la elección a quien le ayude.",
    compare:
      "Compare la huella con la que figura bajo «Qué hay», y la primera dirección con la de "
      + "las últimas páginas, carácter por carácter. Cuando se usa una frase de paso, un "
      + "programa puede mostrar otra huella; entonces decide la primera dirección. Si difiere "
      + "cualquier otra cosa, deténgase: es otra semilla, otra frase de paso u otro tipo de "
      + "dirección. Por detenerse no se pierde nada.",
    others:
      "Otras personas deben firmar también. Las claves públicas de esas personas están en "
      + "las últimas páginas. Cada una conserva su propia semilla; solo viaja lo que hay que "
      + "firmar.",
    howPaid:
      "Un pago se prepara en el ordenador con red, se revisa y se firma en el otro, y se envía "
      + "desde el primero. Ninguna semilla sale nunca del ordenador sin red.",
    paySmall:
      "Cree un monedero propio, con una semilla que nadie más haya visto: en otro ordenador sin "
      + "red, o en un aparato que conozca quien le ayude. Anote las palabras de esa semilla y "
      + "compruebe lo que ha escrito. Envíe primero una cantidad pequeña a ese monedero y espere a "
      + "que el pago se confirme.",
    moveRest: "Envíe después el resto al mismo monedero.",
    oursHeading: "Primer camino: {program}",
    oursSource:
      "offline-signer es para el ordenador sin red, online-coordinator para el otro. Los dos "
      + "se guardan con su código fuente en {address}; SHA-256 del archivo: {hash}.",
    oursSourceUnknown:
      "offline-signer es para el ordenador sin red, online-coordinator para el otro. Tómelos "
      + "solo del lugar que escribí en esta carta; si allí no hay nada, siga otro camino. No los "
      + "busque nunca en internet.",
    oursSystem: "Los dos funcionan en Linux (Debian 12), que puede instalar quien le ayude.",
    oursSourceLabel: "Dónde hay una copia de los dos programas (escrito a mano)",
    oursHome:
      "Cuando el programa pida una frase de paso, pulse solo Intro: saca al azar seis palabras "
      + "nuevas, que lo bloquean en este ordenador. Anótelas; no son ni una semilla ni la frase de "
      + "paso de una semilla.",
    oursSeed:
      "Por cada hoja (sin cámara: `--from terminal`, y tecléela). `SEED` es un nombre cualquiera, "
      + "distinto para cada semilla. Si la línea que da la hoja bajo «To restore» es más larga, "
      + "teclee esa en su lugar.",
    oursPassphrase:
      "Si una semilla necesita una frase de paso, añada `--with-bip39-passphrase` a esa línea. Con una "
      + "equivocada el monedero parece vacío.",
    oursEachWallet: "Por cada monedero; `WALLET` representa su nombre, aquí y más abajo.",
    oursWallet: "Muestre a la cámara los códigos QR de las últimas páginas.",
    oursNode:
      "En el ordenador con red. Allí tiene que funcionar Bitcoin Core (bitcoincore.org); lo "
      + "instalará quien le ayude. Primero descarga todos los bloques, lo que tarda días.",
    oursWatching:
      "Muestre a la cámara los códigos QR de las últimas páginas y compare la primera dirección.",
    oursBalance: "El programa busca los bitcoins y muestra cuántos hay.",
    oursPay:
      "`ADDRESS` es una dirección de su nuevo monedero. `AMOUNT` es la cantidad en bitcoins: "
      + "primero `0.001`; más tarde `all` para el resto, con `rest.gif` en lugar de `small.gif` en la línea. "
      + "El programa muestra el número del pago y cuatro palabras.",
    oursSign:
      "Lleve el archivo al ordenador sin red. Acepte solo si la dirección, la cantidad y las "
      + "cuatro palabras son las mismas. Dé a cada archivo firmado un nombre distinto: "
      + "`signed-1.gif`, `signed-2.gif` y así sucesivamente.",
    oursSignEach:
      "Si las claves están en varios ordenadores, firme en cada uno, cada vez con un nombre nuevo, "
      + "hasta que hayan firmado suficientes claves.",
    oursCollect:
      "Lleve los archivos firmados de vuelta al ordenador con red; si son varios, indíquelos "
      + "todos, con un espacio entre ellos.",
    oursSend: "`NUMBER` es el número del pago. Una vez enviado, nadie puede deshacerlo.",
    electrumHeading:
      "Segundo camino: Electrum (Windows, macOS, Linux; probado con la versión {version})",
    electrumInstall:
      "Descargue Electrum de electrum.org y de ningún otro sitio, llévelo como archivo al "
      + "ordenador sin red y compruebe su firma como dice esa página web.",
    electrumPractice:
      "Los bitcoins están en {network}, una red de práctica. Inicie Electrum así en los dos "
      + "ordenadores:",
    electrumChoose: "Elija «Standard wallet» y después «I already have a seed».",
    electrumChooseSeveral:
      "Elija «Multi-signature wallet», después cuántas claves hay y cuántas deben firmar, y "
      + "después «I already have a seed».",
    electrumWords:
      "Teclee las palabras. Pulse «Options» y elija «BIP39 seed»; si hace falta una frase de "
      + "paso, también «Extend this seed with custom words».",
    electrumAddresses: "Elija el tipo de direcciones y la ruta: {addresses}",
    electrumSeveral:
      "Para un monedero de varias claves elija «Multi-signature wallet» en lugar de «Standard "
      + "wallet», y después cuántas claves hay y cuántas deben firmar. Tras las palabras, el "
      + "tipo de direcciones y la ruta, elija «Enter cosigner key» para cada una de las otras "
      + "claves y teclee lo que sigue a la huella en su línea, que está debajo de «{label}» en "
      + "las últimas páginas. Hágalo con cada semilla que deba firmar, y lleve el pago de una a "
      + "otra. En el ordenador con red teclee esa parte de todas las líneas, y ninguna palabra.",
    electrumCosigners:
      "Para cada una de las otras claves elija «Enter cosigner key» y teclee lo que sigue a la "
      + "huella en su línea, que está debajo de «{label}» en las últimas páginas. Hágalo con cada "
      + "semilla que deba firmar, y lleve el pago de una a otra. En el ordenador con red elija "
      + "«Use a master key» en lugar de «I already have a seed» y teclee esa parte de todas las "
      + "líneas, y ninguna palabra.",
    electrumTaproot:
      "Electrum no conocía las direcciones Taproot (P2TR): para ellas tome otro camino.",
    electrumOneKey: "Para un monedero de una sola clave:",
    electrumWatch:
      "Para ver los bitcoins, cree el monedero también en el ordenador con red, pero sin las "
      + "palabras: elija «Use a master key» en lugar de «I already have a seed» y teclee la "
      + "clave pública maestra que Electrum muestra en el otro ordenador en «Wallet», "
      + "«Information».",
    electrumPay:
      "Para pagar, en el ordenador con red: «Send», la dirección y la cantidad, «Pay...», "
      + "«Send»; en la ventana del pago, «Export», «Export to file». Lleve el archivo al "
      + "ordenador sin red: «Tools», «Load transaction», «From file»; compare la dirección y la "
      + "cantidad; «Sign», y otra vez «Export», «Export to file». Lleve ese archivo de vuelta: "
      + "«Tools», «Load transaction», «From file», «Broadcast».",
    pythonHeading: "Otro camino: Python (probado con {programs})",
    pythonInstall:
      "Para alguien que sepa programar y que aparte la vista mientras usted teclea las "
      + "palabras; este camino sirve para todos los tipos de direcciones de esta carta. En el "
      + "ordenador con red, teclee en una terminal (en Windows, aquí y más abajo, `py` en lugar "
      + "de `python3`):",
    pythonStart:
      "Lleve la carpeta `tools` al ordenador sin red, que también necesita Python 3. Abra una "
      + "terminal en esa carpeta. A partir de aquí teclee cada línea tal como está, de una en "
      + "una, cuando aparezca `>>>`; si una línea da un error, tecléela otra vez. Esta inicia "
      + "Python:",
    pythonImport: "Lo necesario:",
    pythonWords:
      "Python pide las palabras, enteras y con un espacio entre ellas, y la frase de paso: si "
      + "no la hay, pulse solo Intro. Python no advierte una palabra equivocada; solo se nota al "
      + "comparar:",
    pythonKeys: "Las claves:",
    pythonFingerprint:
      "La huella. Sin frase de paso debe ser la de esta carta; si no lo es, empiece de nuevo en "
      + "la línea que pide las palabras. Con una frase de paso es distinta:",
    pythonAddress:
      "La primera dirección del monedero {name}. Si no es, carácter por carácter, la que lleva "
      + "el número 0 en las últimas páginas, deténgase:",
    pythonKey:
      "La clave de esta semilla en el monedero {name}; debe estar en las líneas de letras de "
      + "ese monedero, en las últimas páginas, donde lleva espacios entre medias:",
    pythonPayment:
      "Para pagar, un programa que lee descriptores (output descriptors), en el ordenador con "
      + "red, escribe el pago en un archivo (PSBT, BIP-174). Llévelo al otro ordenador, a la "
      + "carpeta `tools`, con el nombre `payment.psbt`:",
    pythonShow:
      "Esta línea muestra cada cantidad en satoshis (100 millones por bitcoin) con la "
      + "dirección a la que va y, al final, la comisión. Cualquier dirección distinta de aquella "
      + "a la que usted paga debe ser del propio monedero, porque allí va el cambio. Si algo no "
      + "es como usted quería, deténgase.",
    pythonDescriptor:
      "Teclee las líneas de letras del monedero que paga, de las últimas páginas, en un archivo "
      + "`wallet.txt` de la carpeta `tools`, sin el número delante de cada línea y sin el = ni lo "
      + "que le sigue. Los espacios y los finales de línea no importan:",
    pythonChange:
      "Las direcciones de cambio del monedero {name}; no aparece nada. Si el monedero se usó "
      + "mucho tiempo, teclee 2000 en lugar de 200:",
    pythonElsewhere:
      "Lo que un pago del monedero {name} envía a otras direcciones que no son esas, en "
      + "satoshis. Si hay algo más que las cantidades que usted paga, deténgase:",
    pythonSign: "Firme; el número que aparece no debe ser 0:",
    pythonSave: "Escriba el pago firmado en un archivo:",
    pythonSignEach:
      "Si deben firmar también otras claves, el archivo `signed.psbt` de una pasa a ser el "
      + "`payment.psbt` de la siguiente: teclee `exit()` y empiece de nuevo en la línea que "
      + "inicia Python.",
    pythonSend:
      "Lleve `signed.psbt` de vuelta al ordenador con red; el mismo programa lo envía.",
    otherHeading: "Otro camino: otro programa",
    otherChoose:
      "Quien le ayude encontrará uno que conozca la norma del recuadro de la hoja (para "
      + "palabras, BIP-39).",
    otherTried: "Probados: {programs}.",
    otherEnter:
      "En el ordenador sin red, introduzca la semilla, el tipo de direcciones y la ruta: "
      + "{addresses}",
    otherSeveral:
      "Para un monedero de varias claves debe leer descriptores (output descriptors): dele los "
      + "códigos QR o el texto de las últimas páginas.",
    otherPay:
      "Después pague como dicen los dos últimos puntos de «Los pasos»; quien le ayude sabe "
      + "cómo firma ese programa.",
    rehearsedHeading: "Ensayado",
    rehearsedText:
      "Hemos seguido estos pasos con una hoja de práctica y los hemos entendido. Se puede "
      + "preguntar a quienes firman aquí.",
    rehearsedBox: "Nombre, fecha, firma",
    ownerBox: "El dueño: fecha, firma")
}
