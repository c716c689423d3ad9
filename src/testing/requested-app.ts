import { book } from './factory.ts'
import { openTestApp } from './test-app.ts'

/** Opens the app in which Rosa Musterfrau has requested a Tuesday morning. `id` is that of her booking. */
export async function openRequestedApp() {
  const app = openTestApp()
  const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  return { app, admin: app.admin(), id: json.id as string }
}
