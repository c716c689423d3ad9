import { beforeEach, describe, expect, it } from 'vitest'
import { notifyBusyConflicts } from '../booking/notifications.ts'
import { listFreeSlotsForPractice } from '../schedule/availability.ts'
import { listBusyConflicts } from '../schedule/busy-conflicts.ts'
import { saveResource } from '../schedule/resources.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import {
  type CalendarApp,
  openCalendarApp,
  serveCalendar,
  serveHeldCalendar,
  serveUnchangedCalendar,
  TUESDAY_BUSY_TIME,
  WEDNESDAY_BUSY_TIME,
  WEDNESDAY_ENTRY,
} from '../testing/calendar-app.ts'
import { calendarText } from '../testing/calendar-text.ts'
import { storeInParts } from './busy-time-storage.ts'
import { changeCalendar, getCalendar, removeCalendar } from './calendars.ts'

let app: CalendarApp

beforeEach(() => {
  app = openCalendarApp()
})

describe('a calendar elsewhere', () => {
  it('makes the times of its entries busy as long as it has them', async () => {
    const server = await serveCalendar()
    expect(app.isFreeAtTen('2027-01-12')).toBe(true)
    const id = app.addCalendar(server.url)
    expect(await app.read(id)).toBe('stored')
    expect(app.busyTimes(id)).toEqual([TUESDAY_BUSY_TIME])
    expect(app.isFreeAtTen('2027-01-12')).toBe(false)
    expect(app.isFreeAtTen('2027-01-13')).toBe(true)
    server.answerWith(calendarText(WEDNESDAY_ENTRY))
    expect(await app.read(id)).toBe('stored')
    expect(app.busyTimes(id)).toEqual([WEDNESDAY_BUSY_TIME])
    expect(app.isFreeAtTen('2027-01-12')).toBe(true)
    expect(app.isFreeAtTen('2027-01-13')).toBe(false)
    expect(getCalendar(app.ctx(), id)).toMatchObject({
      found: 1,
      unread: 0,
      fault: null,
      readAt: app.ctx().now,
    })
  })

  it('makes no time busy once it is removed', async () => {
    const { url } = await serveCalendar(calendarText(WEDNESDAY_ENTRY))
    const id = app.addCalendar(url)
    await app.read(id)
    expect(app.isFreeAtTen('2027-01-13')).toBe(false)
    removeCalendar(app.ctx(), id)
    expect(app.rows("select * from absences where kind = 'calendar'")).toEqual([])
    expect(app.isFreeAtTen('2027-01-13')).toBe(true)
  })

  it('of one resource leaves the times of the others free', async () => {
    const { url } = await serveCalendar()
    saveResource(app.ctx(), 'raum', { name: 'Raum' })
    app.changeRows("update services set resource_id = 'raum' where id = 'akupunktur'")
    expect(app.rows("select resource_id from services where id = 'folgebehandlung'")).toEqual([
      { resource_id: 'doctor-1' },
    ])
    const id = app.addCalendar(url, { resource_id: 'raum' })
    await app.read(id)
    const tenOClock = Date.parse('2027-01-12T10:00:00+01:00')
    /** Counts the free starts of a service in the hour after ten. */
    const countFreeAfterTen = (service: string) => {
      const { starts } = listFreeSlotsForPractice(app.ctx(), '2027-01-12', service)
      return starts.filter((start) => start >= tenOClock && start < tenOClock + HOUR).length
    }
    expect(countFreeAfterTen('akupunktur')).toBe(0)
    expect(countFreeAfterTen('folgebehandlung')).toBeGreaterThan(0)
  })

  it('is read every ten minutes, and at once after it was added or changed', async () => {
    const { url, requests } = await serveCalendar()
    const id = app.addCalendar(url)
    for (const { minutes, readings } of [
      { minutes: 0, readings: 1 },
      { minutes: 9, readings: 1 },
      { minutes: 1, readings: 2 },
      { minutes: 10, readings: 3 },
    ]) {
      app.pass(minutes * MINUTE)
      await app.readDue()
      expect(requests).toHaveLength(readings)
    }
    changeCalendar(app.ctx(), id, { name: 'Anders', url: '', resource_id: null, busy_only: false })
    await app.readDue()
    expect(requests).toHaveLength(4)
  })

  it('is read in full once a day even if unchanged, because series continue', async () => {
    const daily = ['DTSTART:20200101T180000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY']
    const { url } = await serveUnchangedCalendar(calendarText(daily))
    const id = app.addCalendar(url)
    expect(await app.read(id)).toBe('stored')
    const findLastStart = () =>
      app.rows<{ at: number }>('select max(starts_at) as at from absences where calendar_id = ?', id)[0]
        ?.at ?? 0
    const lastStart = findLastStart()
    app.pass(DAY_LENGTH - MINUTE)
    expect(await app.read(id)).toBe('unchanged')
    expect(findLastStart()).toBe(lastStart)
    expect(getCalendar(app.ctx(), id).readAt).toBe(app.ctx().now)
    app.pass(MINUTE)
    expect(await app.read(id)).toBe('stored')
    expect(findLastStart()).toBe(lastStart + DAY_LENGTH)
  })

  it('is read by one reading after another, so that an older file never replaces a newer one', async () => {
    const { url, requested, release, answerWith, requests } = await serveHeldCalendar()
    const id = app.addCalendar(url)
    const olderReading = app.read(id)
    await requested
    answerWith(calendarText(WEDNESDAY_ENTRY))
    const newerReading = app.read(id)
    // The request of the newer reading would arrive before this one.
    await fetch(url)
    expect(requests).toHaveLength(2)
    release()
    expect(await Promise.all([olderReading, newerReading])).toEqual(['stored', 'stored'])
    expect(app.busyTimes(id)).toEqual([WEDNESDAY_BUSY_TIME])
  })

  it('stores no busy times from a reading during which it was changed', async () => {
    const { url, requested, release } = await serveHeldCalendar()
    const id = app.addCalendar(url)
    const reading = app.read(id)
    await requested
    changeCalendar(app.ctx(), id, {
      name: 'Privat',
      url: 'https://calendar.example/',
      resource_id: null,
      busy_only: true,
    })
    release()
    expect(await reading).toBe('gone')
    expect(app.busyTimes(id)).toEqual([])
    removeCalendar(app.ctx(), id)
    expect(await app.read(id)).toBe('gone')
  })

  it('stores no further busy times if it is changed while they are being stored', async () => {
    const id = app.addCalendar('https://calendar.example/first.ics')
    const at = app.ctx().now + DAY_LENGTH
    const reading = { times: [{ startsAt: at, endsAt: at + HOUR }], unread: 0, unknownZone: 0, isCut: false }
    const answer = { answered: true, status: 200, headers: {}, body: Buffer.of() } as const
    // Other requests are answered before the first part is stored.
    const storing = storeInParts(app.ctx, getCalendar(app.ctx(), id), reading, answer)
    changeCalendar(app.ctx(), id, {
      name: 'Privat',
      url: 'https://calendar.example/second.ics',
      resource_id: null,
      busy_only: true,
    })
    expect(await storing).toBe(false)
    expect(app.busyTimes(id)).toEqual([])
  })
})

describe('a busy time over a confirmed booking', () => {
  it('is reported in a single e-mail, even if several calendars have it', async () => {
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt: Date.parse('2027-01-12T11:00:00+01:00'),
      endsAt: Date.parse('2027-01-12T11:30:00+01:00'),
    })
    const server = await serveCalendar()
    const ids = [app.addCalendar(server.url), app.addCalendar(server.url)]
    // Conflicts also have this kind if they are with calendars other than the one in Odoo.
    const listEmails = () =>
      app.rows<{ subject: string }>("select subject from messages where kind = 'erp-conflict'")
    for (let run = 0; run < 2; run++) {
      for (const id of ids) await app.read(id)
      notifyBusyConflicts(app.ctx())
      app.pass(HOUR)
    }
    expect(listEmails()).toEqual([{ subject: 'Terminkonflikt mit einem anderen Kalender' }])
    expect(listBusyConflicts(app.ctx(), 'calendar')).toHaveLength(2)
    expect(listBusyConflicts(app.ctx(), 'erp')).toEqual([])
  })
})
