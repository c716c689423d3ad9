import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { insertAdmin, signIn } from './admins.ts'
import type { Browser } from './browser.ts'
import { SAMPLE_SETTINGS } from './sample-settings.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** How long a sign-in or a proof counts, restated from docs/behaviour.md (`proof_required`). */
export const PROOF_LIFE = 10 * MINUTE

/** The answer to a call that needs a proof, when the last one no longer counts. */
export const PROOF_REQUIRED = {
  error: 'proof_required',
  message: 'Bitte bestätigen Sie noch einmal, dass Sie es sind.',
}

/** Opens a practice where Odoo is set up, with a doctor who has just signed in. */
export async function openProofApp(): Promise<{ app: TestApp; doctor: Browser & { token: string } }> {
  const app = openTestApp()
  insertAdmin(app)
  writeSettings(app.ctx(), 'odoo', SAMPLE_SETTINGS.odoo)
  return { app, doctor: await signIn(app) }
}
