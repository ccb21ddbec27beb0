internal import BitcoinPrimitives
internal import SheetPages

/// What a page is to whoever sees it: what its head says, in one line.
enum PageMatter {
  /// The seed itself.
  case seed
  /// A part of it.
  case part
  /// A part that looks like a seed of its own.
  case xorPart
  /// An encrypted seed.
  case encrypted
  /// Lines and grids that become the seed when they are filled in.
  case blank
  /// No key at all.
  case noKey
  /// The program that opens an encrypted sheet, which is public.
  case reader
}

/// The heads of pages in one language; `{network}` is filled in.
struct PageSentences: Sendable {
  let seed: String
  let part: String
  let xorPart: String
  let encrypted: String
  let blank: String
  let noKey: String
  let reader: String
  let practice: String

  func sentence(for matter: PageMatter) -> String {
    switch matter {
    case .seed: seed
    case .part: part
    case .xorPart: xorPart
    case .encrypted: encrypted
    case .blank: blank
    case .noKey: noKey
    case .reader: reader
    }
  }

  /// All of them, for tests.
  var all: [String] { Mirror(reflecting: self).children.compactMap { $0.value as? String } }
}

extension SheetFrame {
  /// The head of a page.
  func standing(_ matter: PageMatter) -> SheetStanding {
    let sentences = language.pages
    return SheetStanding(
      sentences.sentence(for: matter),
      practice: network.isWorthMoney
        ? "" : SheetSentences.filled(sentences.practice, [("network", network.name)]),
      isSecret: matter != .noKey && matter != .reader)
  }
}

extension SheetLanguage {
  /// The heads of pages in this language.
  var pages: PageSentences {
    switch self {
    case .english:
      PageSentences(
        seed: "SECRET: whoever sees this page can take the coins",
        part: "SECRET: this page is a part of the key to coins",
        xorPart: "SECRET: one part of a key. Keep it even if it opens an empty wallet",
        encrypted: "LOCKED: whoever has this page and the sheet words can take the coins",
        blank: "SECRET once it is filled in: whoever sees it can take the coins",
        noKey: "NO KEY: show this page only to people who must know",
        reader: "NO SECRET: a program, to be copied freely",
        practice: "PRACTICE on {network}: worth nothing")
    case .german:
      PageSentences(
        seed: "GEHEIM: Wer diese Seite sieht, kann die Bitcoins nehmen",
        part: "GEHEIM: Diese Seite ist ein Teil des Schlüssels zu Bitcoins",
        xorPart: "GEHEIM: ein Teil eines Schlüssels. Aufbewahren, auch wenn die Wallet leer ist",
        encrypted:
          "VERSCHLOSSEN: Wer diese Seite und die Wörter dazu hat, kann die Bitcoins nehmen",
        blank: "Ausgefüllt GEHEIM: Wer sie sieht, kann die Bitcoins nehmen",
        noKey: "KEIN SCHLÜSSEL: nur denen zeigen, die davon wissen müssen",
        reader: "NICHT GEHEIM: ein Programm, das jeder kopieren darf",
        practice: "ÜBUNG auf {network}: wertlos")
    case .french:
      PageSentences(
        seed: "SECRET : qui voit cette page peut prendre les bitcoins",
        part: "SECRET : cette page est une partie de la clé d’accès à des bitcoins",
        xorPart: "SECRET : une partie d’une clé. À garder, même si le portefeuille est vide",
        encrypted:
          "VERROUILLÉ : qui a cette page et les mots qui l’ouvrent peut prendre les bitcoins",
        blank: "SECRET une fois remplie : qui la voit peut prendre les bitcoins",
        noKey: "AUCUNE CLÉ : à ne montrer qu’à ceux qui doivent savoir",
        reader: "PAS SECRET : un programme que chacun peut copier",
        practice: "EXERCICE sur {network} : sans valeur")
    case .spanish:
      PageSentences(
        seed: "SECRETO: quien vea esta página puede llevarse los bitcoins",
        part: "SECRETO: esta página es una parte de la clave de unos bitcoins",
        xorPart: "SECRETO: una parte de una clave. Guárdela aunque abra un monedero vacío",
        encrypted:
          "BAJO LLAVE: quien tenga esta página y las palabras que la abren puede llevarse los bitcoins",
        blank: "SECRETO una vez rellenada: quien la vea puede llevarse los bitcoins",
        noKey: "SIN CLAVE: muéstrela solo a quien deba saberlo",
        reader: "NO ES SECRETO: un programa que se puede copiar",
        practice: "PRÁCTICA en {network}: no vale nada")
    case .italian:
      PageSentences(
        seed: "SEGRETO: chi vede questa pagina può prendere i bitcoin",
        part: "SEGRETO: questa pagina è una parte della chiave di alcuni bitcoin",
        xorPart: "SEGRETO: una parte di una chiave. Da conservare anche se il portafoglio è vuoto",
        encrypted:
          "CHIUSO A CHIAVE: chi ha questa pagina e le parole che la aprono può prendere i bitcoin",
        blank: "SEGRETO una volta compilata: chi la vede può prendere i bitcoin",
        noKey: "NESSUNA CHIAVE: da mostrare solo a chi deve sapere",
        reader: "NON È SEGRETO: un programma che si può copiare",
        practice: "ESERCITAZIONE su {network}: senza valore")
    case .portuguese:
      PageSentences(
        seed: "SECRETO: quem vir esta página pode levar os bitcoins",
        part: "SECRETO: esta página é uma parte da chave de bitcoins",
        xorPart: "SECRETO: uma parte de uma chave. Guarde-a, mesmo que abra uma carteira vazia",
        encrypted:
          "TRANCADO: quem tiver esta página e as palavras que a abrem pode levar os bitcoins",
        blank: "SECRETO depois de preenchida: quem a vir pode levar os bitcoins",
        noKey: "SEM CHAVE: mostre-a só a quem tem de saber",
        reader: "NÃO É SECRETO: um programa que se pode copiar",
        practice: "TREINO em {network}: não vale nada")
    case .japanese:
      PageSentences(
        seed: "秘密：このページを見た人はビットコインを取ることができます",
        part: "秘密：このページはビットコインの鍵の一部です",
        xorPart: "秘密：鍵の一部です。空のウォレットが開いても、捨てないでください",
        encrypted: "ロック中：このページと「この紙を開く言葉」を持つ人はビットコインを取ることができます",
        blank: "記入後は秘密：見た人はビットコインを取ることができます",
        noKey: "鍵なし：知る必要のある人だけに見せてください",
        reader: "秘密ではありません：自由に写してよいプログラムです",
        practice: "{network}での練習用：価値はありません")
    case .korean:
      PageSentences(
        seed: "비밀: 이 페이지를 본 사람은 비트코인을 가져갈 수 있습니다",
        part: "비밀: 이 페이지는 비트코인 열쇠의 한 조각입니다",
        xorPart: "비밀: 열쇠의 한 조각. 빈 지갑이 열려도 버리지 마십시오",
        encrypted: "잠김: 이 페이지와 이 종이를 여는 단어를 가진 사람은 비트코인을 가져갈 수 있습니다",
        blank: "적은 뒤에는 비밀: 본 사람은 비트코인을 가져갈 수 있습니다",
        noKey: "열쇠 없음: 꼭 알아야 할 사람에게만 보여 주십시오",
        reader: "비밀 아님: 자유롭게 복사해도 되는 프로그램",
        practice: "{network} 연습용: 가치 없음")
    case .chinese:
      PageSentences(
        seed: "机密：看到本页的人能拿走比特币",
        part: "机密：本页是比特币钥匙的一份",
        xorPart: "机密：钥匙的一份。即使打开的是空钱包，也要保留",
        encrypted: "已上锁：同时拥有本页和“解锁词语”的人能拿走比特币",
        blank: "填写之后即为机密：看到的人能拿走比特币",
        noKey: "不含钥匙：只给必须知情的人看",
        reader: "不是机密：可以随意复制的程序",
        practice: "{network}练习用：没有价值")
    case .czech:
      PageSentences(
        seed: "TAJNÉ: kdo vidí tuto stránku, může vzít mince",
        part: "TAJNÉ: tato stránka je částí klíče k mincím",
        xorPart: "TAJNÉ: část klíče. Uschovejte ji, i když otevře prázdnou peněženku",
        encrypted: "ZAMČENO: kdo má tuto stránku a slova k tomuto listu, může vzít mince",
        blank: "Po vyplnění TAJNÉ: kdo ji vidí, může vzít mince",
        noKey: "BEZ KLÍČE: stránku ukazujte jen lidem, kteří o ní musí vědět",
        reader: "NENÍ TAJNÉ: program, který se smí kopírovat",
        practice: "NÁCVIK v síti {network}: bez ceny")
    }
  }
}
