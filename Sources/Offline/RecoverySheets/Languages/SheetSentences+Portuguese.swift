extension SheetSentences {
  static let portuguese = SheetSentences(
    language: "Português", box: .portuguese, letter: .portuguese, facts: .portuguese,
    steps: .portuguese)
}

extension BoxSentences {
  static let portuguese = BoxSentences(
    title: "O que é isto?",
    whatLabel: "Isto é", standardLabel: "Norma", addressesLabel: "Endereços",
    sinceLabel: "Bitcoins desde", programsLabel: "Outros programas", firstLabel: "Primeiro",
    neverLabel: "Nunca", sourceLabel: "Estes programas",
    words:
      "Bitcoin. As {count} palavras desta página são a chave de bitcoins. Quem tem as palavras "
      + "tem os bitcoins.",
    letters:
      "Bitcoin. A longa linha de letras e algarismos desta página é a chave de bitcoins. Quem "
      + "a tem, tem os bitcoins.",
    key:
      "Bitcoin. A chave privada desta página pode gastar o que está num único endereço. Quem a "
      + "tem, tem os bitcoins que lá estão.",
    encrypted:
      "Bitcoin. Nesta página está trancada uma semente (seed), a chave de bitcoins. Só se "
      + "abre com palavras («sheet words») que o dono guardou noutro lugar. "
      + "Não são as palavras da semente.",
    countedShare:
      "Bitcoin. Esta é uma das {count} partes de uma semente (seed), a chave de bitcoins. "
      + "Quaisquer {needed} delas, juntas, recuperam-na; com menos não se abre nada.",
    bothParts:
      "Bitcoin. Esta é uma das duas partes de uma semente (seed), a chave de bitcoins. São "
      + "precisas as duas juntas; com uma só, ninguém chega aos bitcoins.",
    allParts:
      "Bitcoin. Esta é uma das {count} partes de uma semente (seed), a chave de bitcoins. São "
      + "precisas todas juntas; com menos, ninguém chega aos bitcoins.",
    share:
      "Bitcoin. Esta é uma parte de uma semente (seed), a chave de bitcoins. Sozinha não abre "
      + "nada; a regra nesta página diz que partes é preciso juntar.",
    wallet:
      "Bitcoin. Esta página mostra onde há bitcoins e que chaves podem gastá-los. Não contém "
      + "nenhuma chave: ninguém pode levar nada com ela, mas quem a lê vê todos os pagamentos.",
    blank:
      "Papel para a chave de bitcoins. Quando houver palavras escritas aqui, elas são a chave: "
      + "quem as tem, tem os bitcoins.",
    passphrase:
      "É necessária também uma frase-passe (passphrase): não está nesta página, e sem ela a "
      + "carteira parece vazia.",
    quotedName: "«{name}»",
    needsOthers:
      "Esta semente sozinha não abre a carteira {wallet}: têm de assinar {needed} das suas "
      + "{count} chaves.",
    needOthers:
      "Para {wallets} esta semente sozinha não basta: têm de assinar também outras chaves.",
    rehearsal:
      "uma FOLHA DE TREINO. Os bitcoins desta folha (na rede {network}) não valem nada. O "
      + "resto lê-se como numa folha verdadeira.",
    firstWithSecret:
      "Não deixe que ninguém lhe meta pressa. Recupere a chave num computador sem rede "
      + "e compare a impressão digital (Fingerprint). Envie primeiro uma pequena quantia para um "
      + "endereço seu, e só depois mova o resto.",
    firstWithShare:
      "Não deixe que ninguém lhe meta pressa. Descubra quem tem as outras partes e "
      + "junte-as só diante de um computador sem rede.",
    firstWithOtherPart:
      "Não deixe que ninguém lhe meta pressa. Descubra quem tem a outra parte e junte "
      + "as duas só diante de um computador sem rede.",
    firstWithEncrypted:
      "Não deixe que ninguém lhe meta pressa. Procure as palavras que abrem "
      + "esta folha («sheet words»). Abra esta página num computador sem rede, com este programa ou com o "
      + "programa de leitura impresso nas últimas páginas.",
    firstWithWallet:
      "Guarde esta página com os papéis que têm as chaves. Um programa que conheça descritores "
      + "(output descriptors) encontra os bitcoins com ela; o primeiro endereço que mostrar tem "
      + "de ser o desta página.",
    firstWithBlank:
      "Se houver palavras escritas: não tenha pressa, recupere a chave num computador sem rede e "
      + "compare a impressão digital (Fingerprint). Se não houver: escreva à mão e sem ninguém "
      + "por perto, e confirme tudo antes de enviar bitcoins para essa chave.",
    neverWithSecret:
      "Nunca mostre, envie ou dite isto a ninguém, e nunca o digite num smartphone, numa página "
      + "web ou num computador com rede. Ninguém honesto o pede, e ninguém precisa disso para "
      + "ajudar.",
    neverWithEncrypted:
      "Nunca mostre, envie ou dite a ninguém esta página nem as palavras que a abrem («sheet "
      + "words»), e nunca as digite num smartphone, numa página web ou num computador com rede. "
      + "Ninguém honesto as pede, e ninguém precisa delas para ajudar.",
    neverWithWallet:
      "Nunca se deixe convencer a digitar as palavras de uma semente por causa desta página: "
      + "para ver os bitcoins não é necessária nenhuma.",
    photographsOfSecrets: "Fotografe ou digitalize esta página apenas com um computador sem rede.",
    photographsOfOthers:
      "Esta página pode ser fotografada, mas quem tiver a imagem vê todos os pagamentos.",
    since:
      "bloco {height}, ou {month} se for pedida uma data; não é preciso procurar mais para trás",
    sinceBlock: "bloco {height}; não é preciso procurar mais para trás",
    sinceUnknown: "não se sabe: procure em todos os blocos",
    addressesOfGroup: "numa carteira de várias chaves {addresses}",
    programs:
      "{programs}. Recuperámos páginas deste tipo com cada um deles no dia indicado ao lado.",
    onlyFor: "{program} só para {kinds}",
    codeOnly:
      "De {programs} só experimentámos o código que lê estas páginas, não o programa nem o "
      + "dispositivo.",
    device: "{program} (dispositivo)",
    forProgrammers: "{programs}, para programadores",
    afterWords:
      "Saem palavras de BIP-39, com as quais {programs} recupera a carteira.",
    afterBytes:
      "Sai uma semente em bytes: um programador faz dela a chave privada de uma conta "
      + "(zprv), que {programs} aceita.",
    afterBytesOfGroup:
      "Sai uma semente em bytes: um programador faz dela a chave privada de uma conta (zprv; "
      + "com várias chaves, Zprv), que {programs} aceita. A folha pública da carteira tem o "
      + "caminho e as outras chaves.",
    programsNone: "não experimentámos nenhum com este tipo de página; a norma é pública",
    programsBlank:
      "qualquer um que conheça BIP-39. Experimentados com palavras inglesas: {programs}. Qual deles mostra "
      + "os bitcoins depende do que estiver escrito aqui.",
    programsEncrypted: "o programa de leitura das últimas páginas, em Python",
    source:
      "{program} e online-coordinator, para Linux (Debian 12). Estão guardados com o "
      + "código-fonte em {address}; SHA-256 do arquivo do código-fonte: {hash}",
    sourceUnknown:
      "{program} e online-coordinator, para Linux (Debian 12). Nunca os procure na Internet. "
      + "Há uma cópia em: {line}")
}

extension LetterSentences {
  static let portuguese = LetterSentences(
    title: "Carta aos herdeiros: {name}",
    heading: "A quem vier depois de mim",
    written: "Escrita em {date}.",
    practice:
      "Esta é uma carta de treino: os bitcoins de que trata (na rede {network}) não valem nada. "
      + "Uma carta verdadeira diz:",
    opening:
      "Se está a ler isto, já não posso ajudar. Há bitcoins: dinheiro que nenhum banco guarda. "
      + "Pertence a quem tem a chave, e depois de perdido ninguém o pode devolver. Esta carta diz "
      + "o que existe e como obtê-lo. Não contém nenhuma chave: quem a encontrar não pode levar "
      + "nada, mas pode ver quanto há. Por isso, mostre-a só a quem tem de saber.",
    calm:
      "Não deixe que ninguém lhe meta pressa. Os bitcoins não se estragam, mas o papel e a "
      + "memória sim: comece nos próximos meses. Tudo se pode perder com a pressa, ou confiando "
      + "em alguém que oferece ajuda sem que lha peçam.",
    calmForSeveralWays:
      "Não tenha pressa: por esperar algumas semanas não se perde nada. Tudo se pode perder com a "
      + "pressa, ou confiando em alguém que oferece ajuda sem que lha peçam.",
    termsHeading: "Seis termos que vai encontrar",
    seedTerm: "Semente (seed)",
    seedMeaning:
      "A chave: de 12 a 24 palavras, ou uma linha de letras e algarismos, em papel. Outros "
      + "chamam-lhe seed phrase, frase (secreta) de recuperação ou mnemónica. Quem a lê tem os "
      + "bitcoins.",
    passphraseTerm: "Frase-passe (passphrase)",
    passphraseMeaning:
      "Outras palavras ou outros caracteres que o dono pode ter acrescentado a uma semente. Não "
      + "estão em nenhuma folha. Sem eles, ou com outros, a semente abre uma carteira vazia.",
    sheetWordsTerm: "Palavras que abrem uma folha (sheet words)",
    sheetWordsMeaning:
      "Abrem uma folha cifrada. Não estão em nenhuma folha, e não são a "
      + "semente nem a frase-passe dela.",
    walletTerm: "Carteira (wallet)",
    walletMeaning:
      "A descrição que diz a que sementes pertencem os bitcoins. Está nas últimas páginas desta "
      + "carta. Não contém segredos, mas quem a lê vê todos os pagamentos.",
    fingerprintTerm: "Impressão digital (fingerprint)",
    fingerprintMeaning:
      "Oito algarismos e letras que distinguem uma semente de outra. Não são segredo; dizem se "
      + "recuperou a semente certa.",
    machineTerm: "Computador sem rede",
    machineMeaning:
      "Um computador que não está ligado a nenhuma rede, nem por cabo nem sem fios (Wi-Fi, "
      + "Bluetooth, rede móvel), e que nunca mais será ligado a uma enquanto não se tiver apagado "
      + "tudo o que contém. Só aí uma semente pode ser digitada ou mostrada a uma câmara.",
    whatHeading: "O que existe",
    walletLabel: "Carteira {name}",
    seedLabel: "Semente {name}",
    oneKey: "basta a assinatura de 1 chave",
    severalKeys: "chaves que têm de assinar: {needed} de {count}",
    otherRule: "a regra está na página da carteira",
    severalWays:
      "Há mais de uma maneira de gastar os bitcoins dela, e quem tem as chaves de uma dessas "
      + "maneiras não precisa de mais ninguém: não a deixe assim durante anos",
    enough: "as sementes aqui indicadas bastam",
    notEnough: "as sementes aqui indicadas não bastam, outros também têm de assinar",
    made: "impressão digital {fingerprint}, semente criada em {date}",
    imported:
      "impressão digital {fingerprint}, semente importada em {date}, por isso talvez mais "
      + "antiga",
    madeAgain:
      "impressão digital {fingerprint}, semente criada ou derivada em {date}, talvez "
      + "não pela primeira vez",
    child: "é derivada da semente {parent} (BIP-85 {path}), que permite recuperá-la",
    needsPassphrase:
      "precisa de uma frase-passe (passphrase) que não está em nenhuma folha (esta impressão "
      + "digital é a da semente sem ela)",
    noPassphrase: "sem frase-passe",
    otherWallets:
      "As mesmas sementes têm outras carteiras, de que esta carta não trata: {names}. Veja as "
      + "folhas delas.",
    whereHeading: "Onde estão as coisas (escrito à mão)",
    whereLabel:
      "Folhas de recuperação, partes e quem as tem, computadores, e onde estão guardadas as "
      + "frases-passe e as palavras que abrem as folhas cifradas (sheet words): o lugar, "
      + "nunca as palavras",
    helpHeading: "Quem pode ajudar",
    helpText:
      "Alguém escolhido por si, que perceba de bitcoin e nada ganhe com isso; melhor, duas "
      + "pessoas que não se conheçam entre si. Podem ler esta carta e sentar-se ao seu lado. Não "
      + "precisam de nenhuma semente, e têm de desviar o olhar sempre que for digitada uma.",
    helpLabel: "A quem eu pediria ajuda (escrito à mão)",
    neverHeading: "A quem nunca se deve pedir ajuda",
    neverText:
      "A quem quer que telefone, escreva ou apareça por iniciativa própria. Nenhum apoio ao "
      + "cliente, serviço de recuperação, motor de busca, programa de chat, banco ou autoridade "
      + "precisa de uma semente: quem pede uma, ou pede as suas palavras, a seed phrase ou a "
      + "frase de recuperação, quer os bitcoins. Não digite nenhuma semente num smartphone nem "
      + "numa página web, e não deixe ninguém ver o ecrã enquanto a digita noutro lugar.",
    stepsHeading: "Os passos",
    twoComputers:
      "São precisos dois computadores: um sem rede, para as sementes, e um com rede, para ver "
      + "os bitcoins e enviar os pagamentos. Uma pen USB leva de um para o outro o que for "
      + "preciso.",
    findSheets:
      "Procure as folhas e leia a caixa de cada uma. Fotografe ou digitalize uma página com um "
      + "segredo apenas com um computador sem rede.",
    takeMachine:
      "Use um computador sem rede: um que nunca esteve em rede, ou um antigo que seja seu, com "
      + "tudo apagado e o sistema instalado de novo, a que se retiraram a placa sem fios (Wi-Fi, "
      + "Bluetooth) e o cabo de rede. Quem ajudar pode preparar este computador antes de qualquer "
      + "folha se aproximar. Não apague o conteúdo de nenhum dos meus computadores: algum pode "
      + "conter uma chave.",
    chooseWay:
      "Recupere cada semente que for necessária por um dos caminhos abaixo. Em caso de dúvida, "
      + "deixe a escolha a quem ajudar.",
    compare:
      "Compare a impressão digital com a que está em «O que existe», e o primeiro endereço com o "
      + "das últimas páginas, letra por letra. Onde se usa uma frase-passe (passphrase), um "
      + "programa pode mostrar outra impressão digital; decide então o primeiro endereço. Se "
      + "houver qualquer outra diferença, pare: é outra semente, outra frase-passe ou outro tipo "
      + "de endereço. Por parar não se perde nada.",
    others:
      "Outras pessoas também têm de assinar. As chaves públicas delas estão nas últimas páginas. "
      + "Cada uma fica com a própria semente; só viaja o que é para assinar.",
    howPaid:
      "Um pagamento é preparado no computador com rede, verificado e assinado no outro, e "
      + "enviado a partir do primeiro. Uma semente nunca sai do computador sem rede.",
    paySmall:
      "Crie uma carteira sua, com uma semente que mais ninguém tenha visto: noutro computador "
      + "sem rede, ou num aparelho que quem ajudar conheça. Anote as palavras dela e confirme o "
      + "que escreveu. Envie primeiro uma pequena quantia para essa carteira e espere que o "
      + "pagamento seja confirmado.",
    moveRest: "Depois mova o resto para a mesma carteira.",
    oursHeading: "Primeiro caminho: {program}",
    oursSource:
      "O offline-signer é para o computador sem rede, o online-coordinator para o outro. Ambos "
      + "estão guardados com o código-fonte em {address}; SHA-256 do arquivo: {hash}.",
    oursSourceUnknown:
      "O offline-signer é para o computador sem rede, o online-coordinator para o outro. "
      + "Obtenha-os só no lugar que escrevi nesta carta; se lá não houver nada, siga outro "
      + "caminho. Nunca os procure na Internet.",
    oursSystem: "Ambos funcionam em Linux (Debian 12); quem ajudar pode instalá-lo.",
    oursSourceLabel: "Onde há uma cópia dos dois programas (escrito à mão)",
    oursHome:
      "Quando o programa pedir uma frase-passe, carregue só em Enter: ele sorteia seis "
      + "palavras novas, que o trancam neste computador. Anote-as; não são uma semente nem a "
      + "frase-passe de uma semente.",
    oursSeed:
      "Para cada folha (sem câmara: `--from terminal`, e digite-a). `SEED` é um nome à sua "
      + "escolha, um novo para cada semente. Se a linha que a folha tem em «To restore» for mais "
      + "longa, digite essa em vez desta.",
    oursPassphrase:
      "Se uma semente precisar de uma frase-passe, acrescente `--with-bip39-passphrase` a essa linha. Com uma "
      + "errada, a carteira parece vazia.",
    oursEachWallet: "Para cada carteira; `WALLET` representa o nome dela, aqui e mais abaixo.",
    oursWallet: "Mostre à câmara os códigos QR das últimas páginas.",
    oursNode:
      "No computador com rede. O Bitcoin Core (bitcoincore.org) tem de estar lá a funcionar; "
      + "quem ajudar instala-o. Primeiro descarrega todos os blocos, o que demora dias.",
    oursWatching:
      "Mostre à câmara os códigos QR das últimas páginas e compare o primeiro endereço.",
    oursBalance: "O programa procura os bitcoins e mostra quantos há.",
    oursPay:
      "`ADDRESS` é um endereço da sua nova carteira. `AMOUNT` é a quantia em bitcoins: "
      + "primeiro `0.001`; mais tarde `all` para o resto, com `rest.gif` em vez de `small.gif` na linha. "
      + "O programa mostra o número do pagamento e quatro palavras.",
    oursSign:
      "Leve o ficheiro para o computador sem rede. Aceite só se o endereço, a quantia e as "
      + "quatro palavras forem os mesmos. Dê a cada ficheiro assinado um nome diferente: "
      + "`signed-1.gif`, `signed-2.gif` e assim por diante.",
    oursSignEach:
      "Se as chaves estiverem em vários computadores, assine em cada um, de cada vez com um "
      + "nome novo, até terem assinado chaves suficientes.",
    oursCollect:
      "Leve os ficheiros assinados de volta para o computador com rede; se forem vários, "
      + "indique-os todos, com um espaço entre eles.",
    oursSend: "`NUMBER` é o número do pagamento. Depois de enviado, ninguém o pode anular.",
    electrumHeading:
      "Segundo caminho: Electrum (Windows, macOS, Linux; experimentado com a versão {version})",
    electrumInstall:
      "Leve o Electrum, obtido em electrum.org e em mais lado nenhum, como ficheiro para o "
      + "computador sem rede, e verifique a assinatura como diz essa página.",
    electrumPractice:
      "Os bitcoins estão em {network}, uma rede de treino. Inicie o Electrum assim nos dois "
      + "computadores:",
    electrumChoose:
      "Escolha «Standard wallet» e depois «I already have a seed» («Eu já tenho a semente»).",
    electrumChooseSeveral:
      "Escolha «Multi-signature wallet», depois quantas chaves há e quantas têm de assinar, e "
      + "depois «I already have a seed» («Eu já tenho a semente»).",
    electrumWords:
      "Digite as palavras. Carregue em «Options» («Opções») e escolha «BIP39 seed» («Semente "
      + "BIP39»); se for necessária uma frase-passe, também «Extend this seed with custom words» "
      + "(«Alargar esta semente com palavras personalizadas»).",
    electrumAddresses: "Escolha o tipo de endereços e o caminho de derivação: {addresses}",
    electrumSeveral:
      "Para uma carteira de várias chaves escolha «Multi-signature wallet» em vez de «Standard "
      + "wallet», e depois quantas chaves há e quantas têm de assinar. Depois das palavras, do "
      + "tipo de endereços e do caminho, escolha «Enter cosigner key» para cada uma das outras "
      + "chaves e digite o que vem depois da impressão digital na linha dela, que está debaixo "
      + "de «{label}» nas últimas páginas. Faça-o com cada semente que tem de assinar, e leve o "
      + "pagamento de uma para a outra. No computador com rede, digite essa parte de todas as "
      + "linhas, e nenhuma palavra.",
    electrumCosigners:
      "Para cada uma das outras chaves escolha «Enter cosigner key» e digite o que vem depois "
      + "da impressão digital na linha dela, que está debaixo de «{label}» nas últimas páginas. "
      + "Faça-o com cada semente que tem de assinar, e leve o pagamento de uma para a outra. No "
      + "computador com rede, escolha «Use a master key» em vez de «I already have a seed» e "
      + "digite essa parte de todas as linhas, e nenhuma palavra.",
    electrumTaproot:
      "O Electrum não conhecia endereços Taproot (P2TR): para esses, siga outro caminho.",
    electrumOneKey: "Para uma carteira de uma só chave:",
    electrumWatch:
      "Para ver os bitcoins, crie a carteira também no computador com rede, mas sem as "
      + "palavras: escolha «Use a master key» em vez de «I already have a seed» e digite a chave "
      + "pública mestra que o Electrum mostra no outro computador em «Wallet», «Information».",
    electrumPay:
      "Para pagar, no computador com rede: «Send», o endereço e a quantia, «Pay...», «Send»; "
      + "na janela do pagamento, «Export», «Export to file». Leve o ficheiro para o computador "
      + "sem rede: «Tools», «Load transaction», «From file»; compare o endereço e a quantia; "
      + "«Sign», e outra vez «Export», «Export to file». Leve esse ficheiro de volta: «Tools», "
      + "«Load transaction», «From file», «Broadcast».",
    pythonHeading: "Outro caminho: Python (experimentado com {programs})",
    pythonInstall:
      "Para alguém que saiba programar e que desvie os olhos enquanto são digitadas as "
      + "palavras; este caminho serve para todos os tipos de endereços desta carta. No computador "
      + "com rede, digite num terminal (no Windows, aqui e mais abaixo, `py` em vez de "
      + "`python3`):",
    pythonStart:
      "Leve a pasta `tools` para o computador sem rede, que também precisa de Python 3. Abra um "
      + "terminal nessa pasta. A partir daqui, digite cada linha tal como está, uma de cada vez, "
      + "quando aparecer `>>>`; se uma linha der um erro, digite-a outra vez. Esta inicia o "
      + "Python:",
    pythonImport: "O que é preciso:",
    pythonWords:
      "O Python pede as palavras, inteiras e com um espaço entre elas, e a frase-passe: se não "
      + "houver nenhuma, carregue só em Enter. O Python não repara numa palavra errada; só se vê "
      + "na comparação:",
    pythonKeys: "As chaves:",
    pythonFingerprint:
      "A impressão digital. Sem frase-passe tem de ser a desta carta; se não for, recomece na "
      + "linha que pede as palavras. Com uma frase-passe é diferente:",
    pythonAddress:
      "O primeiro endereço da carteira {name}. Se não for, letra por letra, o que tem o número "
      + "0 nas últimas páginas, pare:",
    pythonKey:
      "A chave desta semente na carteira {name}; tem de estar nas linhas de letras dessa "
      + "carteira, nas últimas páginas, onde tem espaços pelo meio:",
    pythonPayment:
      "Para pagar, um programa que lê descritores (output descriptors), no computador com "
      + "rede, escreve o pagamento num ficheiro (PSBT, BIP-174). Leve-o para o outro computador, "
      + "para a pasta `tools`, com o nome `payment.psbt`:",
    pythonShow:
      "Esta linha mostra cada quantia em satoshis (100 milhões por bitcoin) com o endereço "
      + "para onde vai e, no fim, a taxa. Qualquer endereço diferente daquele para o qual paga "
      + "tem de ser da própria carteira, porque é para lá que vai o troco. Se algo não for como "
      + "queria, pare.",
    pythonDescriptor:
      "Digite as linhas de letras da carteira que paga, das últimas páginas, num ficheiro "
      + "`wallet.txt` da pasta `tools`, sem o número antes de cada linha e sem o = e o que vem a "
      + "seguir. Os espaços e os fins de linha não contam:",
    pythonChange:
      "Os endereços de troco da carteira {name}; não aparece nada. Se a carteira foi usada "
      + "durante muito tempo, digite 2000 em vez de 200:",
    pythonElsewhere:
      "O que um pagamento da carteira {name} envia para endereços que não são esses, em "
      + "satoshis. Se houver algo além das quantias que paga, pare:",
    pythonSign: "Assine; o número que aparece não pode ser 0:",
    pythonSave: "Escreva o pagamento assinado num ficheiro:",
    pythonSignEach:
      "Se outras chaves também tiverem de assinar, o ficheiro `signed.psbt` de uma passa a ser "
      + "o `payment.psbt` da seguinte: digite `exit()` e recomece na linha que inicia o Python.",
    pythonSend:
      "Leve `signed.psbt` de volta para o computador com rede; o mesmo programa envia-o.",
    otherHeading: "Outro caminho: outro programa",
    otherChoose:
      "Quem ajudar encontrará um que conheça a norma indicada na caixa da folha (para palavras, "
      + "BIP-39).",
    otherTried: "Experimentados: {programs}.",
    otherEnter:
      "No computador sem rede, introduza a semente, o tipo de endereços e o caminho de derivação: "
      + "{addresses}",
    otherSeveral:
      "Para uma carteira de várias chaves, o programa tem de saber ler descritores (output "
      + "descriptors): dê-lhe os códigos QR ou o texto das últimas páginas.",
    otherPay:
      "Depois pague como dizem os dois últimos pontos de «Os passos»; quem ajudar sabe como "
      + "esse programa assina.",
    rehearsedHeading: "Ensaiado",
    rehearsedText:
      "Seguimos estes passos com uma folha de treino e compreendemo-los. Pode-se perguntar a quem "
      + "assina aqui.",
    rehearsedBox: "Nome, data, assinatura",
    ownerBox: "O dono: data, assinatura")
}
