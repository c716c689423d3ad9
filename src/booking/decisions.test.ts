import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { getBooking } from './bookings.ts'
import { type Decision, decideBooking, rejectMarked } from './decisions.ts'

const DECISIONS: readonly (readonly [Decision, 'confirmed' | 'rejected'])[] = [
  ['confirm', 'confirmed'],
  ['reject', 'rejected'],
]
const REFUSAL_BY_STATUS = {
  confirmed: 'Dieser Termin wurde bereits bestätigt.',
  rejected: 'Dieser Termin wurde bereits abgelehnt.',
  cancelled: 'Dieser Termin wurde bereits abgesagt.',
}

/** Opens an app with a booking, by default a request. */
function openRequested(changes: Parameters<typeof insertBooking>[1] = {}) {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, changes)
  const decide = (decision: Decision) => decideBooking(app.ctx(), id, { decision })
  return { app, id, decide, everything: app.everything }
}

describe.each(DECISIONS)('the decision to %s', (decision, status) => {
  it('changes the status and sends one message to the patient', () => {
    const { app, decide } = openRequested()
    expect(decide(decision)).toMatchObject({ booking: { status }, repeated: false, emailsOff: false })
    expect(app.rows(`select kind from messages where channel = 'email'`)).toEqual([{ kind: status }])
  })

  it('changes nothing a second time', () => {
    const { app, decide, everything } = openRequested()
    decide(decision)
    app.pass(HOUR)
    const before = everything()
    expect(decide(decision)).toMatchObject({ about: 'booking', booking: { status }, repeated: true })
    expect(everything()).toEqual(before)
  })

  it.each(Object.entries(REFUSAL_BY_STATUS).filter(([other]) => other !== status))(
    'is refused when the booking was %s, and nothing changes',
    (other, sentence) => {
      const { decide, everything } = openRequested({ status: other as 'cancelled' })
      const before = everything()
      expect(() => decide(decision)).toThrow(
        expect.objectContaining({ code: 'already_decided', message: sentence, facts: { status: other } }),
      )
      expect(everything()).toEqual(before)
    },
  )

  it('is refused by a link for another start, even if the count of moves in the link is right', () => {
    const { app, id } = openRequested()
    const link = { start: Date.parse('2027-01-12T10:00:00+01:00'), moves: 0 }
    expect(refusalCode(() => decideBooking(app.ctx(), id, { decision, link }))).toBe('bad_signature')
    expect(getBooking(app.ctx(), id).status).toBe('requested')
  })

  it('is refused for an unknown booking', () => {
    const { app } = openRequested()
    expect(() => decideBooking(app.ctx(), 'x'.repeat(32), { decision })).toThrow(
      expect.objectContaining({ code: 'not found' }),
    )
  })

  it('says when the patient gets no e-mail', () => {
    const { app, decide } = openRequested()
    writeSettings(app.ctx(), 'general', { notify_muteEmail: true })
    expect(decide(decision)).toMatchObject({ repeated: false, emailsOff: true })
  })
})

it('a request whose time has begun can be rejected, but not confirmed', () => {
  const { app, decide } = openRequested()
  app.at('2027-01-12T08:30:00+01:00')
  expect(() => decide('confirm')).toThrow(
    expect.objectContaining({
      code: 'too_late',
      message: 'Dieser Termin hat schon begonnen und kann nicht mehr bestätigt werden.',
      facts: { start_local: '2027-01-12T08:30:00+01:00' },
    }),
  )
  expect(decide('reject').booking.status).toBe('rejected')
})

describe('a confirmation', () => {
  it.each([
    ['was lost', 'delete from occupations'],
    ['begins too late', 'update occupations set starts_at = starts_at + 60000'],
    ['ends too early', 'update occupations set ends_at = ends_at - 60000'],
  ])('is refused when the reserved time %s', (_, harm) => {
    const { app, decide, everything } = openRequested()
    app.ctx().db.$client.exec(harm)
    const before = everything()
    expect(() => decide('confirm')).toThrow(
      expect.objectContaining({
        code: 'slot_taken',
        message: 'Diese Zeit ist inzwischen anders belegt. Bitte lehnen Sie den Termin ab.',
      }),
    )
    expect(everything()).toEqual(before)
  })

  it('is accepted when more than its time is reserved, as for paddings', () => {
    const { app, decide } = openRequested()
    const padding = 5 * MINUTE
    app.change('update occupations set starts_at = starts_at - ?, ends_at = ends_at + ?', padding, padding)
    expect(decide('confirm').booking.status).toBe('confirmed')
  })

  it('keeps its time reserved', () => {
    const { app, decide } = openRequested()
    decide('confirm')
    expect(() => insertBooking(app.ctx().db)).toThrow()
  })

  it('needs its reserved time, and a rejection does not', () => {
    const { app, decide } = openRequested()
    app.ctx().db.$client.exec('delete from occupations')
    expect(decide('reject').booking.status).toBe('rejected')
  })
})

it('a marked request is rejected once and without a message to its patient; other requests are refused', () => {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { marked: true })
  const startsAt = Date.parse('2027-01-12T10:00:00+01:00')
  const other = insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * MINUTE })
  const reject = (...ids: string[]) => rejectMarked(app.assistant(), ids).map(({ outcome }) => outcome)
  expect(reject(id, other.id)).toMatchObject([{ status: 'rejected' }, { code: 'conflict' }])
  const before = app.everything()
  expect(reject(id)).toMatchObject([{ id, status: 'rejected' }])
  expect(app.everything()).toEqual(before)
  expect(app.rows(`select distinct status from messages where kind = 'rejected'`)).toEqual([
    { status: 'suppressed' },
  ])
})
