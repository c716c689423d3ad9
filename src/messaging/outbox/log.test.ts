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
import { PENDING } from './queue.ts'
import { countSuppressed, outboxState } from './state.ts'

const IDLE = { queued: 0, refused: 0, age: 0, overdue: 0, failed: 0, unknown: 0, fault: null }

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

it('a search finds every word of what a message is about', () => {
  // The appointments cover each month and each day of the week.
  const starts = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 10 + month, 9))
  for (const startsAt of starts) {
    const { id } = insertBooking(ctx.db, { startsAt, endsAt: startsAt + MINUTE })
    insert({ bookingId: id, subject: 'Betreff' })
  }
  for (const [i, startsAt] of starts.entries()) {
    const words = aboutText('new-reservation', startsAt)
    expect([words, [...searchLog(ctx, 'email', words.toUpperCase(), {})]]).toEqual([words, [[i + 1]]])
  }
  expect([...searchLog(ctx, 'email', 'Kalender', {})]).toEqual([[]])
})

it('a search finds messages by the name of the patient', () => {
  const { id } = insertBooking(ctx.db, { firstName: 'Jörg', lastName: 'Übelhör' })
  insert({ bookingId: id, subject: 'Betreff' })
  insert({ subject: 'Betreff' })
  expect([...searchLog(ctx, 'email', 'ubelhor JÖRG', {})]).toEqual([[1]])
  expect(listFound(ctx, [1, 2]).map(({ patientName }) => patientName)).toEqual(['', 'Jörg Übelhör'])
})

it('a search reads the subject of an e-mail, and the text of an SMS, which has none', () => {
  insert({ subject: 'Übersicht', text: 'Brief' })
  insert({ channel: 'sms', kind: 'reminder', subject: 'Übersicht', text: 'Brief' })
  const found = (channel: 'email' | 'sms', words: string) => [...searchLog(ctx, channel, words, {})].flat()
  expect([found('email', 'ubersicht'), found('email', 'brief')]).toEqual([[1], []])
  expect([found('sms', 'ubersicht'), found('sms', 'brief')]).toEqual([[], [2]])
})

it('a search reads on to the last message', () => {
  ctx.db.$client.exec(`
    with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < 501)
    insert into messages (channel, kind, recipient, text, log_uuid, status, due_at, created_at)
    select 'email', 'test', 'a@b.at', '', n, 'sent', 0, 0 from numbers`)
  expect([...searchLog(ctx, 'email', 'a@b', {})].map(({ length }) => length)).toEqual([500, 1])
})

it('a message is found by its id, on its channel and for its booking', () => {
  const [one, other] = [0, 1].map((day) => insertBooking(ctx.db, { startsAt: NOW + day * DAY_LENGTH }).id)
  insert({ bookingId: one })
  insert({ bookingId: other })
  expect(getMessage(ctx, 'email', 2)).toMatchObject({ id: 2, bookingId: other })
  expect(getMessage(ctx, 'email', 1, one)).toMatchObject({ id: 1 })
  const asked = [() => getMessage(ctx, 'email', 1, other), () => getMessage(ctx, 'sms', 1)]
  expect(asked.map((ask) => refusalOf(ask)?.code)).toEqual(['not found', 'not found'])
})

describe('of failed and other messages', () => {
  const OPEN = 1
  const FAILED = [5, 4, 3, 2, OPEN]
  const list = (filter: object) => listLog(ctx, 'email', { limit: 100, ...filter }).rows
  const idsOf = (rows: ReturnType<typeof list>) => rows.map(({ id }) => id)

  beforeEach(() => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
    const { id: over } = insertBooking(ctx.db, { startsAt: NOW - 2 * MINUTE, endsAt: NOW - MINUTE })
    const later = startsAt + 999 * MINUTE
    const { id: cancelled } = insertBooking(ctx.db, { status: 'cancelled', startsAt: later })
    insert({ status: 'failed', bookingId })
    insert({ status: 'failed', bookingId: over })
    insert({ status: 'failed', bookingId: cancelled, kind: 'confirmed' })
    insert({ status: 'failed', bookingId, settledAt: NOW, settledBy: 'gerda@ordination.example' })
    insert({ status: 'failed', kind: 'test' })
    insert({ status: 'suppressed', bookingId })
    insert({ status: 'queued', bookingId })
  })

  it('the list of open failures has exactly what the state counts and the log marks', () => {
    expect(idsOf(list({ open: true }))).toEqual([OPEN])
    expect(outboxState(ctx).email.failed).toBe(1)
    expect(idsOf(list({}).filter(({ isOpen }) => isOpen))).toEqual([OPEN])
    expect(list({ open: true, status: 'unknown' })).toEqual([])
  })

  it('the list has those of a status, from an id on', () => {
    expect(idsOf(list({ status: 'failed' }))).toEqual(FAILED)
    expect(idsOf(list({ status: 'failed', before: 4 }))).toEqual([3, 2, OPEN])
  })

  it('the search keeps to the same filters', () => {
    const find = (filter: object) => [...searchLog(ctx, 'email', 'a@b', filter)]
    expect(find({ open: true })).toEqual([[OPEN]])
    expect(find({ status: 'failed', before: 4 })).toEqual([[3, 2, OPEN]])
  })

  it('the list says whether there are more than its limit', () => {
    expect([6, 7].map((limit) => listLog(ctx, 'email', { limit }).more)).toEqual([true, false])
  })
})

describe('the state of the outbox', () => {
  it('is idle without messages', () =>
    expect(outboxState(ctx)).toEqual({ email: IDLE, sms: IDLE, erp: IDLE }))

  it('counts waiting messages of each channel, how old the first is, and for how long one is overdue', () => {
    insert({ dueAt: NOW + 30 * MINUTE })
    expect(outboxState(ctx).email).toEqual({ ...IDLE, queued: 1 })
    insert({ dueAt: NOW - 11 * MINUTE })
    insert({ dueAt: NOW - 2 * MINUTE, status: 'sending', createdAt: NOW - 20 * MINUTE })
    insert({ dueAt: NOW - 99 * MINUTE, status: 'sent' })
    insert({ channel: 'sms', kind: 'confirmed', error: 'Störung', dueAt: NOW - MINUTE })
    expect(outboxState(ctx)).toEqual({
      email: { ...IDLE, queued: 3, age: 20 * MINUTE, overdue: 11 * MINUTE },
      sms: { ...IDLE, queued: 1, refused: 1, overdue: MINUTE },
      erp: IDLE,
    })
  })

  it.each(['email-verification', 'test'] as const)(
    'counts no failed %s before an e-mail that was sent, and nothing suppressed',
    (kind) => {
      insert({ status: 'failed', kind })
      insert({ status: 'suppressed' })
      insert({ status: 'sent', sentAt: NOW })
      expect(outboxState(ctx)).toMatchObject({ email: IDLE, sms: IDLE })
    },
  )

  it('counts failed and uncertain messages until their appointment begins', () => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db)
    insert({ status: 'failed', bookingId })
    insert({ status: 'failed', bookingId: null })
    insert({ channel: 'sms', kind: 'confirmed', status: 'unknown', bookingId })
    expect(outboxState({ ...ctx, now: startsAt - 1 })).toMatchObject({
      email: { failed: 2 },
      sms: { unknown: 1 },
    })
    expect(outboxState({ ...ctx, now: startsAt })).toMatchObject({
      email: { failed: 1 },
      sms: { unknown: 0, fault: null },
    })
  })

  it.each([
    ['confirmed', 'cancelled', 0],
    ['reminder', 'cancelled', 0],
    ['reservation-received', 'rejected', 0],
    ['cancelled', 'cancelled', 1],
    ['rejected', 'rejected', 1],
    ['reservation-received', 'confirmed', 1],
  ] as const)('counts a failed %s of an appointment that is %s: %i', (kind, status, failed) => {
    const { id } = insertBooking(ctx.db, { status })
    insert({ status: 'failed', kind, bookingId: id })
    expect(outboxState(ctx).email.failed).toBe(failed)
  })

  it('has been overdue since the oldest refused message was stored, unless one was sent since', () => {
    insert({ error: '451', createdAt: NOW - 20 * MINUTE, dueAt: NOW + MINUTE })
    insert({
      channel: 'sms',
      kind: 'confirmed',
      error: '5',
      createdAt: NOW - 30 * MINUTE,
      dueAt: NOW + MINUTE,
    })
    insert({ channel: 'sms', kind: 'confirmed', status: 'failed', sentAt: NOW })
    expect([outboxState(ctx).email.overdue, outboxState(ctx).sms.overdue]).toEqual([20 * MINUTE, 30 * MINUTE])
    insert({ channel: 'sms', kind: 'confirmed', status: 'sent', sentAt: NOW - 10 * MINUTE })
    expect([outboxState(ctx).email.overdue, outboxState(ctx).sms.overdue]).toEqual([20 * MINUTE, 0])
    insert({ status: 'sent', sentAt: NOW - 10 * MINUTE })
    insert({ dueAt: NOW + MINUTE })
    expect(outboxState(ctx).email.overdue).toBe(0)
  })

  it('leaves e-mails about a danger out, which wait while e-mail is broken', () => {
    insert({ kind: 'danger', error: '451', createdAt: NOW - 30 * MINUTE, dueAt: NOW - 30 * MINUTE })
    expect(outboxState(ctx).email).toEqual({ ...IDLE, queued: 1, age: 30 * MINUTE })
    insert({ error: '451', createdAt: NOW - 20 * MINUTE, dueAt: NOW - MINUTE })
    expect(outboxState(ctx).email).toMatchObject({ queued: 2, refused: 1, overdue: 20 * MINUTE })
  })

  it('counts on each channel what was suppressed for a reason, ahead of the appointment', () => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db)
    const suppressed = { status: 'suppressed', error: 'Urlaub', bookingId } as const
    insert(suppressed)
    insert({ ...suppressed, channel: 'sms', kind: 'confirmed' })
    insert({ ...suppressed, channel: 'sms', kind: 'reminder' })
    insert({ ...suppressed, error: 'Anderer Grund' })
    insert({ ...suppressed, status: 'failed' })
    expect(countSuppressed(ctx, 'Urlaub')).toEqual({ email: 1, sms: 2 })
    expect(countSuppressed({ ...ctx, now: startsAt }, 'Urlaub')).toEqual({ email: 0, sms: 0 })
  })

  it('is read from the index of waiting messages, not from all that were ever sent', () => {
    const { sql } = ctx.db.select({ dueAt: messages.dueAt }).from(messages).where(PENDING).toSQL()
    const plan = ctx.db.$client.prepare(`explain query plan ${sql}`).all() as { detail: string }[]
    expect(plan.map(({ detail }) => detail).join()).toContain('messages_due')
  })
})
