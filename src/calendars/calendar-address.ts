import { decrypt, encrypt } from '../access/crypto.ts'
import type { Ctx } from '../ctx.ts'
import { Problem } from '../shared/problems.ts'
import { parseUrl } from '../shared/url.ts'

/**
 * This module has the URL of a calendar, which is a secret. Its plain text is called the address; the column
 * `url` has it encrypted.
 */

/** The columns of a calendar that are needed to read its address. */
type EncryptedUrl = Readonly<{ id: number; url: string }>

/**
 * Returns the address to request, with https for the webcal of calendar programs.
 * @throws Problem invalid, also for http unless private targets are allowed
 */
export function parseAddress({ config }: Ctx, typed: string): string {
  const url = parseUrl(typed.replace(/^webcals?:/i, 'https:'))
  const refusal = (sentence: string) => new Problem('invalid', { fields: { url: sentence } })
  if (url?.protocol === 'http:' && !config.allowPrivateTargets)
    throw refusal('Die Adresse muss mit https:// oder webcal:// beginnen.')
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw refusal('Bitte die ganze Adresse angeben, die mit https:// oder webcal:// beginnt.')
  if (url.username !== '' || url.password !== '')
    throw refusal(
      'Die Adresse darf keine Zugangsdaten enthalten: Bitte die geheime Adresse zum Abonnieren verwenden.',
    )
  return url.href
}

/** Encrypts an address for the column `url` of the calendar with this id, to which the result is bound. */
export function encryptAddress(ctx: Ctx, id: number, address: string): string {
  return encrypt(ctx, `calendars:url:${id}`, address)
}

/** Returns the address of a calendar, which must not be shown or logged. */
export function readCalendarAddress(ctx: Ctx, { id, url }: EncryptedUrl): string {
  return decrypt(ctx, `calendars:url:${id}`, url)
}

/** Returns the host of the address, by which the doctor can recognise the calendar. */
export function hostOfCalendar(ctx: Ctx, calendar: EncryptedUrl): string {
  return parseUrl(readCalendarAddress(ctx, calendar))?.host ?? ''
}
