import { desc, getTableColumns } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { emails, sms } from '../../db/schema.ts'

export type LoggedEmail = ReturnType<typeof listEmails>[number]
export type LoggedSms = ReturnType<typeof listSms>[number]

/** The newest mails first, without their letters. */
export function listEmails(ctx: Ctx, limit: number) {
  const { text: _text, html: _html, calendar: _calendar, ...columns } = getTableColumns(emails)
  return ctx.db.select(columns).from(emails).orderBy(desc(emails.id)).limit(limit).all()
}

/** The newest text messages first. */
export function listSms(ctx: Ctx, limit: number) {
  return ctx.db.select().from(sms).orderBy(desc(sms.id)).limit(limit).all()
}
