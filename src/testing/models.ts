import { and, eq, lte } from 'drizzle-orm'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect } from 'vitest'
import { messages } from '../db/schema.ts'
import { withBody } from '../messaging/outbox/packed-bodies.ts'
import { findStaleReason } from '../messaging/outbox/staleness.ts'
import type { TestApp } from './test-app.ts'

/** The services of the demo practice. Paddings, length and step are in minutes. */
export const SERVICES = [
  { id: 'erstordination', before: 0, length: 45, after: 5, step: 15 },
  { id: 'folgebehandlung', before: 0, length: 30, after: 0, step: 15 },
  { id: 'akupunktur', before: 5, length: 40, after: 5, step: 20 },
  { id: 'facial', before: 10, length: 90, after: 10, step: 30 },
] as const

/**
 * Returns how many cases a model test tries: the usual number in `npm test`, and another by the environment,
 * as in `MODEL_CASES=10000 npm run unit -- src/booking/moves.model.test.ts`. A failure prints the seed and
 * the shortest steps that lead there.
 */
export function casesOf(usual: number): number {
  return Number(process.env.MODEL_CASES ?? usual)
}

/** Describes a command of a model test. One of weight 4 is drawn twice as often as one of weight 2. */
export function command<const Kind extends string, Parameters extends object>(
  weight: number,
  kind: Kind,
  parameters: { [Name in keyof Parameters]: fc.Arbitrary<Parameters[Name]> },
) {
  const arbitrary = fc.record<Parameters>(parameters).map((drawn) => ({ kind, ...drawn }))
  return { weight, arbitrary }
}

/**
 * Delivers the e-mails that are due, as the worker does between two changes: what is no longer true never
 * leaves.
 */
export function deliverEmails(app: TestApp): void {
  const ctx = app.ctx()
  const isQueued = and(eq(messages.channel, 'email'), eq(messages.status, 'queued'))
  const isDue = and(isQueued, lte(messages.dueAt, ctx.now))
  const due = ctx.db.select().from(messages).where(isDue).orderBy(messages.dueAt, messages.id).all()
  for (const message of due) {
    const isStale = findStaleReason(ctx, withBody(ctx, message)) !== undefined
    const status = isStale ? 'suppressed' : 'sent'
    ctx.db.update(messages).set({ status, attempts: 1 }).where(eq(messages.id, message.id)).run()
  }
}

/**
 * Returns the starts that a patient's calendar shows after every e-mail that was sent about the booking (RFC
 * 5546). A library that the portal does not use reads the files.
 */
export function startsInCalendar(app: TestApp, bookingId: string): number[] {
  const entries = new Map<string, { sequence: number; start: number }>()
  const sent = `select calendar from messages
    where booking_id = ? and calendar is not null and status = 'sent' order by id`
  for (const { calendar } of app.rows<{ calendar: string }>(sent, bookingId)) {
    const part = new ICAL.Component(ICAL.parse(calendar))
    const event = new ICAL.Event(part.getFirstSubcomponent('vevent') ?? undefined)
    expect(event.sequence).toBeGreaterThan(entries.get(event.uid)?.sequence ?? -1)
    if (part.getFirstPropertyValue('method') === 'CANCEL') expect(entries.delete(event.uid)).toBe(true)
    else entries.set(event.uid, { sequence: event.sequence, start: event.startDate.toUnixTime() * 1000 })
  }
  return [...entries.values()].map(({ start }) => start)
}
