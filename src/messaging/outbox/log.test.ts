import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import type { Message } from '../../db/schema.ts'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { aboutText } from '../../shared/messages/message-kinds.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { refusalOf } from '../../testing/refusal.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { getMessage, listLog, listMessagesByIds } from './log.ts'
import { searchLog } from './log-search.ts'
import { insertMessage } from './queue.ts'
import { outboxState } from './state.ts'

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true }).ctx()
})

/** Inserts a message, by default an e-mail to the practice, and returns its id. */
function insertInLog(changes: Partial<Message>): number {
  const content = { channel: 'email', kind: 'new-reservation', recipient: 'a@b.at', text: 'T' } as const
  return insertMessage(ctx, content, changes).id
}

/** Returns the ids of the messages that a search finds, the newest first. */
const findIds = (channel: 'email' | 'sms', words: string, filter: object = {}) =>
  [...searchLog(ctx, channel, words, filter)].flat()

it('a search finds every word of the topic of a message', () => {
  // The appointments cover each month and each day of the week.
  const starts = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 10 + month, 9))
  for (const startsAt of starts) {
    const { id: bookingId } = insertBooking(ctx.db, { startsAt, endsAt: startsAt + MINUTE })
    const message = insertInLog({ bookingId, subject: 'Betreff' })
    const words = aboutText('new-reservation', startsAt)
    expect(findIds('email', words.toUpperCase()), words).toEqual([message])
  }
  expect(findIds('email', 'Kalender')).toEqual([])
})

it('a search finds messages by the name of the patient', () => {
  const { id: bookingId } = insertBooking(ctx.db, { firstName: 'Jörg', lastName: 'Übelhör' })
  const toPatient = insertInLog({ bookingId, subject: 'Betreff' })
  const withoutPatient = insertInLog({ subject: 'Betreff' })
  expect(findIds('email', 'ubelhor JÖRG')).toEqual([toPatient])
  expect(listMessagesByIds(ctx, [toPatient, withoutPatient])).toMatchObject([
    { id: withoutPatient, patientName: '' },
    { id: toPatient, patientName: 'Jörg Übelhör' },
  ])
})

it.each([
  { lastName: 'Müller', found: ['Mueller', 'muller'], missed: ['mullner'] },
  { lastName: 'Mueller', found: ['Müller', 'mueller'], missed: [] },
  { lastName: "O'Brien-Weiß", found: ['obrien', 'O’Brien', 'weiss'], missed: ['o brienx'] },
  { lastName: 'Annaeder', found: ['eder'], missed: ['adler'] },
])('a search finds messages of $lastName by $found', ({ lastName, found, missed }) => {
  const { id: bookingId } = insertBooking(ctx.db, { firstName: 'X', lastName, status: 'cancelled' })
  const message = insertInLog({ bookingId, subject: 'Betreff' })
  for (const words of found) expect(findIds('email', words), words).toEqual([message])
  for (const words of missed) expect(findIds('email', words), words).toEqual([])
})

it('a search reads the subject of an e-mail, but not its text', () => {
  const email = insertInLog({ subject: 'Übersicht', text: 'Brief' })
  expect(findIds('email', 'ubersicht')).toEqual([email])
  expect(findIds('email', 'brief')).toEqual([])
})

it('a search reads the text of an SMS, but not its subject', () => {
  const sms = insertInLog({ channel: 'sms', kind: 'reminder', subject: 'Übersicht', text: 'Brief' })
  expect(findIds('sms', 'ubersicht')).toEqual([])
  expect(findIds('sms', 'brief')).toEqual([sms])
})

it('a search reads the messages in pages of 500, to the last one', () => {
  // A single statement is much faster than 501 calls.
  ctx.db.$client.exec(`
    with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < 501)
    insert into messages (channel, kind, recipient, text, log_uuid, status, due_at, created_at)
    select 'email', 'test', 'a@b.at', '', n, 'sent', 0, 0 from numbers`)
  const pages = [...searchLog(ctx, 'email', 'a@b.at', {})]
  expect(pages.map(({ length }) => length)).toEqual([500, 1])
})

it('a message is found by its id only on its channel and for its booking', () => {
  const [today, tomorrow] = [NOW, NOW + DAY_LENGTH]
  const { id: ownBooking } = insertBooking(ctx.db, { startsAt: today })
  const { id: otherBooking } = insertBooking(ctx.db, { startsAt: tomorrow })
  const id = insertInLog({ bookingId: ownBooking })
  insertInLog({ bookingId: otherBooking })
  expect(getMessage(ctx, 'email', id)).toMatchObject({ id, bookingId: ownBooking })
  expect(getMessage(ctx, 'email', id, ownBooking)).toMatchObject({ id })
  expect(refusalOf(() => getMessage(ctx, 'email', id, otherBooking))?.code).toBe('not found')
  expect(refusalOf(() => getMessage(ctx, 'sms', id))?.code).toBe('not found')
})

describe('the log of failed and other messages', () => {
  const list = (filter: object) => listLog(ctx, 'email', { limit: 100, ...filter }).rows
  const listIds = (filter: object) => list(filter).map(({ id }) => id)

  /**
   * Inserts five failed messages, of which only `open` is an open failure, and two others.
   * @returns the ids of the failed messages, by the reason why they are open or not
   */
  function insertFailures() {
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
    const { id: pastBooking } = insertBooking(ctx.db, { startsAt: NOW - 2 * MINUTE, endsAt: NOW - MINUTE })
    const { id: cancelledBooking } = insertBooking(ctx.db, {
      status: 'cancelled',
      startsAt: startsAt + DAY_LENGTH,
    })
    const settlement = { settledAt: NOW, settledBy: 'gerda@ordination.example' }
    const failures = {
      open: insertInLog({ status: 'failed', bookingId }),
      ofPast: insertInLog({ status: 'failed', bookingId: pastBooking }),
      ofCancelled: insertInLog({ status: 'failed', bookingId: cancelledBooking, kind: 'confirmed' }),
      settled: insertInLog({ status: 'failed', bookingId, ...settlement }),
      test: insertInLog({ status: 'failed', kind: 'test' }),
    }
    insertInLog({ status: 'suppressed', bookingId })
    insertInLog({ status: 'queued', bookingId })
    return failures
  }

  it('lists as open failures the messages that the state counts and the log marks', () => {
    const { open } = insertFailures()
    expect(listIds({ open: true })).toEqual([open])
    expect(outboxState(ctx).email.failed).toBe(1)
    const marked = list({}).filter(({ isOpen }) => isOpen)
    expect(marked.map(({ id }) => id)).toEqual([open])
    expect(list({ open: true, status: 'unknown' })).toEqual([])
  })

  it('lists the messages of a status, the newest first', () => {
    const { open, ofPast, ofCancelled, settled, test } = insertFailures()
    expect(listIds({ status: 'failed' })).toEqual([test, settled, ofCancelled, ofPast, open])
  })

  it('continues with the messages before a given one', () => {
    const { open, ofPast, ofCancelled, settled } = insertFailures()
    expect(listIds({ status: 'failed', before: settled })).toEqual([ofCancelled, ofPast, open])
  })

  it('is searched with the same filters', () => {
    const { open, ofPast, ofCancelled, settled } = insertFailures()
    expect(findIds('email', 'a@b', { open: true })).toEqual([open])
    expect(findIds('email', 'a@b', { status: 'failed', before: settled })).toEqual([
      ofCancelled,
      ofPast,
      open,
    ])
  })

  it('says whether there are more messages than the limit of a page', () => {
    for (let i = 0; i < 3; i++) insertInLog({})
    const hasMore = (limit: number) => listLog(ctx, 'email', { limit }).more
    expect([hasMore(2), hasMore(3)]).toEqual([true, false])
  })
})
