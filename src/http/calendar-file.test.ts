import { describe, expect, it } from 'vitest'
import { calendarFile } from '../messaging/email/ics.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'

/** Opens an app with a confirmed booking. `path` is the path of its calendar file. */
function openBooked() {
  const app = openTestApp()
  const booking = insertBooking(app.ctx().db, { status: 'confirmed' })
  return { app, booking, path: `/api/bookings/${booking.id}/termin.ics` }
}

describe('the calendar file of an appointment', () => {
  it('is downloaded, and not cached', async () => {
    const { app, booking, path } = openBooked()
    const answer = await app.browser().get(path)
    expect([answer.status, answer.text]).toEqual([200, calendarFile(app.ctx(), booking)])
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="termin.ics"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('is not found for an unknown booking', async () => {
    const { app, booking, path } = openBooked()
    const unknown = await app.browser().get(path.replace(booking.id, 'x'.repeat(32)))
    expect([unknown.status, unknown.json.error]).toEqual([404, 'not found'])
  })
})
