import { expect, it } from 'vitest'
import { insertBooking } from '../../testing/bookings.ts'
import { FULL_READ, recordPlanSteps } from '../../testing/query-plan.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** Returns the steps of SQLite's plans for all statements of the call. */
async function stepsOf(path: string): Promise<string[]> {
  const app = openTestApp()
  insertBooking(app.ctx().db)
  const steps = recordPlanSteps(app.ctx().db)
  // The metrics are for monitoring programs on this machine, not for admins.
  const answer =
    path === 'metrics' ? app.browser('127.0.0.1').get('/metrics') : app.admin().get(`/api/admin/${path}`)
  expect((await answer).status).toBe(200)
  return steps()
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
  expect((await stepsOf(path)).filter((step) => FULL_READ.test(step))).toEqual([])
})

it.each(['queued', 'sending', 'failed', 'unknown', 'muted'])(
  'the outbox finds messages that are %s without reading those that were sent',
  async (status) => {
    const steps = await stepsOf(`outbox/emails?status=${status}`)
    expect(steps).toContain('SEARCH messages USING INDEX messages_unsent (status=? AND channel=?)')
    expect(steps.filter((step) => step.includes('ORDER BY'))).toEqual([])
  },
)

it('counts the SMS of a month without reading older ones', async () => {
  const search = 'SEARCH messages USING INDEX messages_sms_by_time (channel=? AND due_at>? AND due_at<?)'
  expect(await stepsOf('status')).toContain(search)
})
