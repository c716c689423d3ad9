import type { Ctx } from '../../ctx.ts'
import type { Message } from '../../db/schema.ts'
import { rulesOf } from '../kinds.ts'
import { getMessage } from '../outbox/log.ts'
import { withoutSignatures } from '../outbox/spent-signatures.ts'
import { annotateEmail } from './layout.ts'

/** Matches a token in a URL. It is masked even in the practice's own words, which look the same. */
const TOKEN = /(?<=[?&]token=)[\w-]{32,}/g
/** Matches a code at the end of a line, after a colon. */
const CODE = /(?<=: )\d{6}$/gm
const MASK = '••••••'

/**
 * Returns a stored e-mail as an admin may read it. Links and codes that verify an e-mail address or open an
 * account are masked.
 * @throws Problem 'not found'
 */
export function previewEmail(ctx: Ctx, id: number): { subject: string; html: string } {
  const email = getMessage(ctx, 'email', id)
  return { subject: shownSubject(email), html: hasSecrets(email) ? hideSecrets(email) : email.html }
}

/**
 * Returns the text for the patient's own record. Links and codes that verify an e-mail address or decide on a
 * request are masked.
 */
export function textForPatient(email: Pick<Message, 'kind' | 'text'>): string {
  if (!hasSecrets(email)) return withoutSignatures(email.text)
  return email.text.replace(TOKEN, MASK).replace(CODE, MASK)
}

/** Returns the subject as the practice may read it: the code of a verification is masked. */
export function shownSubject({ kind, subject }: Pick<Message, 'kind' | 'subject'>): string {
  return hasSecrets({ kind }) ? subject.replace(/^\d{6}\b/, MASK) : subject
}

/** Returns whether e-mails of the kind have parts that only the recipient may see. */
function hasSecrets({ kind }: Pick<Message, 'kind'>): boolean {
  return rulesOf(kind).secrets !== undefined
}

/**
 * Returns the HTML with masked secrets; '' if they are not found in the text, because the HTML could then
 * still contain them.
 */
function hideSecrets({ kind, text, html }: Message): string {
  const hasCode = rulesOf(kind).secrets === 'link and code'
  const tokens = text.match(TOKEN) ?? []
  const codes = text.match(CODE) ?? []
  if (tokens.length === 0 || (hasCode && codes.length === 0)) return ''
  const withoutLink = html.replaceAll(/ href="[^"]*[?&]token=[^"]*"/g, '')
  const masked = [...tokens, ...codes].reduce((page, secret) => page.replaceAll(secret, MASK), withoutLink)
  const hidden = hasCode ? 'Link und Code sind' : 'Der Link ist'
  const validity = hasCode ? 'Sie gelten' : 'Er gilt'
  return annotateEmail(
    masked,
    `${hidden} in dieser Vorschau unkenntlich gemacht. ${validity} nur für die Person, an die diese E-Mail ging.`,
  )
}
