import * as v from 'valibot'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { tooLong } from './line.ts'
import { passkeyAnswerSchema } from './passkeys.ts'

/** What others know of an admin: the password must be long enough without it. */
export type PublicFacts = Readonly<{ email: string; practice: string }>

export type PasswordFault = 'short' | 'long' | 'common' | 'telling'

export const SHORTEST_PASSWORD = 12
const MAX_PASSWORD = 128
/** Shorter names are part of too many words. */
const MIN_NAME = 3

const SENTENCES: Readonly<Record<PasswordFault, string>> = {
  short: `Bitte mindestens ${SHORTEST_PASSWORD} Zeichen eingeben.`,
  long: tooLong(MAX_PASSWORD),
  common: 'Dieses Passwort ist zu bekannt. Bitte wählen Sie ein anderes.',
  telling: 'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Praxis enthalten.',
}

/** Why a new password is refused: its length, or that it is easily guessed (OWASP ASVS 5.0, 6.2). Undefined for a good one. */
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

/** A password that is chosen now. */
export function newPassword(facts: PublicFacts) {
  return v.pipe(
    v.string(SENTENCES.short),
    v.rawCheck(({ dataset, addIssue }) => {
      const fault = dataset.typed ? passwordFault(dataset.value, facts) : undefined
      if (fault !== undefined) addIssue({ message: SENTENCES[fault] })
    }),
  )
}

/** PUT /api/admin/password, and its form. */
export function passwordChangeSchema(facts: PublicFacts) {
  return v.strictObject({
    current: required('Bitte das bisherige Passwort eingeben.'),
    next: v.optional(newPassword(facts), ''),
  })
}

const presentPassword = required('Bitte das Passwort eingeben.')
export const CODE_REQUIRED = 'Bitte den Code eingeben.'

/** Before second factors change: the present password and, while one is on, a code or the response of a passkey. */
export const confirmationSchema = v.strictObject({
  password: presentPassword,
  code: v.optional(v.pipe(v.string(CODE_REQUIRED), v.trim()), ''),
  passkey: v.optional(passkeyAnswerSchema),
})
export type Confirmation = v.InferOutput<typeof confirmationSchema>

/** The code of an authenticator app: to switch the second factor on. */
export const codeSchema = v.strictObject({
  code: v.pipe(required(CODE_REQUIRED), v.trim()),
})

function required(sentence: string) {
  return v.optional(v.pipe(v.string(sentence), v.nonEmpty(sentence)), '')
}

/** `aaaaaaaaaaaa`, `121212121212` */
function isRepetition(password: string): boolean {
  return /^(.{1,4})\1+$/su.test(password)
}

/** Equal for "Dr. Müller" and "dr-muller". */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
