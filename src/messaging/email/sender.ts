import type { Ctx } from '../../ctx.ts'
import { publicUrl } from '../../practice/addresses.ts'
import { readSettings } from '../../practice/settings.ts'
import type { EmailContent } from './layout.ts'
import { type MailFault, type Message, readMailbox } from './smtp.ts'

type Addressed = EmailContent & Readonly<{ recipient: string; calendar: string | null; messageId: string }>

export const NO_SENDER: MailFault = {
  ok: false,
  kind: 'configuration',
  detail: 'Kein Absender: Bitte MAIL_FROM oder die E-Mail der Praxis setzen.',
}

/** The mail as it goes out: from the practice, answers to the practice. Undefined while nobody has set a sender. */
export function fromPractice(ctx: Ctx, letter: Addressed): Message | undefined {
  const practice = readSettings(ctx, 'practice')
  const from = readMailbox(ctx.config.mailFrom ?? practice.mail)
  if (from === undefined) return undefined
  return {
    from: { name: from.name || practice.name, address: from.address },
    to: letter.recipient,
    replyTo: practice.mail || undefined,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    calendar: letter.calendar ?? undefined,
    messageId: letter.messageId,
  }
}

/** For the life of one mail, so that a receiver can tell a repetition. */
export function messageIdOf(ctx: Ctx, uuid: string): string {
  return `<${uuid}@${new URL(publicUrl(ctx)).hostname}>`
}
