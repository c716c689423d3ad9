import { describe, expect, it } from 'vitest'
import { openEveningApp } from '../../testing/evening-app.ts'

const LATE_BY_SMS = 'Ihr Termin heute um 19:30 Uhr beginnt rund 20 Min. später.'
const LATE_BY_EMAIL = 'rund 20 Minuten später'

describe('the patients of the rest of today', () => {
  it('are listed with the channel for each, and nothing is sent yet', async () => {
    const { app, ids, admin } = openEveningApp()
    const patients = (await admin.get('/api/admin/late')).json
    expect(patients.map(({ id, way }: { id: string; way: string }) => ({ id, way }))).toEqual([
      { id: ids.sms, way: 'sms' },
      { id: ids.email, way: 'email' },
      { id: ids.call, way: 'call' },
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
    const timesBefore = app.rows('select id, starts_at from bookings')
    await notify(Object.values(ids))
    expect(app.rows(`select booking_id id, message from events where kind = 'late-told'`)).toEqual([
      { id: ids.sms, message: '20 Minuten' },
      { id: ids.email, message: '20 Minuten' },
    ])
    expect(app.rows('select id, starts_at from bookings')).toEqual(timesBefore)
  })

  it('can be limited to one doctor', async () => {
    const { app, ids, admin } = openEveningApp()
    app.changeRows(`update bookings set resource_id = 'doctor-2' where id = ?`, ids.email)
    const listIdsOf = async (resource: string) =>
      (await admin.get(`/api/admin/late?resource=${resource}`)).json.map(({ id }: { id: string }) => id)
    expect(await listIdsOf('doctor-1')).toEqual([ids.sms, ids.call])
    expect(await listIdsOf('doctor-2')).toEqual([ids.email])
  })

  it('are ticked off after they were called', async () => {
    const { app, ids, admin } = openEveningApp()
    const listCalled = async () => {
      const patients: { id: string; called: boolean }[] = (await admin.get('/api/admin/late')).json
      return patients.filter(({ called }) => called).map(({ id }) => id)
    }
    expect(await listCalled()).toEqual([])
    expect((await admin.post(`/api/admin/bookings/${ids.call}/called`)).status).toBe(200)
    expect(await listCalled()).toEqual([ids.call])
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
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
    expect(Object.keys(answer.json.fields)).toEqual([field])
    expect(app.rows('select * from messages')).toEqual([])
  })
})
