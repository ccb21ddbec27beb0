extension SheetSentences {
  static let chinese = SheetSentences(
    language: "简体中文", box: .chinese, letter: .chinese, facts: .chinese, steps: .chinese)
}

extension BoxSentences {
  static let chinese = BoxSentences(
    title: "这是什么？",
    whatLabel: "内容", standardLabel: "标准", addressesLabel: "地址",
    sinceLabel: "搜索范围", programsLabel: "其他软件", firstLabel: "首先",
    neverLabel: "禁止", sourceLabel: "这些软件",
    words: "这是比特币。本页上的{count}个单词就是它的钥匙。谁得到这些单词，谁就能拿走这笔比特币。",
    letters: "这是比特币。本页上的一长串字母和数字就是它的钥匙。谁得到它，谁就能拿走这笔比特币。",
    key: "这是比特币。用本页上的私钥可以动用一个地址里的比特币。谁得到这把私钥，谁就能拿走那里的比特币。",
    encrypted:
      "这是比特币。它的钥匙（即种子）在本页上，但上了锁。只有“解锁词语”（sheet words）才能打开；这些词语由所有者保存在别处，"
      + "不是种子的单词。",
    countedShare:
      "这是比特币。它的钥匙（即种子）分成了{count}份，这是其中一份。任意{needed}份合在一起就能恢复钥匙；少于此数，什么也打不开。",
    bothParts: "这是比特币。它的钥匙（即种子）分成了两份，这是其中一份。两份必须合在一起；只有一份，谁也拿不到比特币。",
    allParts: "这是比特币。它的钥匙（即种子）分成了{count}份，这是其中一份。所有各份必须合在一起；缺了任何一份，谁也拿不到比特币。",
    share: "这是比特币。本页是它的钥匙（即种子）的一份。单独一份什么也打不开；本页的规则说明哪几份需要合在一起。",
    wallet: "这是比特币。本页说明比特币在哪里、哪些钥匙可以动用它们。本页不含钥匙：谁也不能凭它取走比特币，但看到它的人能看到每一笔收支。",
    blank: "这张纸用来写比特币的钥匙。如果上面写有单词，那就是钥匙：谁得到这些单词，谁就能拿走那些比特币。",
    passphrase: "另外还需要密码短语（passphrase）；它不在本页上，没有它，钱包看起来是空的。",
    quotedName: "“{name}”",
    needsOthers: "仅凭这个种子打不开钱包{wallet}：{count}把钥匙中必须有{needed}把签名。",
    needOthers: "仅凭这个种子打不开{wallets}：还必须有其他钥匙签名。",
    rehearsal: "这是练习用的纸，它的币在{network}网络上，没有任何价值。其余文字与真正的纸相同。",
    firstWithSecret: "不要让任何人催你。请在一台不联网的电脑上恢复钥匙，并把指纹（Fingerprint）与本页上的核对。先给自己转一小笔，再转移其余的比特币。",
    firstWithShare: "不要让任何人催你。查明其他各份在谁手里，只在一台不联网的电脑前把它们合在一起。",
    firstWithOtherPart: "不要让任何人催你。查明另一份在谁手里，只在一台不联网的电脑前把两份合在一起。",
    firstWithEncrypted: "不要让任何人催你。先找到“解锁词语”（sheet words）。请在一台不联网的电脑上，用本软件或印在最后几页上的读取程序打开本页。",
    firstWithWallet: "请把本页与写有钥匙的纸放在一起。支持描述符（output descriptors）的软件凭本页就能找到比特币；它显示的第一个地址必须与本页上的相同。",
    firstWithBlank:
      "如果上面写有单词：不要着急，在一台不联网的电脑上恢复钥匙，并核对指纹（Fingerprint）。"
      + "如果没有：请在独自一人时手写，并在把比特币转来之前全部核对。",
    neverWithSecret: "切勿把它给任何人看、发送给任何人或念给任何人听，也切勿输入到手机、网页或任何联网的电脑中。诚实的人不会索要它，真要帮你也不需要它。",
    neverWithEncrypted:
      "切勿把本页或“解锁词语”（sheet words）给任何人看、发送给任何人或念给任何人听，也切勿输入到手机、网页或任何联网的电脑中。诚实的人不会索要"
      + "它们，真要帮你也不需要它们。",
    neverWithWallet: "如果有人拿本页作理由劝你输入种子的单词，切勿照做：查看比特币不需要任何单词。",
    photographsOfSecrets: "只有不联网的电脑才可以拍摄或扫描本页。",
    photographsOfOthers: "本页可以拍照，但拥有照片的人能看到每一笔收支。",
    since: "从区块{height}起（需要日期时填{month}）；更早的不必搜索",
    sinceBlock: "从区块{height}起；更早的不必搜索",
    sinceUnknown: "未知：请搜索所有区块",
    addressesOfGroup: "有多把钥匙的钱包为 {addresses}",
    programs: "{programs}。我们在括号内的日期用其中每一个软件恢复过这类页面。",
    onlyFor: "{program}（仅适用于{kinds}）",
    codeOnly: "{programs}：我们只运行了其中读取这类页面的代码，没有试过软件或设备本身。",
    device: "{program}（设备）",
    forProgrammers: "供程序员使用的{programs}",
    afterWords:
      "得到的是BIP-39单词，可用它们在{programs}中恢复钱包。",
    afterBytes:
      "得到的是字节形式的种子：程序员用它算出账户私钥（zprv），即可输入{programs}。",
    afterBytesOfGroup:
      "得到的是字节形式的种子：程序员用它算出账户私钥（zprv；多把钥匙时为 Zprv），即可输入{programs}。路径和其他钥匙在该钱包的公开用纸上。",
    programsNone: "我们没有用这类页面试过任何软件；标准是公开的",
    programsBlank: "任何支持BIP-39的软件都可以。用英文单词试过的有：{programs}。哪一个能显示比特币，取决于这里写的内容。",
    programsEncrypted: "最后几页上的读取程序（Python）",
    source:
      "{program} 和 online-coordinator（用于 Linux，Debian 12）。连同源代码保存在{address}；源"
      + "代码存档的SHA-256：{hash}",
    sourceUnknown:
      "{program} 和 online-coordinator（用于 Linux，Debian 12）。切勿在网上搜索它们。副本保存在："
      + "{line}")
}

extension LetterSentences {
  static let chinese = LetterSentences(
    title: "致继承人的信：{name}",
    heading: "致我身后的人",
    written: "写于{date}。",
    practice: "这是一封练习用的信，它的币在{network}网络上，没有任何价值。真正的信上写的是：",
    opening:
      "如果你读到这封信，我已经不能再帮助你了。我留下了一些比特币：一种不由任何银行保管的钱。谁有钥匙，钱就是谁的；一旦失去，没有人能替你追回。"
      + "这封信说明我留下了什么，以及你怎样得到它。信里没有钥匙：捡到这封信的人什么也拿不走，但能看到有多少钱。所以只给必须知道的人看。",
    calm: "不要让任何人催你。比特币不会变坏，但纸张会损坏，记忆会模糊：请在几个月之内开始。一旦匆忙行事，或者相信主动提出帮忙的人，就可能失去一切。",
    calmForSeveralWays: "不要着急。等上几个星期不会造成任何损失。一旦匆忙行事，或者相信主动提出帮忙的人，就可能失去一切。",
    termsHeading: "你会遇到的六个术语",
    seedTerm: "种子（seed，即助记词）",
    seedMeaning: "就是钥匙：写在纸上的12到24个单词，或者一行字母和数字。软件和别人多半称它为助记词、恢复短语或种子短语。谁看到它，谁就能拿走这些比特币。",
    passphraseTerm: "密码短语（passphrase）",
    passphraseMeaning: "所有者可能在种子之外另加的单词或字符。任何一张纸上都没有它。缺了它，或者它不对，种子打开的就是一个空钱包。",
    sheetWordsTerm: "解锁词语（sheet words）",
    sheetWordsMeaning: "用来打开加密纸张的词语。任何一张纸上都没有它们；它们既不是种子，也不是种子的密码短语。",
    walletTerm: "钱包（wallet）",
    walletMeaning: "说明这些比特币属于哪些种子的描述。它在这封信的最后几页。它不含秘密，但看到它的人能看到每一笔收支。",
    fingerprintTerm: "指纹（fingerprint）",
    fingerprintMeaning: "由数字和字母组成的八个字符，用来区分不同的种子。它不是秘密；它能告诉你恢复的种子对不对。",
    machineTerm: "不联网的电脑",
    machineMeaning:
      "一台既没有用网线、也没有用无线方式（Wi-Fi、蓝牙、移动网络）连接任何网络，并且在清除全部内容之前绝不再联网的电脑。只有在这样的电脑上才可以输入种子，或者让摄像头看到它。",
    whatHeading: "留下了什么",
    walletLabel: "钱包 {name}",
    seedLabel: "种子 {name}",
    oneKey: "由1把钥匙签名",
    severalKeys: "{count}把钥匙中必须有{needed}把签名",
    otherRule: "规则在它那一页上",
    severalWays: "动用它的方式不止一种；谁有其中一种方式的钥匙，谁就能动用它，不需要别人签名。不要把它放上好几年不管",
    enough: "这里列出的种子就够了",
    notEnough: "这里列出的种子不够，还需要别人签名",
    made: "指纹 {fingerprint}，创建于 {date}",
    imported: "指纹 {fingerprint}，导入于 {date}，种子可能更早",
    madeAgain: "指纹 {fingerprint}，创建或派生于 {date}，可能不是第一次",
    child: "它由种子 {parent} 派生（BIP-85 {path}），可以由那个种子恢复",
    needsPassphrase: "它需要一个密码短语（passphrase），任何一张纸上都没有（这个指纹是不用密码短语时的指纹）",
    noPassphrase: "没有密码短语",
    otherWallets: "同样的种子还有本信没有提到的其他钱包：{names}。请看它们各自的纸。",
    whereHeading: "东西在哪里（手写）",
    whereLabel: "恢复用纸、各份及其持有人、电脑，以及密码短语和“解锁词语”（sheet words）存放的地方（只写地方，绝不要写词语本身）",
    helpHeading: "谁可以帮忙",
    helpText: "由你自己挑选的人，懂比特币，而且不从中得利；最好是两个互不相识的人。他们可以读这封信，坐在你旁边。他们不需要任何种子，在你输入种子时他们必须看别处。",
    helpLabel: "我会求助的人（手写）",
    neverHeading: "绝不能求助的人",
    neverText:
      "绝不要向主动打电话、发消息、写信或上门的人求助。客服、恢复服务、搜索引擎、聊天程序、银行和政府机关都不需要种子：谁索要种子、单词、助记词、"
      + "种子短语或恢复短语，谁就是想拿走你的比特币。不要在手机或网页里输入种子；在别处输入时，也不要让任何人看到你的屏幕。",
    stepsHeading: "步骤",
    twoComputers: "你需要两台电脑：一台不联网，用来处理种子；另一台联网，用来查看比特币和转账。两台之间用U盘传递。",
    findSheets: "找到那些纸，并阅读每张纸上的方框。只有不联网的电脑才可以拍摄或扫描带有秘密的页面。",
    takeMachine:
      "准备一台不联网的电脑：从未联过网的，或者你自己的一台拆掉了无线网卡（Wi-Fi、蓝牙）、拔掉了网线、清空并重装过系统的旧电脑。不要清空我的任何电脑：里面可能有钥匙。准备工作可以请帮忙的人做，但要在任何一张纸靠近它之前做完。",
    chooseWay: "用下面的方法之一恢复每个需要的种子。拿不准时，请帮忙的人来选。",
    compare:
      "逐个字符核对：指纹与“留下了什么”中所写的是否一致，第一个地址与最后几页上的是否一致。如果使用了密码短语，软件可能显示另一个指纹："
      + "这时以第一个地址为准。如有其他不同，就停下来：那是另一个种子、另一个密码短语或另一种地址。停下来不会造成任何损失。",
    others: "还需要别人签名。他们的公钥在最后几页。他们各自保留自己的种子；只传递需要签名的内容。",
    howPaid: "一笔转账在联网的电脑上写好，在另一台上核对并签名，再由联网的电脑发送。种子绝不离开不联网的电脑。",
    paySmall:
      "用一个没有别人见过的种子新建一个你自己的钱包：在另一台不联网的电脑上，或者在帮忙的人熟悉的设备上。写下它的单词，并核对写得对不对。先向它转一小笔，"
      + "并等到这笔转账得到确认。",
    moveRest: "然后把其余的比特币转到同一个钱包。",
    oursHeading: "方法一：{program}",
    oursSource:
      "offline-signer 用于不联网的电脑，online-coordinator 用于另一台。两者连同源代码保存在{address}；存档的SHA-256为{hash}。",
    oursSourceUnknown:
      "offline-signer 用于不联网的电脑，online-coordinator 用于另一台。只能从我写在这封信里的地方取得；如果那里没有，请改用别的方法。切勿在网上搜索它们。",
    oursSystem: "两者都在 Linux（Debian 12）上运行，请帮忙的人安装。",
    oursSourceLabel: "两个软件的副本保存在哪里（手写）",
    oursHome:
      "当软件询问密码短语时，只按回车键：软件会生成六个新单词，用来锁住这台电脑上的这个软件。请把它们写下来；它们既不是种子，也不是种子的密码短语。",
    oursSeed:
      "对每张纸各运行一次（没有摄像头时用 `--from terminal` 并手工输入）。`SEED`换成你自己取的名称，每个种子用一个新名称。如果纸上"
      + "“To restore”下面的那一行更长，请改为输入那一行。",
    oursPassphrase: "如果种子需要密码短语，请在那一行加上 `--with-bip39-passphrase` 这个选项。密码短语不对时，钱包看起来是空的。",
    oursEachWallet: "对每个钱包各运行一次；`WALLET`在这里和下面都换成该钱包的名称。",
    oursWallet: "让摄像头看最后几页的二维码。",
    oursNode: "在联网的电脑上运行。那里必须运行着 Bitcoin Core（bitcoincore.org），请帮忙的人安装。它先要下载所有区块，需要好几天。",
    oursWatching: "让摄像头看最后几页的二维码，并核对第一个地址。",
    oursBalance: "软件会搜索那些比特币，并显示一共有多少。",
    oursPay:
      "`ADDRESS`是你自己新钱包的一个地址。`AMOUNT`是以比特币为单位的金额：先用`0.001`；之后转其余全部时用`all`，并把"
      + "`small.gif`换成`rest.gif`。软件会显示这笔转账的编号和四个单词。",
    oursSign:
      "把文件带到不联网的电脑上。只有地址、金额和四个单词都一致时才同意。给每个签好的文件取一个不同的名称：`signed-1.gif`、"
      + "`signed-2.gif`，依此类推。",
    oursSignEach: "如果钥匙在几台电脑上，就在每一台上签名，每次用一个新的文件名，直到签名的钥匙够数为止。",
    oursCollect: "把签好的文件带回联网的电脑；如果有多个，请把文件名全部写上，中间用空格隔开。",
    oursSend: "`NUMBER`是这笔转账的编号。一旦发送，谁也无法撤回。",
    electrumHeading: "方法二：Electrum（Windows、macOS、Linux；试过的版本：{version}）",
    electrumInstall: "请只从 electrum.org 获取Electrum，以文件形式带到不联网的电脑上，并按照该网站的说明验证其数字签名。",
    electrumPractice: "这些币在练习用的{network}网络上。在两台电脑上都这样启动Electrum：",
    electrumChoose:
      "选择“Standard wallet”（中文界面为“标准钱包”），再选择“I already have a seed”（“我已经有……种子”或“我已经有助记词”）。",
    electrumChooseSeveral:
      "选择“Multi-signature wallet”，再选共有几把钥匙、需要几个签名，然后选择“I already have a seed”（“我已经有……种子”或“我已经有助记词”）。",
    electrumWords:
      "输入单词。点击“Options”（“选项”）并选择“BIP39 seed”（“BIP39 种子”）；如果需要密码短语，"
      + "再选择“Extend this seed with custom words”（“用自定义单词扩展这个种子”）。",
    electrumAddresses: "选择地址种类和路径：{addresses}",
    electrumSeveral:
      "对于有多把钥匙的钱包，不选“Standard wallet”，而选“Multi-signature wallet”，再选共有几把钥匙、需要几个签名。输入单词、选好地址种类和路径之后，为其他每把钥匙选择“Enter cosigner key”，并输入最后几页上“{label}”下面属于它的那一行中指纹后面的部分。对每个需要签名的种子都这样做，并把这笔转账依次带过去。在联网的电脑上输入所有各行的这一部分，不输入任何单词。",
    electrumCosigners:
      "为其他每把钥匙选择“Enter cosigner key”，并输入最后几页上“{label}”下面属于它的那一行中指纹后面的部分。对每个需要签名的种子都这样做，并把这笔转账依次带过去。在联网的电脑上，不选“I already have a seed”，而选“Use a master key”，输入所有各行的这一部分，不输入任何单词。",
    electrumTaproot: "Electrum当时不支持Taproot地址（P2TR）：这种地址请用别的方法。",
    electrumOneKey: "对于只有1把钥匙的钱包：",
    electrumWatch:
      "要查看比特币，在联网的电脑上也建立这个钱包，但不输入单词：不选“I already have a "
      + "seed”，而选“Use a master key”，并输入另一台电脑上的Electrum在“Wallet”的“Information”中显示的主公钥。",
    electrumPay:
      "要转账，在联网的电脑上：打开“Send”，填写地址和金额，点“Pay...”、“Send”；在显示转账的"
      + "窗口中点“Export”、“Export to file”。把文件带到不联网的电脑上：点“Tools”、"
      + "“Load transaction”、“From file”打开，核对地址和金额，点“Sign”，再次点"
      + "“Export”、“Export to file”。把这个文件带回联网的电脑：点“Tools”、“Loa"
      + "d transaction”、“From file”打开，再点“Broadcast”。",
    pythonHeading: "另一种方法：Python（试过的版本：{programs}）",
    pythonInstall:
      "供会编程、并且在你输入单词时转过脸去的帮忙的人使用，适用于本信中的所有地址种类。在联网的电脑上打开终端，输入（在Windows上，这里和下面都请输入 `py` 代替 `python3` 这个词）：",
    pythonStart:
      "把文件夹 `tools` 带到不联网的电脑上，那里也需要Python 3。在该文件夹中打开终端。从这里起，每次出现 `>>>` 时照原样输入一行；如果某一行出现错误，就把它再输入一遍。下面这一行启动Python：",
    pythonImport: "所需的模块：",
    pythonWords: "Python会询问单词（要写全，单词之间空一格），再询问密码短语：没有密码短语时，只按回车键。单词有错时Python不会察觉，只有核对时才看得出来：",
    pythonKeys: "钥匙：",
    pythonFingerprint: "指纹。没有密码短语时，它必须与本信中的相同；如果不同，请从询问单词的那一行重新开始。有密码短语时，它会不同：",
    pythonAddress: "钱包{name}的第一个地址。如果它与最后几页上编号为0的地址有任何一个字符不同，就停下来：",
    pythonKey: "这个种子在钱包{name}中的钥匙；它必须出现在最后几页该钱包的字母行中，那里每隔几个字符有一个空格：",
    pythonPayment:
      "转账时，在联网的电脑上由能读取描述符（output descriptors）的软件把转账内容写入文件（PSBT，BIP-174）。"
      + "把该文件带到另一台电脑上，以 `payment.psbt` 为名放进文件夹 `tools` 中：",
    pythonShow:
      "下面这一行会显示每笔金额（单位为聪，即一亿分之一比特币）及其地址，最后是手续费。除了你要转入的地址，其他地址必须是本钱包自己的，因为找零会回到那里。"
      + "如有任何一项与你的意愿不符，就停下来。",
    pythonDescriptor:
      "把最后几页上付款钱包的字母行输入到文件夹 `tools` 中的文件 `wallet.txt` 里，不要每行前面的编号，也不要 = 及其后面的字符。空格和换行都没有关系：",
    pythonChange: "钱包{name}的找零地址；不会显示任何内容。如果钱包用了很久，用2000代替200：",
    pythonElsewhere: "钱包{name}的转账发往这些找零地址以外的金额，单位为聪。如果除了你要支付的金额还有别的，就停下来：",
    pythonSign: "签名；显示的数字不得为0：",
    pythonSave: "把签好的转账写入文件：",
    pythonSignEach:
      "如果还需要其他钥匙签名，把前一把钥匙的 `signed.psbt` 当作后一把钥匙的 `payment.psbt` 使用：输入 `exit()`，再从启动Python的那一行重新开始。",
    pythonSend: "把 `signed.psbt` 带回联网的电脑，由同一个软件发送。",
    otherHeading: "另一种方法：其他软件",
    otherChoose: "请帮忙的人找一个支持纸上方框中所写标准的软件（单词用的是BIP-39）。",
    otherTried: "试过的软件：{programs}。",
    otherEnter: "在不联网的电脑上输入种子、地址种类和路径：{addresses}",
    otherSeveral: "如果是有多把钥匙的钱包，软件必须能读取描述符（output descriptors）：把最后几页的二维码或文字交给它。",
    otherPay: "然后按“步骤”的最后两项转账；帮忙的人知道那个软件怎样签名。",
    rehearsedHeading: "演练过的人",
    rehearsedText: "我们用练习用的纸走过这些步骤，并且都明白了。可以向在此签名的人询问。",
    rehearsedBox: "姓名、日期、签名",
    ownerBox: "所有者：日期、签名")
}
