import * as v from 'valibot'
import { tooLong } from '../line.ts'
import { EMAIL_REQUIRED } from '../messages.de.ts'
import { tidy } from '../tidy.ts'

/** The address of exactly one mailbox. No character in it can end a header or begin a second recipient. */
export const emailSchema = v.pipe(
  v.string(EMAIL_REQUIRED),
  v.transform(tidy),
  v.nonEmpty(EMAIL_REQUIRED),
  v.maxLength(254, tooLong(254)),
  v.regex(
    /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[^@\s]*$/u,
    'Bitte eine gültige E-Mail-Adresse eingeben.',
  ),
  v.regex(
    /@(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]{2}$/u,
    'Die E-Mail hat kein gültiges Format.',
  ),
)

export function isEmail(text: string): boolean {
  return v.is(emailSchema, text)
}

/**
 * Returns the form in which addresses are stored and compared. Addresses that differ in capitals only are the
 * same.
 */
export function emailKey(address: string): string {
  return tidy(address.toLowerCase())
}

/** Returns whether two addresses differ in nothing but capitals. Those of one mailbox may differ in more. */
export function sameEmail(a: string, b: string): boolean {
  return emailKey(a) === emailKey(b)
}

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the mailbox that an address belongs to, so that limits count it once: without its `+tag` and, for
 * Gmail, without dots and under one of its two domains (support.google.com/mail/answer/7436150). E-mails go
 * to the address as it was typed.
 */
export function mailboxKey(address: string): string {
  const [local = '', domain] = emailKey(address).split('@')
  if (domain === undefined) return local
  // A plus at the start is part of the name.
  const name = local.replace(/(?<=.)\+.*$/, '')
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
