import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { emails } from '../../db/schema.ts'
import { Problem } from '../../shared/problems.ts'
import { annotateEmail } from './layout.ts'

/**
 * A stored letter for the admin to look at. Of an e-mail check neither link nor code can be read: they let somebody in.
 * @throws Problem 'not found'
 */
export function previewEmail(ctx: Ctx, id: number): { subject: string; html: string } {
  const mail = ctx.db
    .select({ kind: emails.kind, subject: emails.subject, text: emails.text, html: emails.html })
    .from(emails)
    .where(eq(emails.id, id))
    .get()
  if (mail === undefined) throw new Problem('not found', {}, 'Diese Nachricht gibt es nicht.')
  return { subject: mail.subject, html: mail.kind === 'email-check' ? blotOut(mail) : mail.html }
}

/** What is secret is told by the letter's text; where that does not tell, the whole letter stays closed. */
function blotOut({ text, html }: { text: string; html: string }): string {
  const [, token] = /[?&]token=([\w-]+)/.exec(text) ?? []
  const [, code] = /: (\d{6})$/m.exec(text) ?? []
  if (token === undefined || code === undefined) return ''
  const blotted = html
    .replaceAll(/ href="[^"]*[?&]token=[^"]*"/g, '')
    .replaceAll(token, '••••••')
    .replaceAll(code, '••••••')
  return annotateEmail(
    blotted,
    'Link und Code sind in dieser Vorschau unkenntlich gemacht. Sie gelten nur für die Person, an die diese E-Mail ging.',
  )
}
