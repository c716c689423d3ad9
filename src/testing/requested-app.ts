import { book } from './factory.ts'
import { openTestApp } from './test-app.ts'

/** The start of the booking, on a Tuesday. It is an Erstordination, which takes 45 minutes. */
export const BOOKED_START = '2027-01-12T08:30:00+01:00'

/** Opens an app in which Rosa Musterfrau has requested BOOKED_START. `id` is the id of her booking. */
export async function openRequestedApp() {
  const app = openTestApp()
  const { json } = await book(app, app.browser(), BOOKED_START)
  return { app, admin: app.admin(), id: json.id as string }
}
