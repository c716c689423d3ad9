import { insertAdmin, signIn } from './admins.ts'
import type { Browser } from './browser.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** Opens a practice with a browser in which its admin is signed in. */
export async function openSignedIn() {
  const app = openTestApp()
  insertAdmin(app)
  return { app, browser: await signIn(app) }
}

/** Returns the HTTP status of the call for the session: 200 where somebody is signed in, otherwise 401. */
export async function sessionStatus(browser: Browser): Promise<number> {
  return (await browser.get('/api/admin/session')).status
}

/** Lists the actions in the audit, oldest first. */
export function listActions(app: TestApp): string[] {
  return app.rows<{ action: string }>('select action from audit order by id').map(({ action }) => action)
}

/** Returns the stored row of the first admin. */
export function adminRow(app: TestApp) {
  return app.rows('select * from admins')[0]
}
