/**
 * Common passwords of twelve characters and more, in lower case. Each is in the lists that attackers try, or
 * an obvious guess for a practice in Austria.
 */
const PASSWORDS_BY_TOPIC = [
  // Rows and patterns of digits.
  `
  123456789012 1234567890123 12345678901234 123456789123 1234567891011 123456789abc 123456789qwe
  012345678910 0123456789ab 987654321012 112233445566 111222333444 123654789123
  `,
  // Neighbours on English and German keyboards, and the alphabet.
  `
  1q2w3e4r5t6y 1q2w3e4r5t6z 1qaz2wsx3edc 1qay2wsx3edc q1w2e3r4t5y6 q1w2e3r4t5z6 zaq12wsxcde3
  qwertyuiop12 qwertyuiop123 qwertzuiop12 qwertzuiop123 qwerty123456 qwertz123456 qwertyqwerty qwertzqwertz
  asdfghjkl123 asdfghjkl1234 yxcvbnm12345 zxcvbnm12345 abcdefghijkl abcdefghijklmnop abcdef123456 abcd12345678
  abc123456789 a1b2c3d4e5f6 asdf12345678 asdfasdfasdf1
  `,
  // "Password" in English, and then in German, also with the years in which many people have chosen one.
  `
  passwordpassword password1234 password12345 password123456 password2024! password2025! password2026!
  passw0rd1234 p@ssw0rd1234 p@ssword1234 mypassword123 mypassword1234 newpassword1 newpassword123
  passwortpasswort passwort1234 passwort12345 passwort123456 passwort123! passwort2024 passwort2025 passwort2026
  passwort2027 passwort2024! passwort2025! passwort2026! meinpasswort meinpasswort1 meinpasswort123 neuespasswort
  geheim123456 geheimgeheim geheimespasswort ganzgeheim123
  `,
  // Greetings, seasons and endearments.
  `
  hallohallo12 hallo1234567 hallo12345678 hallo123456789 hallohallohallo1 halloduda123 servus123456 griasdi12345
  willkommen12 willkommen123 willkommen1234 willkommen2024 willkommen2025 willkommen2026 willkommen1!
  sonnenschein sonnenschein1 sonnenblume12 sommer123456 sommer2024!! winter123456 schmetterling schmetterling1
  schatzschatz schatz123456 ichliebedich ichliebedich1 iloveyou1234 iloveyou12345 iloveyouiloveyou
  `,
  // Administrators, and passwords that were meant to be changed at once.
  `
  administrator administrator1 admin1234567 admin12345678 admin123456789 adminadmin12 adminadmin123 superadmin123
  changeme1234 changemenow1 changemechangeme letmein12345 letmeinletmein welcome12345 welcome123456 welcomewelcome
  `,
  // Names of games, heroes and teams, and passwords of tests.
  `
  trustno1trustno1 dragon123456 monkey123456 football1234 superman1234 batman123456 starwars1234 pokemon12345
  minecraft123 liverpool123 bayernmuenchen rapidwien1899 testtest1234 test12345678 testpasswort testpassword
  `,
  // Places in Austria.
  `
  oesterreich1 oesterreich12 oesterreich123 österreich12 österreich123 österreich1234 vorarlberg12 vorarlberg123
  vorarlberg1234 dornbirn1234 dornbirn12345 bregenz12345 feldkirch123 wien12345678
  `,
  // The practice itself.
  `
  ordination12 ordination123 ordination1234 ordination2024 ordination2025 ordination2026 arztpraxis12 arztpraxis123
  praxis123456 praxispraxis praxis2026!! wahlarzt1234 doktor123456 hausarzt1234
  `,
]

/** These passwords are refused in any case, so a password is looked up in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  PASSWORDS_BY_TOPIC.flatMap((group) => group.trim().split(/\s+/)),
)
