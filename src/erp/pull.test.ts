import { beforeEach, describe, expect, it } from 'vitest'
import { type Booking, erpEvents, erpState } from '../db/schema.ts'
import { listFreeSlots } from '../schedule/availability.ts'
import { listBusyConflicts } from '../schedule/busy-conflicts.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { type Odoo, openOdoo } from './odoo-client.ts'
import { ROWS_PER_PAGE, toOdooTime } from './odoo-fields.ts'
import { pullBusyTimes } from './pull.ts'
import { pushBooking } from './push.ts'

let app: TestApp
let simulator: ReturnType<typeof openOdooSimulator>
let odoo: Odoo

beforeEach(async () => {
  app = openTestApp()
  simulator = openOdooSimulator()
  const login = { url: await listenAs(simulator), db: 'praxis', user: 'ordi', password: 'demo-key' }
  odoo = await openOdoo(login, { resolveHost: async () => [], allowPrivate: true })
  app.ctx().db.insert(erpState).values({ id: 1, source: 'praxis', triedAt: 0 }).run()
})

const pull = () => pullBusyTimes(app.ctx, odoo, 'praxis')
/** Brings a booking to Odoo, by default a new one. */
const push = async (booking = addConfirmed()) => {
  await pushBooking(app.ctx, odoo, booking.id)
  app.pass(1_000)
  return booking
}
const BUSY_TIMES = `select starts_at, ends_at from absences where kind = 'erp' order by starts_at`
const listBusy = () =>
  app
    .rows<{ starts_at: number; ends_at: number }>(BUSY_TIMES)
    .map(({ starts_at, ends_at }) => [isoAt(starts_at), isoAt(ends_at)])
const addConfirmed = (changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { status: 'confirmed', ...changes })
/** Returns the free times of a day, as `08:00`. */
const freeOn = (day: string) =>
  listFreeSlots(app.ctx(), day, 'folgebehandlung').starts.map((start) => isoAt(start).slice(11, 16))

describe('busy times of Odoo', () => {
  it('block free times, and give them back when they are gone', async () => {
    const before = freeOn('2027-01-12')
    const id = simulator.enterEvent({ start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' })
    await pull()
    expect(freeOn('2027-01-12')).toEqual(before.filter((time) => time >= '11:00'))
    expect(before.length).toBeGreaterThan(freeOn('2027-01-12').length)
    simulator.removeEvent(id)
    await pull()
    expect(freeOn('2027-01-12')).toEqual(before)
  })

  it('follow an event that is moved', async () => {
    const id = simulator.enterEvent({ start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' })
    await pull()
    simulator.changeEvent(id, { start: '2027-01-13 07:00:00', stop: '2027-01-13 08:00:00' })
    await pull()
    expect(listBusy()).toEqual([['2027-01-13T08:00:00+01:00', '2027-01-13T09:00:00+01:00']])
  })

  it('of a whole day are Vienna days, whatever times Odoo stores', async () => {
    simulator.enterEvent({
      allday: true,
      start: '2027-03-27 08:00:00',
      stop: '2027-03-28 18:00:00',
      start_date: '2027-03-27',
      stop_date: '2027-03-28',
    })
    await pull()
    // The clocks go forward on 28 March.
    expect(listBusy()).toEqual([['2027-03-27T00:00:00+01:00', '2027-03-29T00:00:00+02:00']])
  })

  it('leave out what is free, declined, archived, without length, over, or of somebody else', async () => {
    const at = { start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' }
    simulator.enterEvent({ ...at, show_as: 'free' })
    simulator.enterEvent({ ...at, active: false })
    simulator.enterEvent({ ...at, stop: at.start })
    simulator.enterEvent({ start: '2027-01-05 07:00:00', stop: '2027-01-05 08:00:00' })
    simulator.enterEvent({ ...at, partner_ids: [99] })
    simulator.declineEvent(simulator.enterEvent(at))
    await pull()
    expect(listBusy()).toEqual([])
  })

  it('are all read, page after page', async () => {
    // Three pages, of which the last has one event.
    const count = 2 * ROWS_PER_PAGE + 1
    for (let i = 0; i < count; i++) {
      const start = Date.parse('2027-01-08T06:00Z') + i * 12 * HOUR
      simulator.enterEvent({ start: toOdooTime(start), stop: toOdooTime(start + HOUR) })
    }
    await pull()
    expect(listBusy()).toHaveLength(count)
  })

  it('stay as they were last read when Odoo is away', async () => {
    simulator.enterEvent({ start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' })
    await pull()
    simulator.faults.expect('unreachable')
    await expect(pull()).rejects.toThrow('Odoo ist nicht erreichbar.')
    expect(listBusy()).toHaveLength(1)
  })

  it('write nothing but the time of reading when nothing has changed', async () => {
    simulator.enterEvent({ start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' })
    await pull()
    const rows = () => app.rows('select id from absences union all select id from occupations')
    const before = rows()
    await pull()
    expect(rows()).toEqual(before)
  })
})

describe('our own events', () => {
  /** Returns what has become of each of our events in Odoo. */
  const listChanges = () =>
    app
      .ctx()
      .db.select()
      .from(erpEvents)
      .all()
      .map(({ change, changedStartsAt }) =>
        change === 'moved'
          ? `moved to ${changedStartsAt === null ? 'whole days' : isoAt(changedStartsAt)}`
          : change,
      )

  it('are no busy times, even before their id is stored', async () => {
    await push()
    await pull()
    expect(listBusy()).toEqual([])
    // An interrupted push has left the event without storing its id.
    app.ctx().db.delete(erpEvents).run()
    await pull()
    expect([listBusy(), listBusyConflicts(app.ctx(), 'erp')]).toEqual([[], []])
  })

  it('that the doctor moves or deletes are noticed, and left as they are', async () => {
    const booking = await push()
    const id = simulator.events()[0]?.id ?? 0
    simulator.changeEvent(id, { start: '2027-01-12 09:00:00', stop: '2027-01-12 09:30:00' })
    await pull()
    expect(listChanges()).toEqual(['moved to 2027-01-12T10:00:00+01:00'])
    expect(simulator.events()).toMatchObject([{ start: '2027-01-12 09:00:00' }])

    simulator.changeEvent(id, { start: '2027-01-12 07:30:00', stop: '2027-01-12 08:00:00' })
    await pull()
    expect(listChanges()).toEqual([null])
    simulator.changeEvent(id, { active: false })
    await pull()
    expect(listChanges()).toEqual(['removed'])
    simulator.removeEvent(id)
    await pull()
    expect(listChanges()).toEqual(['removed'])
    await push(booking)
    await pull()
    expect(listChanges()).toEqual([null])
  })

  it('that the doctor moves to whole days have no time to move to', async () => {
    await push()
    const id = simulator.events()[0]?.id ?? 0
    simulator.changeEvent(id, { allday: true, start: '2027-01-12 08:00:00', stop: '2027-01-12 18:00:00' })
    await pull()
    expect(listChanges()).toEqual(['moved to whole days'])
  })
})

describe('a busy time over the time', () => {
  it('of a confirmed booking is a conflict, and the booking keeps its time', async () => {
    const booking = await push()
    simulator.enterEvent({ start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' })
    await pull()
    expect(listBusyConflicts(app.ctx(), 'erp')).toMatchObject([{ bookingId: booking.id }])
    expect(app.rows(`select 1 from occupations where booking_id is not null`)).toHaveLength(1)
  })

  it('of a request or a cancelled booking is no conflict', async () => {
    for (const status of ['requested', 'cancelled'] as const) insertBooking(app.ctx().db, { status })
    simulator.enterEvent({ start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' })
    await pull()
    expect(listBusyConflicts(app.ctx(), 'erp')).toEqual([])
  })
})
