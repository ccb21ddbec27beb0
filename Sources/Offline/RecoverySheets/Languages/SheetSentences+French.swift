extension SheetSentences {
  static let french = SheetSentences(
    language: "Français", box: .french, letter: .french, facts: .french, steps: .french)
}

extension BoxSentences {
  static let french = BoxSentences(
    title: "Qu’est-ce que c’est ?",
    whatLabel: "Ceci est", standardLabel: "Norme", addressesLabel: "Adresses",
    sinceLabel: "Bitcoins depuis", programsLabel: "Autres logiciels", firstLabel: "D’abord",
    neverLabel: "Jamais", sourceLabel: "Ces logiciels",
    words:
      "Bitcoin. Les {count} mots de cette page sont la clé d’accès à des bitcoins. Qui a les "
      + "mots a les bitcoins.",
    letters:
      "Bitcoin. La longue ligne de lettres et de chiffres de cette page est la clé d’accès à "
      + "des bitcoins. Qui la détient a les bitcoins.",
    key:
      "Bitcoin. La clé privée de cette page permet de dépenser ce qui se trouve à une seule "
      + "adresse. Qui la détient a ces bitcoins.",
    encrypted:
      "Bitcoin. Une graine (seed), clé d’accès à des bitcoins, est verrouillée sur cette page. "
      + "Elle ne s’ouvre qu’avec des mots (« sheet words ») que le propriétaire a gardés ailleurs. Ce ne sont pas ceux de la graine.",
    countedShare:
      "Bitcoin. Ceci est l’une des {count} parties d’une graine (seed), la clé d’accès à des "
      + "bitcoins. Il en faut {needed}, n’importe lesquelles, pour restaurer la graine ; avec "
      + "moins, rien ne s’ouvre.",
    bothParts:
      "Bitcoin. Ceci est l’une des deux parties d’une graine (seed), la clé d’accès à des "
      + "bitcoins. Il faut les deux ensemble ; avec une seule, personne n’accède aux bitcoins.",
    allParts:
      "Bitcoin. Ceci est l’une des {count} parties d’une graine (seed), la clé d’accès à des "
      + "bitcoins. Il les faut toutes ensemble ; avec moins, personne n’accède aux bitcoins.",
    share:
      "Bitcoin. Ceci est une partie d’une graine (seed), la clé d’accès à des bitcoins. Seule, "
      + "elle n’ouvre rien ; la règle imprimée sur cette page dit quelles parties il faut réunir.",
    wallet:
      "Bitcoin. Cette page montre où sont des bitcoins et quelles clés peuvent les dépenser. "
      + "Elle ne contient aucune clé : personne ne peut rien prendre avec elle, mais qui la "
      + "lit voit tous les paiements.",
    blank:
      "Papier pour la clé d’accès à des bitcoins. Dès que des mots y sont écrits, ils sont la "
      + "clé : qui les détient a les bitcoins.",
    passphrase:
      "Il faut aussi une phrase de passe (passphrase) ; elle n’est pas sur cette page, et "
      + "sans elle le portefeuille paraît vide.",
    quotedName: "« {name} »",
    needsOthers:
      "Cette graine seule n’ouvre pas le portefeuille {wallet} : {needed} de ses {count} clés "
      + "doivent signer.",
    needOthers:
      "Pour {wallets}, cette graine seule ne suffit pas : d’autres clés doivent signer aussi.",
    rehearsal:
      "une FEUILLE D’EXERCICE. Ses bitcoins, sur le réseau {network}, sont sans valeur. Le reste "
      + "est comme sur une vraie.",
    firstWithSecret:
      "Ne vous laissez pas bousculer. Restaurez la clé sur un ordinateur sans réseau et "
      + "comparez l’empreinte. Envoyez-vous une petite somme avant de déplacer le reste.",
    firstWithShare:
      "Ne vous laissez pas bousculer. Trouvez qui détient les autres parties et ne les "
      + "réunissez que devant un ordinateur sans réseau.",
    firstWithOtherPart:
      "Ne vous laissez pas bousculer. Trouvez qui détient l’autre partie et ne réunissez les "
      + "deux que devant un ordinateur sans réseau.",
    firstWithEncrypted:
      "Ne vous laissez pas bousculer. Retrouvez les mots qui ouvrent cette feuille (« sheet "
      + "words »). Ouvrez cette page sur un ordinateur sans réseau, avec ce logiciel ou avec le "
      + "lecteur imprimé aux dernières pages.",
    firstWithWallet:
      "Gardez cette page avec les papiers qui portent les clés. Un logiciel qui connaît les "
      + "descripteurs (output descriptors) retrouve les bitcoins grâce à elle ; la première "
      + "adresse qu’il montre doit être celle de cette page.",
    firstWithBlank:
      "Si la page est remplie : prenez votre temps, restaurez la clé sur un ordinateur sans réseau "
      + "et comparez l’empreinte. Si elle est vide : écrivez à la main, sans témoin, et vérifiez "
      + "tout avant d’y envoyer des bitcoins.",
    neverWithSecret:
      "Ne montrez, n’envoyez et ne dictez jamais ceci à personne, et ne le tapez jamais dans "
      + "un smartphone, une page web ou un ordinateur relié à un réseau. Aucune personne "
      + "honnête ne le demande, et qui vous aide n’en a pas besoin.",
    neverWithEncrypted:
      "Ne montrez, n’envoyez et ne dictez jamais à personne ni cette page ni les mots qui "
      + "l’ouvrent (« sheet words »), et ne les tapez jamais dans un smartphone, une page web ou "
      + "un ordinateur relié à un réseau. Aucune personne honnête ne les demande, et qui vous "
      + "aide n’en a pas besoin.",
    neverWithWallet:
      "Ne vous laissez jamais convaincre de taper les mots d’une graine à cause de cette page : "
      + "personne n’en a besoin pour voir les bitcoins.",
    photographsOfSecrets:
      "Cette page ne doit être photographiée ou numérisée que par un ordinateur sans réseau.",
    photographsOfOthers:
      "On peut photographier cette page, mais qui a l’image voit tous les paiements.",
    since:
      "bloc {height}, ou {month} si une date est demandée ; inutile de remonter plus loin",
    sinceBlock: "bloc {height} ; inutile de remonter plus loin",
    sinceUnknown: "inconnu : cherchez dans tous les blocs",
    addressesOfGroup: "dans un portefeuille à plusieurs clés {addresses}",
    programs:
      "{programs}. Nous avons restauré de telles pages avec chacun, le jour indiqué.",
    onlyFor: "{program} pour {kinds} seulement",
    codeOnly:
      "De {programs}, nous n’avons essayé que le code qui lit ces pages, pas le logiciel ou "
      + "l’appareil lui-même.",
    device: "{program} (appareil)",
    forProgrammers: "{programs}, pour les programmeurs",
    afterWords:
      "On obtient des mots de BIP-39, avec lesquels {programs} restaure le portefeuille.",
    afterBytes:
      "On obtient une graine en octets : un programmeur en fait la clé privée d’un compte "
      + "(zprv), que {programs} accepte.",
    afterBytesOfGroup:
      "On obtient une graine en octets : un programmeur en fait la clé privée d’un compte "
      + "(zprv, ou Zprv s’il y a plusieurs clés), que {programs} accepte. La feuille publique du "
      + "portefeuille donne le chemin et les autres clés.",
    programsNone: "nous n’en avons essayé aucun avec ce genre de page ; la norme est publique",
    programsBlank:
      "tout logiciel qui connaît BIP-39. Essayés avec des mots anglais : {programs}. Lequel montre les "
      + "bitcoins dépend de ce qui est écrit ici.",
    programsEncrypted: "le lecteur imprimé aux dernières pages, en Python",
    source:
      "{program} et online-coordinator, pour Linux (Debian 12). Conservés avec leur source à "
      + "{address} ; SHA-256 de l’archive : {hash}",
    sourceUnknown:
      "{program} et online-coordinator, pour Linux (Debian 12). Ne les cherchez jamais sur "
      + "le web. Une copie se trouve ici : {line}")
}

extension LetterSentences {
  static let french = LetterSentences(
    title: "Lettre aux héritiers : {name}",
    heading: "À ceux qui viendront après moi",
    written: "Écrite le {date}.",
    practice:
      "Ceci est une lettre d’exercice : ses bitcoins, sur le réseau {network}, sont sans "
      + "valeur. Une vraie lettre dit :",
    opening:
      "Si vous lisez ceci, je ne peux plus vous aider. Il y a des bitcoins : de l’argent "
      + "qu’aucune banque ne garde. Il appartient à qui en détient la clé, et s’il disparaît, "
      + "personne ne peut le rendre. Cette lettre dit ce qu’il y a et comment y accéder. Elle "
      + "ne contient aucune clé : qui la trouve ne peut rien prendre, mais peut voir combien "
      + "il y a. Ne la montrez donc qu’à ceux qui doivent savoir.",
    calm:
      "Ne vous laissez pas bousculer. Les bitcoins ne s’abîment pas, le papier et la mémoire "
      + "si : commencez dans les prochains mois. On peut tout perdre par précipitation, ou en se "
      + "fiant à quelqu’un qui offre son aide sans qu’on la lui demande.",
    calmForSeveralWays:
      "Prenez votre temps : attendre quelques semaines ne fait rien perdre. On peut tout perdre "
      + "par précipitation, ou en se fiant à quelqu’un qui offre son aide sans qu’on la lui "
      + "demande.",
    termsHeading: "Six termes que vous rencontrerez",
    seedTerm: "Graine (seed)",
    seedMeaning:
      "La clé : de 12 à 24 mots, ou une ligne de lettres et de chiffres, sur papier. "
      + "D’autres l’appellent phrase secrète, phrase de récupération ou phrase mnémonique. Qui "
      + "la lit a les bitcoins.",
    passphraseTerm: "Phrase de passe (passphrase)",
    passphraseMeaning:
      "Des mots ou des caractères que le propriétaire a pu ajouter à une graine. Ils ne sont "
      + "sur aucune feuille. Sans eux, ou avec d’autres, la graine ouvre un portefeuille vide.",
    sheetWordsTerm: "Mots qui ouvrent une feuille (sheet words)",
    sheetWordsMeaning:
      "Ils déverrouillent une feuille chiffrée. Ils ne sont sur aucune feuille ; ce ne sont "
      + "ni la graine ni sa phrase de passe.",
    walletTerm: "Portefeuille (wallet)",
    walletMeaning:
      "La description qui dit à quelles graines appartiennent les bitcoins. Elle est aux "
      + "dernières pages de cette lettre. Elle ne contient aucun secret, mais qui la lit voit "
      + "tous les paiements.",
    fingerprintTerm: "Empreinte (fingerprint)",
    fingerprintMeaning:
      "Huit chiffres et lettres qui distinguent une graine d’une autre. Ce n’est pas un secret ; "
      + "elle dit si vous avez restauré la bonne graine.",
    machineTerm: "Ordinateur sans réseau",
    machineMeaning:
      "Un ordinateur qui n’est relié à aucun réseau, ni par câble ni sans fil (Wi-Fi, "
      + "Bluetooth, réseau mobile), et qui ne sera jamais reconnecté avant que tout ce qu’il "
      + "contient ait été effacé. C’est le seul endroit où une graine peut être tapée ou "
      + "montrée à une caméra.",
    whatHeading: "Ce qu’il y a",
    walletLabel: "Portefeuille {name}",
    seedLabel: "Graine {name}",
    oneKey: "1 clé signe",
    severalKeys: "signatures nécessaires : {needed} sur {count} clés",
    otherRule: "sa règle est sur sa page",
    severalWays:
      "Il y a plus d’une façon d’en dépenser les bitcoins, et qui détient les clés de l’une "
      + "d’elles n’a besoin de personne d’autre : ne le laissez pas en l’état pendant des années",
    enough: "les graines nommées ici suffisent",
    notEnough: "les graines nommées ici ne suffisent pas, d’autres doivent signer aussi",
    made: "empreinte {fingerprint}, graine créée le {date}",
    imported: "empreinte {fingerprint}, graine importée le {date}, donc peut-être plus ancienne",
    madeAgain:
      "empreinte {fingerprint}, graine créée ou dérivée le {date}, peut-être pas pour "
      + "la première fois",
    child:
      "cette graine est dérivée de la graine {parent} (BIP-85 {path}), qui permet de la "
      + "retrouver",
    needsPassphrase:
      "cette graine demande une phrase de passe (passphrase) qui n’est sur aucune feuille "
      + "(l’empreinte est celle de la graine sans elle)",
    noPassphrase: "sans phrase de passe",
    otherWallets:
      "Les mêmes graines ont d’autres portefeuilles, dont cette lettre ne parle pas : {names}. "
      + "Voyez leurs propres feuilles.",
    whereHeading: "Où sont les choses (écrit à la main)",
    whereLabel:
      "Feuilles de récupération, parties et qui les détient, ordinateurs, et où se trouvent "
      + "les phrases de passe et les mots qui ouvrent les feuilles chiffrées (sheet words) : le "
      + "lieu, jamais les mots",
    helpHeading: "Qui peut aider",
    helpText:
      "Quelqu’un que vous choisissez, qui connaît le bitcoin et n’y gagne rien ; mieux, deux "
      + "personnes qui ne se connaissent pas. Elles peuvent lire cette lettre et s’asseoir "
      + "près de vous. Elles n’ont besoin d’aucune graine, et elles doivent détourner les yeux "
      + "pendant que vous en tapez une.",
    helpLabel: "À qui je demanderais de l’aide (écrit à la main)",
    neverHeading: "À qui il ne faut jamais demander de l’aide",
    neverText:
      "À quiconque appelle, écrit ou se présente de lui-même. Aucun service client, aucun "
      + "service de récupération, aucun moteur de recherche, aucun robot de discussion, aucune "
      + "banque et aucune administration n’a besoin d’une graine : qui en demande une, ou "
      + "demande vos mots, la phrase secrète ou la phrase de récupération, veut les bitcoins. "
      + "Ne tapez aucune graine dans un smartphone ou une page web, et que personne ne voie "
      + "votre écran pendant que vous en tapez une ailleurs.",
    stepsHeading: "Les étapes",
    twoComputers:
      "Il vous faut deux ordinateurs : un sans réseau, pour les graines, et un relié à un réseau, "
      + "pour voir les bitcoins et envoyer les paiements. Une clé USB sert à porter les fichiers "
      + "de l’un à l’autre.",
    findSheets:
      "Retrouvez les feuilles et lisez l’encadré de chacune. Une page qui porte un secret ne "
      + "doit être photographiée ou numérisée que par un ordinateur sans réseau.",
    takeMachine:
      "Prenez un ordinateur sans réseau : un appareil qui n’a jamais été connecté, ou un vieil "
      + "ordinateur à vous, effacé et réinstallé, dont on a retiré la carte sans fil (Wi-Fi, "
      + "Bluetooth) et le câble réseau. La personne qui vous aide peut préparer cet ordinateur "
      + "avant qu’une feuille n’en approche. N’effacez aucun de mes ordinateurs : l’un d’eux peut "
      + "contenir une clé.",
    chooseWay:
      "Restaurez chaque graine nécessaire par l’une des méthodes ci-dessous. En cas de doute, "
      + "laissez la personne qui vous aide choisir.",
    compare:
      "Comparez l’empreinte avec celle qui figure sous « Ce qu’il y a », et la première "
      + "adresse avec celle des dernières pages, caractère par caractère. Quand il y a une "
      + "phrase de passe, un logiciel peut montrer une autre empreinte ; c’est alors la "
      + "première adresse qui décide. Si autre chose diffère, arrêtez-vous : c’est une autre "
      + "graine, une autre phrase de passe ou un autre type d’adresse. S’arrêter ne fait rien "
      + "perdre.",
    others:
      "D’autres personnes doivent signer aussi. Leurs clés publiques sont aux dernières "
      + "pages. Chaque personne garde sa propre graine ; seul ce qui est à signer circule.",
    howPaid:
      "On prépare un paiement sur l’ordinateur relié à un réseau, on le vérifie et on le signe sur "
      + "l’autre, puis il part du premier. Aucune graine ne quitte jamais l’ordinateur sans "
      + "réseau.",
    paySmall:
      "Créez un portefeuille à vous, avec une graine que personne d’autre n’a vue : sur un autre "
      + "ordinateur sans réseau, ou sur un appareil que connaît la personne qui vous aide. Notez "
      + "les mots de cette graine et vérifiez-les. Envoyez d’abord une petite somme à ce "
      + "portefeuille, et attendez que le paiement soit confirmé.",
    moveRest: "Envoyez ensuite le reste au même portefeuille.",
    oursHeading: "Première méthode : {program}",
    oursSource:
      "offline-signer est pour l’ordinateur sans réseau, online-coordinator pour l’autre. Les "
      + "deux sont conservés avec leur code source à {address} ; SHA-256 de l’archive du code source : {hash}.",
    oursSourceUnknown:
      "offline-signer est pour l’ordinateur sans réseau, online-coordinator pour l’autre. Ne "
      + "les prenez qu’à l’endroit que j’ai écrit dans cette lettre ; s’il n’y a rien à cet "
      + "endroit, choisissez une autre méthode. Ne les cherchez jamais sur le web.",
    oursSystem:
      "Les deux fonctionnent sous Linux (Debian 12), que la personne qui vous aide peut "
      + "installer.",
    oursSourceLabel: "Où se trouve une copie des deux logiciels (écrit à la main)",
    oursHome:
      "Quand le logiciel demande une phrase de passe, appuyez seulement sur Entrée : il tire au "
      + "sort six nouveaux mots, qui le verrouillent sur cet ordinateur. Notez-les ; ce n’est ni "
      + "une graine ni la phrase de passe d’une graine.",
    oursSeed:
      "Pour chaque feuille (sans caméra : `--from terminal`, et tapez-la). `SEED` est un nom de "
      + "votre choix, différent pour chaque graine. Si la ligne que la feuille donne sous « To "
      + "restore » est plus longue, tapez plutôt celle-là.",
    oursPassphrase:
      "Si une graine demande une phrase de passe, ajoutez `--with-bip39-passphrase` à cette ligne. Avec une "
      + "phrase de passe erronée, le portefeuille paraît vide.",
    oursEachWallet: "Pour chaque portefeuille ; `WALLET` représente son nom, ici et plus bas.",
    oursWallet: "Montrez à la caméra les codes QR des dernières pages.",
    oursNode:
      "Sur l’ordinateur relié à un réseau. Bitcoin Core (bitcoincore.org) doit y fonctionner ; "
      + "la personne qui vous aide l’installe. Il télécharge d’abord tous les blocs, ce qui "
      + "prend des jours.",
    oursWatching:
      "Montrez à la caméra les codes QR des dernières pages, et comparez la première adresse.",
    oursBalance: "Le logiciel cherche les bitcoins et montre combien il y en a.",
    oursPay:
      "`ADDRESS` est une adresse de votre nouveau portefeuille. `AMOUNT` est le montant en "
      + "bitcoins : d’abord `0.001` ; plus tard `all` pour le reste, avec `rest.gif` au lieu de "
      + "`small.gif` dans la ligne. Le logiciel montre le numéro du paiement et quatre mots.",
    oursSign:
      "Portez le fichier sur l’ordinateur sans réseau. N’acceptez que si l’adresse, le montant et "
      + "les quatre mots sont les mêmes. Donnez à chaque fichier signé un nom différent : "
      + "`signed-1.gif`, `signed-2.gif`, et ainsi de suite.",
    oursSignEach:
      "Si les clés sont sur plusieurs ordinateurs, signez sur chacun, chaque fois avec un "
      + "nouveau nom, jusqu’à ce qu’assez de clés aient signé.",
    oursCollect:
      "Rapportez les fichiers signés sur l’ordinateur relié à un réseau ; s’il y en a "
      + "plusieurs, indiquez-les tous, séparés par une espace.",
    oursSend:
      "`NUMBER` est le numéro du paiement. Une fois qu’il est envoyé, personne ne peut l’annuler.",
    electrumHeading:
      "Deuxième méthode : Electrum (Windows, macOS, Linux ; essayé avec la version {version})",
    electrumInstall:
      "Prenez Electrum sur electrum.org et nulle part ailleurs, apportez-le sous forme de "
      + "fichier sur l’ordinateur sans réseau et vérifiez sa signature comme le dit ce site.",
    electrumPractice:
      "Les bitcoins sont sur {network}, un réseau d’exercice. Sur les deux ordinateurs, lancez "
      + "Electrum ainsi :",
    electrumChoose: "Choisissez « Standard wallet », puis « I already have a seed ».",
    electrumChooseSeveral:
      "Choisissez « Multi-signature wallet », puis combien de clés il y a et combien doivent "
      + "signer, puis « I already have a seed ».",
    electrumWords:
      "Tapez les mots. Cliquez sur « Options » et choisissez « BIP39 seed » ; s’il faut une "
      + "phrase de passe, aussi « Extend this seed with custom words ».",
    electrumAddresses: "Choisissez le type d’adresses et le chemin de dérivation : {addresses}",
    electrumSeveral:
      "Pour un portefeuille à plusieurs clés, choisissez « Multi-signature wallet » au lieu de "
      + "« Standard wallet », puis combien de clés il y a et combien doivent signer. Après les "
      + "mots, le type d’adresses et le chemin, choisissez « Enter cosigner key » pour chaque "
      + "autre clé et tapez ce qui suit l’empreinte dans sa ligne, qui se trouve sous « {label} "
      + "» sur les dernières pages. Faites-le pour chaque graine qui doit signer, et portez le "
      + "paiement de l’une à l’autre. Sur l’ordinateur relié à un réseau, tapez cette partie de "
      + "toutes les lignes, et aucun mot.",
    electrumCosigners:
      "Pour chaque autre clé, choisissez « Enter cosigner key » et tapez ce qui suit "
      + "l’empreinte dans sa ligne, qui se trouve sous « {label} » sur les dernières pages. "
      + "Faites-le pour chaque graine qui doit signer, et portez le paiement de l’une à l’autre. "
      + "Sur l’ordinateur relié à un réseau, choisissez « Use a master key » au lieu de « I "
      + "already have a seed », et tapez cette partie de toutes les lignes, mais aucun mot.",
    electrumTaproot:
      "Electrum ne connaissait pas les adresses Taproot (P2TR) : pour celles-ci, choisissez "
      + "une autre méthode.",
    electrumOneKey: "Pour un portefeuille à une seule clé :",
    electrumWatch:
      "Pour voir les bitcoins, créez le portefeuille aussi sur l’ordinateur relié à un réseau, "
      + "mais sans les mots : choisissez « Use a master key » au lieu de « I already have a seed "
      + "», et tapez la clé publique maîtresse qu’Electrum montre sur l’autre ordinateur sous « "
      + "Wallet », « Information ».",
    electrumPay:
      "Pour payer, sur l’ordinateur relié à un réseau : « Send », l’adresse et le montant, « "
      + "Pay... », « Send » ; dans la fenêtre du paiement, « Export », « Export to file ». "
      + "Portez le fichier sur l’ordinateur sans réseau : « Tools », « Load transaction », « "
      + "From file » ; comparez l’adresse et le montant ; « Sign », puis de nouveau « Export », "
      + "« Export to file ». Rapportez ce fichier : « Tools », « Load transaction », « From file "
      + "», « Broadcast ».",
    pythonHeading: "Une autre méthode : Python (essayé avec {programs})",
    pythonInstall:
      "Pour une personne qui sait programmer, et qui détourne les yeux pendant que vous tapez "
      + "les mots ; cette méthode convient à tous les types d’adresses de cette lettre. Sur "
      + "l’ordinateur relié à un réseau, tapez dans un terminal (sous Windows, ici et plus bas, "
      + "`py` à la place de `python3`) :",
    pythonStart:
      "Portez le dossier `tools` sur l’ordinateur sans réseau, qui a lui aussi besoin de Python "
      + "3. Ouvrez un terminal dans ce dossier. À partir d’ici, tapez chaque ligne telle quelle, "
      + "une à la fois, quand `>>>` s’affiche ; si une ligne donne une erreur, retapez-la. "
      + "Celle-ci lance Python :",
    pythonImport: "Ce qu’il faut :",
    pythonWords:
      "Python demande les mots, entiers et séparés par une espace, puis la phrase de passe : "
      + "s’il n’y en a pas, appuyez seulement sur Entrée. Python ne remarque pas un mot erroné : "
      + "cela ne se voit qu’à la comparaison :",
    pythonKeys: "Les clés :",
    pythonFingerprint:
      "L’empreinte. Sans phrase de passe, ce doit être celle de cette lettre ; sinon, "
      + "recommencez à la ligne qui demande les mots. Avec une phrase de passe, elle est "
      + "différente :",
    pythonAddress:
      "La première adresse du portefeuille {name}. Si ce n’est pas, caractère par caractère, "
      + "celle qui porte le numéro 0 aux dernières pages, arrêtez-vous :",
    pythonKey:
      "La clé de cette graine dans le portefeuille {name} ; elle doit se trouver dans les "
      + "lignes de lettres de ce portefeuille, aux dernières pages, où des espaces la coupent :",
    pythonPayment:
      "Pour payer, un logiciel qui lit les descripteurs (output descriptors), sur l’ordinateur "
      + "relié à un réseau, écrit le paiement dans un fichier (PSBT, BIP-174). Portez ce fichier "
      + "sur l’autre ordinateur, dans le dossier `tools`, sous le nom `payment.psbt` :",
    pythonShow:
      "Cette ligne montre chaque montant en satoshis (100 millions par bitcoin) avec son "
      + "adresse, et à la fin les frais. Toute adresse autre que celle à laquelle vous payez "
      + "doit être une adresse du portefeuille lui-même, car c’est là que va la monnaie rendue. "
      + "Si quelque chose n’est pas comme vous le vouliez, arrêtez-vous.",
    pythonDescriptor:
      "Tapez les lignes de lettres du portefeuille qui paie, aux dernières pages, dans un "
      + "fichier `wallet.txt` du dossier `tools`, sans le numéro devant chaque ligne et sans le = "
      + "ni ce qui le suit. Les espaces et les fins de ligne ne comptent pas :",
    pythonChange:
      "Les adresses de monnaie rendue du portefeuille {name} ; rien ne s’affiche. Si le "
      + "portefeuille a servi longtemps, tapez 2000 au lieu de 200 :",
    pythonElsewhere:
      "Ce qu’un paiement du portefeuille {name} envoie ailleurs qu’à ces adresses, en satoshis. "
      + "S’il y a autre chose que les montants que vous payez, arrêtez-vous :",
    pythonSign: "Signez ; le nombre qui s’affiche ne doit pas être 0 :",
    pythonSave: "Écrivez le paiement signé dans un fichier :",
    pythonSignEach:
      "Si d’autres clés doivent signer aussi, le fichier `signed.psbt` de l’une devient le "
      + "`payment.psbt` de la suivante : tapez `exit()` et recommencez à la ligne qui lance "
      + "Python.",
    pythonSend:
      "Rapportez `signed.psbt` sur l’ordinateur relié à un réseau ; le même logiciel "
      + "l’envoie.",
    otherHeading: "Une autre méthode : un autre logiciel",
    otherChoose:
      "La personne qui vous aide en trouve un qui connaît la norme nommée dans l’encadré de "
      + "la feuille (pour des mots, BIP-39).",
    otherTried: "Essayés : {programs}.",
    otherEnter:
      "Sur l’ordinateur sans réseau, entrez la graine, le type d’adresses et le chemin de "
      + "dérivation : {addresses}",
    otherSeveral:
      "Pour un portefeuille à plusieurs clés, il doit lire les descripteurs (output descriptors) : "
      + "donnez-lui les codes QR ou le texte des dernières pages.",
    otherPay:
      "Payez ensuite comme le disent les deux derniers points de « Les étapes » ; la personne "
      + "qui vous aide sait comment ce logiciel signe.",
    rehearsedHeading: "Répétition",
    rehearsedText:
      "Nous avons suivi ces étapes avec une feuille d’exercice et nous les avons comprises. On "
      + "peut interroger ceux qui signent ici.",
    rehearsedBox: "Nom, date, signature",
    ownerBox: "Le propriétaire : date, signature")
}
