import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { hoursFromWeek, readWeek, saveWeek, type Week, weekFromHours } from './hours.ts'

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
