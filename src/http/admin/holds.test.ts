import { expect, it } from 'vitest'
import { countLiveHolds } from '../../booking/live-holds.ts'
import { DAY_LENGTH, HOUR } from '../../shared/day.ts'
import { insertBooking, insertHold } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'

it.each(['doctor', 'assistant'] as const)(
  'a %s can free the times of strangers, and no others',
  async (role) => {
    const app = openTestApp()
    const { db } = app.ctx()
    // A mailbox is known to the practice once an appointment of it was confirmed.
    insertBooking(db, { email: 'rosa@musterfrau.example', status: 'confirmed', startsAt: NOW - DAY_LENGTH })
    for (const [i, email] of ['rosa@musterfrau.example', 'otto@a.example', 'eva@a.example'].entries())
      insertHold(db, { email, now: NOW, startsAt: NOW + (24 + i) * HOUR })
    // Each role signs in with the same address.
    const admin = app.admin(undefined, role)
    const release = () => admin.post('/api/admin/holds/release')

    const answer = await release()
    expect([answer.status, answer.json]).toEqual([200, { released: 2 }])
    expect(app.rows('select email from holds')).toEqual([{ email: 'rosa@musterfrau.example' }])
    expect(countLiveHolds(app.ctx())).toBe(1)
    const audit = () => app.rows('select action, subject, actor_name from audit')
    expect(audit()).toEqual([
      { action: 'holds-released', subject: '2 Zeiten', actor_name: 'assistenz@ordination.example' },
    ])

    expect((await release()).json).toEqual({ released: 0 })
    expect(audit()).toHaveLength(1)
  },
)

it('technik cannot free them', async () => {
  const app = openTestApp()
  insertHold(app.ctx().db, { email: 'otto@a.example', now: NOW })
  expect((await app.admin(undefined, 'technik').post('/api/admin/holds/release')).status).toBe(403)
  expect(countLiveHolds(app.ctx())).toBe(1)
})
