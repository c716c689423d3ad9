import { expect, it, vi } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { recordQueries } from '../../testing/queries.ts'
import { FULL_READ, recordPlanSteps } from '../../testing/query-plan.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/**
 * Calls a route while one booking is stored.
 * @returns the steps of SQLite's plans for all statements of the call
 */
async function readPlanSteps(path: string): Promise<string[]> {
  const app = openTestApp()
  insertBooking(app.ctx().db)
  const listSteps = recordPlanSteps(app.ctx().db)
  // The metrics are for monitoring processes on this host, not for admins.
  const answer =
    path === 'metrics' ? app.browser('127.0.0.1').get('/metrics') : app.admin().get(`/api/admin/${path}`)
  expect((await answer).status).toBe(200)
  return listSteps()
}

/** Returns the statements of the call, each once, including those that were prepared by an earlier call. */
async function recordStatements(app: TestApp, path: string): Promise<string[]> {
  const prepare = vi.spyOn(app.ctx().db.$client, 'prepare')
  const queries = recordQueries()
  expect((await app.admin().get(`/api/admin/${path}`)).status).toBe(200)
  const prepared = prepare.mock.calls.map(([sql]) => sql)
  prepare.mockRestore()
  return [...new Set([...prepared, ...queries])]
}

/** Returns the steps of SQLite's plan for the statement, which do not depend on its parameters. */
function planOf(app: TestApp, sql: string): string[] {
  const parameters = Array.from(sql.matchAll(/\?/g), () => 0)
  return app.rows<{ detail: string }>(`explain query plan ${sql}`, ...parameters).map(({ detail }) => detail)
}

it.each([
  'status',
  'overview',
  'odoo',
  'calendar?from=2027-01-11&to=2027-01-17',
  'absences/conflicts',
  'bookings?when=coming',
  'bookings?search=musterfrau&when=coming',
  'bookings?status=requested&when=coming',
  'audit?kind=access',
  'audit?actor=visitor',
  'audit/actors',
  'metrics',
])('%s reads no growing table in full', async (path) => {
  expect((await readPlanSteps(path)).filter((step) => FULL_READ.test(step))).toEqual([])
})

it.each(['status', 'overview'])('the %s scans no growing table, whatever it has to report', async (path) => {
  const app = openTestApp()
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' })
  writeSettings(app.ctx(), 'general', { notify_off: true })
  const statements = await recordStatements(app, path)
  const statementsOnGrowingTables = statements.filter((sql) => /from "(messages|bookings)"/.test(sql))
  // Otherwise nothing would be examined below.
  expect(statementsOnGrowingTables.length).toBeGreaterThan(3)
  for (const step of statements.flatMap((sql) => planOf(app, sql)))
    expect(step).not.toMatch(/^SCAN (messages|bookings|occupations|events|audit)$/)
})

it.each(['queued', 'sending', 'failed', 'unknown', 'muted'])(
  'the outbox finds messages that are %s without reading those that were sent',
  async (status) => {
    const steps = await readPlanSteps(`outbox/emails?status=${status}`)
    expect(steps).toContain('SEARCH messages USING INDEX messages_unsent (status=? AND channel=?)')
    expect(steps.filter((step) => step.includes('ORDER BY'))).toEqual([])
  },
)

it('the SMS of a month are counted without reading older ones', async () => {
  const stepOfMonth = 'SEARCH messages USING INDEX messages_sms_by_time (channel=? AND due_at>? AND due_at<?)'
  expect(await readPlanSteps('status')).toContain(stepOfMonth)
})
