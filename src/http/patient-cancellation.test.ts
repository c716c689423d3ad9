import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { cutOff, DEFAULT_CANCEL_HOURS, tooLateText } from '../shared/cut-off.ts'
import { insertBooking } from '../testing/bookings.ts'
import { HELD_START } from '../testing/hold-app.ts'
import { openTestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'

describe('a cancellation by the patient', () => {
  function openBookedApp(status: Booking['status']) {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status, startsAt: Date.parse(HELD_START) })
    /** Cancels as the patient, for whom the path of the call says `reject`. */
    const cancel = async (changes: object = {}) => {
      const answer = await app.browser().post('/api/patient/reject', { id, message: '', ...changes })
      return [answer.status, answer.json]
    }
    return { app, cancel }
  }

  it('tells the practice the reason, and is not in the audit', async () => {
    const { app, cancel } = openBookedApp('confirmed')
    expect(await cancel({ message: 'Bin krank.' })).toEqual([200, { status: 'cancelled' }])
    expect(app.rows('select kind, recipient, text from messages order by id')).toEqual([
      { kind: 'cancelled', recipient: 'rosa@musterfrau.example', text: expect.any(String) },
      {
        kind: 'cancelled-by-patient',
        recipient: 'termine@ordination.example',
        text: expect.stringContaining('Bin krank.'),
      },
    ])
    expect(app.rows('select id from audit')).toEqual([])
  })

  it.each([null, undefined])('needs no reason: %s', async (message) => {
    const { cancel } = openBookedApp('confirmed')
    expect(await cancel({ message })).toEqual([200, { status: 'cancelled' }])
  })

  it('gets the same answer when it is repeated, and sends no further message', async () => {
    const { app, cancel } = openBookedApp('confirmed')
    await cancel()
    expect(await cancel()).toEqual([200, { status: 'cancelled' }])
    expect(app.rows('select id from messages')).toHaveLength(2)
  })

  it('is refused from the cut-off on, with the times and the number to call', async () => {
    const { app, cancel } = openBookedApp('requested')
    app.setClock(isoAt(cutOff(Date.parse(HELD_START), DEFAULT_CANCEL_HOURS)))
    expect(await cancel()).toEqual([
      409,
      {
        error: 'too_late',
        message: tooLateText('Stornierung', DEFAULT_CANCEL_HOURS),
        start_local: HELD_START,
        starts_in_hours: DEFAULT_CANCEL_HOURS,
        phone: '+43 5572 000000',
        mail: 'termine@ordination.example',
      },
    ])
    expect(app.rows('select status from bookings')).toEqual([{ status: 'requested' }])
  })

  it('is refused for a rejected booking', async () => {
    const { cancel } = openBookedApp('rejected')
    const [status, json] = await cancel()
    expect([status, json.message]).toEqual([409, 'Dieser Termin wurde bereits abgelehnt.'])
  })

  it('is refused for an unknown booking', async () => {
    const { cancel } = openBookedApp('confirmed')
    const [status, json] = await cancel({ id: 'x'.repeat(32) })
    expect([status, json.error]).toEqual([404, 'not found'])
  })
})
