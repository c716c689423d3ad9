import { expect, it } from 'vitest'
import { countLiveHolds } from '../../booking/live-holds.ts'
import { HOUR } from '../../shared/day.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking, insertHold } from '../../testing/bookings.ts'
import type { Browser } from '../../testing/browser.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'

const KNOWN_EMAIL = 'rosa@musterfrau.example'

/** Opens the app with the hold of a known patient, and those of two strangers. */
function openWithHolds() {
  const app = openTestApp()
  const { db } = app.ctx()
  // A mailbox is known to the practice once an appointment of it was confirmed.
  insertBooking(db, { email: KNOWN_EMAIL, status: 'confirmed', startsAt: NOW - 24 * HOUR })
  insertHold(db, { email: KNOWN_EMAIL, now: NOW, startsAt: NOW + 24 * HOUR })
  insertHold(db, { email: 'otto@a.example', now: NOW, startsAt: NOW + 25 * HOUR })
  insertHold(db, { email: 'eva@a.example', now: NOW, startsAt: NOW + 26 * HOUR })
  return app
}

const releaseHolds = (admin: Browser) => admin.post('/api/admin/holds/release')

it.each(['doctor', 'assistant'] as const)('the role %s can free the times of strangers', async (role) => {
  const app = openWithHolds()
  const answer = await releaseHolds(app.admin(ADMIN, role))
  expect([answer.status, answer.json]).toEqual([200, { released: 2 }])
  expect(app.rows('select email from holds')).toEqual([{ email: KNOWN_EMAIL }])
  expect(countLiveHolds(app.ctx())).toBe(1)
})

it('freeing the times of strangers is recorded in the audit only if a time was freed', async () => {
  const app = openWithHolds()
  const admin = app.admin()
  const readAudit = () => app.rows('select action, subject, actor_name from audit')
  const recorded = [{ action: 'holds-released', subject: '2 Zeiten', actor_name: ADMIN }]
  await releaseHolds(admin)
  expect(readAudit()).toEqual(recorded)
  expect((await releaseHolds(admin)).json).toEqual({ released: 0 })
  expect(readAudit()).toEqual(recorded)
})

it('technik cannot free the times of strangers', async () => {
  const app = openWithHolds()
  expect((await releaseHolds(app.admin(ADMIN, 'technik'))).status).toBe(403)
  expect(countLiveHolds(app.ctx())).toBe(3)
})
