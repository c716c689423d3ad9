import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { readWeek, saveWeek, type Week } from './hours.ts'

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
    saveWeek(ctx(), WEEK.with(0, [[480, 481]]))
    expect(rows('select action, subject from audit')).toEqual([
      { action: 'settings-saved', subject: 'working-hours: Montag, Mittwoch, Freitag' },
      { action: 'settings-saved', subject: 'working-hours: Sonntag' },
    ])
  })
})
