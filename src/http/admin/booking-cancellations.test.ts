import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR } from '../../shared/day.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { BOOKED_START, openRequestedApp } from '../../testing/requested-app.ts'
import { NOW, openTestApp, type TestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('a cancellation by the practice', () => {
  const cancel = (app: TestApp, id: string, body = {}) =>
    app.admin().post(`/api/admin/bookings/${id}/cancel`, body)

  it('answers that the patient is notified', async () => {
    const { app, id } = await openRequestedApp()
    const { status, json } = await cancel(app, id)
    const note = 'Termin wurde abgesagt und der Patient informiert.'
    expect([status, json]).toEqual([200, { status: 'cancelled', note }])
  })

  it('that can be undone says that the message will be sent in ten seconds', async () => {
    const { app, id } = await openRequestedApp()
    expect((await cancel(app, id, { undoable: true })).json).toEqual({
      status: 'cancelled',
      note: 'Termin wurde abgesagt. Die Nachricht geht in 10 Sekunden hinaus.',
      notified: true,
      undo_until: isoAt(NOW + 10_000),
    })
  })

  it('is recorded with its admin in the history and in the audit', async () => {
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
    { obstacle: 'without an e-mail address', email: '', notify_off: false },
    { obstacle: 'while notifications are off', email: 'otto@beispiel.example', notify_off: true },
  ])('asks staff to call if no message reaches the patient: $obstacle', async ({ email, notify_off }) => {
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
    expect([status, json.error]).toEqual([409, 'already_decided'])
    expect(json.message).toBe('Dieser Termin wurde bereits abgelehnt.')
  })
})

describe('a cancellation by telephone', () => {
  /** Opens the app three hours and a second before Rosa's confirmed appointment. */
  async function openBeforeAppointment() {
    const { app, admin, id } = await openRequestedApp()
    await admin.post('/api/admin/confirm', { id, message: '' })
    const now = Date.parse(BOOKED_START) - 3 * HOUR - 1_000
    app.setClock(isoAt(now))
    // The earlier session has ended.
    return { now, admin: app.admin(), path: `/api/admin/bookings/${id}` }
  }

  it('stores who cancelled, and how many whole minutes before the start', async () => {
    const { now, admin, path } = await openBeforeAppointment()
    const body = { message: '', notify: false, by: 'patient', undoable: true }
    const { json } = await admin.post(`${path}/cancel`, body)
    expect(json).toEqual({
      status: 'cancelled',
      note: 'Termin wurde abgesagt. Der Patient bekommt wie gewünscht keine Nachricht.',
      notified: false,
      undo_until: isoAt(now + 10_000),
    })
    expect((await admin.get(path)).json).toMatchObject({
      cancelled_by: 'patient',
      cancelled_ahead_min: 3 * 60,
    })
  })

  it('can be undone', async () => {
    const { admin, path } = await openBeforeAppointment()
    await admin.post(`${path}/cancel`, { message: '', notify: false, by: 'patient', undoable: true })
    expect((await admin.post(`${path}/undo`)).json.status).toBe('confirmed')
  })
})

it('a cancelled appointment can be reinstated once', async () => {
  const { admin, id } = await openRequestedApp()
  await admin.post('/api/admin/confirm', { id, message: '' })
  await admin.post(`/api/admin/bookings/${id}/cancel`, { message: '' })
  const reinstate = () => admin.post(`/api/admin/bookings/${id}/reinstate`, { message: '' })
  expect((await reinstate()).json).toMatchObject({ status: 'confirmed', notified: true })
  const repeated = await reinstate()
  expect([repeated.status, repeated.json.error]).toEqual([409, 'conflict'])
})
