import * as v from 'valibot'
import { tooLong } from './line.ts'
import { passkeyAnswerSchema } from './passkeys.ts'

/** Facts that others know of an admin. The password must be long enough without them. */
export type PublicFacts = Readonly<{ email: string; practice: string }>

export type PasswordFault = 'short' | 'long' | 'common' | 'telling'

export const SHORTEST_PASSWORD = 12
const MAX_PASSWORD = 128
/** Letters; a shorter name is part of too many words to be refused. */
const MIN_NAME = 3

const SENTENCES: Readonly<Record<PasswordFault, string>> = {
  short: `Bitte mindestens ${SHORTEST_PASSWORD} Zeichen eingeben.`,
  long: tooLong(MAX_PASSWORD),
  common: 'Dieses Passwort ist zu bekannt. Bitte wählen Sie ein anderes.',
  telling: 'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Ordination enthalten.',
}

/**
 * Returns why a new password is refused: its length, or that it is easily guessed (OWASP ASVS 5.0, 6.2).
 * Returns undefined for a good one.
 */
export function passwordFault(password: string, { email, practice }: PublicFacts): PasswordFault | undefined {
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return 'short'
  if (length > MAX_PASSWORD) return 'long'
  if (COMMON_PASSWORDS.has(password.toLowerCase()) || isRepetition(password)) return 'common'
  const letters = lettersOf(password)
  const names = [email, email.split('@')[0] ?? '', practice].map(lettersOf)
  const isTelling = (name: string) =>
    name.length >= MIN_NAME && letters.includes(name) && letters.length - name.length < SHORTEST_PASSWORD
  return names.some(isTelling) ? 'telling' : undefined
}

/** Makes the rule of a password that is chosen now. */
export function newPassword(facts: PublicFacts) {
  return v.pipe(
    v.string(SENTENCES.short),
    v.rawCheck(({ dataset, addIssue }) => {
      const fault = dataset.typed ? passwordFault(dataset.value, facts) : undefined
      if (fault !== undefined) addIssue({ message: SENTENCES[fault] })
    }),
  )
}

/** Makes the rules of the body of PUT /api/admin/password, and of its form. */
export function passwordChangeSchema(facts: PublicFacts) {
  return v.strictObject({
    current: required('Bitte das bisherige Passwort eingeben.'),
    next: v.optional(newPassword(facts), ''),
  })
}

const presentPassword = required('Bitte das Passwort eingeben.')
export const CODE_REQUIRED = 'Bitte den Code eingeben.'

/**
 * Confirms a change of second factors: the present password and, while a second factor is on, a code or the
 * response of a passkey.
 */
export const confirmationSchema = v.strictObject({
  password: presentPassword,
  code: v.optional(v.pipe(v.string(CODE_REQUIRED), v.trim()), ''),
  passkey: v.optional(passkeyAnswerSchema),
})
export type Confirmation = v.InferOutput<typeof confirmationSchema>

/** Proves who uses a session: the password and, while a second factor is on, a code; or a passkey alone. */
export const passwordProofSchema = v.strictObject({
  password: presentPassword,
  code: confirmationSchema.entries.code,
})
export const proofSchema = v.lazy((sent) =>
  typeof sent === 'object' && sent !== null && 'passkey' in sent ? passkeyProof : passwordProofSchema,
)
const passkeyProof = v.strictObject({ passkey: passkeyAnswerSchema })

/** The code of an authenticator app, which switches the second factor on. */
export const codeSchema = v.strictObject({
  code: v.pipe(required(CODE_REQUIRED), v.trim()),
})

function required(sentence: string) {
  return v.optional(v.pipe(v.string(sentence), v.nonEmpty(sentence)), '')
}

/** Returns whether one to four characters are repeated: `aaaaaaaaaaaa`, `121212121212`. */
function isRepetition(password: string): boolean {
  return /^(.{1,4})\1+$/su.test(password)
}

/** Reduces a text to letters and digits, so that "Dr. Müller" and "dr-muller" are equal. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/**
 * The commonest passwords of twelve characters and more, in small letters. They stand at the top of the lists
 * that guessers work through, or are the first ones to try in Austria and in a practice.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  123456789012 1234567890123 12345678901234 123456789123 1234567891011 123456789abc 123456789qwe
  012345678910 0123456789ab 987654321012 112233445566 111222333444 123654789123
  1q2w3e4r5t6y 1q2w3e4r5t6z 1qaz2wsx3edc 1qay2wsx3edc q1w2e3r4t5y6 q1w2e3r4t5z6 zaq12wsxcde3
  qwertyuiop12 qwertyuiop123 qwertzuiop12 qwertzuiop123 qwerty123456 qwertz123456 qwertyqwerty qwertzqwertz
  asdfghjkl123 asdfghjkl1234 yxcvbnm12345 zxcvbnm12345 abcdefghijkl abcdefghijklmnop abcdef123456 abcd12345678
  abc123456789 a1b2c3d4e5f6 asdf12345678 asdfasdfasdf1
  passwordpassword password1234 password12345 password123456 password2024! password2025! password2026!
  passw0rd1234 p@ssw0rd1234 p@ssword1234 mypassword123 mypassword1234 newpassword1 newpassword123
  passwortpasswort passwort1234 passwort12345 passwort123456 passwort123! passwort2024 passwort2025 passwort2026
  passwort2027 passwort2024! passwort2025! passwort2026! meinpasswort meinpasswort1 meinpasswort123 neuespasswort
  geheim123456 geheimgeheim geheimespasswort ganzgeheim123
  hallohallo12 hallo1234567 hallo12345678 hallo123456789 hallohallohallo1 halloduda123 servus123456 griasdi12345
  willkommen12 willkommen123 willkommen1234 willkommen2024 willkommen2025 willkommen2026 willkommen1!
  sonnenschein sonnenschein1 sonnenblume12 sommer123456 sommer2024!! winter123456 schmetterling schmetterling1
  schatzschatz schatz123456 ichliebedich ichliebedich1 iloveyou1234 iloveyou12345 iloveyouiloveyou
  administrator administrator1 admin1234567 admin12345678 admin123456789 adminadmin12 adminadmin123 superadmin123
  changeme1234 changemenow1 changemechangeme letmein12345 letmeinletmein welcome12345 welcome123456 welcomewelcome
  trustno1trustno1 dragon123456 monkey123456 football1234 superman1234 batman123456 starwars1234 pokemon12345
  minecraft123 liverpool123 bayernmuenchen rapidwien1899 testtest1234 test12345678 testpasswort testpassword
  oesterreich1 oesterreich12 oesterreich123 österreich12 österreich123 österreich1234 vorarlberg12 vorarlberg123
  vorarlberg1234 dornbirn1234 dornbirn12345 bregenz12345 feldkirch123 wien12345678
  ordination12 ordination123 ordination1234 ordination2024 ordination2025 ordination2026 arztpraxis12 arztpraxis123
  praxis123456 praxispraxis praxis2026!! wahlarzt1234 doktor123456 hausarzt1234
  `
    .trim()
    .split(/\s+/),
)
