import * as v from 'valibot'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { tooLong } from './line.ts'

/** What everybody knows of an admin, and so what their password must not hold. */
export type KnownOf = Readonly<{ email: string; practice: string }>

export type PasswordFault = 'short' | 'long' | 'common' | 'telling'

export const SHORTEST_PASSWORD = 12
const LONGEST_PASSWORD = 128
/** A name this short stands in half of all words. */
const SHORTEST_NAME = 3

const SENTENCES: Readonly<Record<PasswordFault, string>> = {
  short: `Bitte mindestens ${SHORTEST_PASSWORD} Zeichen eingeben.`,
  long: tooLong(LONGEST_PASSWORD),
  common: 'Dieses Passwort ist zu bekannt. Bitte wählen Sie ein anderes.',
  telling: 'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Praxis enthalten.',
}

/**
 * What is wrong with a new password: its length, or that it is easily guessed. Every character is welcome and none is
 * demanded. Source: OWASP ASVS 5, 6.2.
 */
export function passwordFault(password: string, { email, practice }: KnownOf): PasswordFault | undefined {
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return 'short'
  if (length > LONGEST_PASSWORD) return 'long'
  if (COMMON_PASSWORDS.has(password.toLowerCase()) || isRepetition(password)) return 'common'
  const letters = lettersOf(password)
  const names = [lettersOf(email.split('@')[0] ?? ''), lettersOf(practice)]
  const told = names.some((name) => name.length >= SHORTEST_NAME && letters.includes(name))
  return told ? 'telling' : undefined
}

/** A new password, by `passwordFault`, with its German sentence. */
export function newPassword(known: KnownOf) {
  return v.pipe(
    v.string(SENTENCES.short),
    v.rawCheck(({ dataset, addIssue }) => {
      const fault = dataset.typed ? passwordFault(dataset.value, known) : undefined
      if (fault !== undefined) addIssue({ message: SENTENCES[fault] })
    }),
  )
}

/** The change of one's own password: PUT /api/admin/password, and its form. */
export function passwordChangeSchema(known: KnownOf) {
  return v.strictObject({
    current: required('Bitte das bisherige Passwort eingeben.'),
    next: v.optional(newPassword(known), ''),
  })
}

/** The present password again: to set up or switch off the second factor. */
export const presentPasswordSchema = v.strictObject({ password: required('Bitte das Passwort eingeben.') })

/** The code of an authenticator app: to switch the second factor on. */
export const codeSchema = v.strictObject({
  code: v.pipe(required('Bitte den Code eingeben.'), v.trim()),
})

function required(sentence: string) {
  return v.optional(v.pipe(v.string(sentence), v.nonEmpty(sentence)), '')
}

/** `aaaaaaaaaaaa`, `121212121212` and their like. */
function isRepetition(password: string): boolean {
  return /^(.{1,4})\1+$/su.test(password)
}

/** As far as two spellings of a name sound the same: "Dr. Müller" and "dr-muller". */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
