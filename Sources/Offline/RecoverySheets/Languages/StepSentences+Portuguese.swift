extension StepSentences {
  static let portuguese = StepSentences(
    home: "Num computador sem rede.",
    ownPassphrase:
      "O programa pede uma frase-passe própria, não a da semente: carregue em Enter e anote as "
      + "seis palavras que ele inventa.",
    holdPage: "Mostre esta página à câmara desse computador, nunca à de um smartphone.",
    holdPart:
      "Mostre o código QR de uma parte à câmara desse computador, nunca à de um smartphone.",
    holdParts:
      "Mostre as partes, uma após outra, à câmara desse computador, nunca à de um smartphone.",
    eitherHoldCode:
      "Ou mostre o código QR «{heading}» à câmara desse computador, nunca à de um smartphone.",
    eitherHoldCodes:
      "Ou mostre os códigos QR da página 1, ou os que estão ao lado das letras, à câmara desse "
      + "computador, nunca à de um smartphone.",
    typeWords:
      "Sem câmara, ponha `--from terminal` em vez de `--from camera` e digite as palavras.",
    typeLetters:
      "Sem câmara, ponha `--from terminal` em vez de `--from camera` e digite as letras e os "
      + "algarismos.",
    typeEach: "Sem câmara, ponha `--from terminal` em vez de `--from camera` e digite cada uma.",
    typeWordsOfEach:
      "Sem câmara, ponha `--from terminal` em vez de `--from camera` e digite as palavras de "
      + "cada uma.",
    otherPartWords:
      "Digite depois as palavras da outra parte, e carregue só em Enter quando não houver mais.",
    otherPartsWords:
      "Digite depois as palavras das outras partes, e carregue só em Enter quando não houver "
      + "mais.",
    asksSheetWords: "O programa pede as palavras que abrem esta folha («sheet words»).",
    finds:
      "Pela impressão digital, o programa encontra uma palavra errada, uma em falta ou duas "
      + "trocadas.",
    findsWithOption:
      "A impressão digital tem de ser {fingerprint}; com `--fingerprint {fingerprint}` na "
      + "linha, o programa encontra uma palavra errada, uma em falta ou duas trocadas.",
    compareFingerprint: "A impressão digital tem de ser {fingerprint}.",
    slip39Needed:
      "O programa pede a frase-passe de SLIP-39, que é necessária. Outra, ou nenhuma, dá outra "
      + "semente, sem bitcoins: só a impressão digital o mostra.",
    slip39None:
      "O programa pede uma frase-passe de SLIP-39: não há nenhuma, por isso carregue só em "
      + "Enter.",
    withoutPassphrase:
      "Essa impressão digital é a obtida sem a frase-passe, que é pedida em cada utilização. "
      + "Uma errada abre outras carteiras, vazias.",
    withoutBIP39:
      "Essa impressão digital é a obtida sem a frase-passe de BIP-39, que é pedida em cada "
      + "utilização.",
    withoutBIP39Inside:
      "A impressão digital é a obtida sem a frase-passe de BIP-39, que é pedida em cada "
      + "utilização.",
    eachChild:
      "Para cada semente derivada da lista acima, aqui words/12/7; tem de ter a impressão "
      + "digital que está ao lado:",
    child: "A semente derivada {name}, com a impressão digital {fingerprint}:",
    childOfRenamed:
      "A semente derivada {name}, com a impressão digital {fingerprint}; `SEED` é a semente com "
      + "a impressão digital {seed}:",
    keyWallet: "A carteira já está incluída: {name}-combo.",
    anyName: "NAME é um nome à sua escolha.",
    registerEach: "Mostre depois a página de cada carteira.",
    registerHere: "Em cada computador sem rede que tenha uma das chaves, mostre esta página.",
    compareAddresses: "Os primeiros endereços dela têm de ser os que estão impressos com ela.",
    watch: "Num computador com rede.",
    importFile: "Importe esse ficheiro.",
    holdUp: "Mostre esta página.",
    holdUpEach: "Mostre a página de cada carteira, nunca esta.",
    holdUpEachAgain: "Mostre outra vez a página de cada carteira, nunca esta.",
    wholeChain: "Sem a opção --birth-height, procura em toda a cadeia de blocos.",
    compareAddress: "Compare o primeiro endereço.",
    carry: "Escreva um ficheiro sem chaves, para um computador com rede:",
    thereNode: "Aí, com o Bitcoin Core (bitcoincore.org) a funcionar:",
    discover: "Aí, procure as contas que foram usadas:",
    discoverWhole:
      "Aí, procure as contas que foram usadas; sem «birth height», é lida toda a cadeia de "
      + "blocos:",
    discoverByNode: "Aí, com o Bitcoin Core como nó:",
    discoverByNodeWhole:
      "Aí, com o Bitcoin Core como nó; sem «birth height», é lida toda a cadeia de blocos:",
    publicSheet: "Uma carteira de várias chaves precisa também da sua folha pública.",
    payingHeading: "Ver os bitcoins e pagar, no computador com rede",
    payingFirst: "No computador com rede.",
    payingInShort:
      "Para ver os bitcoins e pagar, digite `online-coordinator --help` no computador com rede: "
      + "dá a lista dos comandos.",
    payNode: "Com o Bitcoin Core (bitcoincore.org) a funcionar aí:",
    seeCoins: "Ver os bitcoins de uma carteira NAME:",
    paySmall:
      "Pagar uma pequena quantia em bitcoins a um endereço seu; mais tarde o resto, com `all` "
      + "como `AMOUNT` e outros nomes de ficheiro:",
    signFile: "Levar o ficheiro para o outro computador e assiná-lo:",
    carryBack: "Levar o ficheiro assinado de volta:",
    sendPayment: "Enviar o pagamento NUMBER:",
    twoWays:
      "Use o offline-signer, como dizem estes passos; ou, sem ele, o programa de leitura das "
      + "últimas páginas, como dizem os passos mais abaixo.",
    orType:
      "Ou, sem câmara, em vez do passo 2: digite as linhas de letras num ficheiro de texto "
      + "`sheet.txt` tal como estão impressas, e depois:",
    childrenAgain: "O programa diz depois como se recuperam as sementes derivadas.",
    exportOne: "A carteira já está incluída. Escreva um ficheiro para o computador com rede:",
    exportEach:
      "As carteiras já estão incluídas. Para cada uma, ponha o nome dela em vez de NAME e escreva "
      + "um ficheiro para o computador com rede:",
    readerHeading: "Ou: recuperar sem o offline-signer",
    readerPython:
      "Use um computador sem rede que tenha Python 3.6 ou posterior, do Linux ou de python.org. "
      + "Ao Python da Apple falta o scrypt.",
    readerFile:
      "Digite aí o programa das últimas páginas num ficheiro `read.py`, ou deixe que a câmara "
      + "desse computador leia os códigos QR dele, e ponha o texto deles nesse ficheiro, pela "
      + "ordem.",
    readerLines:
      "Digite aí as linhas de letras desta folha, ou o que os códigos QR dela contêm, num "
      + "ficheiro `sheet.txt`, uma por linha.",
    readerRun:
      "O programa pede as palavras que abrem esta folha («sheet words»; enquanto as digita não se "
      + "vê nada) e mostra o que estava trancado, uma linha por cada coisa (no Windows, digite "
      + "`py` em vez de `python3`):",
    readerFingerprint: "A linha «fingerprint» tem de dizer {fingerprint}.",
    readerWords:
      "A linha «seed» tem {count} palavras: uma semente de BIP-39, {language}. Introduza-as "
      + "nesse computador num programa que conheça BIP-39.",
    readerWordsLocked:
      "A linha «seed» tem {count} palavras: uma semente de BIP-39, {language}. Introduza-as "
      + "nesse computador num programa que conheça BIP-39, com a frase-passe de BIP-39.",
    readerCodex32:
      "A linha «seed» tem uma semente em codex32 (BIP-93). Introduza-a nesse computador num "
      + "programa que conheça codex32.",
    readerExtendedKey:
      "A linha «seed» tem uma chave privada estendida (BIP-32, xprv). Introduza-a nesse "
      + "computador num programa que aceite uma chave privada mestra.",
    readerSingleKey:
      "A linha «seed» tem a chave privada de um endereço (WIF). Introduza-a nesse computador "
      + "num programa que aceite uma chave assim.",
    readerTried: "Experimentados: {programs}.",
    readerWallets:
      "Cada linha «wallet» tem um nome e um descritor (output descriptor, BIP-380). Com ele, um "
      + "programa encontra os bitcoins num computador com rede; nunca leve para lá outra linha.",
    formatHeading: "O formato, para programadores",
    formatParts:
      "Cada código QR contém B$2B, depois, em dois algarismos de base 36, quantos códigos QR "
      + "há, em mais dois qual deles é este, contado a partir de 0, e o resto em base32 (RFC "
      + "4648, sem =). Junte o que resta por essa ordem e descodifique-o. As letras impressas "
      + "para digitar são as mesmas.",
    formatBytes:
      "Os bytes: DBES; a versão, 1; log2 de N, r e p do scrypt, um byte cada (aqui {logN}, {r} "
      + "e {p}); 16 bytes de sal; o texto cifrado; 16 bytes de etiqueta (tag); e os primeiros 4 "
      + "bytes do SHA-256 de tudo o que está antes.",
    formatKey:
      "As palavras que abrem esta folha: UTF-8, NFKD, de A a Z em minúsculas, um espaço entre "
      + "duas. A chave: scrypt (RFC 7914) dessas palavras com sal, N, r e p, 32 bytes.",
    formatText:
      "O texto: ChaCha20-Poly1305 (RFC 8439) com essa chave, um nonce de 12 bytes a zero e os "
      + "primeiros 24 bytes como dados associados. Mudanças de linha completam-no no fim. A "
      + "primeira linha é a semente; as outras dizem a rede, a impressão digital e as carteiras.",
    sourceCodes: "read.py em códigos QR: o programa das últimas páginas, por esta ordem",
    sourceCode: "read.py, parte {number}",
    sourceHeading: "read.py, o programa de leitura em Python",
    sourceNote:
      "O mesmo texto dos códigos QR anteriores. Os espaços no início de uma linha contam: "
      + "quatro por nível.",
    checkBlank:
      "Para a verificar, antes de enviar bitcoins para ela, no computador que criou as "
      + "palavras; NAME é o nome que a semente tem aí:",
    restoreBlank: "Para a recuperar, digite isto num computador sem rede.",
    typeBlank:
      "Digite as palavras; NAME é um nome à sua escolha, FINGERPRINT a impressão digital "
      + "escrita acima. Com ela, o programa encontra uma palavra errada, uma em falta ou duas "
      + "trocadas. Ou ponha `--from camera` em vez de `--from terminal`, e mostre o código "
      + "preenchido da página seguinte à câmara desse computador.",
    lockedBlank: "Se houver uma frase-passe, acrescente `--with-bip39-passphrase` a essa linha.",
    showCode: "Mostre-o no computador sem rede:",
    fillIn:
      "Preencha os quadrados escuros dele, bloco a bloco; as letras e os números da margem "
      + "mostram onde está. Os quadrados com um traço são escuros em todos os códigos.",
    holdCode: "Mostre esta página à câmara desse computador:",
    steelCheck: "Verifique-o depois com a câmara do computador sem rede:")
}
