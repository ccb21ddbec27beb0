extension SheetSentences {
  static let french = SheetSentences(language: "Français", box: .french, letter: .french)
}

extension BoxSentences {
  static let french = BoxSentences(
    title: "Qu’est-ce que c’est ?",
    whatLabel: "Ceci est", standardLabel: "Norme", addressesLabel: "Adresses",
    sinceLabel: "Pièces depuis", programsLabel: "Autres logiciels", firstLabel: "D’abord",
    neverLabel: "Jamais", sourceLabel: "Ce logiciel",
    words:
      "du bitcoin. Les {count} mots de cette page sont la clé qui donne accès à des pièces. "
      + "Qui a les mots a les pièces.",
    letters:
      "du bitcoin. La longue ligne de lettres de cette page est la clé qui donne accès à des "
      + "pièces. Qui la détient a les pièces.",
    key:
      "du bitcoin. La clé privée de cette page ouvre une seule adresse. Qui la détient a les "
      + "pièces qui s’y trouvent.",
    encrypted:
      "du bitcoin. La clé des pièces est sur cette page, chiffrée. Seuls les mots choisis par son "
      + "propriétaire l’ouvrent ; ils sont conservés ailleurs.",
    countedShare:
      "du bitcoin. C’est l’une des {count} parts de la clé des pièces. Il faut en réunir {needed}, "
      + "n’importe lesquelles, pour retrouver la clé ; moins n’ouvrent rien.",
    share:
      "du bitcoin. C’est une part de la clé des pièces. Seule, elle n’ouvre rien ; la règle imprimée sur "
      + "cette page dit quelles parts il faut réunir.",
    wallet:
      "du bitcoin. Cette page montre où sont des pièces et quelles clés peuvent les dépenser. Elle ne "
      + "contient aucune clé : personne ne peut rien prendre avec elle, mais qui la lit voit tous les "
      + "paiements.",
    blank:
      "du papier pour la clé de bitcoins. Dès que les mots y sont écrits, qui le lit a les pièces.",
    passphrase:
      "Il faut aussi une phrase secrète (passphrase) qui n’est pas sur cette page.",
    rehearsal:
      "Cette page sert à s’exercer sur le réseau {network} : ses pièces ne valent rien.",
    firstWithSecret:
      "Prenez votre temps : attendre ne fait rien perdre. Restaurez la clé sur un ordinateur sans réseau et "
      + "comparez l’empreinte. Payez-vous d’abord une petite somme avant de déplacer le reste.",
    firstWithShare:
      "Prenez votre temps : attendre ne fait rien perdre. Trouvez qui détient les autres parts et ne les "
      + "réunissez que là où la clé est restaurée : devant un ordinateur sans réseau.",
    firstWithEncrypted:
      "Prenez votre temps : attendre ne fait rien perdre. Retrouvez les mots. Ouvrez cette page sur un "
      + "ordinateur sans réseau, avec ce logiciel ou avec le lecteur dont le code source est imprimé avec "
      + "elle.",
    firstWithWallet:
      "Gardez cette page avec les papiers qui portent les clés. Chacun des logiciels ci-dessous montre le "
      + "solde à partir du code QR ; comparez la première adresse avant que quelqu’un y paie.",
    firstWithBlank:
      "Écrivez à la main, sans témoin, et relisez le tout avant d’y envoyer la moindre pièce.",
    neverWithSecret:
      "Ne montrez, n’envoyez et ne dictez ceci à personne, et ne le tapez jamais dans un "
      + "téléphone, une page web ou un ordinateur relié à un réseau. Personne d’honnête ne le "
      + "demande, et aucune aide n’en a besoin.",
    neverWithWallet:
      "Ne vous laissez jamais convaincre de taper des mots à cause de cette page : pour regarder des "
      + "pièces, il n’en faut aucun.",
    photographsOfSecrets:
      "Seule une machine sans réseau peut photographier ou numériser cette page.",
    photographsOfOthers:
      "On peut photographier cette page, mais qui a l’image voit tous les paiements.",
    since: "bloc {height}, vers {month} ; inutile de chercher dans les blocs précédents",
    sinceBlock: "bloc {height} ; inutile de chercher dans les blocs précédents",
    sinceUnknown: "inconnu : cherchez dans toute la chaîne",
    programs:
      "{programs}. Nos tests ont restauré des pages de ce genre avec chacun d’eux, le jour indiqué.",
    programsNone:
      "aucun n’a encore été essayé avec ce genre de page ; la norme est publique",
    source: "{program}. Son code source est conservé à {address}, SHA-256 {hash}.",
    sourceUnknown:
      "{program}. Cette copie a été construite sans indication de l’endroit où se trouve son code source."
  )
}

extension LetterSentences {
  static let french = LetterSentences(
    heading: "À ceux qui viendront après moi",
    written: "Écrit le {date}.",
    opening:
      "Si vous lisez ceci, je ne peux plus vous aider. Il y a des bitcoins : de l’argent qu’aucune banque ne "
      + "garde. Il appartient à qui en détient la clé, et une fois parti, personne ne peut le rendre. Cette "
      + "lettre dit ce qu’il y a et comment l’obtenir. Elle ne contient aucune clé : qui la trouve ne peut "
      + "rien prendre, mais peut voir combien il y a. Ne la montrez donc qu’à ceux qui doivent savoir.",
    calm:
      "Prenez votre temps. Attendre ne fait rien perdre, même pendant des années. On peut tout perdre en se "
      + "pressant, ou en se fiant à quelqu’un qui offre son aide.",
    termsHeading: "Quatre mots que vous rencontrerez",
    seedTerm: "Graine (seed)",
    seedMeaning:
      "La clé : de 12 à 24 mots, ou une ligne de lettres, sur papier. Qui la lit a les pièces.",
    walletTerm: "Portefeuille (wallet)",
    walletMeaning:
      "Quelles clés peuvent dépenser quelles pièces. Il est décrit aux dernières pages de cette lettre et "
      + "n’est pas un secret.",
    fingerprintTerm: "Empreinte (fingerprint)",
    fingerprintMeaning:
      "Huit chiffres et lettres qui distinguent une graine d’une autre. Ce n’est pas un secret ; elle dit si "
      + "vous avez restauré la bonne graine.",
    machineTerm: "Machine sans réseau",
    machineMeaning:
      "Un ordinateur qui n’est sur Internet ni par câble ni par radio, et qui n’y retourne pas avant "
      + "d’avoir été effacé. C’est le seul endroit où une graine peut être tapée ou montrée à une caméra.",
    whatHeading: "Ce qu’il y a",
    walletLabel: "Portefeuille {name}",
    seedLabel: "Graine {name}",
    oneKey: "1 clé signe",
    severalKeys: "{needed} clés sur {count} doivent signer",
    otherRule: "sa règle est sur sa page",
    enough: "mes propres clés suffisent",
    notEnough: "mes propres clés ne suffisent pas, d’autres doivent signer aussi",
    made: "empreinte {fingerprint}, créée le {date}",
    child: "elle est dérivée de la graine {parent} (BIP-85 {path}), qui permet de la retrouver",
    needsPassphrase: "elle demande une phrase secrète (passphrase) qui n’est sur aucune feuille",
    whereHeading: "Où sont les choses (écrit à la main)",
    whereLabel: "Feuilles de restauration, parts et qui les détient, machines, phrases secrètes",
    helpHeading: "Qui peut aider",
    helpText:
      "Quelqu’un que vous choisissez, qui connaît le bitcoin et n’y gagne rien ; mieux, deux personnes qui "
      + "ne se connaissent pas. Elles peuvent lire cette lettre et s’asseoir près de vous. Elles n’ont besoin "
      + "d’aucune graine, et elles détournent les yeux pendant que vous en tapez une.",
    helpLabel: "Ceux à qui je demanderais (écrit à la main)",
    neverHeading: "À qui il ne faut jamais demander",
    neverText:
      "À quiconque appelle, écrit ou se présente de son propre chef. Aucun service client, aucun service de "
      + "récupération, aucun moteur de recherche, aucun robot de discussion, aucune banque et aucune "
      + "administration n’a besoin d’une graine : qui en demande une veut les pièces. Ne tapez aucune graine "
      + "dans un téléphone ou une page web, et que personne ne voie votre écran pendant que vous la tapez "
      + "ailleurs.",
    stepsHeading: "Les étapes",
    findSheets:
      "Retrouvez les feuilles et lisez l’encadré de chacune. Seule une machine sans réseau peut photographier "
      + "ou numériser une page qui porte un secret.",
    takeMachine:
      "Prenez une machine sans réseau : une qui n’en a jamais eu, ou un vieil ordinateur dont on a retiré la "
      + "radio et le câble.",
    chooseWay: "Restaurez la graine par l’un des trois chemins ci-dessous.",
    compare:
      "Comparez l’empreinte avec celle d’en haut, et la première adresse avec celle des dernières pages, "
      + "lettre par lettre. Si l’une diffère, arrêtez : c’est une autre graine, une autre phrase secrète ou un "
      + "autre type d’adresse. S’arrêter ne fait rien perdre.",
    others:
      "D’autres personnes doivent signer aussi. Leurs clés sont aux dernières pages. Elles gardent leurs "
      + "graines ; seul ce qui est à signer voyage.",
    paySmall:
      "Payez-vous d’abord une petite somme, et attendez que le paiement soit confirmé.",
    moveRest:
      "Déplacez ensuite le reste vers un portefeuille à vous, dont vous avez vous-même écrit et relu les "
      + "mots.",
    oursHeading: "Premier chemin : {program}",
    oursHome:
      "À la question, appuyez seulement sur Entrée : une nouvelle phrase secrète de six mots est "
      + "tirée au sort.",
    oursSeed:
      "Pour chaque feuille (ou --from terminal, pour la taper). Si une feuille en dit plus sous "
      + "« To restore », ajoutez-le.",
    oursPassphrase:
      "Si une graine demande une phrase secrète, ajoutez --with-bip39-passphrase. Avec une fausse, le "
      + "portefeuille paraît vide.",
    oursChildren:
      "La lettre en anglais dit comment retrouver chaque graine dérivée d’une autre.",
    oursWallet: "Montrez à la caméra les codes QR des dernières pages.",
    oursWatching:
      "Sur une machine avec réseau, avec les mêmes codes QR. Elle montre les pièces.",
    electrumHeading: "Deuxième chemin : Electrum (essayé avec la version {version})",
    electrumInstall:
      "Apportez Electrum sous forme de fichier sur la machine sans réseau et vérifiez sa signature comme le "
      + "dit son site. Choisissez « Standard wallet », puis « I already have a seed ».",
    electrumWords:
      "Tapez les mots. Cliquez sur « Options » et choisissez « BIP39 seed » ; s’il faut une phrase secrète, "
      + "aussi « Extend this seed with custom words ».",
    electrumAddresses: "Choisissez le type d’adresses et le chemin : {addresses}.",
    electrumSeveral:
      "Pour un portefeuille à plusieurs clés, choisissez plutôt « Multi-signature wallet ». Donnez-lui vos "
      + "mots, et les clés des autres qui sont aux dernières pages.",
    electrumTaproot:
      "Electrum ne connaissait pas les adresses Taproot (P2TR) : prenez un autre chemin pour celles-ci.",
    otherHeading: "Troisième chemin : un autre logiciel",
    otherChoose:
      "La personne qui vous aide en trouve un qui connaît la norme nommée dans l’encadré de la feuille (pour "
      + "des mots, BIP-39). Nos tests ont essayé : {programs}.",
    otherEnter: "Entrez la graine, le type d’adresses et le chemin : {addresses}.",
    otherSeveral:
      "Pour un portefeuille à plusieurs clés, il doit lire les descripteurs (output descriptors) : "
      + "donnez-lui les codes QR ou le texte des dernières pages.",
    rehearsedHeading: "Répété",
    rehearsedText:
      "Nous avons suivi ces étapes avec une feuille d’exercice et nous les avons comprises. On peut "
      + "interroger ceux qui signent ici.",
    rehearsedBox: "Nom, date, signature",
    dateBox: "Date",
    signatureBox: "Signature")
}
