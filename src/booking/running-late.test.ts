import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { recordEvent } from './events.ts'
import { announceDelay, listLateBookings, recordCall } from './running-late.ts'

const instantAt = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)

let app: TestApp
/** The ids of the appointments: one that has begun, and later ones by how their patients are notified. */
let ids: Record<'begun' | 'sms' | 'email' | 'call', string>
beforeEach(() => {
  app = openTestApp()
  app.setUpSms()
  app.setClock('2027-01-12T09:00:00+01:00')
  /** Inserts a confirmed appointment of half an hour today. */
  const addAppointment = (time: string, changes: Parameters<typeof insertBooking>[1] = {}) => {
    const times = { startsAt: instantAt(time), endsAt: instantAt(time) + 30 * MINUTE }
    return insertBooking(app.ctx().db, { status: 'confirmed', ...times, ...changes }).id
  }
  ids = {
    begun: addAppointment('09:00'),
    sms: addAppointment('10:00'),
    email: addAppointment('11:00', { mobile: '05572 123456', resourceId: 'b' }),
    call: addAppointment('12:00', { mobile: '', email: '' }),
  }
  // A request, and an appointment of tomorrow, must never be listed.
  addAppointment('13:00', { status: 'requested' })
  insertBooking(app.ctx().db, { status: 'confirmed', startsAt: instantAt('10:00') + DAY_LENGTH })
})

const listQueued = () => app.rows(`select booking_id as id, channel from messages where status = 'queued'`)

describe('the appointments of the rest of today', () => {
  /** Lists the ids of the appointments, each with the way to notify the patient. */
  const listIdsAndWays = (filter?: Parameters<typeof listLateBookings>[1]) =>
    listLateBookings(app.ctx(), filter).map(({ booking, way }) => [booking.id, way])

  it('are listed with the way to notify each patient', () => {
    expect(listIdsAndWays()).toEqual([
      [ids.sms, 'sms'],
      [ids.email, 'email'],
      [ids.call, 'call'],
    ])
  })

  it('can be limited to a latest start, and to one doctor', () => {
    expect(listIdsAndWays({ until: instantAt('11:00') }).map(([id]) => id)).toEqual([ids.sms, ids.email])
    expect(listIdsAndWays({ resource: 'b' }).map(([id]) => id)).toEqual([ids.email])
  })

  it('cannot reach into tomorrow', () => {
    const fields = { until: 'Bitte eine Uhrzeit von heute angeben.' }
    expect(refusalOf(() => listIdsAndWays({ until: instantAt('11:00') + DAY_LENGTH }))?.facts).toEqual({
      fields,
    })
  })

  it('show whose patient was called today', () => {
    recordCall(app.ctx(), ids.call)
    expect(listLateBookings(app.ctx()).map(({ called }) => called)).toEqual([false, false, true])
    app.changeRows('update events set at = at - ?', DAY_LENGTH)
    expect(listLateBookings(app.ctx()).map(({ called }) => called)).toEqual([false, false, false])
  })
})

it('a delay is announced in the quickest way, except to patients whom the practice has to call', () => {
  const chosen = [ids.email, ids.call, ids.begun]
  const announced = announceDelay(app.ctx(), { minutes: 20, until: undefined, ids: chosen })
  expect(announced.map(({ booking }) => booking.id)).toEqual([ids.email, ids.call])
  expect(listQueued()).toEqual([{ id: ids.email, channel: 'email' }])
  expect(app.rows(`select booking_id as id, message from events where kind = 'late-told'`)).toEqual([
    { id: ids.email, message: '20 Minuten' },
  ])
  expect(app.rows('select action, subject from audit')).toEqual([
    { action: 'late-told', subject: `${ids.email.slice(0, 6)}…` },
  ])
})

it('a delay is announced again only if it is another one, or five minutes later', () => {
  const announceMinutes = (minutes: number) =>
    announceDelay(app.ctx(), { minutes, until: undefined, ids: [ids.email] })
  announceMinutes(20)
  expect(announceMinutes(20).map(({ booking }) => booking.id)).toEqual([ids.email])
  expect(listQueued()).toHaveLength(1)
  announceMinutes(30)
  expect(listQueued()).toHaveLength(2)
  app.pass(5 * MINUTE)
  announceMinutes(20)
  expect(listQueued()).toHaveLength(3)
})

it('an e-mail about a longer delay names the expected time, so that nobody adds up both delays', () => {
  for (const minutes of [25, 40]) announceDelay(app.ctx(), { minutes, until: undefined, ids: [ids.email] })
  const texts = app.rows<{ text: string }>(`select text from messages where status = 'queued'`)
  expect(texts.map(({ text }) => /rund \d+ Minuten später, gegen [\d:]+/.exec(text)?.[0])).toEqual([
    'rund 25 Minuten später, gegen 11:25',
    'rund 40 Minuten später, gegen 11:40',
  ])
})

it('a delay is announced even if an unrelated event has the same text', () => {
  recordEvent(app.ctx(), ids.email, 'written', { message: '20 Minuten' })
  announceDelay(app.ctx(), { minutes: 20, until: undefined, ids: [ids.email] })
  expect(listQueued()).toHaveLength(1)
})
