import type { Ctx } from '../../ctx.ts'
import type { Message } from '../../db/schema.ts'
import { rulesOf } from '../kinds.ts'
import { getMessage } from '../outbox/log.ts'
import { withoutSignatures } from '../outbox/spent-signatures.ts'
import { annotateEmail } from './layout.ts'

/**
 * Returns a stored e-mail as the admin may read it. Link and code are masked where they would verify the
 * address or give access to an account.
 * @throws Problem 'not found'
 */
export function previewEmail(ctx: Ctx, id: number): { subject: string; html: string } {
  const mail = getMessage(ctx, 'email', id)
  return { subject: shownSubject(mail), html: hasSecrets(mail) ? hideSecrets(mail) : mail.html }
}

/**
 * Returns the text for the patient's own record. Links and codes that verify an address or decide on a
 * request are masked.
 */
export function textForPatient(mail: Pick<Message, 'kind' | 'text'>): string {
  if (!hasSecrets(mail)) return withoutSignatures(mail.text)
  return mail.text.replace(TOKEN, '$1••••••').replace(CODE, '$1••••••')
}

/** Returns the subject as the practice may read it: the code of a verification is masked. */
export function shownSubject({ kind, subject }: Pick<Message, 'kind' | 'subject'>): string {
  return hasSecrets({ kind }) ? subject.replace(/^\d{6}\b/, '••••••') : subject
}

function hasSecrets({ kind }: Pick<Message, 'kind'>): boolean {
  return rulesOf(kind).secrets !== undefined
}

/**
 * Every token and code in the text is masked, even one in the practice's own words, which cannot be told
 * apart.
 */
const TOKEN = /([?&]token=)([\w-]{32,})/g
const CODE = /(: )(\d{6})$/gm

/**
 * Returns the HTML with masked secrets, or '' when the text does not contain them: better no preview than a
 * leak.
 */
function hideSecrets({ kind, text, html }: Message): string {
  const findAll = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, , secret = '']) => secret)
  const [tokens, codes] = [findAll(TOKEN), findAll(CODE)]
  if (tokens.length === 0 || (rulesOf(kind).secrets !== 'link' && codes.length === 0)) return ''
  const withoutLink = html.replaceAll(/ href="[^"]*[?&]token=[^"]*"/g, '')
  const masked = [...tokens, ...codes].reduce(
    (page, secret) => page.replaceAll(secret, '••••••'),
    withoutLink,
  )
  const [subject, validity] =
    rulesOf(kind).secrets === 'link' ? ['Der Link ist', 'Er gilt'] : ['Link und Code sind', 'Sie gelten']
  return annotateEmail(
    masked,
    `${subject} in dieser Vorschau unkenntlich gemacht. ${validity} nur für die Person, an die diese E-Mail ging.`,
  )
}
