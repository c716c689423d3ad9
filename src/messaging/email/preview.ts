import type { Ctx } from '../../ctx.ts'
import type { Message } from '../../db/schema.ts'
import { rulesOf } from '../kinds.ts'
import { getMessage } from '../outbox/log.ts'
import { withoutSignatures } from '../outbox/spent-signatures.ts'
import { annotateEmail } from './layout.ts'

/**
 * A token in an address. Each one is masked, even in the practice's own words, which cannot be told apart.
 */
const TOKEN = /([?&]token=)([\w-]{32,})/g
/** A code at the end of a line, behind a colon. */
const CODE = /(: )(\d{6})$/gm

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

/** Returns whether e-mails of the kind have parts that only the recipient may see. */
function hasSecrets({ kind }: Pick<Message, 'kind'>): boolean {
  return rulesOf(kind).secrets !== undefined
}

/**
 * Returns the HTML with masked secrets. It is '' when the text does not contain them, because the HTML may
 * then have secrets that were not found.
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
  const isLinkOnly = rulesOf(kind).secrets === 'link'
  const subject = isLinkOnly ? 'Der Link ist' : 'Link und Code sind'
  const validity = isLinkOnly ? 'Er gilt' : 'Sie gelten'
  return annotateEmail(
    masked,
    `${subject} in dieser Vorschau unkenntlich gemacht. ${validity} nur für die Person, an die diese E-Mail ging.`,
  )
}
