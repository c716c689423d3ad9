import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { getBooking } from './bookings.ts'
import { type Decision, decideBooking } from './decisions.ts'

/** Each decision, and the status to which it leads. */
const DECISIONS = [
  { decision: 'confirm', status: 'confirmed' },
  { decision: 'reject', status: 'rejected' },
] as const
/** The sentence that refuses another decision, by the present status of the booking. */
const REFUSALS = [
  { present: 'confirmed', sentence: 'Dieser Termin wurde bereits bestätigt.' },
  { present: 'rejected', sentence: 'Dieser Termin wurde bereits abgelehnt.' },
  { present: 'cancelled', sentence: 'Dieser Termin wurde bereits abgesagt.' },
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

  it.each(REFUSALS.filter(({ present }) => present !== status))(
    'is refused when the booking is $present, and nothing changes',
    ({ present, sentence }) => {
      const { app, decide } = openBooked(present)
      const stateBefore = app.bookingState()
      expect(() => decide(decision)).toThrow(
        expect.objectContaining({ code: 'already_decided', message: sentence, facts: { status: present } }),
      )
      expect(app.bookingState()).toEqual(stateBefore)
    },
  )

  it('is refused for a link to another start, even with the right count of moves', () => {
    const { app, id } = openBooked()
    const anotherStart = Date.parse('2027-01-12T10:00:00+01:00')
    const link = { start: anotherStart, moves: 0 }
    expect(refusalCode(() => decideBooking(app.ctx(), id, { decision, link }))).toBe('bad_signature')
    expect(getBooking(app.ctx(), id).status).toBe('requested')
  })

  it('is refused for an unknown booking', () => {
    const { app } = openBooked()
    expect(() => decideBooking(app.ctx(), 'unknown booking', { decision })).toThrow(
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
