import * as v from 'valibot'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { tooLongSentence } from './line.ts'
import { requiredSecretSchema } from './proofs.ts'

/** Facts that others know of an admin. The password must be long enough without them. */
export type PublicFacts = Readonly<{ email: string; practice: string }>

/** `hasPublicFacts`: the password is too short without the facts that others know of its owner. */
export type PasswordFault = 'short' | 'long' | 'common' | 'hasPublicFacts'

/** Characters of the shortest password. */
export const SHORTEST_PASSWORD = 12
/** Characters of the longest password. */
const LONGEST_PASSWORD = 128
/**
 * Letters and digits of the shortest name that a password must not contain. Shorter ones are part of too many
 * words.
 */
const SHORTEST_NAME = 3

const SENTENCES: Readonly<Record<PasswordFault, string>> = {
  short: `Bitte mindestens ${SHORTEST_PASSWORD} Zeichen eingeben.`,
  long: tooLongSentence(LONGEST_PASSWORD),
  common: 'Dieses Passwort ist zu bekannt. Bitte wählen Sie ein anderes.',
  hasPublicFacts: 'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Ordination enthalten.',
}

/**
 * Returns why a new password is refused: its length, or that it is easily guessed (OWASP ASVS 5.0, 6.2).
 * Returns undefined for a good one.
 */
export function passwordFault(password: string, { email, practice }: PublicFacts): PasswordFault | undefined {
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return 'short'
  if (length > LONGEST_PASSWORD) return 'long'
  if (COMMON_PASSWORDS.has(password.toLowerCase()) || isRepetition(password)) return 'common'
  const letters = lettersOf(password)
  const names = [email, email.split('@')[0] ?? '', practice].map(lettersOf)
  const isTooShortWithout = (name: string) => letters.length - name.length < SHORTEST_PASSWORD
  const found = names.filter((name) => name.length >= SHORTEST_NAME && letters.includes(name))
  return found.some(isTooShortWithout) ? 'hasPublicFacts' : undefined
}

/** Makes the rules of a newly chosen password. */
export function newPasswordSchema(facts: PublicFacts) {
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
    current: requiredSecretSchema('Bitte das bisherige Passwort eingeben.'),
    next: v.optional(newPasswordSchema(facts), ''),
  })
}

/** Returns whether the password repeats one to four characters: `aaaaaaaaaaaa`, `121212121212`. */
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
