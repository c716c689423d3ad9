import type { Ctx } from '../../ctx.ts'
import type { Message } from '../../db/schema.ts'
import { withoutSignatures } from '../outbox/bodies.ts'
import { getMessage } from '../outbox/log.ts'
import { annotateEmail } from './layout.ts'

/**
 * A stored e-mail as the admin may read it: without the link and the code of a verification, which would verify the address.
 * @throws Problem 'not found'
 */
export function previewEmail(ctx: Ctx, id: number): { subject: string; html: string } {
  const mail = getMessage(ctx, 'email', id)
  return { subject: mail.subject, html: mail.kind === 'email-verification' ? hideSecrets(mail) : mail.html }
}

/** The text for the person whom the message concerns: without what verifies the address or decides on the request. */
export function textForPerson({ kind, text }: Pick<Message, 'kind' | 'text'>): string {
  if (kind !== 'email-verification') return withoutSignatures(text)
  return text.replace(/([?&]token=)[\w-]+/, '$1••••••').replace(/: \d{6}$/m, ': ••••••')
}

/** Finds the secrets in the text; '' where they are not found there. */
function hideSecrets({ text, html }: { text: string; html: string }): string {
  const [, token] = /[?&]token=([\w-]+)/.exec(text) ?? []
  const [, code] = /: (\d{6})$/m.exec(text) ?? []
  if (token === undefined || code === undefined) return ''
  const masked = html
    .replaceAll(/ href="[^"]*[?&]token=[^"]*"/g, '')
    .replaceAll(token, '••••••')
    .replaceAll(code, '••••••')
  return annotateEmail(
    masked,
    'Link und Code sind in dieser Vorschau unkenntlich gemacht. Sie gelten nur für die Person, an die diese E-Mail ging.',
  )
}
