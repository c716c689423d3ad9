import { beforeEach, describe, expect, it } from 'vitest'
import { makeFeed, readFeed } from '../backoffice/feeds.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { erpEvents } from '../db/schema.ts'
import { markerOf } from '../erp/marker.ts'
import { listBusyConflicts } from '../schedule/busy-conflicts.ts'
import { insertBooking } from '../testing/bookings.ts'
import {
  type CalendarApp,
  openCalendarApp,
  serveCalendar,
  WEDNESDAY_BUSY_TIME,
  WEDNESDAY_ENTRY,
} from '../testing/calendar-app.ts'
import { calendarText } from '../testing/calendar-text.ts'

let app: CalendarApp

beforeEach(() => {
  app = openCalendarApp()
})

/** Adds a confirmed appointment on Tuesday, 12 January, from ten to half past ten. */
const addAppointment = () =>
  insertBooking(app.ctx().db, {
    status: 'confirmed',
    startsAt: Date.parse('2027-01-12T10:00:00+01:00'),
    endsAt: Date.parse('2027-01-12T10:30:00+01:00'),
  })

/** Returns a calendar with a copy of that appointment from Odoo, and these further lines in its entry. */
const calendarWithCopy = (...lines: string[]) =>
  calendarText(['UID:xyz@google.com', 'DTSTART:20270112T090000Z', 'DURATION:PT30M', ...lines])

describe('our own appointments', () => {
  it('are not read back from a calendar that subscribes to our feed', async () => {
    const booking = addAppointment()
    app.admin()
    const [admin] = app.rows<{ id: number }>('select id from admins')
    const { url } = makeFeed(app.ctx(), admin?.id ?? 0, { title: 'Praxis', initialsOnly: false })
    const [, token = ''] = /feed\/([^/]+)/.exec(url) ?? []
    const feed = readFeed(app.ctx(), token) ?? ''
    expect(feed).toContain('BEGIN:VEVENT')
    // The calendar also has an entry of its own.
    const ownEntry = ['BEGIN:VEVENT', ...WEDNESDAY_ENTRY, 'END:VEVENT'].join('\r\n')
    const server = await serveCalendar(feed.replace('END:VCALENDAR', `${ownEntry}\r\nEND:VCALENDAR`))
    const id = app.addCalendar(server.url)
    await app.read(id)
    expect(app.busyTimes(id)).toEqual([WEDNESDAY_BUSY_TIME])
    expect(listBusyConflicts(app.ctx(), 'calendar')).toEqual([])
    // The calendar keeps the feed from before the cancellation.
    cancelByStaff(app.ctx(), booking.id, '')
    await app.read(id)
    expect(app.busyTimes(id)).toEqual([WEDNESDAY_BUSY_TIME])
    expect(app.isFreeAtTen('2027-01-12')).toBe(true)
  })

  it('are not read back from a calendar that copies them from Odoo with their marker', async () => {
    const server = await serveCalendar(calendarWithCopy(`DESCRIPTION:${markerOf(addAppointment())}`))
    const id = app.addCalendar(server.url)
    await app.read(id)
    expect(app.busyTimes(id)).toEqual([])
  })

  it('are not read back from a calendar that copies only free/busy times from Odoo, once they are there', async () => {
    const booking = addAppointment()
    const server = await serveCalendar(calendarWithCopy())
    const id = app.addCalendar(server.url)
    await app.read(id)
    expect(listBusyConflicts(app.ctx(), 'calendar')).toHaveLength(1)
    app.setUpOdoo()
    const { id: bookingId, startsAt, endsAt } = booking
    const pushedEvent = { bookingId, eventId: 5, startsAt, endsAt, active: true, pushedAt: 1 }
    app.ctx().db.insert(erpEvents).values(pushedEvent).run()
    await app.read(id)
    expect(app.busyTimes(id)).toEqual([])
    expect(listBusyConflicts(app.ctx(), 'calendar')).toEqual([])
    // Once the appointment is cancelled, an entry at its time may be another one.
    cancelByStaff(app.ctx(), booking.id, '')
    await app.read(id)
    expect(app.busyTimes(id)).toEqual(['2027-01-12T10:00:00+01:00 2027-01-12T10:30:00+01:00'])
  })
})
