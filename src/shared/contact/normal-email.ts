import * as v from 'valibot'
import { EMAIL_REQUIRED } from '../messages.de.ts'
import { composed } from '../normalize-line.ts'
import { emailSchema } from './email.ts'
import { decodePunycode } from './punycode.ts'

/**
 * Scripts that must not be mixed, because their letters look alike. Chinese, Japanese and Korean words mix
 * theirs.
 */
const SCRIPTS = [
  /^\p{Script=Latin}+$/u,
  /^\p{Script=Greek}+$/u,
  /^\p{Script=Cyrillic}+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]+$/u,
  // Letters of all other scripts look like none of these.
  /^[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u,
]

/**
 * The normal form of an e-mail address, so that verifying one mailbox never verifies the address of another.
 * Mail programs and the domain name system read look-alike and invisible characters as plain ones (UTS 46),
 * and so does this rule. Only the server and the admin area check it, to keep the patients' pages small
 * (docs/behaviour.md 5.5).
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
    // The domain name system maps these two to other letters than JavaScript does.
    (address) => !/@.*[\u0345\p{Script=Cherokee}]/u.test(address),
    'Die E-Mail hat kein gültiges Format.',
  ),
  v.check(
    (address) => !/[@.]xn--/i.test(address),
    'Bitte die Domain mit ihren Umlauten eingeben, nicht in der Schreibweise „xn--“.',
  ),
)

/**
 * Returns the normal form of a typed e-mail address; capitals before the `@` stay. Chromium's e-mail fields
 * return a domain with umlauts in Punycode (`xn--…`), even if umlauts were typed.
 */
export function normalEmail(typed: string): string {
  const [name = '', ...domain] = normalText(typed).split('@')
  return [name, ...domain.map((part) => inUmlauts(inSmallLetters(part)))].join('@')
}

/** Replaces look-alike characters with plain ones, and removes invisible ones. */
function normalText(text: string): string {
  return composed(text, 'NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

function inSmallLetters(domain: string): string {
  return composed(domain.toLowerCase(), 'NFKC')
}

/** Decodes each label from Punycode. A label that does not decode to normal text is left as it is. */
function inUmlauts(domain: string): string {
  return domain.replace(/(?<=^|\.)xn--([^.]*)/g, (label, code: string) => {
    const text = decodePunycode(code)
    return text !== undefined && inSmallLetters(normalText(text)) === text ? text : label
  })
}

/** Returns whether all letters of a part of an e-mail address are of one script. */
function isOneScript(label: string): boolean {
  const letters = label.replace(/\P{L}/gu, '')
  return letters === '' || SCRIPTS.some((script) => script.test(letters))
}
