import * as v from 'valibot'
import { EMAIL_REQUIRED } from '../messages.de.ts'
import { emailSchema } from './email.ts'
import { decodePunycode } from './punycode.ts'

/** Scripts whose letters look like those of others; Chinese, Japanese and Korean words mix theirs. */
const SCRIPTS = [
  /^\p{Script=Latin}+$/u,
  /^\p{Script=Greek}+$/u,
  /^\p{Script=Cyrillic}+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]+$/u,
  // No letter of any other script is taken for one of these.
  /^[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u,
]

/**
 * The address of one mailbox, as it is mailed and stored, so that what one mailbox verifies is never the
 * address of another one. Mail programs and the domain name system read look-alike and invisible characters
 * as plain ones (UTS 46), and this rule does so before them. Only the server and the admin area check it,
 * because patients' pages would grow (docs/behaviour.md 5.5).
 */
export const normalEmailSchema = v.pipe(
  v.string(EMAIL_REQUIRED),
  v.transform(normalEmail),
  emailSchema,
  v.check(
    (address) => address.split(/[@.]/).every(isOneScript),
    'Bitte die E-Mail-Adresse neu eintippen: Sie mischt ähnliche Zeichen verschiedener Schriften.',
  ),
  v.check(
    // The domain name system reads these two as other letters than JavaScript's small ones.
    (address) => !/@.*[\u0345\p{Script=Cherokee}]/u.test(address),
    'Die E-Mail hat kein gültiges Format.',
  ),
  v.check(
    (address) => !/[@.]xn--/i.test(address),
    'Bitte die Domain mit ihren Umlauten eingeben, nicht in der Schreibweise „xn--“.',
  ),
)

/**
 * Returns the form of a typed address; capitals before the `@` stay. Chromium's fields for e-mail addresses
 * return the umlauts of a domain in Punycode (`xn--…`), also where they were typed as umlauts.
 */
export function normalEmail(typed: string): string {
  const [name = '', ...domain] = normalText(typed).split('@')
  return [name, ...domain.map((part) => inUmlauts(inSmallLetters(part)))].join('@')
}

/** Replaces letters that look like plain ones by these, and leaves out characters that nobody sees. */
function normalText(text: string): string {
  return text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

function inSmallLetters(domain: string): string {
  return domain.toLowerCase().normalize('NFKC')
}

/** Writes each label in Punycode as what it stands for. One that stands for nothing normal is left. */
function inUmlauts(domain: string): string {
  return domain.replace(/(?<=^|\.)xn--([^.]*)/g, (label, code: string) => {
    const text = decodePunycode(code)
    return text !== undefined && inSmallLetters(normalText(text)) === text ? text : label
  })
}

/** Returns whether all letters of a part of an address are of one script. */
function isOneScript(label: string): boolean {
  const letters = label.replace(/\P{L}/gu, '')
  return letters === '' || SCRIPTS.some((script) => script.test(letters))
}
