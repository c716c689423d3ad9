import { and, eq, lte } from 'drizzle-orm'
import ICAL from 'ical.js'
import { messages } from '../db/schema.ts'
import { withBody } from '../messaging/outbox/packed-bodies.ts'
import { findStaleReason } from '../messaging/outbox/staleness.ts'
import type { TestApp } from './test-app.ts'

/**
 * Marks the e-mails that are due as sent, and those that are no longer true as suppressed. The worker
 * does so too, once it has handed an e-mail over; here no mail server is needed.
 */
export function markDueEmailsSent(app: TestApp): void {
  const ctx = app.ctx()
  const isQueued = and(eq(messages.channel, 'email'), eq(messages.status, 'queued'))
  const isDue = and(isQueued, lte(messages.dueAt, ctx.now))
  const due = ctx.db.select().from(messages).where(isDue).orderBy(messages.dueAt, messages.id).all()
  for (const message of due) {
    const isStale = findStaleReason(ctx, withBody(ctx, message)) !== undefined
    const status = isStale ? 'muted' : 'sent'
    ctx.db.update(messages).set({ status, attempts: 1 }).where(eq(messages.id, message.id)).run()
  }
}

/**
 * Returns the starts in a patient's calendar after all e-mails that were sent about the booking (RFC 5546).
 * Throws where a calendar would ignore a file: the entry is not newer than the one it replaces, or there is
 * no entry to cancel. Parses the files with a library that the portal does not use.
 */
export function startsInCalendar(app: TestApp, bookingId: string): number[] {
  const entries = new Map<string, { sequence: number; start: number }>()
  const sentFiles = `select calendar from messages
    where booking_id = ? and calendar is not null and status = 'sent' order by id`
  for (const { calendar } of app.rows<{ calendar: string }>(sentFiles, bookingId)) {
    const file = new ICAL.Component(ICAL.parse(calendar))
    const event = new ICAL.Event(file.getFirstSubcomponent('vevent') ?? undefined)
    const { uid, sequence } = event
    const replaced = entries.get(uid)
    const isNewer = replaced === undefined || sequence > replaced.sequence
    if (!isNewer) throw new Error(`sequence ${sequence} comes after ${replaced.sequence}`)
    if (file.getFirstPropertyValue('method') === 'CANCEL') {
      if (replaced === undefined) throw new Error(`no entry ${uid} to cancel`)
      entries.delete(uid)
    } else entries.set(uid, { sequence, start: event.startDate.toUnixTime() * 1000 })
  }
  return [...entries.values()].map(({ start }) => start)
}
