import type { Ctx } from '../../ctx.ts'
import type { Message } from '../../db/schema.ts'
import { rulesOf } from '../kinds.ts'
import { withoutSignatures } from '../outbox/bodies.ts'
import { getMessage } from '../outbox/log.ts'
import { annotateEmail } from './layout.ts'

/**
 * A stored e-mail as the admin may read it: without link and code, which would verify the address, or give access to an account.
 * @throws Problem 'not found'
 */
export function previewEmail(ctx: Ctx, id: number): { subject: string; html: string } {
  const mail = getMessage(ctx, 'email', id)
  return { subject: mail.subject, html: hasSecrets(mail) ? hideSecrets(mail) : mail.html }
}

/** The text for the person whom the message concerns: without what verifies the address or decides on the request. */
export function textForPerson(mail: Pick<Message, 'kind' | 'text'>): string {
  if (!hasSecrets(mail)) return withoutSignatures(mail.text)
  return mail.text.replace(TOKEN, '$1••••••').replace(CODE, '$1••••••')
}

function hasSecrets({ kind }: Pick<Message, 'kind'>): boolean {
  return rulesOf(kind).secrets !== undefined
}

/** All that look like them, because the practice's own words may do so, too. */
const TOKEN = /([?&]token=)([\w-]{32,})/g
const CODE = /(: )(\d{6})$/gm

/** Finds the secrets in the text; '' where they are not found there. */
function hideSecrets({ kind, text, html }: Message): string {
  const found = (secret: RegExp) => [...text.matchAll(secret)].map(([, , it = '']) => it)
  const [tokens, codes] = [found(TOKEN), found(CODE)]
  if (tokens.length === 0 || (rulesOf(kind).secrets !== 'link' && codes.length === 0)) return ''
  const withoutLink = html.replaceAll(/ href="[^"]*[?&]token=[^"]*"/g, '')
  const masked = [...tokens, ...codes].reduce((page, each) => page.replaceAll(each, '••••••'), withoutLink)
  const [what, count] =
    rulesOf(kind).secrets === 'link' ? ['Der Link ist', 'Er gilt'] : ['Link und Code sind', 'Sie gelten']
  return annotateEmail(
    masked,
    `${what} in dieser Vorschau unkenntlich gemacht. ${count} nur für die Person, an die diese E-Mail ging.`,
  )
}
