extension SheetSentences {
  static let portuguese = SheetSentences(
    language: "Português", box: .portuguese, letter: .portuguese)
}

extension BoxSentences {
  static let portuguese = BoxSentences(
    title: "O que é isto?",
    whatLabel: "Isto é", standardLabel: "Norma", addressesLabel: "Endereços",
    sinceLabel: "Moedas desde", programsLabel: "Outros programas", firstLabel: "Primeiro",
    neverLabel: "Nunca", sourceLabel: "Este programa",
    words:
      "Bitcoin. As {count} palavras desta página são a chave de moedas. Quem tem as palavras tem as moedas.",
    letters:
      "Bitcoin. A longa linha de letras desta página é a chave de moedas. Quem a tem, tem as moedas.",
    key:
      "Bitcoin. A chave privada desta página abre um único endereço. Quem a tem, tem as moedas que lá estão.",
    encrypted:
      "Bitcoin. A chave de moedas está nesta página, cifrada. Só as palavras que o dono escolheu a abrem, e "
      + "elas estão guardadas em outro lugar.",
    countedShare:
      "Bitcoin. Esta é uma das {count} partes da chave de moedas. Quaisquer {needed} delas juntas recuperam a "
      + "chave; menos do que isso não abre nada.",
    share:
      "Bitcoin. Esta é uma parte da chave de moedas. Sozinha não abre nada; a regra nesta página diz que partes "
      + "é preciso juntar.",
    wallet:
      "Bitcoin. Esta página mostra onde há moedas e que chaves podem gastá-las. Não contém nenhuma chave: "
      + "ninguém pode levar nada com ela, mas quem a lê vê todos os pagamentos.",
    blank:
      "Papel para a chave de bitcoins. Quando as palavras estiverem escritas, quem o ler terá as moedas.",
    passphrase:
      "É também necessária uma frase secreta (passphrase), que não está nesta página.",
    rehearsal: "Esta página é para praticar na rede {network}: as suas moedas não valem nada.",
    firstWithSecret:
      "Leve o tempo que for preciso: esperar não faz perder nada. Recupere a semente num computador sem rede e "
      + "compare a impressão digital. Pague primeiro uma pequena quantia a si próprio antes de mover o resto.",
    firstWithShare:
      "Leve o tempo que for preciso: esperar não faz perder nada. Descubra quem tem as outras partes e junte-as "
      + "só onde a chave for recuperada: diante de um computador sem rede.",
    firstWithEncrypted:
      "Leve o tempo que for preciso: esperar não faz perder nada. Procure as palavras. Abra esta página num "
      + "computador sem rede, com este programa ou com o leitor cujo código-fonte está impresso com ela.",
    firstWithWallet:
      "Guarde esta página com os papéis que têm as chaves. Qualquer dos programas abaixo mostra o saldo a partir "
      + "do código QR; compare o primeiro endereço antes que alguém pague para ele.",
    firstWithBlank:
      "Escreva à mão e sem ninguém por perto, e releia tudo como prova antes de enviar moedas.",
    neverWithSecret:
      "Não mostre, envie nem dite isto a ninguém, e nunca o digite num telefone, numa página "
      + "web ou num computador com rede. Ninguém honesto o pede, e nenhuma ajuda precisa disso.",
    neverWithWallet:
      "Nunca se deixe convencer a digitar palavras por causa desta página: para ver as moedas não é necessária nenhuma.",
    photographsOfSecrets:
      "Só uma máquina sem rede pode fotografar ou digitalizar esta página.",
    photographsOfOthers:
      "Esta página pode ser fotografada, mas quem tiver a imagem vê todos os pagamentos.",
    since: "bloco {height}, por volta de {month}; não é preciso procurar em blocos anteriores",
    sinceBlock: "bloco {height}; não é preciso procurar em blocos anteriores",
    sinceUnknown: "não se sabe: procure em toda a cadeia",
    programs:
      "{programs}. Os nossos testes recuperaram páginas deste tipo com cada um deles no dia indicado.",
    programsNone:
      "ainda nenhum foi experimentado com este tipo de página; a norma é pública",
    source: "{program}. O seu código-fonte está guardado em {address}, SHA-256 {hash}.",
    sourceUnknown:
      "{program}. Esta cópia foi construída sem indicar onde está guardado o seu código-fonte.")
}

extension LetterSentences {
  static let portuguese = LetterSentences(
    heading: "A quem vier depois de mim",
    written: "Escrito em {date}.",
    opening:
      "Se está a ler isto, já não posso ajudar. Há bitcoins: dinheiro que nenhum banco guarda. Pertence a quem "
      + "tem a chave, e depois de perdido ninguém o pode devolver. Esta carta diz o que existe e como obtê-lo. "
      + "Não contém nenhuma chave: quem a encontrar não pode levar nada, mas pode ver quanto há. Por isso, "
      + "mostre-a só a quem tem de saber.",
    calm:
      "Leve o tempo que for preciso. Esperar não faz perder nada, nem mesmo esperar anos. Tudo se pode perder "
      + "com a pressa, ou confiando em alguém que oferece ajuda.",
    termsHeading: "Quatro palavras que vai encontrar",
    seedTerm: "Semente (seed)",
    seedMeaning:
      "A chave: de 12 a 24 palavras, ou uma linha de letras, em papel. Quem a lê tem as moedas.",
    walletTerm: "Carteira (wallet)",
    walletMeaning:
      "Que chaves podem gastar que moedas. Está nas últimas páginas desta carta e não é segredo.",
    fingerprintTerm: "Impressão digital (fingerprint)",
    fingerprintMeaning:
      "Oito algarismos e letras que distinguem uma semente de outra. Não são segredo; dizem se recuperou a "
      + "semente certa.",
    machineTerm: "Máquina sem rede",
    machineMeaning:
      "Um computador que não está na Internet, nem por cabo nem por rádio, e que não volta a ser ligado antes "
      + "de ter sido apagado. Só aí uma semente pode ser digitada ou mostrada a uma câmara.",
    whatHeading: "O que existe",
    walletLabel: "Carteira {name}",
    seedLabel: "Semente {name}",
    oneKey: "assina 1 chave",
    severalKeys: "têm de assinar {needed} de {count} chaves",
    otherRule: "a sua regra está na página dela",
    enough: "as minhas próprias chaves bastam",
    notEnough: "as minhas próprias chaves não bastam, outros também têm de assinar",
    made: "impressão digital {fingerprint}, criada em {date}",
    child: "é derivada da semente {parent} (BIP-85 {path}), que permite recuperá-la",
    needsPassphrase: "precisa de uma frase secreta (passphrase) que não está em nenhuma folha",
    whereHeading: "Onde estão as coisas (escrito à mão)",
    whereLabel: "Folhas de recuperação, partes e quem as tem, máquinas, frases secretas",
    helpHeading: "Quem pode ajudar",
    helpText:
      "Alguém escolhido por si, que conheça bitcoin e nada ganhe com isso; melhor, duas pessoas que não se "
      + "conheçam. Podem ler esta carta e sentar-se ao seu lado. Não precisam de nenhuma semente, e desviam o "
      + "olhar enquanto digita uma.",
    helpLabel: "A quem eu perguntaria (escrito à mão)",
    neverHeading: "A quem nunca se deve perguntar",
    neverText:
      "A quem telefone, escreva ou apareça por iniciativa própria. Nenhum apoio ao cliente, serviço de "
      + "recuperação, motor de busca, programa de conversa, banco ou autoridade precisa de uma semente: quem a "
      + "pede quer as moedas. Não digite nenhuma semente num telefone nem numa página web, e não deixe ninguém "
      + "ver o ecrã enquanto a digita noutro lugar.",
    stepsHeading: "Os passos",
    findSheets:
      "Procure as folhas e leia a caixa de cada uma. Só uma máquina sem rede pode fotografar ou digitalizar uma "
      + "página com um segredo.",
    takeMachine:
      "Use uma máquina sem rede: uma que nunca a teve, ou um computador velho a que se tiraram o rádio e o cabo.",
    chooseWay: "Recupere a semente por um dos três caminhos abaixo.",
    compare:
      "Compare a impressão digital com a que está acima, e o primeiro endereço com o das últimas páginas, letra "
      + "por letra. Se um deles for diferente, pare: é outra semente, outra frase secreta ou outro tipo de "
      + "endereço. Parar não faz perder nada.",
    others:
      "Outras pessoas também têm de assinar. As chaves delas estão nas últimas páginas. Elas ficam com as suas "
      + "sementes; só viaja o que é para assinar.",
    paySmall:
      "Pague primeiro uma pequena quantia a si próprio e espere que seja confirmada.",
    moveRest:
      "Depois mova o resto para uma carteira sua, cujas palavras tenha escrito e relido pessoalmente.",
    oursHeading: "Primeiro caminho: {program}",
    oursHome:
      "Na pergunta, carregue só em Enter: é sorteada uma nova frase secreta de seis palavras.",
    oursSeed:
      "Para cada folha (ou --from terminal, para a digitar). Se uma folha disser mais em «To "
      + "restore», acrescente-o.",
    oursPassphrase:
      "Se uma semente precisar de uma frase secreta, acrescente --with-bip39-passphrase. Com uma errada, a "
      + "carteira parece vazia.",
    oursChildren: "A carta em inglês diz como se recupera cada semente derivada de outra.",
    oursWallet: "Mostre à câmara os códigos QR das últimas páginas.",
    oursWatching:
      "Numa máquina com rede, com os mesmos códigos QR. Mostra as moedas.",
    electrumHeading: "Segundo caminho: Electrum (experimentado com a versão {version})",
    electrumInstall:
      "Leve o Electrum como ficheiro para a máquina sem rede e verifique a assinatura como diz a página dele. "
      + "Escolha «Standard wallet» e depois «I already have a seed».",
    electrumWords:
      "Digite as palavras. Carregue em «Options» e escolha «BIP39 seed»; se for necessária uma frase secreta, "
      + "também «Extend this seed with custom words».",
    electrumAddresses: "Escolha o tipo de endereços e o caminho de derivação: {addresses}.",
    electrumSeveral:
      "Para uma carteira de várias chaves escolha antes «Multi-signature wallet». Dê-lhe as suas palavras, e as "
      + "chaves dos outros que estão nas últimas páginas.",
    electrumTaproot:
      "O Electrum não conhecia endereços Taproot (P2TR): para esses, siga outro caminho.",
    otherHeading: "Terceiro caminho: outro programa",
    otherChoose:
      "Quem ajudar encontra um que conheça a norma indicada na caixa da folha (para palavras, BIP-39). Os nossos "
      + "testes experimentaram estes: {programs}.",
    otherEnter: "Introduza a semente, o tipo de endereços e o caminho de derivação: {addresses}.",
    otherSeveral:
      "Para uma carteira de várias chaves, tem de ler descritores (output descriptors): dê-lhe os códigos QR ou "
      + "o texto das últimas páginas.",
    rehearsedHeading: "Ensaiado",
    rehearsedText:
      "Seguimos estes passos com uma folha de treino e compreendemo-los. Pode-se perguntar a quem assina aqui.",
    rehearsedBox: "Nome, data, assinatura",
    dateBox: "Data",
    signatureBox: "Assinatura")
}
