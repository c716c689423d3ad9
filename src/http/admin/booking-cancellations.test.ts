import { describe, expect, it } from 'vitest'
import type { Booking } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { PROBLEMS } from '../../shared/problems.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openRequestedApp } from '../../testing/requested-app.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const HALF_AN_HOUR = 30 * MINUTE

describe('a cancellation by the practice', () => {
  const cancel = (app: TestApp, id: string, body = {}) =>
    app.admin().post(`/api/admin/bookings/${id}/cancel`, body)

  it('says that the patient is notified', async () => {
    const { app, id } = await openRequestedApp()
    const { status, json } = await cancel(app, id)
    expect([status, json]).toEqual([
      200,
      { status: 'cancelled', note: 'Termin wurde abgesagt und der Patient informiert.' },
    ])
  })

  it('that can be taken back says that the message goes out in ten seconds', async () => {
    const { app, id } = await openRequestedApp()
    expect((await cancel(app, id, { undoable: true })).json).toEqual({
      status: 'cancelled',
      note: 'Termin wurde abgesagt. Die Nachricht geht in 10 Sekunden hinaus.',
      notified: true,
      undo_until: '2027-01-07T13:40:10+01:00',
    })
  })

  it('is recorded in the history and in the audit, with its admin', async () => {
    const { app, id } = await openRequestedApp()
    await cancel(app, id, { message: 'Der Arzt ist krank.' })
    expect(app.rows(`select actor_name, message from events where kind = 'cancelled'`)).toEqual([
      { actor_name: ADMIN, message: 'Der Arzt ist krank.' },
    ])
    expect(app.rows('select action, subject from audit')).toEqual([
      { action: 'booking-cancelled', subject: `${id.slice(0, 6)}…` },
    ])
  })

  it('changes nothing the second time', async () => {
    const { app, id } = await openRequestedApp()
    await cancel(app, id)
    const { status, json } = await cancel(app, id)
    expect([status, json]).toEqual([200, { status: 'cancelled', note: 'Termin war bereits abgesagt.' }])
    expect(app.rows(`select 1 from events where kind = 'cancelled'`)).toHaveLength(1)
    expect(app.rows('select 1 from audit')).toHaveLength(1)
  })

  it.each([
    ['without an e-mail address', '', false],
    ['while notifications are switched off', 'otto@beispiel.example', true],
  ])('says when no message reaches the patient: %s', async (_, email, notify_off) => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { notify_off })
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', email })
    expect((await cancel(app, id)).json).toEqual({
      status: 'cancelled',
      note: 'Termin wurde abgesagt. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
    })
  })

  it('is refused for a rejected booking', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'rejected' })
    const { status, json } = await cancel(app, id)
    expect([status, json]).toMatchObject([
      409,
      { error: 'already_decided', message: 'Dieser Termin wurde bereits abgelehnt.' },
    ])
  })
})

describe('cancelling several', () => {
  const PATIENT = 'rosa@musterfrau.example'
  const cancel = (app: TestApp, body: object) => app.admin().post('/api/admin/bookings/cancel', body)

  /** Inserts a booking of that hour and returns its id. */
  function insertAt(app: TestApp, hour: number, status: Booking['status'], email = PATIENT) {
    const startsAt = Date.parse(`2027-01-12T${hour}:00:00+01:00`)
    return insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + HALF_AN_HOUR, status, email }).id
  }

  it('answers for each booking what became of it, in the order of the ids', async () => {
    const app = openTestApp()
    const confirmed = insertAt(app, 10, 'confirmed')
    const requested = insertAt(app, 11, 'requested')
    const withoutEmail = insertAt(app, 12, 'confirmed', '')
    const rejected = insertAt(app, 13, 'rejected')
    const cancelled = insertAt(app, 14, 'cancelled')
    const ids = [rejected, confirmed, 'unknown', requested, withoutEmail, cancelled, confirmed]
    const { status, json } = await cancel(app, { ids, message: 'Wir sind krank.' })
    const notifiedNote = 'Termin wurde abgesagt und der Patient informiert.'
    const repeatedNote = 'Termin war bereits abgesagt.'
    const callNote = 'Termin wurde abgesagt. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.'
    expect([status, json.results]).toEqual([
      200,
      [
        { id: rejected, error: 'already_decided', message: 'Dieser Termin wurde bereits abgelehnt.' },
        { id: confirmed, status: 'cancelled', note: notifiedNote, notified: true },
        { id: 'unknown', error: 'not found', message: PROBLEMS['not found'][1] },
        { id: requested, status: 'cancelled', note: notifiedNote, notified: true },
        { id: withoutEmail, status: 'cancelled', note: callNote, notified: false },
        { id: cancelled, status: 'cancelled', note: repeatedNote, notified: false },
        { id: confirmed, status: 'cancelled', note: repeatedNote, notified: true },
      ],
    ])
  })

  it('frees the times, and sends and records the message of the practice', async () => {
    const app = openTestApp()
    const ids = [
      insertAt(app, 10, 'confirmed'),
      insertAt(app, 11, 'requested'),
      insertAt(app, 12, 'confirmed', ''),
    ]
    await cancel(app, { ids, message: 'Wir sind krank.' })
    expect(app.rows('select id from occupations')).toEqual([])
    expect(app.rows(`select actor_name, message from events where actor = 'admin'`)).toEqual(
      Array(3).fill({ actor_name: ADMIN, message: 'Wir sind krank.' }),
    )
    const queued = app.rows(
      `select 1 from messages where text like '%Wir sind krank.%' and status = 'queued'`,
    )
    expect(queued).toHaveLength(2)
  })

  it('sends nothing with notify: false', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const note = 'Termin wurde abgesagt. Der Patient bekommt wie gewünscht keine Nachricht.'
    expect((await cancel(app, { ids: [id], notify: false })).json.results).toEqual([
      { id, status: 'cancelled', note, notified: false },
    ])
    expect(app.rows('select id from messages')).toEqual([])
  })

  it.each([
    [{}, { ids: 'Bitte 1 bis 100 Termine angeben.' }],
    [{ ids: [] }, { ids: 'Bitte 1 bis 100 Termine angeben.' }],
    [{ ids: Array(101).fill('x') }, { ids: 'Bitte 1 bis 100 Termine angeben.' }],
    [{ ids: 'x' }, { ids: 'Bitte 1 bis 100 Termine angeben.' }],
    [{ ids: ['x'], message: 'x'.repeat(1001) }, { message: 'Bitte höchstens 1000 Zeichen eingeben.' }],
    [{ ids: ['x'], notify: 'nein' }, { notify: 'Bitte true oder false angeben.' }],
  ])('is refused: %j', async (body, fields) => {
    const { status, json } = await cancel(openTestApp(), body)
    expect([status, json.fields]).toEqual([400, fields])
  })
})

describe('a cancellation by telephone', () => {
  /** Opens the app three hours and a second before Rosa's appointment, which is confirmed. */
  async function openBeforeAppointment() {
    const { app, admin, id } = await openRequestedApp()
    await admin.post('/api/admin/confirm', { id, message: '' })
    app.at('2027-01-12T05:29:59+01:00')
    // The session from before has ended.
    return { admin: app.admin(), path: `/api/admin/bookings/${id}` }
  }

  it('is stored with who cancelled and how long before', async () => {
    const { admin, path } = await openBeforeAppointment()
    const body = { message: '', notify: false, by: 'patient', undoable: true }
    const { json } = await admin.post(`${path}/cancel`, body)
    expect(json).toEqual({
      status: 'cancelled',
      note: 'Termin wurde abgesagt. Der Patient bekommt wie gewünscht keine Nachricht.',
      notified: false,
      undo_until: '2027-01-12T05:30:09+01:00',
    })
    expect((await admin.get(path)).json).toMatchObject({ cancelled_by: 'patient', cancelled_ahead_min: 180 })
  })

  it('can be taken back', async () => {
    const { admin, path } = await openBeforeAppointment()
    await admin.post(`${path}/cancel`, { message: '', notify: false, by: 'patient', undoable: true })
    expect((await admin.post(`${path}/undo`)).json.status).toBe('confirmed')
  })

  it('can be followed by a reinstatement, once', async () => {
    const { admin, path } = await openBeforeAppointment()
    await admin.post(`${path}/cancel`, { message: '' })
    const reinstated = await admin.post(`${path}/reinstate`, { message: '' })
    expect(reinstated.json).toMatchObject({ status: 'confirmed', notified: true })
    const second = await admin.post(`${path}/reinstate`, { message: '' })
    expect([second.status, second.json.error]).toEqual([409, 'conflict'])
  })
})

describe('rejecting marked requests', () => {
  /** Inserts a booking of that hour and returns its id. */
  function insertAt(app: TestApp, hour: number, changes: Partial<Booking>) {
    const startsAt = Date.parse(`2027-01-12T${hour}:00:00+01:00`)
    return insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + HALF_AN_HOUR, ...changes }).id
  }

  it('answers for each id what became of it', async () => {
    const app = openTestApp()
    const marked = insertAt(app, 10, { marked: true, origin: 'a' })
    const unmarked = insertAt(app, 11, {})
    const confirmed = insertAt(app, 12, { marked: true, status: 'confirmed' })
    const ids = [marked, unmarked, confirmed, 'unknown', marked]
    const answer = await app.admin().post('/api/admin/bookings/reject', { ids })
    expect([answer.status, answer.json.results]).toEqual([
      200,
      [
        { id: marked, status: 'rejected' },
        { id: unmarked, error: 'conflict', message: 'Diese Anfrage ist nicht auffällig.' },
        { id: confirmed, error: 'already_decided', message: 'Dieser Termin wurde bereits bestätigt.' },
        { id: 'unknown', error: 'not found', message: PROBLEMS['not found'][1] },
        { id: marked, status: 'rejected' },
      ],
    ])
  })

  it('frees the time, sends no message, and records why', async () => {
    const app = openTestApp()
    const id = insertAt(app, 10, { marked: true, origin: 'a' })
    await app.admin().post('/api/admin/bookings/reject', { ids: [id] })
    expect(app.rows('select id from occupations')).toEqual([])
    expect(app.rows('select distinct kind, status from messages')).toEqual([
      { kind: 'rejected', status: 'suppressed' },
    ])
    const reason = 'Auffällige Anfrage, ohne Nachricht abgelehnt.'
    expect(app.rows(`select error from messages where channel = 'email'`)).toEqual([{ error: reason }])
    expect(app.rows(`select kind, actor_name, message from events where actor = 'admin'`)).toEqual([
      { kind: 'rejected', actor_name: ADMIN, message: reason },
    ])
  })

  it.each([{}, { ids: [] }, { ids: 'x' }, { ids: ['a'], message: 'Hallo' }])(
    'is refused with %j',
    async (body) => {
      const answer = await openTestApp().admin().post('/api/admin/bookings/reject', body)
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
    },
  )
})
