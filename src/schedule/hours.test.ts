import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { hoursFromWeek, isWithinHours, readWeek, saveWeek, type Week, weekFromHours } from './hours.ts'
import { saveResource } from './resources.ts'

const WEEK: Week = [
  [],
  [
    [480, 720],
    [780, 1020],
  ],
  [],
  [[0, 1440]],
  [],
  [[480, 720]],
  [],
]

describe('working hours', () => {
  it('are closed all week while none are saved', () => {
    expect(readWeek(openTestApp({ empty: true }).ctx())).toEqual([[], [], [], [], [], [], []])
  })

  it('of each day come back as the form sends them', () => {
    const days: Week = [0, 1, 2, 3, 4, 5, 6].map((day) => [[480 + day, 720]])
    expect(weekFromHours(hoursFromWeek(days))).toEqual(days)
  })

  it('replace all earlier ones, and come back with the blocks of a day in order', () => {
    const { ctx } = openTestApp()
    saveWeek(
      ctx(),
      WEEK.map((day) => day.toReversed()),
    )
    expect(readWeek(ctx())).toEqual(WEEK)
    saveWeek(ctx(), [[], [], [], [], [], [], [[480, 540]]])
    expect(readWeek(ctx())).toEqual([[], [], [], [], [], [], [[480, 540]]])
  })

  it('record the changed days in the audit, and nothing without a change', () => {
    const { ctx, rows } = openTestApp({ empty: true })
    saveWeek(ctx(), WEEK)
    saveWeek(ctx(), WEEK)
    saveWeek(
      ctx(),
      WEEK.map((day) => day.toReversed()),
    )
    const sunday = [
      [480, 481],
      [840, 1020],
    ] as const
    saveWeek(ctx(), WEEK.with(0, sunday))
    const entries = rows<{ subject: string; changes: string }>('select subject, changes from audit')
    expect(entries.map(({ subject, changes }) => [subject, JSON.parse(changes)])).toEqual([
      [
        'working-hours',
        ['Montag', 'Mittwoch', 'Freitag'].map((day) => expect.objectContaining({ field: day })),
      ],
      ['working-hours', [{ field: 'Sonntag', before: '', after: '08:00–08:01, 14:00–17:00' }]],
    ])
  })
})

describe('the hours of a doctor', () => {
  const EVENINGS = [[], [], [[1080, 1200]], [], [], [], []] as const

  it('are those of the practice while there are no own ones', () => {
    const ctx = openTestApp().ctx()
    saveResource(ctx, 'b', { name: 'Dr. B', week: EVENINGS })
    saveResource(ctx, 'c', { name: 'Dr. C' })
    expect(readWeek(ctx, 'b')).toEqual(EVENINGS)
    expect([readWeek(ctx, 'c'), readWeek(ctx, 'nobody')]).toEqual([readWeek(ctx), readWeek(ctx)])
  })

  it.each([
    ['08:00', '12:00', true],
    ['07:59', '12:00', false],
    ['08:00', '12:01', false],
    ['11:00', '14:00', false],
    ['13:30', '17:30', true],
  ])('hold a time from %s to %s: %s', (from, to, isWithin) => {
    const ctx = openTestApp().ctx()
    const [startsAt = 0, endsAt = 0] = [from, to].map((time) => Date.parse(`2027-01-12T${time}:00+01:00`))
    expect(isWithinHours(ctx, 'doctor-1', { startsAt, endsAt })).toBe(isWithin)
  })
})
