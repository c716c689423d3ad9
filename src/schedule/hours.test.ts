import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { hoursFromWeek, isWithinHours, readWeek, saveWeek, type WorkingWeek, weekFromHours } from './hours.ts'
import { saveResource } from './resources.ts'

/** Working hours from Sunday on, in minutes of the day. */
const WEEK: WorkingWeek = [
  [],
  [
    [8 * 60, 12 * 60],
    [13 * 60, 17 * 60],
  ],
  [],
  [[0, 24 * 60]],
  [],
  [[8 * 60, 12 * 60]],
  [],
]

describe('working hours', () => {
  it('are empty all week until some are saved', () => {
    expect(readWeek(openTestApp({ empty: true }).ctx())).toEqual([[], [], [], [], [], [], []])
  })

  it('are read back as the form sends them', () => {
    const differentEachDay: WorkingWeek = [0, 1, 2, 3, 4, 5, 6].map((day) => [[8 * 60 + day, 12 * 60]])
    expect(weekFromHours(hoursFromWeek(differentEachDay))).toEqual(differentEachDay)
  })

  it('replace all earlier hours, and are read back with the blocks of a day in order', () => {
    const { ctx } = openTestApp()
    const outOfOrder = WEEK.map((day) => day.toReversed())
    saveWeek(ctx(), outOfOrder)
    expect(readWeek(ctx())).toEqual(WEEK)
    const saturdayOnly: WorkingWeek = [[], [], [], [], [], [], [[8 * 60, 9 * 60]]]
    saveWeek(ctx(), saturdayOnly)
    expect(readWeek(ctx())).toEqual(saturdayOnly)
  })

  it('record only changed days in the audit', () => {
    const { ctx, rows } = openTestApp({ empty: true })
    const sameWeekOutOfOrder = WEEK.map((day) => day.toReversed())
    saveWeek(ctx(), WEEK)
    saveWeek(ctx(), WEEK)
    saveWeek(ctx(), sameWeekOutOfOrder)
    const sunday = [
      [8 * 60, 8 * 60 + 1],
      [14 * 60, 17 * 60],
    ] as const
    saveWeek(ctx(), WEEK.with(0, sunday))

    const entries = rows<{ subject: string; changes: string }>('select subject, changes from audit')
    expect(entries.map(({ subject }) => subject)).toEqual(['working-hours', 'working-hours'])
    const [firstChanges, sundayChanges] = entries.map(({ changes }) => JSON.parse(changes))
    expect(firstChanges.map(({ field }: { field: string }) => field)).toEqual([
      'Montag',
      'Mittwoch',
      'Freitag',
    ])
    expect(sundayChanges).toEqual([{ field: 'Sonntag', before: '', after: '08:00–08:01, 14:00–17:00' }])
  })
})

describe('the hours of a doctor', () => {
  const EVENINGS = [[], [], [[18 * 60, 20 * 60]], [], [], [], []] as const

  it('default to those of the practice', () => {
    const ctx = openTestApp().ctx()
    saveResource(ctx, 'b', { name: 'Dr. B', week: EVENINGS })
    saveResource(ctx, 'c', { name: 'Dr. C' })
    expect(readWeek(ctx, 'b')).toEqual(EVENINGS)
    expect(readWeek(ctx, 'c')).toEqual(readWeek(ctx))
    expect(readWeek(ctx, 'nobody')).toEqual(readWeek(ctx))
  })

  /** Asks on a Tuesday, on which the doctor works from 08:00 to 12:00 and from 13:30 to 17:30. */
  const isWithin = (from: string, to: string) => {
    const instantAt = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)
    return isWithinHours(openTestApp().ctx(), 'doctor-1', {
      startsAt: instantAt(from),
      endsAt: instantAt(to),
    })
  }

  it.each([
    { from: '08:00', to: '12:00' },
    { from: '13:30', to: '17:30' },
  ])('contain the time from $from to $to', ({ from, to }) => {
    expect(isWithin(from, to)).toBe(true)
  })

  it.each([
    { from: '07:59', to: '12:00' },
    { from: '08:00', to: '12:01' },
    { from: '11:00', to: '14:00' },
  ])('do not contain the time from $from to $to', ({ from, to }) => {
    expect(isWithin(from, to)).toBe(false)
  })
})
