import { testOdooConnection } from '../erp/connection-test.ts'
import { writeSettings } from '../practice/settings.ts'
import { Problem } from '../shared/problems.ts'
import type { Settings } from '../shared/settings/settings.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** The password that the simulated Odoo accepts, which is also its API key. */
export const ODOO_KEY = 'demo-key'

type OdooSettings = { ODOO_URL: string } & Partial<Settings['odoo']>

/** Opens a practice with the Odoo at this URL. Login settings that are not given are valid. */
export function openPracticeWithOdoo(settings: OdooSettings, { allowPrivateTargets = true } = {}): TestApp {
  const app = openTestApp({ config: { allowPrivateTargets } })
  const login = { ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: ODOO_KEY }
  writeSettings(app.ctx(), 'odoo', { ...login, ...settings })
  return app
}

/**
 * Tests the connection to the Odoo of the practice. Every host name resolves to it. Returns the sentence
 * about success, or the reason for the failure.
 */
export async function outcomeOfOdooTest(app: TestApp, timeoutMs?: number): Promise<string> {
  try {
    return await testOdooConnection(app.ctx(), async () => ['127.0.0.1'], timeoutMs)
  } catch (error) {
    if (error instanceof Problem && error.code === 'test_failed') return error.message
    throw error
  }
}
