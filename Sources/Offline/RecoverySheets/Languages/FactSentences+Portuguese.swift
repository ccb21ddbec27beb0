extension FactSentences {
  static let portuguese = FactSentences(
    fullTitle: "Folha de recuperação: {name}",
    encryptedTitle: "Folha cifrada: {name}",
    publicTitle: "Folha pública: {name}",
    blankTitle: "Folha em branco: {count} palavras",
    partTitle: "Parte {part} da semente {name}",
    countedPartTitle: "Parte {part} de {count} da semente {name}",
    letteredPartTitle: "Parte {part} da semente {name} (uma de {count})",
    print: "{title}, impressão {number}, {date}, {program}",
    samePrint:
      "Todas as páginas desta impressão têm o mesmo número. O código pequeno à direita só "
      + "contém esse número e o tipo de folha.",
    checked: "Verificado em {line} por {line} Verificar de novo antes de {date}: {line}",
    blankChecked: "Verificado em {line} por {line} Verificar de novo antes de {line}",
    page: "página {page} de {pages}",
    withoutSpaces: "lê-se sem os espaços",
    oneSpace: "um espaço entre as palavras",
    continued: "{heading}, continuação",
    standardEnglishWords: "BIP-39, {count} palavras inglesas; o código QR é um SeedQR",
    standardWords: "BIP-39, {count} palavras, {language}; o código QR é o texto delas",
    standardCodex32: "BIP-93 (codex32), a semente inteira (BIP-32)",
    standardExtendedKey: "BIP-32, chave privada estendida (xprv)",
    standardSingleKey: "WIF, a chave privada de um endereço",
    standardSLIP39: "SLIP-39, {count} palavras (Shamir backup)",
    standardCodex32Part: "BIP-93 (codex32), uma parte",
    standardXORPart: "Seed XOR, uma parte de {count} palavras de BIP-39",
    standardWallet: "descritor (output descriptor; BIP-380, BIP-389)",
    standardBlank: "BIP-39, {count} palavras; SeedQR",
    everyKind: "uma chave, todos os tipos ({kinds})",
    bareKey: "só a chave ({kind})",
    otherKind: "outro",
    seed: "Semente",
    kind: "O que é",
    fingerprint: "Impressão digital",
    passphrase: "Frase-passe",
    words: "{count} palavras de BIP-39, {language}",
    codex32: "semente em codex32 (BIP-93)",
    extendedKey: "chave privada estendida (BIP-32, xprv)",
    singleKey: "chave privada de um endereço (WIF)",
    block: "bloco {height} (birth height)",
    blockUnknown: "não se sabe: procure em toda a cadeia de blocos",
    passphraseNeeded:
      "NECESSÁRIA: uma frase-passe de BIP-39 que não está em nenhuma folha; sem ela as "
      + "carteiras estão vazias",
    noPassphrase: "nenhuma",
    made: "Criada",
    imported: "Importada",
    derived: "Derivada",
    madeFrom: "{date}, a partir de {origin}",
    cameFrom: "{date}, {origin}",
    olderByDraws: "{made}; mais antiga se já tiver sido criada com estes lançamentos",
    older: "{made}; a semente pode ser mais antiga",
    originWords: "palavras",
    originKey: "chave privada estendida",
    originResource: "uniform resource",
    originSheet: "folha cifrada",
    originShares: "{form}, {count} partes",
    originParts: "Seed XOR de {count} partes",
    originAlone: "{draws} sozinho, como {program}",
    originRecovery: "Recovery QR de {program}",
    child: "Derivada: {name}",
    childText: "BIP-85 {path} de {parent}, impressão digital {fingerprint}",
    unknownChild: "derivada de {parent} (BIP-85), impressão digital {fingerprint}",
    log: "Registo",
    logText: "{entries} entradas, palavras: {words}; para comparar: {command}",
    logTextOfOne: "{entries} entrada, palavras: {words}; para comparar: {command}",
    digits: "Algarismos do SeedQR: o lugar de cada palavra na lista, contado a partir de 0",
    seedHeading: "A semente",
    order:
      "Ordem: cada coluna de cima para baixo. O número pequeno é o lugar da palavra na lista, "
      + "contado a partir de 1.",
    boldEnough:
      "As letras a negrito bastam para indicar a palavra; outros programas podem pedi-la "
      + "inteira.",
    orderOfBytewords: "Ordem: cada coluna de cima para baixo.",
    seedQR: "O SeedQR de {name}",
    wordsAsText: "As palavras de {name} como texto",
    codeOf: "{name}: {form}",
    anyReader: "{caption}; qualquer leitor de códigos QR o mostra como texto",
    extraHeading: "Isto também contém a semente: {code}",
    recoveryQR: "o Recovery QR de {name}",
    accountMap: "o Account Map de {name}",
    toRestore: "Recuperar (To restore)",
    walletCopies: "Carteira {name}, os mesmos códigos QR outra vez",
    walletForOthers: "Carteira {name}, para outros programas",
    copies: "Os mesmos códigos QR outra vez",
    walletsHeading: "As carteiras, para o computador",
    rule: "Regra",
    oneKeySigns: "1 chave assina",
    allKeysSign: "têm de assinar todas as {count} chaves",
    someKeysSign: "têm de assinar {needed} das {count} chaves",
    waysSign: "assinaturas necessárias: {ways}",
    orWay: "{ways}, ou {way}",
    keyAlone: "a chave {key} sozinha",
    someOfKeys: "{needed} das chaves {keys}",
    andKey: "{keys} e {key}",
    keyRange: "{first} a {last}",
    ruleUnknown: "não se sabe quem tem de assinar",
    key: "Chave {number}",
    heldBySeed: "na posse da semente {seed}; {origin}",
    heldByOther: "na posse de outra pessoa; {origin}",
    keyOrigin: "impressão digital {fingerprint}, caminho {path}",
    noOrigin: "sem origem",
    nobodysKey: "de ninguém: o segredo dela não pode ser conhecido (BIP-341)",
    linesNote:
      "A carteira em linhas de letras. O = e o que vem depois verificam a linha; os outros "
      + "programas não os querem, nem os espaços.",
    descriptorLine: "Descritor",
    neverPayHandedOut:
      "Não envie nada para esta carteira: é derivada (BIP-85), e quem a recebeu pode esvaziá-la.",
    neverPaySweep:
      "Não envie nada para esta carteira: a chave dela veio de fora, e quem a viu pode esvaziá-la.",
    firstAddresses: "Primeiros endereços para receber, para comparar depois de recuperar:",
    onlyAddress: "O endereço dela:",
    warnedAddresses: "{warning} Os primeiros endereços dela, só para comparar depois de recuperar:",
    warnedAddress: "{warning} O endereço dela, só para comparar depois de recuperar:",
    electrumLabel: "Para o Electrum",
    electrumKeys:
      "Para o Electrum, uma linha por cada chave (ver acima). Digite as palavras de uma chave e, "
      + "das outras linhas, o que vem depois da impressão digital.",
    electrumKey:
      "Para ver os bitcoins no Electrum: «Standard wallet», «Use a master key» e depois esta linha.",
    copyNote: "Basta um dos dois códigos QR. Se um estiver manchado ou dobrado, use o outro.",
    copiesNote:
      "Cada código QR está impresso duas vezes. Se um estiver manchado ou dobrado, use a cópia.",
    sameCode: "O mesmo código QR outra vez",
    countedCopy: "Código QR {number} de {count}, outra vez",
    descriptorCode: "O descritor de {name}",
    descriptorCodes: "Código QR {number} de {count} do descritor de {name}",
    itsFingerprint: "Impressão digital dela",
    part: "Parte",
    partText: "{part}, {form}",
    partTextOfSet: "{part}, {form}, conjunto {set} (o mesmo em cada parte)",
    groupShare: "{share} do grupo {group}",
    allPartsNeeded: "são precisas todas as {count} partes",
    somePartsNeeded: "são precisas quaisquer {needed} das {count} partes",
    bothInAnyOrder: "são precisas as duas partes, por qualquer ordem",
    allInAnyOrder: "são precisas todas as {count} partes, por qualquer ordem",
    groupsNeeded: "são precisos {needed} dos {count} grupos ({groups})",
    groupRule: "grupo {group}: {needed} de {count}",
    restores: "O que recupera",
    restoresWords:
      "a própria chave (semente de BIP-39 de {count} bytes); dela não se obtêm palavras",
    restoresRoot: "a semente de {count} bytes (raiz de BIP-32)",
    wallets: "Carteiras",
    walletInList: "{name}, descritor #{checksum}",
    slip39Needed:
      "NECESSÁRIA: frase-passe de SLIP-39, em nenhuma folha; outra abre outras carteiras, vazias",
    bip39Needed:
      "NECESSÁRIA: uma frase-passe de BIP-39, em nenhuma folha; sem ela as carteiras estão "
      + "vazias",
    otherPart: "A outra parte está com (nome)",
    otherParts: "Outras partes estão com (nomes)",
    partOf: "Parte {part} de {name}",
    partWords: "As palavras desta parte",
    inside: "Conteúdo",
    network: "Rede",
    walletsInside: "Carteiras incluídas",
    noWallets: "nenhuma",
    lockedWith: "Abre-se com",
    lockedWithWords: "as palavras que abrem esta folha («sheet words»), que não são as da semente",
    seedPassphrase: "Frase-passe da semente",
    neededBesideWords:
      "NECESSÁRIA: uma frase-passe de BIP-39, além das palavras que abrem esta folha",
    childrenInside: "Sementes derivadas",
    childrenInsideText: "{count} (BIP-85); a lista delas também está cifrada",
    lockedSeed: "Cifrada: a semente",
    lockedWallets: "Cifradas: a semente e as suas carteiras",
    encryptedCodes: "Código QR {number} de {count} da semente cifrada {name}",
    afterLetters: "A página a seguir às letras diz o que fazer com estes códigos.",
    noPlace:
      "Não escreva aqui onde estão as palavras que abrem esta folha: quem encontrar esta página "
      + "poderia encontrá-las também. A carta aos herdeiros tem espaço para isso.",
    whoKnows: "Quem sabe onde estão as palavras que abrem esta folha (um nome)",
    lettersHeading: "O mesmo em letras, para digitar se um código QR não puder ser lido",
    lettersText:
      "Digite cada linha com o seu número, o = e os seis caracteres a seguir. Servem para "
      + "encontrar uma letra errada na linha: o offline-signer corrige-a; o programa de leitura "
      + "das últimas páginas diz em que linha está. Um 0 (zero) tem uma marca no meio.",
    blankWords: "As palavras, pela sua ordem",
    name: "Nome",
    date: "Data",
    blankSince: "Bitcoins desde (bloco ou data)",
    blankAddresses: "Endereços (tipos, caminhos)",
    blankPassphrase: "Frase-passe (sim ou não)",
    madeWith: "Criada com (programa)",
    pencil: "Escreva a lápis, ou com uma caneta que a água não apague.",
    toCheck: "Verificar e recuperar",
    gridsHeading: "As mesmas palavras como código QR, copiado à mão",
    digitsGrid: "SeedQR: {count} palavras como {digits} algarismos",
    compactGrid: "CompactSeedQR: o código mais pequeno, das mesmas palavras",
    oneIsEnough: "Basta um dos dois códigos; este tem menos quadrados.",
    readAsDigits:
      "Este pode ler-se como algarismos: quatro por cada palavra, o lugar dela na lista, "
      + "contado a partir de 0.",
    steelWords: "Para aço: as {count} palavras",
    steelNote:
      "Bastam quatro letras de cada palavra: não há duas palavras da lista que comecem pelas "
      + "mesmas quatro. Depois vem o lugar da palavra na lista, contado a partir de 1 (os "
      + "algarismos do SeedQR contam a partir de 0), em algarismos e em doze pontos: puncione os "
      + "pretos. Cada ponto vale o que está escrito por cima, e juntos dão o número. As letras ou "
      + "os números sozinhos recuperam as palavras; grave ambos se houver espaço, e também a "
      + "impressão digital {fingerprint}.",
    steelCode: "Para aço: o CompactSeedQR",
    steelCopy:
      "As mesmas palavras para uma câmara, para copiar para a grelha vazia ou para aço: "
      + "preencha cada quadrado que tenha um traço ou um ponto, bloco a bloco (A1, A2 e assim por "
      + "diante). Depois de preenchida, a grelha é a semente: guarde-a como as palavras.",
    lists: WordListNames(
      english: "inglês", japanese: "japonês", korean: "coreano", spanish: "espanhol",
      chineseSimplified: "chinês simplificado", chineseTraditional: "chinês tradicional",
      french: "francês", italian: "italiano", czech: "checo", portuguese: "português"))
}
