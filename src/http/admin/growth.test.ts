import { expect, it } from 'vitest'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** The tables that grow for as long as the practice exists. */
const GROWING = 'bookings|booking_search|messages|events|occupations|audit'

it.each([
  'status',
  'overview',
  'odoo',
  'calendar?from=2027-01-11&to=2027-01-17',
  'absences/conflicts',
  'bookings?when=coming',
  'bookings?search=musterfrau&when=coming',
  'audit?kind=access',
  'audit?actor=visitor',
  'audit/actors',
  'metrics',
])('%s reads no growing table in full', async (path) => {
  // A partial index has only what is open or has failed.
  const inFull = new RegExp(
    `^SCAN (?:${GROWING})$|^SCAN .* USING (?:COVERING )?INDEX \\w+_by_(?:start|time|person)`,
  )
  expect((await stepsOf(path)).filter((step) => inFull.test(step))).toEqual([])
})

it.each(['queued', 'sending', 'failed', 'unknown', 'muted'])(
  'the outbox finds what is %s without reading what was sent',
  async (status) => {
    const steps = await stepsOf(`outbox/emails?status=${status}`)
    expect(steps).toContain('SEARCH messages USING INDEX messages_unsent (status=? AND channel=?)')
    expect(steps.filter((step) => step.includes('ORDER BY'))).toEqual([])
  },
)

it('counts the SMS of a month without reading those before', async () => {
  const search = 'SEARCH messages USING INDEX messages_sms_by_time (channel=? AND due_at>? AND due_at<?)'
  expect(await stepsOf('status')).toContain(search)
})

/** What SQLite does for all that the call reads. */
async function stepsOf(path: string): Promise<string[]> {
  const app = openTestApp()
  insertBooking(app.ctx().db)
  const client = app.ctx().db.$client
  const prepare = client.prepare.bind(client)
  const statements: string[] = []
  Object.assign(client, { prepare: (text: string) => statements.push(text) && prepare(text) })
  const answer =
    path === 'metrics' ? app.browser('127.0.0.1').get('/metrics') : app.admin().get(`/api/admin/${path}`)
  expect((await answer).status).toBe(200)

  return statements
    .filter((text) => /^\s*(select|with)/i.test(text))
    .flatMap((text) => {
      const plan = prepare(`explain query plan ${text}`)
      const nulls = Array(text.split('?').length - 1).fill(null)
      return (plan.all(...nulls) as { detail: string }[]).map(({ detail }) => detail)
    })
}
