import { describe, expect, it } from 'vitest'
import { CANCEL_HOURS, CANCELLATION_NOTICE, TOO_LATE } from '../shared/booking.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'

const START = '2027-01-12T08:30:00+01:00'

function booked(status: 'requested' | 'confirmed' | 'rejected' = 'requested') {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { status })
  return {
    app,
    cancel: (message = '') => app.browser().post('/api/patient/reject', { id, message }),
    everything: () =>
      ['bookings', 'occupations', 'events', 'messages'].map((table) => app.rows(`select * from ${table}`)),
  }
}

describe('a cancellation by the patient', () => {
  it('gives the reason to the practice', async () => {
    const { app, cancel } = booked()
    const answer = await cancel('Bin krank.')
    expect([answer.status, answer.json]).toEqual([200, { status: 'cancelled' }])
    expect(app.rows('select kind, recipient, text from messages order by id')).toEqual([
      { kind: 'cancelled', recipient: 'rosa@musterfrau.example', text: expect.any(String) },
      {
        kind: 'cancelled-by-patient',
        recipient: 'termine@ordination.example',
        text: expect.stringContaining('Bin krank.'),
      },
    ])
    expect(app.rows('select id from occupations')).toEqual([])
    expect(app.rows('select id from audit')).toEqual([])
  })

  it('has the same answer the second time, and nothing changes', async () => {
    const { cancel, everything } = booked('confirmed')
    await cancel()
    const before = everything()
    const again = await cancel()
    expect([again.status, again.json]).toEqual([200, { status: 'cancelled' }])
    expect(everything()).toEqual(before)
  })

  it('is refused from the cut-off on, with the facts and whom to call', async () => {
    const { app, cancel, everything } = booked()
    const before = everything()
    app.at(new Date(Date.parse(START) - CANCELLATION_NOTICE).toISOString())
    const answer = await cancel()
    expect([answer.status, answer.json]).toEqual([
      409,
      {
        error: 'too_late',
        message: TOO_LATE,
        start_local: START,
        starts_in_hours: CANCEL_HOURS,
        phone: '+43 5572 000000',
        mail: 'termine@ordination.example',
      },
    ])
    expect(everything()).toEqual(before)
  })

  it('is refused for a rejected or unknown booking', async () => {
    const { app, cancel } = booked('rejected')
    const rejected = await cancel()
    expect([rejected.status, rejected.json.message]).toEqual([409, 'Dieser Termin wurde bereits abgelehnt.'])
    const unknown = await app.browser().post('/api/patient/reject', { id: 'x'.repeat(32), message: '' })
    expect([unknown.status, unknown.json.error]).toEqual([404, 'not found'])
  })
})
