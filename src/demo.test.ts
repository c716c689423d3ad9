import { describe, expect, it } from 'vitest'
import { seedDemo } from './demo.ts'
import { readSettings } from './practice/settings.ts'
import { readWeek } from './schedule/hours.ts'
import { listActiveServices } from './schedule/services.ts'
import { openTestApp } from './testing/test-app.ts'

describe('the demo practice', () => {
  it('offers the four services of the specification and one more for a first visit', () => {
    const services = listActiveServices(openTestApp().ctx())
    const ids = (firstVisit: boolean) =>
      services.filter((each) => each.firstVisit === firstVisit).map(({ id }) => id)
    expect(ids(true)).toEqual(['erstordination', 'vorsorgegespraech'])
    expect(ids(false)).toEqual(['folgebehandlung', 'akupunktur', 'facial'])
  })

  it('has real durations, steps, prices and descriptions, and paddings for some', () => {
    const services = listActiveServices(openTestApp().ctx())
    for (const service of services) {
      expect(service.durationMin).toBeGreaterThanOrEqual(15)
      expect(service.stepMin).toBeGreaterThan(0)
      expect(service.priceCents).toBeGreaterThan(0)
      expect(service.description.length).toBeGreaterThan(20)
      expect(service.resourceId).toBe('doctor-1')
    }
    expect(
      services.filter(({ paddingBeforeMin, paddingAfterMin }) => paddingBeforeMin + paddingAfterMin > 0)
        .length,
    ).toBeGreaterThanOrEqual(2)
    expect(services.find(({ id }) => id === 'facial')?.displayDurationMin).toBe(90)
  })

  it('has a lunch break on every long day, a closed afternoon and a free weekend', () => {
    const week = readWeek(openTestApp().ctx())
    expect(week).toHaveLength(7)
    expect(week.map((day) => day.length)).toEqual([0, 2, 2, 2, 2, 1, 0])
    for (const day of week) for (const [start, end] of day) expect(end).toBeGreaterThan(start)
    for (const [morning, afternoon] of week)
      if (morning && afternoon) expect(afternoon[0]).toBeGreaterThan(morning[1])
    expect(week[5]?.[0]?.[1]).toBeLessThanOrEqual(13 * 60)
  })

  it('is in Dornbirn, complete, and plainly invented', () => {
    const practice = readSettings(openTestApp().ctx(), 'practice')
    expect(practice).toMatchObject({ city: 'Dornbirn', zip: '6850' })
    for (const value of Object.values(practice)) expect(value).not.toBe('')
    for (const address of [practice.url, practice.terms, practice.impressum])
      expect(new URL(address).hostname).toMatch(/\.example$/)
    expect(practice.mail).toMatch(/\.example$/)
  })

  it('fills an empty database only', () => {
    const { ctx, rows } = openTestApp({ empty: true })
    expect(seedDemo(ctx())).toBe(true)
    const before = [
      rows('select * from services'),
      rows('select * from settings'),
      rows('select * from working_hours'),
    ]
    rows(`update services set name = 'Meine' where id = 'facial' returning id`)
    expect(seedDemo(ctx())).toBe(false)
    expect(rows(`select name from services where id = 'facial'`)).toEqual([{ name: 'Meine' }])
    expect([rows('select * from settings'), rows('select * from working_hours')]).toEqual(before.slice(1))
  })
})
