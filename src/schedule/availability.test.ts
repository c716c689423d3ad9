import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { addDays, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { saveAbsence } from './absences.ts'
import {
  findNextFreeStart,
  isInPart,
  listFreeSlots,
  listFreeSlotsForPractice,
  listFreeStartsIn,
} from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { saveWeek } from './hours.ts'
import { reserve } from './reservations.ts'
import { getService, saveService } from './services.ts'
import { isBookableStart } from './start-choices.ts'

/** Queries around both clock changes, near midnight in Vienna, when other zones have another day. */
const BEFORE_SUMMER_TIME = {
  now: '2027-03-25T23:30:00+01:00',
  queries: ['summary=1&from=2027-03-20&to=2027-04-10', 'date=2027-03-29&service=erstordination'],
}
const BEFORE_WINTER_TIME = {
  now: '2027-10-25T00:30:00+02:00',
  queries: ['summary=1&from=2027-10-20&to=2027-11-10&service=facial', 'date=2027-11-02&service=akupunktur'],
}

/** Returns the free times around both clock changes as a portal in this time zone answers them. */
async function answersIn(zone: string): Promise<string> {
  vi.stubEnv('TZ', zone)
  const answers: string[] = []
  for (const { now, queries } of [BEFORE_SUMMER_TIME, BEFORE_WINTER_TIME]) {
    const browser = openTestApp().browser()
    vi.setSystemTime(now)
    for (const query of queries) answers.push(JSON.stringify((await browser.get(`/api/slots?${query}`)).json))
  }
  return answers.join('\n')
}

it('availability does not depend on the time zone of the process', async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const [vienna, ...others] = [
    await answersIn('Europe/Vienna'),
    await answersIn('UTC'),
    await answersIn('America/New_York'),
    await answersIn('Pacific/Auckland'),
  ]
  expect(new Date(2027, 0, 1).getTimezoneOffset(), 'the last zone is in force').toBe(-13 * 60)
  // The answers have free times on many days, also after each change of the clock.
  expect(vienna?.match(/"available_count":[1-9]/g)?.length).toBeGreaterThan(20)
  expect(vienna).toContain('2027-03-29T08:00:00+02:00')
  expect(vienna).toContain('2027-11-02T08:00:00+01:00')
  for (const other of others) expect(other).toBe(vienna)
})

describe('availability', () => {
  it('has a row for each day, and free starts only on bookable days', () => {
    // Besides 7 January five days are bookable, two of which are a weekend.
    const app = openTestApp()
    app.change(`insert into settings values ('general.maxBookingDays', '5', 0)`)
    const days = summariseDays(app.ctx(), '2027-01-05', '2027-01-14', 'erstordination')
    expect(days.map(({ date }) => date)).toEqual(
      Array.from({ length: 10 }, (_, i) => addDays('2027-01-05', i)),
    )
    expect(days.filter(({ available_count }) => available_count > 0).map(({ date }) => date)).toEqual([
      '2027-01-07',
      '2027-01-08',
      '2027-01-11',
      '2027-01-12',
    ])
  })

  it('begins after the lead time for patients, and at once for the practice', () => {
    const app = openTestApp()
    app.at('2027-01-12T08:10:00+01:00')
    const first = () => listFreeSlots(app.ctx(), '2027-01-12', 'erstordination').starts[0]
    const before = first()
    writeSettings(app.ctx(), 'general', { lead_hours: 3 })
    expect(first()).toBeGreaterThan(Date.parse('2027-01-12T11:10:00+01:00'))
    const { service } = listFreeSlots(app.ctx(), '2027-01-12', 'erstordination')
    expect(isBookableStart(app.ctx(), service, before as number)).toBe(false)
    expect(listFreeSlotsForPractice(app.ctx(), '2027-01-12', 'erstordination').starts[0]).toBe(before)
    writeSettings(app.ctx(), 'general', { lead_hours: 24 })
    expect(summariseDays(app.ctx(), '2027-01-12', '2027-01-13', 'erstordination')[0]?.available_count).toBe(0)
  })

  it('has its next free start after the lead time', () => {
    const { ctx } = openTestApp()
    // The lead time ends on Monday evening.
    writeSettings(ctx(), 'general', { lead_hours: 100 })
    const { service, starts } = listFreeSlots(ctx(), '2027-01-12', 'erstordination')
    expect(findNextFreeStart(ctx(), service)).toBe(starts[0])
  })

  it('offers exactly the free starts for a hold', () => {
    const app = openTestApp()
    app.change(`insert into settings values ('general.maxBookingDays', '5', 0)`)
    for (let day = '2027-01-06'; day <= '2027-01-13'; day = addDays(day, 1)) {
      const { service, starts } = listFreeSlots(app.ctx(), day, 'erstordination')
      const everyFiveMinutes = Array.from(
        { length: 288 },
        (_, i) => Date.parse(`${day}T00:00+01:00`) + i * 5 * MINUTE,
      )
      expect(everyFiveMinutes.filter((start) => isBookableStart(app.ctx(), service, start))).toEqual(starts)
    }
  })

  it('leaves out the time of a hold until the hold expires', () => {
    const app = openTestApp()
    const listFree = () => listFreeSlots(app.ctx(), '2027-01-12', 'erstordination')
    const { service, starts } = listFree()
    const [start = 0] = starts
    const hold = (id: string) => {
      const expiresAt = app.ctx().now + 10 * MINUTE
      app.change(
        `insert into holds (id, service_id, starts_at, ends_at, email, origin, created_at, expires_at)
         values (?, ?, ?, ?, 'rosa@musterfrau.example', 'test', ?, ?)`,
        ...[id, service.id, start, start + service.durationMin * MINUTE, app.ctx().now, expiresAt],
      )
      reserve(app.ctx(), service, start, { holdId: id, expiresAt })
    }

    hold('first')
    app.pass(10 * MINUTE - 1)
    expect(listFree().starts).not.toContain(start)
    expect(refusalOf(() => hold('second'))?.code).toBe('slot_taken')
    app.pass(1)
    expect(listFree().starts).toEqual(starts)
    expect(refusalOf(() => hold('third'))).toBeUndefined()
  })

  it('keeps the padding after an appointment free, even on the next day', () => {
    const { ctx } = openTestApp()
    saveWeek(ctx(), Array(7).fill([[22 * 60, 24 * 60]]))
    saveService(ctx(), { id: 'late', name: 'Spät', durationMin: 30, stepMin: 30, paddingAfterMin: 30 })
    const times = () => listFreeSlots(ctx(), '2027-01-12', 'late').starts.map((at) => isoAt(at).slice(11, 16))
    expect(times()).toEqual(['22:00', '22:30', '23:00', '23:30'])
    insertBooking(ctx().db, { startsAt: Date.parse('2027-01-13T00:15:00+01:00') })
    expect(times()).toEqual(['22:00', '22:30', '23:00'])
    expect(summariseDays(ctx(), '2027-01-12', '2027-01-12', 'late')).toMatchObject([{ available_count: 3 }])
  })

  it('counts a start before twelve to the morning, and from twelve to the afternoon', () => {
    const before = Date.parse('2027-01-12T11:59:00+01:00')
    const noon = Date.parse('2027-01-12T12:00:00+01:00')
    expect([isInPart(before, 'morning'), isInPart(noon, 'morning')]).toEqual([true, false])
    expect([isInPart(before, 'afternoon'), isInPart(noon, 'afternoon')]).toEqual([false, true])
    expect([isInPart(before, undefined), isInPart(noon, undefined)]).toEqual([true, true])
  })

  it('lists the starts whose time, paddings included, overlaps an interval', () => {
    const { ctx } = openTestApp()
    const paddings = { paddingBeforeMin: 20, paddingAfterMin: 30 }
    saveService(ctx(), { id: 'd', name: 'D', durationMin: 30, stepMin: 15, ...paddings })
    const at = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)
    const interval = { startsAt: at('10:00'), endsAt: at('10:30') }
    const starts = listFreeStartsIn(ctx(), { service: getService(ctx(), 'd') }, interval)
    // At 09:00 the padding would end at 10:00, and at 11:00 it would begin at 10:40.
    expect(starts).toEqual(['09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45'].map(at))
  })
})

it('the search for the next free start ends ninety days after today', () => {
  const { ctx } = openTestApp()
  const close = (from: string, to: string) =>
    saveAbsence(ctx(), { kind: 'closure', title: 'Urlaub', reason: '', from, to, resource_id: null })
  close('2027-01-07', '2027-04-06')
  const next = () => {
    const start = findNextFreeStart(ctx(), getService(ctx(), 'folgebehandlung'))
    return start && isoAt(start)
  }
  expect(next()).toBe('2027-04-07T08:00:00+02:00')
  close('2027-04-07', '2027-04-07')
  expect(next()).toBeUndefined()
})

it('the free starts in an interval are those whose time overlaps it, paddings included', () => {
  const { ctx } = openTestApp()
  const at = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)
  const startsIn = (serviceId: string) =>
    listFreeStartsIn(
      ctx(),
      { service: getService(ctx(), serviceId) },
      { startsAt: at('10:00'), endsAt: at('10:30') },
    ).map((start) => isoAt(start).slice(11, 16))
  expect(startsIn('folgebehandlung')).toEqual(['09:45', '10:00', '10:15'])
  // This service takes 40 minutes, with five before and after.
  expect(startsIn('akupunktur')).toEqual(['09:20', '09:40', '10:00', '10:20'])
})
