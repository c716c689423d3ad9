import * as v from 'valibot'
import { tooLongSentence } from '../line.ts'
import { EMAIL_REQUIRED } from '../messages.de.ts'
import { normalizeLine } from '../normalize-line.ts'

/**
 * The e-mail address of exactly one mailbox. No character in it can end a header or begin a second recipient.
 */
export const emailSchema = v.pipe(
  v.string(EMAIL_REQUIRED),
  v.transform(normalizeLine),
  v.nonEmpty(EMAIL_REQUIRED),
  // A longer e-mail address cannot be a recipient (RFC 5321, 4.5.3.1.3).
  v.maxLength(254, tooLongSentence(254)),
  // The part before the @ has at most 64 characters, which mail servers accept without quotes.
  v.regex(
    /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[^@\s]*$/u,
    'Bitte eine gültige E-Mail-Adresse eingeben.',
  ),
  // The domain has two labels at least. None begins or ends with a hyphen, and the last ends with two letters
  // or digits.
  v.regex(
    /@(?:(?!-)[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]\.)+(?!-)[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]{2}$/u,
    'Die E-Mail hat kein gültiges Format.',
  ),
)

/** Returns whether the text is the e-mail address of exactly one mailbox, by the rule above. */
export function isEmail(text: string): boolean {
  return v.is(emailSchema, text)
}

/** Returns the form in which e-mail addresses are stored and compared, regardless of case. */
export function emailKey(address: string): string {
  return normalizeLine(address.toLowerCase())
}

/**
 * Returns whether two e-mail addresses are equal regardless of case. Two addresses of one mailbox may differ
 * in more (`mailboxKey`).
 */
export function sameEmail(a: string, b: string): boolean {
  return emailKey(a) === emailKey(b)
}

const GMAIL_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the mailbox that an e-mail address belongs to, so that limits count it once: without its `+tag`
 * and, for Gmail, without dots and under one of its two domains (support.google.com/mail/answer/7436150).
 * E-mails are sent to the address as it was typed.
 */
export function mailboxKey(address: string): string {
  const [local = '', domain] = emailKey(address).split('@')
  if (domain === undefined) return local
  // A plus at the start is part of the name.
  const name = local.replace(/(?<=.)\+.*$/, '')
  return GMAIL_DOMAINS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
