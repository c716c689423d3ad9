import { beforeEach, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { MINUTE } from '../../shared/day.ts'
import { aboutText } from '../../shared/messages/message-kinds.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { insertLoggedMessage } from '../../testing/logged-message.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { listMessagesByIds } from './log.ts'
import { searchLog } from './log-search.ts'

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true }).ctx()
})

/** Returns the ids of the messages that a search finds, the newest first. */
const findIds = (channel: 'email' | 'sms', words: string) => [...searchLog(ctx, channel, words, {})].flat()

it('a search finds every word of the topic of a message', () => {
  // The appointments cover each month and each day of the week.
  const starts = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 10 + month, 9))
  for (const startsAt of starts) {
    const { id: bookingId } = insertBooking(ctx.db, { startsAt, endsAt: startsAt + MINUTE })
    const message = insertLoggedMessage(ctx, { bookingId, subject: 'Betreff' })
    const words = aboutText('new-reservation', startsAt)
    expect(findIds('email', words.toUpperCase()), words).toEqual([message])
  }
  expect(findIds('email', 'Kalender')).toEqual([])
})

it('a search finds messages by the name of the patient', () => {
  const { id: bookingId } = insertBooking(ctx.db, { firstName: 'Jörg', lastName: 'Übelhör' })
  const toPatient = insertLoggedMessage(ctx, { bookingId, subject: 'Betreff' })
  const withoutPatient = insertLoggedMessage(ctx, { subject: 'Betreff' })
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
  const message = insertLoggedMessage(ctx, { bookingId, subject: 'Betreff' })
  for (const words of found) expect(findIds('email', words), words).toEqual([message])
  for (const words of missed) expect(findIds('email', words), words).toEqual([])
})

it('a search reads the subject of an e-mail, but not its text', () => {
  const email = insertLoggedMessage(ctx, { subject: 'Übersicht', text: 'Brief' })
  expect(findIds('email', 'ubersicht')).toEqual([email])
  expect(findIds('email', 'brief')).toEqual([])
})

it('a search does not find the code of a verification, which the lists mask', () => {
  const email = insertLoggedMessage(ctx, { kind: 'email-verification', subject: '049217 ist Ihr Code' })
  expect(findIds('email', 'ist Ihr Code')).toEqual([email])
  for (const digits of ['049217', '4921']) expect(findIds('email', digits), digits).toEqual([])
})

it('a search reads the text of an SMS, but not its subject', () => {
  const sms = insertLoggedMessage(ctx, {
    channel: 'sms',
    kind: 'reminder',
    subject: 'Übersicht',
    text: 'Brief',
  })
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
