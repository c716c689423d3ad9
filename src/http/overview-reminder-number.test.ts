import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('the number for reminders in an overview', () => {
  /** Returns the number in the overview of a patient in Austria who wishes for a reminder by SMS. */
  async function readReminderNumber(smsCountries: 'AT' | 'DE', changes: Partial<Booking> = {}) {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { reminderBySms: true, ...changes })
    app.setUpSms()
    writeSettings(app.ctx(), 'general', { sms_countries: smsCountries })
    return (await app.browser().get(`/api/bookings/${id}`)).json.reminder_sms
  }

  it('is shown by its end', async () => {
    expect(await readReminderNumber('AT')).toBe('+43 664 …567')
  })

  it('is missing in a country that gets no SMS', async () => {
    expect(await readReminderNumber('DE')).toBeUndefined()
  })

  it.each([
    { patient: 'a child', changes: { birthOn: '2015-01-01' } },
    { patient: 'somebody who does not wish for an SMS', changes: { reminderBySms: false } },
  ])('is missing for $patient', async ({ changes }) => {
    expect(await readReminderNumber('AT', changes)).toBeUndefined()
  })

  it('is missing without an SMS provider', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { reminderBySms: true })
    const { status, json } = await app.browser().get(`/api/bookings/${id}`)
    expect([status, json.reminder_sms]).toEqual([200, undefined])
  })
})
