import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { aboutText } from '../../shared/messages/message-kinds.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { refusalOf } from '../../testing/refusal.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { getMessage, listFound, listLog } from './log.ts'
import { searchLog } from './log-search.ts'
import { outboxState } from './state.ts'

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true }).ctx()
})

function insert(values: Partial<typeof messages.$inferInsert>): void {
  const row = {
    channel: 'email',
    kind: 'new-reservation',
    recipient: 'a@b.at',
    text: 'T',
    createdAt: NOW,
  } as const
  ctx.db
    .insert(messages)
    .values({ ...row, logUuid: crypto.randomUUID(), status: 'queued', dueAt: NOW, ...values })
    .run()
}

/** Returns the ids of the messages that a search finds. */
const find = (channel: 'email' | 'sms', words: string, filter: object = {}) =>
  [...searchLog(ctx, channel, words, filter)].flat()

it('a search finds every word of what a message is about', () => {
  // The appointments cover each month and each day of the week.
  const starts = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 10 + month, 9))
  for (const startsAt of starts) {
    const { id } = insertBooking(ctx.db, { startsAt, endsAt: startsAt + MINUTE })
    insert({ bookingId: id, subject: 'Betreff' })
  }
  for (const [i, startsAt] of starts.entries()) {
    const words = aboutText('new-reservation', startsAt)
    expect(find('email', words.toUpperCase()), words).toEqual([i + 1])
  }
  expect(find('email', 'Kalender')).toEqual([])
})

it('a search finds messages by the name of the patient', () => {
  const { id } = insertBooking(ctx.db, { firstName: 'Jörg', lastName: 'Übelhör' })
  insert({ bookingId: id, subject: 'Betreff' })
  insert({ subject: 'Betreff' })
  expect(find('email', 'ubelhor JÖRG')).toEqual([1])
  expect(listFound(ctx, [1, 2]).map(({ patientName }) => patientName)).toEqual(['', 'Jörg Übelhör'])
})

it('a search reads the subject of an e-mail, and the text of an SMS, which has none', () => {
  insert({ subject: 'Übersicht', text: 'Brief' })
  insert({ channel: 'sms', kind: 'reminder', subject: 'Übersicht', text: 'Brief' })
  expect([find('email', 'ubersicht'), find('email', 'brief')]).toEqual([[1], []])
  expect([find('sms', 'ubersicht'), find('sms', 'brief')]).toEqual([[], [2]])
})

it('a search reads page after page, to the last message', () => {
  ctx.db.$client.exec(`
    with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < 501)
    insert into messages (channel, kind, recipient, text, log_uuid, status, due_at, created_at)
    select 'email', 'test', 'a@b.at', '', n, 'sent', 0, 0 from numbers`)
  expect([...searchLog(ctx, 'email', 'a@b', {})].map(({ length }) => length)).toEqual([500, 1])
})

it('a message is found by its id, on its channel and for its booking', () => {
  const [first, second] = [0, 1].map((day) => insertBooking(ctx.db, { startsAt: NOW + day * DAY_LENGTH }).id)
  insert({ bookingId: first })
  insert({ bookingId: second })
  expect(getMessage(ctx, 'email', 2)).toMatchObject({ id: 2, bookingId: second })
  expect(getMessage(ctx, 'email', 1, first)).toMatchObject({ id: 1 })
  const calls = [() => getMessage(ctx, 'email', 1, second), () => getMessage(ctx, 'sms', 1)]
  expect(calls.map((call) => refusalOf(call)?.code)).toEqual(['not found', 'not found'])
})

describe('the log of failed and other messages', () => {
  /** The ids of what `beforeEach` inserts: the failure that is still open, and all failures, newest first. */
  const OPEN = 1
  const FAILED = [5, 4, 3, 2, OPEN]
  const list = (filter: object) => listLog(ctx, 'email', { limit: 100, ...filter }).rows
  const idsOf = (rows: ReturnType<typeof list>) => rows.map(({ id }) => id)

  beforeEach(() => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
    const { id: over } = insertBooking(ctx.db, { startsAt: NOW - 2 * MINUTE, endsAt: NOW - MINUTE })
    const { id: cancelled } = insertBooking(ctx.db, {
      status: 'cancelled',
      startsAt: startsAt + DAY_LENGTH,
    })
    insert({ status: 'failed', bookingId })
    insert({ status: 'failed', bookingId: over })
    insert({ status: 'failed', bookingId: cancelled, kind: 'confirmed' })
    insert({ status: 'failed', bookingId, settledAt: NOW, settledBy: 'gerda@ordination.example' })
    insert({ status: 'failed', kind: 'test' })
    insert({ status: 'suppressed', bookingId })
    insert({ status: 'queued', bookingId })
  })

  it('lists as open failures exactly the messages that the state counts and the log marks', () => {
    expect(idsOf(list({ open: true }))).toEqual([OPEN])
    expect(outboxState(ctx).email.failed).toBe(1)
    expect(idsOf(list({}).filter(({ isOpen }) => isOpen))).toEqual([OPEN])
    expect(list({ open: true, status: 'unknown' })).toEqual([])
  })

  it('lists the messages of a status, from an id on', () => {
    expect(idsOf(list({ status: 'failed' }))).toEqual(FAILED)
    expect(idsOf(list({ status: 'failed', before: 4 }))).toEqual([3, 2, OPEN])
  })

  it('is searched with the same filters', () => {
    expect(find('email', 'a@b', { open: true })).toEqual([OPEN])
    expect(find('email', 'a@b', { status: 'failed', before: 4 })).toEqual([3, 2, OPEN])
  })

  it('says whether there are more messages than the limit of a page', () => {
    expect([6, 7].map((limit) => listLog(ctx, 'email', { limit }).more)).toEqual([true, false])
  })
})
