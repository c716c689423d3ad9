import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { bookings } from '../../db/schema.ts'
import { openEveningApp } from '../../testing/evening-app.ts'

const LATE_BY_SMS = 'Ihr Termin heute um 19:30 Uhr beginnt rund 20 Min. später.'
const LATE_BY_EMAIL = 'rund 20 Minuten später'

describe('the patients of the rest of today', () => {
  it('are listed with the channel for each, and nothing is sent yet', async () => {
    const { app, ids, admin } = openEveningApp()
    const listed = (await admin.get('/api/admin/late')).json
    expect(listed.map(({ id, way }: { id: string; way: string }) => [id, way])).toEqual([
      [ids.sms, 'sms'],
      [ids.email, 'email'],
      [ids.call, 'call'],
    ])
    expect(app.rows('select * from messages')).toEqual([])
  })

  it('can be limited to those who come by a given time', async () => {
    const { ids, admin } = openEveningApp()
    const untilEight = (await admin.get('/api/admin/late?until=2027-01-12T20:00')).json
    expect(untilEight.map(({ id }: { id: string }) => id)).toEqual([ids.sms, ids.email])
  })

  it('are notified once and at once, by SMS or e-mail', async () => {
    const { app, ids, notify } = openEveningApp()
    // The patient who is already here and the one of tomorrow are not notified.
    expect((await notify(Object.values(ids))).json).toHaveLength(3)
    const sent = app.rows<{ channel: string; id: string; due: number; text: string }>(
      `select channel, booking_id id, due_at due, text from messages where status = 'queued'`,
    )
    expect(sent).toEqual([
      { channel: 'sms', id: ids.sms, due: Date.now(), text: expect.stringContaining(LATE_BY_SMS) },
      { channel: 'email', id: ids.email, due: Date.now(), text: expect.stringContaining(LATE_BY_EMAIL) },
    ])
  })

  it('keep their times, and the history of each has the message', async () => {
    const { app, ids, notify } = openEveningApp()
    const times = app.rows('select id, starts_at from bookings')
    await notify(Object.values(ids))
    expect(app.rows(`select booking_id id, message from events where kind = 'late-told'`)).toEqual([
      { id: ids.sms, message: '20 Minuten' },
      { id: ids.email, message: '20 Minuten' },
    ])
    expect(app.rows('select id, starts_at from bookings')).toEqual(times)
  })

  it('can be limited to one doctor', async () => {
    const { app, ids, admin } = openEveningApp()
    app.ctx().db.update(bookings).set({ resourceId: 'b' }).where(eq(bookings.id, ids.email)).run()
    const late = async (resource: string) =>
      (await admin.get(`/api/admin/late?resource=${resource}`)).json.map(({ id }: { id: string }) => id)
    expect([await late('b'), await late('doctor-1')]).toEqual([[ids.email], [ids.sms, ids.call]])
  })

  it('are ticked off after they were called', async () => {
    const { app, ids, admin } = openEveningApp()
    const called = async () =>
      (await admin.get('/api/admin/late')).json
        .filter((row: { called: boolean }) => row.called)
        .map(({ id }: { id: string }) => id)
    expect(await called()).toEqual([])
    expect((await admin.post(`/api/admin/bookings/${ids.call}/called`)).status).toBe(200)
    expect(await called()).toEqual([ids.call])
    expect(app.rows(`select actor from events where kind = 'called'`)).toEqual([{ actor: 'admin' }])
  })

  it.each([
    { fault: 'a delay under five minutes', changes: { minutes: 4 }, field: 'minutes' },
    { fault: 'a delay over two hours', changes: { minutes: 121 }, field: 'minutes' },
    { fault: 'nobody to tell', changes: { ids: [] }, field: 'ids' },
    { fault: 'an end tomorrow', changes: { until: '2027-01-13T08:00' }, field: 'until' },
  ])('are not notified with $fault', async ({ changes, field }) => {
    const { app, ids, admin } = openEveningApp()
    const body = { minutes: 20, ids: [ids.sms], ...changes }
    const answer = await admin.post('/api/admin/late', body)
    expect([answer.status, answer.json.error, Object.keys(answer.json.fields)]).toEqual([
      400,
      'invalid',
      [field],
    ])
    expect(app.rows('select * from messages')).toEqual([])
  })
})
