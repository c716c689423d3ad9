import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { addDays, MINUTE } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { saveAbsence } from './absences.ts'
import {
  findNextFreeStart,
  isInPartOfDay,
  listFreeSlots,
  listFreeSlotsForPractice,
  listFreeStartsIn,
} from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { saveWeek } from './hours.ts'
import { getService, saveService } from './services.ts'
import { isBookableStart } from './start-choices.ts'

describe('availability', () => {
  it('has a row for each day, and free starts only on bookable days', () => {
    // Today is 7 January. Besides it, five days are bookable, two of which are a weekend.
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { maxBookingDays: 5 })
    const days = summariseDays(app.ctx(), { from: '2027-01-05', to: '2027-01-14', search: 'erstordination' })
    const tenDays = Array.from({ length: 10 }, (_, i) => addDays('2027-01-05', i))
    expect(days.map(({ date }) => date)).toEqual(tenDays)
    expect(days.filter(({ available_count }) => available_count > 0).map(({ date }) => date)).toEqual([
      '2027-01-07',
      '2027-01-08',
      '2027-01-11',
      '2027-01-12',
    ])
  })

  it('begins after the lead time for patients, and at once for the practice', () => {
    const app = openTestApp()
    app.setClock('2027-01-12T08:10:00+01:00')
    const listForPatients = () => listFreeSlots(app.ctx(), '2027-01-12', 'erstordination')
    const [firstWithoutLead = 0] = listForPatients().starts
    writeSettings(app.ctx(), 'general', { lead_hours: 3 })

    const { service, starts } = listForPatients()
    expect(starts[0]).toBeGreaterThan(Date.parse('2027-01-12T11:10:00+01:00'))
    expect(isBookableStart(app.ctx(), service, firstWithoutLead)).toBe(false)
    const forPractice = listFreeSlotsForPractice(app.ctx(), '2027-01-12', 'erstordination')
    expect(forPractice.starts[0]).toBe(firstWithoutLead)
  })

  it('counts no starts on a day within the lead time', () => {
    const app = openTestApp()
    app.setClock('2027-01-12T08:10:00+01:00')
    writeSettings(app.ctx(), 'general', { lead_hours: 24 })
    const days = summariseDays(app.ctx(), { from: '2027-01-12', to: '2027-01-13', search: 'erstordination' })
    expect(days[0]?.available_count).toBe(0)
  })

  it('has its next free start after the lead time', () => {
    const { ctx } = openTestApp()
    // The lead time ends on the evening of 11 January.
    writeSettings(ctx(), 'general', { lead_hours: 100 })
    const { service, starts } = listFreeSlots(ctx(), '2027-01-12', 'erstordination')
    expect(findNextFreeStart(ctx(), service)).toBe(starts[0])
  })

  it('offers exactly the free starts for a hold', () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { maxBookingDays: 5 })
    for (let day = '2027-01-06'; day <= '2027-01-13'; day = addDays(day, 1)) {
      const { service, starts } = listFreeSlots(app.ctx(), day, 'erstordination')
      const midnight = Date.parse(`${day}T00:00+01:00`)
      const everyFiveMinutes = Array.from({ length: 24 * 12 }, (_, i) => midnight + i * 5 * MINUTE)
      expect(everyFiveMinutes.filter((start) => isBookableStart(app.ctx(), service, start))).toEqual(starts)
    }
  })
})

describe('availability around reserved time', () => {
  const HOLD_LENGTH = 10 * MINUTE

  it('leaves out the time of a hold until the hold expires', () => {
    const app = openTestApp()
    const listFree = () => listFreeSlots(app.ctx(), '2027-01-12', 'erstordination').starts
    const freeAtFirst = listFree()
    const [startsAt = 0] = freeAtFirst
    const { db, now } = app.ctx()
    insertHold(db, { email: 'rosa@musterfrau.example', now, startsAt, expiresAt: now + HOLD_LENGTH })
    app.pass(HOLD_LENGTH - 1)
    expect(listFree()).not.toContain(startsAt)
    app.pass(1)
    expect(listFree()).toEqual(freeAtFirst)
  })

  it('keeps the padding after an appointment free, even on the next day', () => {
    const { ctx } = openTestApp()
    saveWeek(ctx(), Array(7).fill([[22 * 60, 24 * 60]]))
    saveService(ctx(), { id: 'late', name: 'Spät', durationMin: 30, stepMin: 30, paddingAfterMin: 30 })
    const freeTimes = () => listFreeSlots(ctx(), '2027-01-12', 'late').starts.map((start) => timeOfDay(start))
    expect(freeTimes()).toEqual(['22:00', '22:30', '23:00', '23:30'])
    insertBooking(ctx().db, { startsAt: Date.parse('2027-01-13T00:15:00+01:00') })
    expect(freeTimes()).toEqual(['22:00', '22:30', '23:00'])
    expect(summariseDays(ctx(), { from: '2027-01-12', to: '2027-01-12', search: 'late' })).toMatchObject([
      { available_count: 3 },
    ])
  })

  it('keeps the padding before an appointment free on the day before, also before a hold that has expired', () => {
    const app = openTestApp()
    saveWeek(app.ctx(), Array(7).fill([[0, 2 * 60]]))
    saveService(app.ctx(), { id: 'early', name: 'Früh', durationMin: 30, stepMin: 30, paddingBeforeMin: 60 })
    insertBooking(app.ctx().db, { startsAt: Date.parse('2027-01-11T22:45:00+01:00') })
    const { db, now } = app.ctx()
    insertHold(db, {
      email: 'rosa@musterfrau.example',
      now,
      startsAt: Date.parse('2027-01-11T23:20:00+01:00'),
      expiresAt: now + HOLD_LENGTH,
    })
    app.pass(HOLD_LENGTH)
    const { starts } = listFreeSlots(app.ctx(), '2027-01-12', 'early')
    expect(starts.map((start) => timeOfDay(start))).toEqual(['00:30', '01:00', '01:30'])
  })
})

it('the search for the next free start ends ninety days after today', () => {
  const { ctx } = openTestApp()
  const close = (from: string, to: string) =>
    saveAbsence(ctx(), { kind: 'closure', title: 'Urlaub', reason: '', from, to, resource_id: null })
  // Today is 7 January, and 7 April is ninety days later.
  close('2027-01-07', '2027-04-06')
  const nextFreeStart = () => {
    const start = findNextFreeStart(ctx(), getService(ctx(), 'folgebehandlung'))
    return start && isoAt(start)
  }
  expect(nextFreeStart()).toBe('2027-04-07T08:00:00+02:00')
  close('2027-04-07', '2027-04-07')
  expect(nextFreeStart()).toBeUndefined()
})

it('the free starts in an interval are those whose time, paddings included, overlaps it', () => {
  const { ctx } = openTestApp()
  const paddings = { paddingBeforeMin: 20, paddingAfterMin: 30 }
  saveService(ctx(), { id: 'laser', name: 'Laser', durationMin: 30, stepMin: 15, ...paddings })
  const instantAt = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)
  const interval = { startsAt: instantAt('10:00'), endsAt: instantAt('10:30') }
  const starts = listFreeStartsIn(ctx(), { service: getService(ctx(), 'laser') }, interval)
  // A start at 09:00 has its padding until 10:00, and one at 11:00 has its padding from 10:40 on.
  expect(starts.map((start) => timeOfDay(start))).toEqual([
    '09:15',
    '09:30',
    '09:45',
    '10:00',
    '10:15',
    '10:30',
    '10:45',
  ])
})

it('a start before twelve is in the morning, and one from twelve on in the afternoon', () => {
  const beforeNoon = Date.parse('2027-01-12T11:59:00+01:00')
  const noon = Date.parse('2027-01-12T12:00:00+01:00')
  expect(isInPartOfDay(beforeNoon, 'morning')).toBe(true)
  expect(isInPartOfDay(beforeNoon, 'afternoon')).toBe(false)
  expect(isInPartOfDay(noon, 'morning')).toBe(false)
  expect(isInPartOfDay(noon, 'afternoon')).toBe(true)
  for (const start of [beforeNoon, noon]) expect(isInPartOfDay(start, undefined)).toBe(true)
})
