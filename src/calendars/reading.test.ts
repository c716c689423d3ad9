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
  TUESDAY,
  TUESDAY_BUSY,
  WEDNESDAY,
  WEDNESDAY_BUSY,
} from '../testing/calendar-app.ts'
import { calendarText } from '../testing/calendar-text.ts'
import { changeCalendar, getCalendar, removeCalendar } from './calendars.ts'

let app: CalendarApp

beforeEach(() => {
  app = openCalendarApp()
})

const at = (iso: string) => Date.parse(iso)

describe('a calendar elsewhere', () => {
  it('makes busy what it has, until it has it no more', async () => {
    const server = await serveCalendar()
    expect(app.isFreeAtTen('2027-01-12')).toBe(true)
    const id = app.addCalendar(server.url)
    expect(await app.read(id)).toBe('stored')
    expect([app.busyTimes(id), app.isFreeAtTen('2027-01-12'), app.isFreeAtTen('2027-01-13')]).toEqual([
      [TUESDAY_BUSY],
      false,
      true,
    ])
    server.answerWith(calendarText(WEDNESDAY))
    expect(await app.read(id)).toBe('stored')
    expect([app.busyTimes(id), app.isFreeAtTen('2027-01-12'), app.isFreeAtTen('2027-01-13')]).toEqual([
      [WEDNESDAY_BUSY],
      true,
      false,
    ])
    expect(getCalendar(app.ctx(), id)).toMatchObject({
      found: 1,
      unread: 0,
      fault: null,
      readAt: app.ctx().now,
    })
    removeCalendar(app.ctx(), id)
    expect([
      app.rows("select * from absences where kind = 'calendar'"),
      app.isFreeAtTen('2027-01-13'),
    ]).toEqual([[], true])
  })

  it('of one resource leaves the others free', async () => {
    const { url } = await serveCalendar()
    const resource = app.rows<{ id: string }>('select distinct resource_id as id from services')[0]?.id ?? ''
    saveResource(app.ctx(), 'raum', { name: 'Raum' })
    app.change("update services set resource_id = 'raum' where id = 'akupunktur'")
    const id = app.addCalendar(url, { resource_id: 'raum' })
    expect(resource).not.toBe('raum')
    await app.read(id)
    const countFreeAfterTen = (service: string) =>
      listFreeSlotsForPractice(app.ctx(), '2027-01-12', service).starts.filter(
        (start) => start >= at('2027-01-12T10:00:00+01:00') && start < at('2027-01-12T11:00:00+01:00'),
      ).length
    expect([countFreeAfterTen('akupunktur'), countFreeAfterTen('folgebehandlung') > 0]).toEqual([0, true])
  })

  it('is read every ten minutes, and at once when it is added or changed', async () => {
    const { url, requests } = await serveCalendar()
    const id = app.addCalendar(url)
    for (const [minutes, count] of [
      [0, 1],
      [9, 1],
      [1, 2],
      [10, 3],
    ] as const) {
      app.pass(minutes * MINUTE)
      await app.readDue()
      expect(requests).toHaveLength(count)
    }
    changeCalendar(app.ctx(), id, { name: 'Anders', url: '', resource_id: null, busy_only: false })
    await app.readDue()
    expect(requests).toHaveLength(4)
  })

  it('that is unchanged is not read again, but in full once a day, because series go on', async () => {
    const text = calendarText(['DTSTART:20200101T180000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'])
    const server = await serveCalendar((request, response) => {
      const isKnown =
        request.headers['if-none-match'] === '"7"' &&
        request.headers['if-modified-since'] === 'Thu, 07 Jan 2027 10:00:00 GMT'
      if (isKnown) response.writeHead(304).end()
      else
        response.writeHead(200, { etag: '"7"', 'last-modified': 'Thu, 07 Jan 2027 10:00:00 GMT' }).end(text)
    })
    const id = app.addCalendar(server.url)
    expect(await app.read(id)).toBe('stored')
    const last = () =>
      app.rows<{ at: number }>('select max(starts_at) as at from absences where calendar_id = 1')[0]?.at ?? 0
    const before = last()
    app.pass(DAY_LENGTH - MINUTE)
    expect([await app.read(id), last()]).toEqual(['unchanged', before])
    expect(getCalendar(app.ctx(), id).readAt).toBe(app.ctx().now)
    app.pass(MINUTE)
    expect([await app.read(id), last()]).toEqual(['stored', before + DAY_LENGTH])
  })

  it('that differs in two places is stored anew there only', async () => {
    // Enough times for several parts, with both changes in the first one.
    const hours = (...except: string[]) =>
      calendarText(
        ['UID:1', 'DTSTART:20270108T000000Z', 'DURATION:PT30M', 'RRULE:FREQ=HOURLY;COUNT=1500', ...except],
        ...except.map((line) => [
          line.replace('EXDATE', 'DTSTART').replace('0000Z', '1500Z'),
          'DURATION:PT30M',
        ]),
      )
    const server = await serveCalendar(hours())
    const id = app.addCalendar(server.url)
    await app.read(id)
    type Row = { id: number; at: number }
    const readAbsences = () =>
      app.rows<Row>('select id, starts_at as at from absences where calendar_id is not null order by 2')
    const readOccupations = () =>
      app.rows<Row>('select id, starts_at as at from occupations where absence_id is not null order by 2')
    const [absences, occupations] = [readAbsences(), readOccupations()]
    expect([absences.length, occupations.length]).toEqual([1_500, 1_500])
    server.answerWith(hours('EXDATE:20270109T000000Z', 'EXDATE:20270116T000000Z'))
    expect(await app.read(id)).toBe('stored')
    const moved = [at('2027-01-09T00:00:00Z'), at('2027-01-16T00:00:00Z')]
    const wanted = absences.map((row) => (moved.includes(row.at) ? row.at + 15 * MINUTE : row.at))
    expect([readAbsences().map((row) => row.at), readOccupations().map((row) => row.at)]).toEqual([
      wanted,
      wanted,
    ])
    const countKept = (before: readonly Row[], after: readonly Row[]) => {
      const ids = new Set(after.map((row) => row.id))
      return before.filter((row) => ids.has(row.id)).length
    }
    expect(countKept(absences, readAbsences())).toBe(1_500 - 2)
    // The time around a change is reserved with it, a day on each side.
    expect(countKept(occupations, readOccupations())).toBeGreaterThan(1_400)
    expect(app.rows('select starts_at as at from freed_times order by 1')).toEqual(
      moved.map((start) => ({ at: start })),
    )
    // A reading that finds nothing new writes nothing but its time.
    const changes = () => app.rows<{ n: number }>('select total_changes() as n')[0]?.n ?? 0
    const before = changes()
    expect(await app.read(id)).toBe('stored')
    expect(changes() - before).toBeLessThan(5)
  })

  it('that was changed during the reading keeps nothing of it', async () => {
    let release = () => {}
    const waiting = Promise.withResolvers<void>()
    const { url } = await serveCalendar((_, response) => {
      release = () => void response.end(calendarText(TUESDAY))
      waiting.resolve()
    })
    const id = app.addCalendar(url)
    const reading = app.read(id)
    await waiting.promise
    changeCalendar(app.ctx(), id, {
      name: 'Privat',
      url: 'https://calendar.example/',
      resource_id: null,
      busy_only: true,
    })
    release()
    expect([await reading, app.busyTimes(id)]).toEqual(['gone', []])
    removeCalendar(app.ctx(), id)
    expect(await app.read(id)).toBe('gone')
  })
})

describe('a busy time over a confirmed booking', () => {
  it('is told in one e-mail, once, whichever calendars have it', async () => {
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt: at('2027-01-12T11:00:00+01:00'),
      endsAt: at('2027-01-12T11:30:00+01:00'),
    })
    const server = await serveCalendar()
    const ids = [app.addCalendar(server.url), app.addCalendar(server.url)]
    const mails = () =>
      app.rows<{ subject: string; text: string }>(
        "select subject, text from messages where kind = 'erp-conflict'",
      )
    for (let times = 0; times < 2; times++) {
      for (const id of ids) await app.read(id)
      notifyBusyConflicts(app.ctx())
      app.pass(HOUR)
    }
    expect(mails().map(({ subject }) => subject)).toEqual(['Terminkonflikt mit einem anderen Kalender'])
    expect(listBusyConflicts(app.ctx(), 'calendar')).toHaveLength(2)
    expect(listBusyConflicts(app.ctx(), 'erp')).toEqual([])
  })
})
