import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { getBooking } from './bookings.ts'
import { type Decision, decideBooking, rejectMarked } from './decisions.ts'

/** Each decision, and the status to which it leads. */
const DECISIONS = [
  { decision: 'confirm', status: 'confirmed' },
  { decision: 'reject', status: 'rejected' },
] as const
/** The sentence that refuses another decision, by the status of the booking. */
const REFUSALS = [
  { other: 'confirmed', sentence: 'Dieser Termin wurde bereits bestätigt.' },
  { other: 'rejected', sentence: 'Dieser Termin wurde bereits abgelehnt.' },
  { other: 'cancelled', sentence: 'Dieser Termin wurde bereits abgesagt.' },
] as const

const START = '2027-01-12T08:30:00+01:00'

/** Opens an app with a booking at `START`. */
function openBooked(status: Booking['status'] = 'requested') {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(START), status })
  const decide = (decision: Decision) => decideBooking(app.ctx(), id, { decision })
  return { app, id, decide }
}

describe.each(DECISIONS)('the decision to $decision', ({ decision, status }) => {
  it('changes the status of a request and sends one message to its patient', () => {
    const { app, decide } = openBooked()
    expect(decide(decision)).toMatchObject({ booking: { status }, repeated: false, emailsOff: false })
    expect(app.rows(`select kind from messages where channel = 'email'`)).toEqual([{ kind: status }])
  })

  it('changes nothing a second time', () => {
    const { app, decide } = openBooked()
    decide(decision)
    app.pass(HOUR)
    const stateBefore = app.bookingState()
    expect(decide(decision)).toMatchObject({ about: 'booking', booking: { status }, repeated: true })
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it.each(REFUSALS.filter(({ other }) => other !== status))(
    'is refused when the booking was $other, and nothing changes',
    ({ other, sentence }) => {
      const { app, decide } = openBooked(other)
      const stateBefore = app.bookingState()
      expect(() => decide(decision)).toThrow(
        expect.objectContaining({ code: 'already_decided', message: sentence, facts: { status: other } }),
      )
      expect(app.bookingState()).toEqual(stateBefore)
    },
  )

  it('is refused for a link to another start, even with the right count of moves', () => {
    const { app, id } = openBooked()
    const link = { start: Date.parse('2027-01-12T10:00:00+01:00'), moves: 0 }
    expect(refusalCode(() => decideBooking(app.ctx(), id, { decision, link }))).toBe('bad_signature')
    expect(getBooking(app.ctx(), id).status).toBe('requested')
  })

  it('is refused for an unknown booking', () => {
    const { app } = openBooked()
    expect(() => decideBooking(app.ctx(), 'x'.repeat(32), { decision })).toThrow(
      expect.objectContaining({ code: 'not found' }),
    )
  })

  it('says when the patient gets no e-mail', () => {
    const { app, decide } = openBooked()
    writeSettings(app.ctx(), 'general', { notify_muteEmail: true })
    expect(decide(decision)).toMatchObject({ repeated: false, emailsOff: true })
  })
})

it('a request whose time has begun can be rejected, but not confirmed', () => {
  const { app, decide } = openBooked()
  app.setClock(START)
  expect(() => decide('confirm')).toThrow(
    expect.objectContaining({
      code: 'too_late',
      message: 'Dieser Termin hat schon begonnen und kann nicht mehr bestätigt werden.',
      facts: { start_local: START },
    }),
  )
  expect(decide('reject').booking.status).toBe('rejected')
})

describe('a confirmation', () => {
  it.each([
    { fault: 'was lost', damage: 'delete from occupations' },
    { fault: 'begins too late', damage: `update occupations set starts_at = starts_at + ${MINUTE}` },
    { fault: 'ends too early', damage: `update occupations set ends_at = ends_at - ${MINUTE}` },
  ])('is refused when the reserved time $fault', ({ damage }) => {
    const { app, decide } = openBooked()
    app.changeRows(damage)
    const stateBefore = app.bookingState()
    expect(() => decide('confirm')).toThrow(
      expect.objectContaining({
        code: 'slot_taken',
        message: 'Diese Zeit ist inzwischen anders belegt. Bitte lehnen Sie den Termin ab.',
      }),
    )
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it('is accepted when paddings are reserved too', () => {
    const { app, decide } = openBooked()
    const padding = 5 * MINUTE
    app.changeRows(
      'update occupations set starts_at = starts_at - ?, ends_at = ends_at + ?',
      padding,
      padding,
    )
    expect(decide('confirm').booking.status).toBe('confirmed')
  })

  it('keeps its time reserved', () => {
    const { app, decide } = openBooked()
    decide('confirm')
    expect(() => insertBooking(app.ctx().db, { startsAt: Date.parse(START) })).toThrow()
  })
})

it('a rejection needs no reserved time', () => {
  const { app, decide } = openBooked()
  app.changeRows('delete from occupations')
  expect(decide('reject').booking.status).toBe('rejected')
})

describe('rejecting marked requests', () => {
  const openMarked = () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(START), marked: true })
    const reject = (...ids: string[]) => rejectMarked(app.assistant(), ids).map(({ outcome }) => outcome)
    return { app, id, reject }
  }

  it('suppresses the message to the patient', () => {
    const { app, id, reject } = openMarked()
    expect(reject(id)).toMatchObject([{ id, status: 'rejected' }])
    expect(app.rows(`select distinct status from messages where kind = 'rejected'`)).toEqual([
      { status: 'suppressed' },
    ])
  })

  it('changes nothing a second time', () => {
    const { app, id, reject } = openMarked()
    reject(id)
    const stateBefore = app.bookingState()
    expect(reject(id)).toMatchObject([{ id, status: 'rejected' }])
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it('is refused for a request that is not marked, and goes on with the others', () => {
    const { app, id, reject } = openMarked()
    const startsAt = Date.parse('2027-01-12T10:00:00+01:00')
    const unmarked = insertBooking(app.ctx().db, { startsAt })
    expect(reject(unmarked.id, id)).toMatchObject([{ code: 'conflict' }, { status: 'rejected' }])
  })
})
