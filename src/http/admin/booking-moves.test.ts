import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { saveResource } from '../../schedule/resources.ts'
import { getService, saveService } from '../../schedule/services.ts'
import { HOUR } from '../../shared/day.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openRequestedApp } from '../../testing/requested-app.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

describe('a move by the practice', () => {
  const TO = '2027-01-13T19:00:00+01:00'
  const move = (app: TestApp, id: string, body: object = {}) =>
    app.admin().post(`/api/admin/bookings/${id}/move`, { start: TO, ...body })

  it('answers the new time, and that the patient is notified', async () => {
    const { app, id } = await openRequestedApp()
    const { status, json } = await move(app, id, { message: 'Der Arzt ist krank.', notify: true })
    expect([status, json]).toEqual([
      200,
      {
        status: 'requested',
        start: TO,
        end: '2027-01-13T19:45:00+01:00',
        note: 'Termin wurde verschoben und der Patient informiert.',
        notified: true,
      },
    ])
  })

  it('is in the details, with the former time in the history', async () => {
    const { app, admin, id } = await openRequestedApp()
    await move(app, id, { message: 'Der Arzt ist krank.' })
    const { json } = await admin.get(`/api/admin/bookings/${id}`)
    expect(json).toMatchObject({ start: TO, end: '2027-01-13T19:45:00+01:00' })
    expect(json.history[1]).toEqual({
      kind: 'moved',
      actor: 'admin',
      actor_name: ADMIN,
      message: 'Der Arzt ist krank.',
      from: '2027-01-12T08:30:00+01:00',
      to: TO,
      at: '2027-01-07T13:40:00+01:00',
    })
    expect(json.messages.at(-1)).toMatchObject({ kind: 'moved', status: 'muted', channel: 'sms' })
  })

  it('changes nothing the second time', async () => {
    const { app, admin, id } = await openRequestedApp()
    await move(app, id)
    expect((await move(app, id)).json).toMatchObject({ note: 'Der Termin hat diese Zeit bereits.' })
    expect((await admin.get(`/api/admin/bookings/${id}`)).json.history).toHaveLength(2)
  })

  it('of fifty to one time at once succeeds once', async () => {
    const app = openTestApp()
    const ids = Array.from({ length: 50 }, (_, i) => {
      const startsAt = Date.parse('2027-02-01T08:00:00+01:00') + i * HOUR
      return insertBooking(app.ctx().db, { status: i % 2 === 0 ? 'requested' : 'confirmed', startsAt }).id
    })

    const answers = await Promise.all(ids.map((id) => move(app, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)])

    const winner = answers.findIndex(({ status }) => status === 200)
    expect(app.rows('select booking_id from occupations where starts_at = ?', Date.parse(TO))).toEqual([
      { booking_id: ids[winner] },
    ])
  })

  it('says that the patient gets no message, as wished', async () => {
    const { app, id } = await openRequestedApp()
    expect((await move(app, id, { notify: false })).json.note).toBe(
      'Termin wurde verschoben. Der Patient bekommt wie gewünscht keine Nachricht.',
    )
  })

  it('asks for a call when no message reaches the patient', async () => {
    const { app, id } = await openRequestedApp()
    writeSettings(app.ctx(), 'general', { notify_off: true })
    expect((await move(app, id)).json.note).toBe(
      'Termin wurde verschoben. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
    )
  })

  it('can be taken back for ten seconds', async () => {
    const { app, id } = await openRequestedApp()
    const { json } = await move(app, id, { undoable: true })
    expect(json).toMatchObject({
      note: 'Termin wurde verschoben. Die Nachricht geht in 10 Sekunden hinaus.',
      undo_until: '2027-01-07T13:40:10+01:00',
    })

    const undone = await app.admin().post(`/api/admin/bookings/${id}/undo`)
    expect(undone.json.note).toBe('Zurückgenommen, es ging keine Nachricht hinaus.')
    expect((await app.admin().get(`/api/admin/bookings/${id}`)).json.start).toBe('2027-01-12T08:30:00+01:00')
  })

  it.each([
    ['an undoable that is no boolean', { undoable: 'ja' }],
    ['no time', { start: undefined }],
    ['a notify that is no boolean', { notify: 'ja' }],
    ['an unknown key', { end: TO }],
  ])('is refused with %s', async (_, body) => {
    const { app, id } = await openRequestedApp()
    const answer = await move(app, id, body)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })

  it('is refused from a time that the appointment no longer has', async () => {
    const { app, id } = await openRequestedApp()
    const answer = await move(app, id, { from: '2027-01-11T08:30:00+01:00' })
    expect([answer.status, answer.json.error]).toEqual([409, 'conflict'])
  })
})

describe('GET /api/admin/bookings/{id}/slots', () => {
  it('answers the next days with times for the appointment', async () => {
    const { admin, id } = await openRequestedApp()
    const { json } = await admin.get(`/api/admin/bookings/${id}/slots?from=2027-01-12`)
    const days = json.map(({ date }: { date: string }) => date)
    expect(days).toEqual(['2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15'])
    // The appointment itself, at 08:30, leaves its time free for the other starts and is none of them.
    expect(json[0].starts.slice(0, 3)).toEqual([
      '2027-01-12T08:00:00+01:00',
      '2027-01-12T08:15:00+01:00',
      '2027-01-12T08:45:00+01:00',
    ])
  })

  it('answers those of a part of the day', async () => {
    const { admin, id } = await openRequestedApp()
    const { json } = await admin.get(`/api/admin/bookings/${id}/slots?from=2027-01-12&part=afternoon`)
    expect(json[0].starts[0]).toBe('2027-01-12T13:30:00+01:00')
  })

  it.each([
    ['none before now', '2026-12-01', '2027-01-07T13:45:00+01:00'],
    ['first those of Monday from a Saturday on', '2027-01-16', '2027-01-18T08:00:00+01:00'],
    ['none that lie years ahead', '2031-01-16', undefined],
  ])('answers %s', async (_, from, firstStart) => {
    const { admin, id } = await openRequestedApp()
    const { status, json } = await admin.get(`/api/admin/bookings/${id}/slots?from=${from}`)
    expect([status, json[0]?.starts[0]]).toEqual([200, firstStart])
  })

  it.each([
    ['no day', ''],
    ['a day that does not exist', '?from=2027-02-30'],
    ['an unknown part of the day', '?from=2027-01-12&part=night'],
  ])('is refused for %s', async (_, query) => {
    const { admin, id } = await openRequestedApp()
    const answer = await admin.get(`/api/admin/bookings/${id}/slots${query}`)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })

  it('is refused for a cancelled appointment', async () => {
    const { admin, id } = await openRequestedApp()
    await admin.post(`/api/admin/bookings/${id}/cancel`, {})
    const { status, json } = await admin.get(`/api/admin/bookings/${id}/slots?from=2027-01-12`)
    expect([status, json.error]).toEqual([409, 'already_decided'])
  })
})

describe('POST /api/admin/bookings/slots', () => {
  it('answers times for each booking, or why it cannot be moved, in the order of the ids', async () => {
    const { admin, id } = await openRequestedApp()
    const { status, json } = await admin.post('/api/admin/bookings/slots', { ids: ['x', id] })
    expect([status, json]).toEqual([
      200,
      {
        results: [
          { id: 'x', error: 'not found', message: 'Der Termin konnte nicht gefunden werden.' },
          {
            id,
            starts: ['2027-01-12T09:30:00+01:00', '2027-01-13T08:30:00+01:00', '2027-01-14T08:30:00+01:00'],
          },
        ],
      },
    ])
  })

  it('names a colleague who has time then, whose times are answered on request', async () => {
    const { app, admin, id } = await openRequestedApp()
    saveResource(app.ctx(), 'b', { name: 'Dr. B' })
    saveService(app.ctx(), { ...getService(app.ctx(), 'erstordination'), otherResourceIds: ['b'] })
    const start = '2027-01-12T08:30:00+01:00'

    const ofOwnDoctor = await admin.post('/api/admin/bookings/slots', { ids: [id] })
    expect(ofOwnDoctor.json.results[0].elsewhere).toEqual([
      { start, resource_id: 'b', resource_name: 'Dr. B' },
    ])

    const ofColleague = await admin.post('/api/admin/bookings/slots', { ids: [id], resource: 'b' })
    expect(ofColleague.json.results).toEqual([{ id, starts: expect.arrayContaining([start]) }])
  })

  it('is refused without ids', async () => {
    const { status, json } = await openTestApp().admin().post('/api/admin/bookings/slots', { ids: [] })
    expect([status, json.fields]).toEqual([400, { ids: 'Bitte 1 bis 100 Termine angeben.' }])
  })
})
