import { DAY_LENGTH } from '../shared/day.ts'
import { book } from './factory.ts'
import { openTestApp } from './test-app.ts'

/** Opens the app with a past appointment of Rosa Musterfrau, and its three messages. */
export async function openWithPastAppointment() {
  const app = openTestApp()
  const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  app.changeRows(`update messages set status = 'sent'`)
  app.pass(40 * DAY_LENGTH)
  return { ...app, bookingId: json.id as string, admin: app.admin() }
}
