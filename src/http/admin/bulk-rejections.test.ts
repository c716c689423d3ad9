import { describe, expect, it } from 'vitest'
import type { Booking } from '../../db/schema.ts'
import { MINUTE } from '../../shared/day.ts'
import { PROBLEMS } from '../../shared/problems.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/**
 * A marked request looks like one of an attack, because its origin or mailbox has made too many (`marked`,
 * docs/behaviour.md 7.16). The practice rejects marked ones together, without a message (bulk-changes.ts).
 */
describe('rejecting marked requests', () => {
  const REASON = 'Auffällige Anfrage, ohne Nachricht abgelehnt.'

  const reject = (app: TestApp, body: object) => app.admin().post('/api/admin/bookings/reject', body)

  /** Inserts a request at this time, and returns its id. */
  function insertAt(app: TestApp, time: string, changes: Partial<Booking>) {
    const startsAt = Date.parse(`2027-01-12T${time}:00+01:00`)
    return insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * MINUTE, ...changes }).id
  }

  /** Opens the app with a marked request that was rejected. */
  async function openWithRejected() {
    const app = openTestApp()
    const id = insertAt(app, '10:00', { marked: true })
    expect((await reject(app, { ids: [id] })).status).toBe(200)
    return app
  }

  it('answers the result for each id, in the given order', async () => {
    const app = openTestApp()
    const marked = insertAt(app, '10:00', { marked: true })
    const unmarked = insertAt(app, '11:00', { marked: false })
    const confirmed = insertAt(app, '12:00', { marked: true, status: 'confirmed' })
    const ids = [marked, unmarked, confirmed, 'unknown']
    const answer = await reject(app, { ids })
    expect(answer.status).toBe(200)
    const [, notFound] = PROBLEMS['not found']
    expect(answer.json.results).toEqual([
      { id: marked, status: 'rejected' },
      { id: unmarked, error: 'conflict', message: 'Diese Anfrage ist nicht auffällig.' },
      { id: confirmed, error: 'already_decided', message: 'Dieser Termin wurde bereits bestätigt.' },
      { id: 'unknown', error: 'not found', message: notFound },
    ])
  })

  it('answers an id that is named twice with success both times, because nothing is left to do', async () => {
    const app = openTestApp()
    const id = insertAt(app, '10:00', { marked: true })
    const answer = await reject(app, { ids: [id, id] })
    expect(answer.json.results).toEqual([
      { id, status: 'rejected' },
      { id, status: 'rejected' },
    ])
    expect(app.rows(`select id from events where kind = 'rejected'`)).toHaveLength(1)
  })

  it('frees the time', async () => {
    const app = await openWithRejected()
    expect(app.rows('select id from occupations')).toEqual([])
  })

  it('sends no message, and says why', async () => {
    const app = await openWithRejected()
    expect(app.rows('select distinct kind, status from messages')).toEqual([
      { kind: 'rejected', status: 'muted' },
    ])
    expect(app.rows(`select error from messages where channel = 'email'`)).toEqual([{ error: REASON }])
  })

  it('is recorded in the history with its admin and reason', async () => {
    const app = await openWithRejected()
    expect(app.rows(`select kind, actor_name, message from events where actor = 'admin'`)).toEqual([
      { kind: 'rejected', actor_name: ADMIN, message: REASON },
    ])
  })

  it.each([
    { fault: 'no ids', body: {} },
    { fault: 'an empty list of ids', body: { ids: [] } },
    { fault: 'ids that are no list', body: { ids: 'x' } },
    { fault: 'a message, because none is sent', body: { ids: ['a'], message: 'Hallo' } },
  ])('is refused with $fault', async ({ body }) => {
    const answer = await reject(openTestApp(), body)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })
})
