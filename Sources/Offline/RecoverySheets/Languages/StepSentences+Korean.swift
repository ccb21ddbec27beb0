extension StepSentences {
  static let korean = StepSentences(
    home: "네트워크에 연결되지 않은 컴퓨터에서 입력합니다.",
    ownPassphrase: "프로그램은 시드의 것이 아니라 프로그램 자체의 패스프레이즈를 묻습니다. Enter 키를 누르고, 만들어 주는 단어 여섯 개를 적어 두십시오.",
    holdPage: "이 페이지를 그 컴퓨터의 카메라에 보여 주고, 스마트폰 카메라에는 절대 보여 주지 마십시오.",
    holdPart: "조각 하나의 QR 코드를 그 컴퓨터의 카메라에 보여 주고, 스마트폰 카메라에는 절대 보여 주지 마십시오.",
    holdParts: "조각을 하나씩 그 컴퓨터의 카메라에 보여 주고, 스마트폰 카메라에는 절대 보여 주지 마십시오.",
    eitherHoldCode: "“{heading}” QR 코드를 그 컴퓨터의 카메라에 보여 주고, 스마트폰 카메라에는 절대 보여 주지 마십시오.",
    eitherHoldCodes: "1쪽의 QR 코드나 글자 옆의 QR 코드를 그 컴퓨터의 카메라에 보여 주고, 스마트폰 카메라에는 절대 보여 주지 마십시오.",
    typeWords: "카메라가 없으면 `--from camera` 대신 `--from terminal` 옵션을 쓰고 단어를 입력하십시오.",
    typeLetters: "카메라가 없으면 `--from camera` 대신 `--from terminal` 옵션을 쓰고 글자와 숫자를 입력하십시오.",
    typeEach: "카메라가 없으면 `--from camera` 대신 `--from terminal` 옵션을 쓰고 조각을 하나씩 입력하십시오.",
    typeWordsOfEach: "카메라가 없으면 `--from camera` 대신 `--from terminal` 옵션을 쓰고 조각마다 단어를 입력하십시오.",
    otherPartWords: "그다음 다른 조각의 단어를 입력하고, 더 없으면 Enter 키만 누르십시오.",
    otherPartsWords: "그다음 다른 조각들의 단어를 입력하고, 더 없으면 Enter 키만 누르십시오.",
    asksSheetWords: "프로그램이 이 종이를 여는 단어(sheet words)를 묻습니다.",
    finds: "프로그램은 지문으로 틀린 단어 하나, 빠진 단어 하나 또는 뒤바뀐 단어 둘을 찾습니다.",
    findsWithOption:
      "지문은 {fingerprint}이어야 합니다. 줄에 `--fingerprint {fingerprint}` 옵션을 넣으면 프로그램이 틀린 단어 하나, 빠진 단"
      + "어 하나 또는 뒤바뀐 단어 둘을 찾습니다.",
    compareFingerprint: "지문은 {fingerprint}이어야 합니다.",
    slip39Needed:
      "프로그램이 SLIP-39 패스프레이즈를 묻습니다. 꼭 필요합니다. 다른 것을 넣거나 넣지 않으면 비트코인이 없는 다른 시드가 나오며, 지문으로만 알 수 있습니다"
      + ".",
    slip39None: "프로그램이 SLIP-39 패스프레이즈를 묻습니다. 없으니 Enter 키만 누르십시오.",
    withoutPassphrase: "그 지문은 패스프레이즈 없이 나온 것이며, 패스프레이즈는 쓸 때마다 묻습니다. 틀리면 다른 빈 지갑이 열립니다.",
    withoutBIP39: "그 지문은 BIP-39 패스프레이즈 없이 나온 것이며, 패스프레이즈는 쓸 때마다 묻습니다.",
    withoutBIP39Inside: "지문은 BIP-39 패스프레이즈 없이 나온 것이며, 패스프레이즈는 쓸 때마다 묻습니다.",
    eachChild: "위에 적힌 파생 시드마다 실행하십시오(여기서는 words/12/7). 옆에 적힌 지문과 같아야 합니다:",
    child: "파생 시드 {name}(지문 {fingerprint}):",
    childOfRenamed: "파생 시드 {name}(지문 {fingerprint}); `SEED`는 지문이 {seed}인 시드입니다:",
    keyWallet: "지갑도 함께 돌아옵니다: {name}-combo.",
    anyName: "NAME 자리에는 원하는 이름을 넣으십시오.",
    registerEach: "그다음 지갑마다 그 페이지를 보여 주십시오.",
    registerHere: "그 열쇠가 있고 네트워크에 연결되지 않은 컴퓨터마다 이 페이지를 보여 주십시오.",
    compareAddresses: "처음 몇 개의 주소는 함께 인쇄된 것과 같아야 합니다.",
    watch: "네트워크에 연결된 컴퓨터에서 입력합니다.",
    importFile: "그 파일을 가져옵니다.",
    holdUp: "이 페이지를 보여 주십시오.",
    holdUpEach: "지갑마다 그 페이지를 보여 주십시오. 이 페이지는 절대 안 됩니다.",
    holdUpEachAgain: "다시 지갑마다 그 페이지를 보여 주십시오. 이 페이지는 절대 안 됩니다.",
    wholeChain: "`--birth-height` 옵션이 없으면 블록체인 전체를 찾습니다.",
    compareAddress: "첫 번째 주소를 비교하십시오.",
    carry: "네트워크에 연결된 컴퓨터로 가져갈, 열쇠가 들어 있지 않은 파일을 만듭니다:",
    thereNode: "거기서 Bitcoin Core(bitcoincore.org)를 실행한 상태에서:",
    discover: "거기서 사용된 계정을 찾습니다:",
    discoverWhole: "거기서 사용된 계정을 찾습니다. birth height가 없으면 블록체인 전체를 읽습니다:",
    discoverByNode: "거기서 Bitcoin Core를 노드로 하여:",
    discoverByNodeWhole: "거기서 Bitcoin Core를 노드로 하여(birth height가 없으면 블록체인 전체를 읽습니다):",
    publicSheet: "열쇠가 여러 개인 지갑에는 그 공개용 종이도 필요합니다.",
    payingHeading: "비트코인을 보고 송금하기(네트워크에 연결된 컴퓨터에서)",
    payingFirst: "네트워크에 연결된 컴퓨터에서 입력합니다.",
    payingInShort:
      "비트코인을 보고 송금하려면 네트워크에 연결된 컴퓨터에서 `online-coordinator --help` 명령을 입력하십시오. 명령 목록이 나옵니다.",
    payNode: "거기서 Bitcoin Core(bitcoincore.org)를 실행한 상태에서:",
    seeCoins: "지갑 NAME의 비트코인 보기:",
    paySmall: "본인의 주소로 소액을 비트코인으로 송금하기. 나머지는 나중에 `AMOUNT` 자리에 `all` 을 쓰고 파일 이름을 바꾸어 송금하기:",
    signFile: "파일을 다른 컴퓨터로 옮겨 서명하기:",
    carryBack: "서명한 파일을 다시 가져오기:",
    sendPayment: "송금 NUMBER 보내기:",
    twoWays: "이 절차대로 offline-signer를 쓰십시오. 없으면 아래 절차대로 마지막 몇 페이지의 읽기 프로그램을 쓰십시오.",
    orType: "카메라가 없으면 2번 대신, 글자 줄을 인쇄된 그대로 텍스트 파일 `sheet.txt` 안에 입력하고 나서:",
    childrenAgain: "파생된 시드를 되살리는 방법은 그다음에 프로그램이 알려 줍니다.",
    exportOne: "지갑도 함께 돌아옵니다. 네트워크에 연결된 컴퓨터로 가져갈 파일을 만듭니다:",
    exportEach: "지갑도 함께 돌아옵니다. 지갑마다 NAME을 그 이름으로 바꾸고, 네트워크에 연결된 컴퓨터로 가져갈 파일을 만듭니다:",
    readerHeading: "또는: offline-signer 없이 복원하기",
    readerPython:
      "Linux나 python.org의 Python 3.6 이상이 있고 네트워크에 연결되지 않은 컴퓨터를 준비하십시오. Apple의 Python에는 scrypt가 없"
      + "습니다.",
    readerFile:
      "거기서 마지막 몇 페이지의 프로그램을 파일 `read.py` 안에 입력하거나, 그 컴퓨터의 카메라로 QR 코드를 읽어 나온 글자를 순서대로 그 파일에 넣으십시오"
      + ".",
    readerLines: "거기서 이 종이의 글자 줄이나 QR 코드의 내용을 한 줄에 하나씩 파일 `sheet.txt` 안에 입력하십시오.",
    readerRun:
      "프로그램이 이 종이를 여는 단어(sheet words)를 묻고(입력하는 동안 화면에는 아무것도 보이지 않습니다), 잠겨 있던 것을 한 줄에 하나씩 보여 "
      + "줍니다(Windows에서는 `python3` 대신 `py` 명령을 입력하십시오):",
    readerFingerprint: "“fingerprint” 줄은 {fingerprint}이어야 합니다.",
    readerWords:
      "“seed” 줄에는 단어 {count}개가 있습니다. BIP-39 시드({language})입니다. 그 컴퓨터에서 BIP-39를 지원하는 프로그램에 입력하십시오"
      + ".",
    readerWordsLocked:
      "“seed” 줄에는 단어 {count}개가 있습니다. BIP-39 시드({language})입니다. 그 컴퓨터에서 BIP-39를 지원하는 프로그램에 "
      + "BIP-39 패스프레이즈와 함께 입력하십시오.",
    readerCodex32: "“seed” 줄에는 codex32(BIP-93)로 적은 시드가 있습니다. 그 컴퓨터에서 codex32를 지원하는 프로그램에 입력하십시오.",
    readerExtendedKey: "“seed” 줄에는 확장 개인 키(BIP-32, xprv)가 있습니다. 그 컴퓨터에서 마스터 개인 키를 받는 프로그램에 입력하십시오.",
    readerSingleKey: "“seed” 줄에는 주소 하나의 개인 키(WIF)가 있습니다. 그 컴퓨터에서 그런 키를 받는 프로그램에 입력하십시오.",
    readerTried: "시험한 것: {programs}.",
    readerWallets:
      "“wallet” 줄마다 이름과 디스크립터(output descriptor, BIP-380)가 있습니다. 그것으로 네트워크에 연결된 컴퓨터의 프로그램이 비트코인"
      + "을 찾습니다. 다른 줄은 절대 그리로 가져가지 마십시오.",
    formatHeading: "프로그래머를 위한 형식 설명",
    formatParts:
      "QR 코드마다 B$2B, 36진수 두 자리로 QR 코드의 수, 다시 두 자리로 몇째인지(0부터 셉니다), 나머지는 base32(RFC 4648, = 없음)로 들"
      + "어 있습니다. 나머지를 그 순서로 이어 붙여 디코딩하십시오. 입력용으로 인쇄된 글자도 같은 것입니다.",
    formatBytes:
      "바이트: DBES; 버전 1; scrypt의 N의 log2, r, p(각 1바이트, 여기서는 {logN}, {r}, {p}); 솔트 16바이트; 암호문; 태그 "
      + "16바이트; 그리고 앞의 모든 것의 SHA-256 중 처음 4바이트.",
    formatKey:
      "이 종이를 여는 단어: UTF-8, NFKD, A~Z는 소문자, 사이에 한 칸. 열쇠: 이 단어에 솔트와 N, r, p로 scrypt(RFC 7914)를 적용"
      + "한 32바이트.",
    formatText:
      "본문: 그 열쇠로 ChaCha20-Poly1305(RFC 8439), 논스는 0바이트 12개, 처음 24바이트가 연관 데이터입니다. 끝은 줄 바꿈 문자로 채워"
      + "져 있습니다. 첫 줄이 시드이고, 나머지 줄은 네트워크와 지문과 지갑을 나타냅니다.",
    sourceCodes: "read.py의 QR 코드: 마지막 몇 페이지의 프로그램(이 순서로)",
    sourceCode: "read.py, {number}번",
    sourceHeading: "read.py, Python으로 된 읽기 프로그램",
    sourceNote: "앞의 QR 코드와 같은 내용입니다. 줄 앞의 빈칸에는 뜻이 있습니다(한 단계에 네 칸).",
    checkBlank: "확인하려면 그리로 비트코인을 보내기 전에, 단어를 만든 컴퓨터에서 입력합니다. NAME은 거기서 쓰는 시드의 이름입니다:",
    restoreBlank: "복원하려면 네트워크에 연결되지 않은 컴퓨터에서 입력합니다.",
    typeBlank:
      "단어를 입력하십시오. NAME은 원하는 이름이고 FINGERPRINT는 위에 적힌 지문입니다. 지문이 있으면 프로그램이 틀린 단어 하나, 빠진 단어 하나 또는 "
      + "뒤바뀐 단어 둘을 찾습니다. 또는 `--from terminal` 대신 `--from camera` 옵션을 쓰고, 다음 페이지의 채운 코드를 그 컴퓨터의 카메라"
      + "에 보여 주십시오.",
    lockedBlank: "패스프레이즈가 있으면 그 줄에 `--with-bip39-passphrase` 옵션을 덧붙이십시오.",
    showCode: "네트워크에 연결되지 않은 컴퓨터에 표시합니다:",
    fillIn: "어두운 칸을 구역별로 채우십시오. 가장자리의 글자와 숫자가 위치를 알려 줍니다. 선이 있는 칸은 어느 코드에서나 어둡습니다.",
    holdCode: "이 페이지를 그 컴퓨터의 카메라에 보여 주십시오:",
    steelCheck: "그다음 네트워크에 연결되지 않은 컴퓨터의 카메라로 확인하십시오:")
}
