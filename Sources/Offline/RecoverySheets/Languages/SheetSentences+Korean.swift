extension SheetSentences {
  static let korean = SheetSentences(language: "한국어", box: .korean, letter: .korean)
}

extension BoxSentences {
  static let korean = BoxSentences(
    title: "이것은 무엇입니까?",
    whatLabel: "내용", standardLabel: "표준", addressesLabel: "주소",
    sinceLabel: "코인 시작", programsLabel: "다른 프로그램", firstLabel: "먼저",
    neverLabel: "금지", sourceLabel: "이 프로그램",
    words: "비트코인입니다. 이 페이지에 있는 단어 {count}개는 코인의 열쇠입니다. 단어를 가진 사람이 코인을 가집니다.",
    letters: "비트코인입니다. 이 페이지에 있는 긴 글자 줄은 코인의 열쇠입니다. 이것을 가진 사람이 코인을 가집니다.",
    key: "비트코인입니다. 이 페이지에 있는 개인 키는 주소 하나를 엽니다. 이것을 가진 사람이 그 주소의 코인을 가집니다.",
    encrypted: "비트코인입니다. 코인의 열쇠가 암호화되어 이 페이지에 있습니다. 주인이 고른 단어들로만 열 수 있고, 그 단어들은 다른 곳에 있습니다.",
    countedShare:
      "비트코인입니다. 이것은 코인의 열쇠를 {count}개로 나눈 조각 가운데 하나입니다. 어느 것이든 {needed}개를 모으면 열쇠가 복원되고, 그보다 적으면 아무것도 열리지 않습니다.",
    share:
      "비트코인입니다. 이것은 코인의 열쇠의 한 조각입니다. 혼자서는 아무것도 열지 못합니다. 어느 조각들이 함께 필요한지는 이 페이지의 규칙(Rule)에 적혀 있습니다.",
    wallet:
      "비트코인입니다. 이 페이지는 코인이 어디에 있고 어느 열쇠로 쓸 수 있는지 보여 줍니다. 열쇠는 들어 있지 않습니다. 이것으로 코인을 가져갈 수는 없지만, 읽는 사람은 모든 지불을 볼 수 있습니다.",
    blank: "비트코인의 열쇠를 적을 종이입니다. 단어가 적힌 뒤에는 읽는 사람이 코인을 가집니다.",
    passphrase: "이 페이지에 없는 패스프레이즈도 필요합니다.",
    rehearsal: "이 페이지는 {network} 네트워크에서 연습하기 위한 것입니다. 코인은 아무 가치가 없습니다.",
    firstWithSecret:
      "서두르지 마십시오. 기다린다고 잃는 것은 없습니다. 네트워크가 없는 컴퓨터에서 시드를 복원하고 지문(Fingerprint)을 비교하십시오. 나머지를 옮기기 전에 먼저 자신에게 적은 금액을 보내십시오.",
    firstWithShare:
      "서두르지 마십시오. 기다린다고 잃는 것은 없습니다. 다른 조각을 누가 가지고 있는지 알아내고, 열쇠를 복원하는 곳, 곧 네트워크가 없는 컴퓨터 앞에서만 조각을 모으십시오.",
    firstWithEncrypted:
      "서두르지 마십시오. 기다린다고 잃는 것은 없습니다. 그 단어들을 찾으십시오. 네트워크가 없는 컴퓨터에서 이 프로그램이나, 함께 인쇄된 소스의 읽기 프로그램으로 이 페이지를 여십시오.",
    firstWithWallet:
      "열쇠가 적힌 종이와 함께 보관하십시오. 아래의 어느 프로그램이든 QR 코드에서 잔액을 보여 줍니다. 누가 돈을 보내기 전에 첫 번째 주소를 비교하십시오.",
    firstWithBlank: "혼자 있을 때 손으로 적고, 코인을 보내기 전에 모두 다시 읽어 확인하십시오.",
    neverWithSecret:
      "이것을 남에게 보여 주거나 보내거나 읽어 주지 말고, 전화기나 웹 페이지나 네트워크에 연결된 컴퓨터에 입력하지 마십시오. 정직한 사람은 이것을 요구하지 않으며, 돕는 데에도 필요하지 않습니다.",
    neverWithWallet: "이 페이지 때문에 단어를 입력하라는 말에 절대 넘어가지 마십시오. 코인을 보기만 하는 데에는 단어가 필요 없습니다.",
    photographsOfSecrets: "네트워크가 없는 기계만 이 페이지를 촬영하거나 스캔할 수 있습니다.",
    photographsOfOthers: "이 페이지는 촬영해도 되지만, 사진을 가진 사람은 모든 지불을 볼 수 있습니다.",
    since: "블록 {height}, 약 {month}; 그 이전 블록은 찾아볼 필요가 없습니다",
    sinceBlock: "블록 {height}; 그 이전 블록은 찾아볼 필요가 없습니다",
    sinceUnknown: "알 수 없음: 체인 전체를 찾아보십시오",
    programs: "{programs}. 괄호 안의 날에 저희 테스트가 각 프로그램으로 이런 종류의 페이지를 복원했습니다.",
    programsNone: "이런 종류의 페이지으로 시험한 프로그램은 아직 없습니다. 표준은 공개되어 있습니다",
    source: "{program}. 소스는 {address}에 보관되어 있습니다. SHA-256 {hash}.",
    sourceUnknown: "{program}. 이 프로그램은 소스의 보관 장소를 지정하지 않고 만들어졌습니다.")
}

extension LetterSentences {
  static let korean = LetterSentences(
    heading: "내 뒤에 남은 이들에게",
    written: "{date}에 씀.",
    opening:
      "이 글을 읽고 있다면 나는 더 이상 도와줄 수 없습니다. 여기에는 비트코인이 있습니다. 어느 은행도 맡고 있지 않은 돈입니다. 열쇠를 가진 사람의 것이고, 한번 없어지면 아무도 돌려줄 수 없습니다. 이 편지는 무엇이 있고 어떻게 받을 수 있는지 알려 줍니다. 열쇠는 들어 있지 않습니다. 이 편지를 발견한 사람은 아무것도 가져갈 수 없지만 얼마가 있는지는 볼 수 있습니다. 그러니 꼭 알아야 하는 사람에게만 보여 주십시오.",
    calm: "서두르지 마십시오. 몇 년을 기다려도 잃는 것은 없습니다. 모든 것을 잃는 것은 서두를 때, 또는 돕겠다고 나서는 사람을 믿을 때입니다.",
    termsHeading: "앞으로 만나게 될 네 가지 말",
    seedTerm: "시드 (seed)",
    seedMeaning: "열쇠입니다. 종이에 적힌 12개에서 24개의 단어, 또는 한 줄의 글자입니다. 이것을 읽는 사람이 코인을 가집니다.",
    walletTerm: "지갑 (wallet)",
    walletMeaning: "어느 열쇠로 어느 코인을 쓸 수 있는지를 나타냅니다. 이 편지의 마지막 페이지들에 있으며 비밀이 아닙니다.",
    fingerprintTerm: "지문 (fingerprint)",
    fingerprintMeaning: "시드를 서로 구별하는 8개의 숫자와 글자입니다. 비밀이 아니며, 올바른 시드를 복원했는지 알려 줍니다.",
    machineTerm: "네트워크가 없는 기계",
    machineMeaning:
      "케이블로도 무선으로도 인터넷에 연결되어 있지 않고, 내용을 지우기 전에는 다시 연결하지 않는 컴퓨터입니다. 시드는 그곳에서만 입력하거나 카메라에 보여 줄 수 있습니다.",
    whatHeading: "무엇이 있는가",
    walletLabel: "지갑 {name}",
    seedLabel: "시드 {name}",
    oneKey: "열쇠 1개가 서명합니다",
    severalKeys: "열쇠 {count}개 가운데 {needed}개가 서명해야 합니다",
    otherRule: "규칙은 해당 페이지에 있습니다",
    enough: "내 열쇠만으로 충분합니다",
    notEnough: "내 열쇠만으로는 부족하고 다른 사람도 서명해야 합니다",
    made: "지문 {fingerprint}, 만든 날 {date}",
    child: "시드 {parent}에서 파생된 것으로(BIP-85 {path}), 거기에서 복원할 수 있습니다",
    needsPassphrase: "어느 종이에도 없는 패스프레이즈가 필요합니다",
    whereHeading: "물건들이 있는 곳 (손으로 적음)",
    whereLabel: "복원용 종이, 조각과 그것을 가진 사람, 기계, 패스프레이즈",
    helpHeading: "도울 수 있는 사람",
    helpText:
      "당신이 직접 고른 사람으로, 비트코인을 잘 알고 이 일로 얻는 것이 없는 사람입니다. 서로 모르는 두 사람이면 더 좋습니다. 이 편지를 읽고 옆에 앉아도 됩니다. 그들에게 시드는 필요 없으며, 당신이 시드를 입력하는 동안에는 눈을 돌립니다.",
    helpLabel: "나라면 물어볼 사람 (손으로 적음)",
    neverHeading: "절대 물어보아서는 안 되는 상대",
    neverText:
      "먼저 전화하거나 글을 보내거나 찾아오는 사람에게는 묻지 마십시오. 고객 지원, 복구 업체, 검색 엔진, 채팅 프로그램, 은행, 관청 어디에도 시드는 필요 없습니다. 시드를 요구하는 사람은 코인을 노리는 것입니다. 전화기나 웹 페이지에 시드를 입력하지 말고, 다른 곳에서 입력할 때에도 아무에게도 화면을 보이지 마십시오.",
    stepsHeading: "할 일",
    findSheets: "종이를 찾아 각각의 상자 안을 읽으십시오. 비밀이 적힌 페이지는 네트워크가 없는 기계만 촬영하거나 스캔할 수 있습니다.",
    takeMachine: "네트워크가 없는 기계를 준비하십시오. 한 번도 네트워크에 연결된 적이 없는 것이나, 무선 장치와 케이블을 떼어 낸 오래된 컴퓨터입니다.",
    chooseWay: "아래 세 가지 방법 가운데 하나로 시드를 복원하십시오.",
    compare:
      "지문을 위의 것과, 첫 번째 주소를 마지막 페이지들의 것과 한 글자씩 비교하십시오. 하나라도 다르면 멈추십시오. 다른 시드이거나 다른 패스프레이즈이거나 다른 종류의 주소입니다. 멈춘다고 잃는 것은 없습니다.",
    others: "다른 사람도 서명해야 합니다. 그들의 열쇠는 마지막 페이지들에 있습니다. 시드는 각자 가지고 있고, 서명할 것만 주고받습니다.",
    paySmall: "먼저 자신에게 적은 금액을 보내고 확인될 때까지 기다리십시오.",
    moveRest: "그다음 나머지를, 직접 단어를 적고 다시 읽어 확인한 당신 자신의 지갑으로 옮기십시오.",
    oursHeading: "첫째 방법: {program}",
    oursHome: "질문에는 Enter만 누르십시오. 여섯 단어로 된 새 패스프레이즈가 뽑힙니다.",
    oursSeed:
      "종이마다 실행하십시오(직접 입력하려면 --from terminal). 종이의 “To restore” 아래에 다른 내용이 있으면 덧붙이십시오.",
    oursPassphrase: "시드에 패스프레이즈가 필요하면 --with-bip39-passphrase 를 덧붙이십시오. 틀리면 지갑이 비어 보입니다.",
    oursChildren: "다른 시드에서 파생된 시드를 복원하는 방법은 영어 편지에 있습니다.",
    oursWallet: "마지막 페이지들의 QR 코드를 카메라에 보여 주십시오.",
    oursWatching: "네트워크가 있는 기계에서 실행하고 같은 QR 코드를 보여 주십시오. 코인이 표시됩니다.",
    electrumHeading: "둘째 방법: Electrum (버전 {version}으로 시험함)",
    electrumInstall:
      "Electrum을 파일로 네트워크가 없는 기계에 옮기고, 공식 페이지에 나온 대로 서명을 확인하십시오. “Standard wallet”을 고르고 “I already have a seed”를 고르십시오.",
    electrumWords:
      "단어를 입력하십시오. “Options”를 누르고 “BIP39 seed”를 고르십시오. 패스프레이즈가 필요하면 “Extend this seed with custom words”도 고르십시오.",
    electrumAddresses: "주소의 종류와 경로를 고르십시오: {addresses}.",
    electrumSeveral:
      "열쇠가 여러 개인 지갑이면 대신 “Multi-signature wallet”을 고르십시오. 당신의 단어와, 마지막 페이지들에 있는 다른 사람들의 열쇠를 입력하십시오.",
    electrumTaproot: "Electrum은 Taproot 주소(P2TR)를 지원하지 않았습니다. 그런 주소에는 다른 방법을 쓰십시오.",
    otherHeading: "셋째 방법: 다른 프로그램",
    otherChoose: "종이의 상자에 적힌 표준(단어라면 BIP-39)을 아는 프로그램을 돕는 사람이 찾습니다. 저희 테스트가 시험한 것: {programs}.",
    otherEnter: "시드와 주소의 종류와 경로를 입력하십시오: {addresses}.",
    otherSeveral:
      "열쇠가 여러 개인 지갑이면 디스크립터(output descriptors)를 읽는 프로그램이어야 합니다. 마지막 페이지들의 QR 코드나 글자를 주십시오.",
    rehearsedHeading: "연습한 사람",
    rehearsedText: "우리는 연습용 종이로 이 일들을 해 보았고 이해했습니다. 여기에 서명한 사람에게 물어볼 수 있습니다.",
    rehearsedBox: "이름, 날짜, 서명",
    dateBox: "날짜",
    signatureBox: "서명")
}
