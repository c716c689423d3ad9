import { beforeEach, expect, it } from 'vitest'
import { insertBooking } from '../../testing/bookings.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { queueOnce } from './waiting.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
})

const push = (bookingId: string, subject: string) =>
  queueOnce(app.ctx(), { channel: 'erp', kind: 'erp-push', recipient: 'Odoo', text: '', bookingId, subject })

it('one message waits for each booking, with the newest subject', () => {
  const [first, second] = ['2027-01-12T09:00:00+01:00', '2027-01-12T10:00:00+01:00'].map(
    (start) => insertBooking(app.db, { startsAt: Date.parse(start) }).id,
  )
  push(first ?? '', 'Termin um 9')
  push(second ?? '', 'Termin um 10')
  push(first ?? '', 'Termin um 8')
  expect(app.rows().map(({ bookingId, subject }) => [bookingId, subject])).toEqual([
    [first, 'Termin um 8'],
    [second, 'Termin um 10'],
  ])
})
