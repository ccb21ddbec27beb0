extension StepSentences {
  static let japanese = StepSentences(
    home: "ネットワークにつながっていないコンピューターで入力します。",
    ownPassphrase: "シードとは別のパスフレーズを尋ねられます。Enterキーを押し、表示される六つの単語を書き留めてください。",
    holdPage: "このページをそのコンピューターのカメラに見せます（スマートフォンは不可）。",
    holdPart: "一つの部分のQRコードをそのコンピューターのカメラに見せます（スマートフォンは不可）。",
    holdParts: "部分を一つずつ、そのコンピューターのカメラに見せます（スマートフォンは不可）。",
    eitherHoldCode: "QRコード「{heading}」をそのコンピューターのカメラに見せてください。スマートフォンのカメラには決して見せないでください。",
    eitherHoldCodes: "1ページ目のQRコードか、文字の横にあるQRコードを、そのコンピューターのカメラに見せてください。スマートフォンのカメラには決して見せないでください。",
    typeWords: "カメラがなければ、`--from camera` を `--from terminal` に変えて単語を入力します。",
    typeLetters: "カメラがなければ、`--from camera` を `--from terminal` に変えて英数字を入力します。",
    typeEach: "カメラがなければ、`--from camera` を `--from terminal` に変えて部分を一つずつ入力します。",
    typeWordsOfEach: "カメラがなければ、`--from camera` を `--from terminal` に変えて部分ごとに単語を入力します。",
    otherPartWords: "次に、もう一つの部分の単語を入力し、終わったら何も入力せずにEnterキーを押してください。",
    otherPartsWords: "次に、ほかの部分の単語を入力し、終わったら何も入力せずにEnterキーを押してください。",
    asksSheetWords: "ソフトは「この紙を開く言葉」（sheet words）を尋ねます。",
    finds: "フィンガープリントから、単語の間違い・抜け・入れ替わりを一つ見つけます。",
    findsWithOption:
      "フィンガープリントは {fingerprint} でなければなりません。行に `--fingerprint {fingerprint}` を加えると、ソフトは単語の間違い・抜け・"
      + "入れ替わりを一つ見つけます。",
    compareFingerprint: "フィンガープリントは {fingerprint} でなければなりません。",
    slip39Needed:
      "ソフトはSLIP-39のパスフレーズを尋ねます。これは必要です。違っていたり入力しなかったりすると、ビットコインのない別のシードになります。それを示すのはフィンガープリントだけで"
      + "す。",
    slip39None: "ソフトはSLIP-39のパスフレーズを尋ねます。設定されていないので、何も入力せずにEnterキーを押してください。",
    withoutPassphrase: "このフィンガープリントはパスフレーズなしのものです。パスフレーズは使うたびに尋ねられます。違っていると別の空のウォレットが開きます。",
    withoutBIP39: "このフィンガープリントはBIP-39のパスフレーズなしのものです。パスフレーズは使うたびに尋ねられます。",
    withoutBIP39Inside: "フィンガープリントはBIP-39のパスフレーズなしのものです。パスフレーズは使うたびに尋ねられます。",
    eachChild: "上に挙げた派生シードごとに（ここでは words/12/7）。横のフィンガープリントと同じでなければなりません：",
    child: "派生シード {name}（フィンガープリント {fingerprint}）：",
    childOfRenamed: "派生シード {name}（フィンガープリント {fingerprint}）。`SEED` はフィンガープリントが {seed} のシードです：",
    keyWallet: "ウォレットもいっしょに戻ります：{name}-combo",
    anyName: "NAME は自由に決める名前です。",
    registerEach: "次に、各ウォレットのページを見せてください。",
    registerHere: "鍵の一つを持つ、ネットワークにつながっていないコンピューターごとに、このページを見せてください。",
    compareAddresses: "最初のアドレスは、そこに印刷されているものと同じでなければなりません。",
    watch: "ネットワークにつながるコンピューターで入力します。",
    importFile: "そのファイルを取り込みます。",
    holdUp: "このページを見せてください。",
    holdUpEach: "各ウォレットのページを見せてください。このページは決して見せないでください。",
    holdUpEachAgain: "もう一度、各ウォレットのページを見せてください。このページは決して見せないでください。",
    wholeChain: "`--birth-height` を付けないと、ブロックチェーン全体を調べます。",
    compareAddress: "最初のアドレスを比べてください。",
    carry: "鍵のないファイルを書き出します（ネットワークにつながるコンピューター用）：",
    thereNode: "そこで Bitcoin Core（bitcoincore.org）を動かしてから：",
    discover: "そこで、使われたアカウントを探します：",
    discoverWhole: "そこで、使われたアカウントを探します。birth height がないとブロックチェーン全体を読みます：",
    discoverByNode: "そこで、Bitcoin Core をノードとして：",
    discoverByNodeWhole: "そこで、Bitcoin Core をノードとして。birth height がないとブロックチェーン全体を読みます：",
    publicSheet: "鍵がいくつもあるウォレットには、その公開用の紙も必要です。",
    payingHeading: "ビットコインを見て送金する（ネットワークにつながるコンピューターで）",
    payingFirst: "ネットワークにつながるコンピューターで入力します。",
    payingInShort:
      "ビットコインを見て送金するには、ネットワークにつながるコンピューターで `online-coordinator --help` と入力してください。コマンドの一覧が出ます。",
    payNode: "そこで Bitcoin Core（bitcoincore.org）を動かしてから：",
    seeCoins: "ウォレット NAME のビットコインを見る：",
    paySmall: "自分のアドレスに少額をビットコインで送金する。残りはあとで、`AMOUNT` を `all` にし、ファイル名を変えて送金する：",
    signFile: "ファイルをもう1台へ運び、署名する：",
    carryBack: "署名済みファイルを持ち帰る：",
    sendPayment: "送金 NUMBER の送信：",
    twoWays: "この手順のとおりに offline-signer を使ってください。それがなければ、下の手順のとおりに最後の数ページの読み取りプログラムを使ってください。",
    orType: "カメラがなければ、手順2の代わりに、文字の行を印刷されているとおりにテキストファイル `sheet.txt` に入力し、それから：",
    childrenAgain: "派生したシードの戻し方は、そのあとソフトが示します。",
    exportOne: "ウォレットもいっしょに戻ります。ネットワークにつながるコンピューターのためにファイルを書き出します：",
    exportEach: "ウォレットもいっしょに戻ります。ウォレットごとに NAME をその名前に変え、ネットワークにつながるコンピューターのためにファイルを書き出します：",
    readerHeading: "または：offline-signer なしで復元する",
    readerPython:
      "Python 3.6以降（Linux のもの、または python.org のもの）のある、ネットワークにつながっていないコンピューターを用意します。Apple の "
      + "Python には scrypt がありません。",
    readerFile:
      "そこで最後の数ページのプログラムをファイル `read.py` に入力するか、そのQRコードをそのコンピューターのカメラで読み、その文字を順番どおりに同じファイルに入れます。",
    readerLines: "そこでこの紙の文字の行か、QRコードの中身を、1行に一つずつファイル `sheet.txt` に入力します。",
    readerRun:
      "プログラムは「この紙を開く言葉」（sheet words）を尋ね（入力中は何も表示されません）、ロックされていたものを1行に一つずつ表示します（Windows では "
      + "`python3` の代わりに `py` と入力します）：",
    readerFingerprint: "「fingerprint」の行は {fingerprint} でなければなりません。",
    readerWords:
      "「seed」の行には{count}個の単語があります。BIP-39のシード（{language}）です。そのコンピューターで、BIP-39に対応したソフトに入力してください。",
    readerWordsLocked:
      "「seed」の行には{count}個の単語があります。BIP-39のシード（{language}）です。そのコンピューターで、BIP-39に対応したソフトに、BIP-39のパスフ"
      + "レーズとともに入力してください。",
    readerCodex32: "「seed」の行にはcodex32（BIP-93）のシードがあります。そのコンピューターで、codex32に対応したソフトに入力してください。",
    readerExtendedKey: "「seed」の行には拡張秘密鍵（BIP-32、xprv）があります。そのコンピューターで、マスター秘密鍵を受け付けるソフトに入力してください。",
    readerSingleKey: "「seed」の行には一つのアドレスの秘密鍵（WIF）があります。そのコンピューターで、そのような鍵を受け付けるソフトに入力してください。",
    readerTried: "試したもの：{programs}。",
    readerWallets:
      "「wallet」の行には、それぞれ名前とディスクリプター（output descriptor、BIP-380）があります。これがあれば、ネットワークにつながるコンピューターのソフ"
      + "トでビットコインを見つけられます。ほかの行は決してそこへ持っていかないでください。",
    formatHeading: "プログラマー向けの形式の説明",
    formatParts:
      "各QRコードの中身は、B$2B、36進数2桁でQRコードの総数、さらに2桁で何番目か（0から数えます）、残りはbase32（RFC 4648、= なし）です。残りの部分をこの順に"
      + "結合してデコードしてください。入力用に印刷された文字も同じものです。",
    formatBytes:
      "バイト列：DBES、バージョン1、scryptのNのlog2とrとp（1バイトずつ、ここでは{logN}、{r}、{p}）、ソルト16バイト、暗号文、タグ16バイト、そして以上す"
      + "べてのSHA-256の最初の4バイト。",
    formatKey: "「この紙を開く言葉」：UTF-8、NFKD、A〜Zは小文字、間に空白一つ。鍵：この言葉のscrypt（RFC 7914）。ソルトとN、r、pを使い、32バイト。",
    formatText:
      "本文：この鍵によるChaCha20-Poly1305（RFC 8439）。ナンスは12個のゼロバイト、最初の24バイトが関連データです。末尾は改行で埋められています。最初の行がシ"
      + "ードで、ほかの行はネットワーク、フィンガープリント、ウォレットを示します。",
    sourceCodes: "read.py のQRコード：最後の数ページのプログラム（この順に）",
    sourceCode: "read.py、その{number}",
    sourceHeading: "read.py、Pythonの読み取りプログラム",
    sourceNote: "前のQRコードと同じ内容です。行の初めの空白には意味があります（1段につき四つ）。",
    checkBlank: "確認するには、そこへビットコインを送る前に、単語を作ったコンピューターで入力します。NAME はそこでのシードの名前です：",
    restoreBlank: "復元するには、ネットワークにつながっていないコンピューターで入力します。",
    typeBlank:
      "単語を入力してください。NAME は自由に決める名前、FINGERPRINT は上に書かれたフィンガープリントです。それがあれば、ソフトは単語の間違い・抜け・入れ替わりを一つ見つ"
      + "けます。または `--from terminal` を `--from camera` に変え、次のページの記入したコードをそのコンピューターのカメラに見せてください。",
    lockedBlank: "パスフレーズがある場合は、その行に `--with-bip39-passphrase` を付け加えてください。",
    showCode: "ネットワークにつながっていないコンピューターに表示します：",
    fillIn: "暗いマス目を区画ごとに塗ります。端の文字と数字がどこかを示します。線のあるマス目は、どのコードでも暗いマス目です。",
    holdCode: "このページをそのコンピューターのカメラに見せてください：",
    steelCheck: "そのあと、ネットワークにつながっていないコンピューターのカメラで確かめてください：")
}
