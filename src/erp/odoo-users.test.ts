import { beforeEach, describe, expect, it } from 'vitest'
import { type Booking, bookings, erpEvents } from '../db/schema.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { odooCheck } from '../operation/checks/odoo.ts'
import { writeSettings } from '../practice/settings.ts'
import { listBusyConflicts } from '../schedule/busy-conflicts.ts'
import type { Problem } from '../shared/problems.ts'
import { insertBooking } from '../testing/bookings.ts'
import { findingRows } from '../testing/finding-rows.ts'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { testOdooConnection } from './connection-test.ts'
import { toOdooTime } from './odoo-fields.ts'
import { pullNow, pullWhenDue } from './pull-schedule.ts'
import { queueErpPush } from './push-queue.ts'
import { erpTransport } from './push-transport.ts'

/**
 * The id of the partner of the user that Ordi signs in as. The appointments of `doctor-1` and `labor` are in
 * the calendar of this user.
 */
const PRACTICE_PARTNER_ID = 3

let app: TestApp
let simulator: ReturnType<typeof openOdooSimulator>
/** The id of the partner of the user `b@ordi.example`, who is Dr. B. */
let partnerIdOfB: number

const ports = () => ({ resolveHost: async () => [], log: app.log })
const pull = () => pullNow(app.ctx, ports())
const putResource = (id: string, values: object) => app.admin().put(`/api/admin/resources/${id}`, values)

beforeEach(async () => {
  app = openTestApp({ config: { allowPrivateTargets: true } })
  simulator = openOdooSimulator()
  partnerIdOfB = simulator.addUser('b@ordi.example')
  writeSettings(app.ctx(), 'odoo', {
    ODOO_URL: await listenAs(simulator),
    ODOO_DB: 'praxis',
    ODOO_USER: 'ordi',
    ODOO_PASS: 'demo-key',
  })
  await putResource('dr-b', { name: 'Dr. B', odoo_user: 'b@ordi.example' })
  await putResource('labor', { name: 'Labor' })
})

const addAppointment = (resourceId: string, changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { status: 'confirmed', resourceId, ...changes })

/** Queues pushes of these bookings, runs all due pushes, and returns their outcomes. */
async function push(...pushed: Booking[]) {
  for (const booking of pushed) queueErpPush(app.ctx(), booking)
  await deliverDue(app.ctx, erpTransport(ports()), app.log)
  app.pass(1_000)
  return app.rows<{ error: string | null }>(`select error from messages where channel = 'erp' order by id`)
}

/** Returns the partners in whose calendars each event is. */
const attendees = () => simulator.events().map(({ partner_ids }) => partner_ids)

/** Returns the days of the busy times, each with the resource that is busy; null stands for all. */
const busyDays = () =>
  app.rows<{ resource_id: string | null; day: string }>(
    `select resource_id, date(starts_at / 1000, 'unixepoch') day from absences where kind = 'erp' order by day, 1`,
  )

/** Enters an event in Odoo on this day. @returns its id */
const enterEventOn = (day: string, partner_ids: number[]) =>
  simulator.enterEvent({ start: `${day} 07:00:00`, stop: `${day} 10:00:00`, partner_ids })

describe('an event in Odoo', () => {
  it('is in the calendar of its doctor or, without one, of the practice', async () => {
    await push(addAppointment('doctor-1'), addAppointment('dr-b'), addAppointment('labor'))
    expect(attendees()).toEqual([[PRACTICE_PARTNER_ID], [partnerIdOfB], [PRACTICE_PARTNER_ID]])
    expect(simulator.mails).toEqual([])
  })

  it('moves to the calendar of the new doctor when its appointment moves', async () => {
    const booking = addAppointment('dr-b')
    await push(booking)
    app.ctx().db.update(bookings).set({ resourceId: 'doctor-1' }).run()
    await push(booking)
    expect(attendees()).toEqual([[PRACTICE_PARTNER_ID]])
    app.ctx().db.update(bookings).set({ resourceId: 'dr-b' }).run()
    await push(booking)
    expect(attendees()).toEqual([[partnerIdOfB]])
    expect(simulator.mails).toEqual([])
  })

  it('keeps the people whom its doctor has invited', async () => {
    const booking = addAppointment('dr-b')
    await push(booking)
    const [event] = simulator.events()
    const invitedPartnerId = 99
    simulator.changeEvent(event?.id ?? 0, { partner_ids: [partnerIdOfB, invitedPartnerId] })
    await push(booking)
    expect(attendees()).toEqual([[partnerIdOfB, invitedPartnerId]])
  })

  it('is found and moved when its doctor gets another user', async () => {
    await pull()
    await push(addAppointment('labor'), addAppointment('dr-b'))
    const partnerIdOfC = simulator.addUser('c@ordi.example')
    await putResource('labor', { odoo_user: 'c@ordi.example' })
    expect(await pullWhenDue(app.ctx, ports())).toBe(true)
    // The pull has queued a push of the appointment.
    await push()
    expect(attendees()).toEqual([[partnerIdOfC], [partnerIdOfB]])
  })
})

describe('busy times of Odoo', () => {
  it('occupy only their doctor; those of the practice occupy all who have no user', async () => {
    enterEventOn('2027-01-12', [PRACTICE_PARTNER_ID])
    enterEventOn('2027-01-13', [partnerIdOfB])
    enterEventOn('2027-01-14', [PRACTICE_PARTNER_ID, partnerIdOfB])
    simulator.declineEvent(enterEventOn('2027-01-15', [partnerIdOfB]), partnerIdOfB)
    await pull()
    expect(busyDays()).toEqual([
      { resource_id: 'doctor-1', day: '2027-01-12' },
      { resource_id: 'labor', day: '2027-01-12' },
      { resource_id: 'dr-b', day: '2027-01-13' },
      { resource_id: 'doctor-1', day: '2027-01-14' },
      { resource_id: 'dr-b', day: '2027-01-14' },
      { resource_id: 'labor', day: '2027-01-14' },
    ])
  })

  it('occupy all resources while none has a user, even if one once had a user', async () => {
    enterEventOn('2027-01-12', [PRACTICE_PARTNER_ID])
    enterEventOn('2027-01-13', [partnerIdOfB])
    await pull()
    await putResource('dr-b', { odoo_user: '' })
    await pullWhenDue(app.ctx, ports())
    expect(busyDays()).toEqual([{ resource_id: null, day: '2027-01-12' }])
  })

  it('occupy a new resource at once', async () => {
    enterEventOn('2027-01-12', [PRACTICE_PARTNER_ID])
    await pull()
    await putResource('dr-c', { name: 'Dr. C' })
    await pullWhenDue(app.ctx, ports())
    expect(busyDays().map(({ resource_id }) => resource_id)).toEqual(['doctor-1', 'dr-c', 'labor'])
  })

  it('conflict only with appointments of their doctor', async () => {
    await push(addAppointment('doctor-1'))
    const { id } = addAppointment('dr-b')
    enterEventOn('2027-01-12', [partnerIdOfB])
    await pull()
    expect(listBusyConflicts(app.ctx(), 'erp').map(({ bookingId }) => bookingId)).toEqual([id])
  })

  it('do not include the event of an appointment that is just being pushed', async () => {
    const { startsAt, endsAt } = addAppointment('dr-b')
    // The event is in Odoo, and its id is not stored yet.
    app.ctx().db.delete(erpEvents).run()
    for (const partnerId of [PRACTICE_PARTNER_ID, partnerIdOfB])
      simulator.enterEvent({
        start: toOdooTime(startsAt),
        stop: toOdooTime(endsAt),
        partner_ids: [partnerId],
      })
    await pull()
    expect(busyDays().map(({ resource_id }) => resource_id)).toEqual(['doctor-1', 'labor'])
  })
})

describe('a user whom Odoo does not know', () => {
  const refusalOfTest = () =>
    testOdooConnection(app.ctx(), ports().resolveHost).catch((error: Problem) => error.message)
  const UNKNOWN = 'In Odoo gibt es den Benutzer „nobody“ nicht: Bitte unter „Ärzte & Räume“ prüfen.'

  it('does not prevent other calendars from being read, and keeps the stored times of the doctor', async () => {
    enterEventOn('2027-01-12', [partnerIdOfB])
    await pull()
    await putResource('dr-b', { odoo_user: 'nobody' })
    enterEventOn('2027-01-13', [PRACTICE_PARTNER_ID])
    expect(await pull()).toBe(false)
    expect(busyDays()).toEqual([
      { resource_id: 'dr-b', day: '2027-01-12' },
      { resource_id: 'doctor-1', day: '2027-01-13' },
      { resource_id: 'labor', day: '2027-01-13' },
    ])
  })

  it('is named by `ordi doctor` and by the connection test', async () => {
    await putResource('dr-b', { odoo_user: 'nobody' })
    await pull()
    const state = odooCheck.read(app.ctx())
    expect(findingRows(odooCheck.doctor?.findings(state, app.ctx().now))).toEqual([
      `wrong: ${UNKNOWN} Check it in the web admin, under Odoo.`,
    ])
    expect(await refusalOfTest()).toBe(UNKNOWN)
  })

  it('delays only the pushes of the doctor, until the user is corrected', async () => {
    await putResource('dr-b', { odoo_user: 'nobody' })
    await pull()
    expect(await push(addAppointment('dr-b'), addAppointment('labor'))).toEqual([
      { error: UNKNOWN },
      { error: null },
    ])
    await putResource('dr-b', { odoo_user: 'b@ordi.example' })
    await pullWhenDue(app.ctx, ports())
    await push()
    expect(attendees()).toEqual([[PRACTICE_PARTNER_ID], [partnerIdOfB]])
  })
})
