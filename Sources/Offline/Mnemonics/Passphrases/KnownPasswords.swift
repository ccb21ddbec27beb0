/// What stands at the top of every list of stolen passwords, what people call their money, their children and their teams,
/// the months and days, and where they have their mail.
enum KnownPasswords {
  private static let words: [StaticString] = [
    "password", "passwort", "passphrase", "passw", "bitcoin", "satoshi", "nakamoto", "hodl",
    "welcome", "letmein", "iloveyou", "admin", "login", "monkey", "dragon", "sunshine", "princess",
    "football", "baseball", "superman", "batman", "trustno", "shadow", "michael", "master",
    "killer", "jordan", "hunter", "secret", "crypto", "wallet", "hello", "test", "changeme",
    "default", "please", "whatever", "starwars", "freedom", "blockchain", "coldcard", "signer",
    "drawbridge", "trezor", "ledger", "money", "lambo", "tothemoon", "gmail", "googlemail", "yahoo",
    "hotmail", "outlook", "icloud", "protonmail", "proton", "yandex",
  ]

  /// In their order, so that the next one can be foreseen.
  private static let calendar: [StaticString] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday",
    "saturday",
    "sunday", "spring", "summer", "autumn", "winter",
  ]

  /// First names, family names and football clubs that stand in every list.
  private static let names: [StaticString] = [
    "john", "james", "robert", "david", "william", "richard", "joseph", "thomas", "charles",
    "christopher", "daniel", "matthew", "anthony", "andrew", "joshua", "george", "alexander",
    "peter", "martin", "stefan", "mary", "maria", "anna", "laura", "sarah", "jessica", "jennifer",
    "elizabeth", "linda", "susan", "emma", "olivia", "sophie", "julia", "nicole", "ashley",
    "amanda", "charlie", "buster", "smith", "johnson", "williams", "brown", "jones", "miller",
    "davis", "wilson", "taylor", "garcia", "martinez", "mueller", "schmidt", "schneider",
    "liverpool", "arsenal", "chelsea", "everton", "manchester", "united", "tottenham", "barcelona",
    "realmadrid", "madrid", "juventus", "milan", "bayern", "dortmund", "celtic", "rangers",
    "yankees", "lakers", "cowboys", "steelers", "patriots", "pokemon", "naruto",
  ]

  /// Phrases that are known by heart everywhere, in letters alone.
  private static let phrases: [StaticString] = [
    "correcthorsebatterystaple", "thequickbrownfoxjumpsoverthelazydog",
    "tobeornottobethatisthequestion", "notyourkeysnotyourcoins",
    "chancelloronbrinkofsecondbailoutforbanks",
  ]

  /// The length of the longest known word that begins at a place of a text in small letters, and its place in the calendar
  /// where it is of it; nil when none does.
  static func word(
    at index: Int, in text: UnsafeRawBufferPointer
  ) -> (length: Int, place: Int?)? {
    let rest = text[index...]
    let matches = { (word: StaticString) -> Int? in
      word.withUTF8Buffer { rest.starts(with: $0) ? $0.count : nil }
    }
    let days = calendar.enumerated().compactMap { place, word in matches(word).map { ($0, place) } }
    let day = days.max { $0.0 < $1.0 }
    let other = (words + names).compactMap(matches).max()
    if let day, day.0 >= other ?? 0 { return (day.0, day.1) }
    return other.map { ($0, nil) }
  }

  /// Whether the letters of a text, taken alone, are a phrase that everybody knows.
  static func isPhrase(_ text: UnsafeRawBufferPointer) -> Bool {
    phrases.contains { phrase in
      phrase.withUTF8Buffer { letters in
        var place = 0
        for byte in text where PassphraseStrength.isSmall(byte) {
          guard place < letters.count, letters[place] == byte else { return false }
          place += 1
        }
        return place == letters.count
      }
    }
  }
}
