import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { bookings, type Message, messages } from '../../db/schema.ts'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { VERIFICATION_MINUTES } from '../kinds/email-verification.ts'
import { insertMessage } from './queue.ts'
import { findStaleReason, isStale } from './staleness.ts'
import { outboxState } from './state.ts'

const CHANGED = 'Nicht mehr gesendet: Der Termin hat sich geändert.'
const BEGUN = 'Nicht mehr gesendet: Der Termin hat schon begonnen.'
const GONE = 'Nicht mehr gesendet: Den Termin gibt es nicht mehr.'

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true }).ctx()
})

const message = (changes: Partial<Message>) => {
  const { channel = 'email', kind = 'confirmed' } = changes
  return insertMessage(ctx, { channel, kind, recipient: 'r', text: '' }, { attempts: 1, ...changes })
}

describe('a message', () => {
  it('without its content is not sent', () => {
    const emptied = 'Inhalt auf Wunsch der Person gelöscht.'
    expect(findStaleReason(ctx, message({ kind: 'test', emptied }))).toBe(emptied)
  })

  it.each([
    // An SMS, and an e-mail that asks for something, is sent only while it is true.
    ['sms', 'confirmed', 'confirmed', 1, undefined],
    ['sms', 'reminder', 'confirmed', 1, undefined],
    ['sms', 'rejected', 'rejected', 1, undefined],
    ['sms', 'cancelled', 'cancelled', 1, undefined],
    ['sms', 'confirmed', 'cancelled', 1, CHANGED],
    ['sms', 'reminder', 'cancelled', 1, CHANGED],
    ['sms', 'reminder', 'requested', 1, CHANGED],
    ['sms', 'cancelled', 'confirmed', 1, CHANGED],
    ['email', 'reminder', 'confirmed', 1, undefined],
    ['email', 'reminder', 'cancelled', 1, CHANGED],
    ['email', 'unanswered', 'requested', 1, undefined],
    ['email', 'unanswered', 'rejected', 1, CHANGED],
    // An e-mail that reports something is sent unless the booking was called off.
    ['email', 'confirmed', 'cancelled', 1, CHANGED],
    ['email', 'confirmed', 'cancelled', 2, CHANGED],
    ['email', 'reservation-received', 'rejected', 1, CHANGED],
    ['email', 'reservation-received', 'confirmed', 1, undefined],
    ['email', 'cancelled', 'cancelled', 1, undefined],
    ['email', 'test', 'cancelled', 1, undefined],
  ] as const)(
    '%s %s about a %s booking, at attempt %i, has this reason to be stale: %s',
    (channel, kind, status, attempts, reason) => {
      const { id: bookingId } = insertBooking(ctx.db, { status })
      expect(findStaleReason(ctx, message({ channel, kind, bookingId, attempts }))).toBe(reason)
    },
  )

  it.each([
    ['sms', 'confirmed', BEGUN, GONE],
    ['email', 'reminder', BEGUN, undefined],
    ['email', 'confirmed', undefined, undefined],
  ] as const)(
    '%s %s has, once the appointment begins, this reason to be stale: %s; without it: %s',
    (channel, kind, begun, gone) => {
      const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
      const about = message({ channel, kind, bookingId })
      expect(findStaleReason({ ...ctx, now: startsAt - 1 }, about)).toBeUndefined()
      expect(findStaleReason({ ...ctx, now: startsAt }, about)).toBe(begun)
      expect(findStaleReason(ctx, message({ channel, kind, bookingId: null }))).toBe(gone)
    },
  )

  it.each([
    ['sms', 'confirmed', 1, CHANGED],
    ['email', 'reminder', 1, CHANGED],
    ['email', 'confirmed', 1, CHANGED],
    ['email', 'confirmed', 2, CHANGED],
    ['email', 'moved', 2, CHANGED],
  ] as const)(
    '%s %s about another time, at attempt %i, has this reason to be stale: %s',
    (channel, kind, attempts, reason) => {
      const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
      const stale = (at: number) =>
        findStaleReason(ctx, message({ channel, kind, bookingId, attempts, startsAt: at }))
      expect([stale(startsAt), stale(startsAt - MINUTE)]).toEqual([undefined, reason])
    },
  )

  it('about a series is sent while an appointment of the series stands', () => {
    const [first, second] = (['cancelled', 'confirmed'] as const).map(
      (status, day) =>
        insertBooking(ctx.db, { status, startsAt: NOW + (day + 1) * DAY_LENGTH, seriesId: 'series' }).id,
    )
    const about = (bookingId: string | null = null) =>
      findStaleReason(ctx, message({ kind: 'series-confirmed', bookingId }))
    expect([about(first), about(second), about()]).toEqual([undefined, undefined, CHANGED])
    ctx.db.update(bookings).set({ status: 'cancelled' }).run()
    expect([about(first), about(second)]).toEqual([CHANGED, CHANGED])
  })

  it('states the time of the appointment, unless it is about the one that the patient asks for', () => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
    ctx.db
      .update(bookings)
      .set({ moveToAt: startsAt + MINUTE })
      .run()
    const stale = (kind: Message['kind'], at: number) =>
      isStale(ctx, message({ kind, bookingId, startsAt: at }))
    expect([stale('confirmed', startsAt), stale('confirmed', startsAt + MINUTE)]).toEqual([false, true])
    expect([stale('move-asked', startsAt), stale('move-asked', startsAt + MINUTE)]).toEqual([true, false])
  })

  it('that has failed is still an open failure when one appointment of its series is called off', () => {
    const { id: bookingId } = insertBooking(ctx.db, { status: 'cancelled', seriesId: 'series' })
    const isOpen = (channel: 'email' | 'sms') => {
      ctx.db.delete(messages).run()
      message({ channel, kind: 'series-confirmed', bookingId, status: 'failed' })
      return outboxState(ctx)[channel].failed === 1
    }
    expect([isOpen('email'), isOpen('sms')]).toEqual([true, false])
  })

  it('that offers time is no longer true without its offer', () => {
    expect(isStale(ctx, message({ kind: 'offer' }))).toBe(true)
  })

  it('that verifies an address is sent until its link and code expire', () => {
    const verification = message({ kind: 'email-verification' })
    const expiry = NOW + VERIFICATION_MINUTES * MINUTE
    expect(findStaleReason({ ...ctx, now: expiry - 1 }, verification)).toBeUndefined()
    expect(findStaleReason({ ...ctx, now: expiry }, verification)).toBe(
      'Nicht mehr gesendet: Link und Code sind abgelaufen.',
    )
  })
})
