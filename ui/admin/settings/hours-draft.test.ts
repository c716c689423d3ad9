import { expect, test } from 'vitest'
import {
  areBlocksFaulty,
  CLOSED_DAY,
  CLOSED_WEEK,
  hoursDraft,
  hoursText,
  isClosedAllDay,
  readWeek,
} from './hours-draft.ts'

const MORNING = { start: '08:00', end: '12:00' }
const AFTERNOON = { start: '13:30', end: '17:30' }
const NOTHING = { start: '', end: '' }

test('hours that are typed as whole numbers become times', () => {
  expect(readWeek({ 1: [{ start: '8', end: '12' }, NOTHING] })).toEqual({ 1: [MORNING, NOTHING] })
})

test('the draft of a week has two blocks on every day, empty ones where no hours are stored', () => {
  const week = hoursDraft({
    0: null,
    1: [MORNING, AFTERNOON],
    2: [MORNING],
    3: null,
    4: null,
    5: null,
    6: null,
  })
  expect(week).toEqual({ ...CLOSED_WEEK, 1: [MORNING, AFTERNOON], 2: [MORNING, NOTHING] })
})

test('a day is closed all day when it has no hours', () => {
  expect(isClosedAllDay(CLOSED_DAY)).toBe(true)
  expect(isClosedAllDay([MORNING, NOTHING])).toBe(false)
})

test('a day is written with its hours, or as closed', () => {
  expect(hoursText([MORNING, AFTERNOON])).toBe('08:00–12:00, 13:30–17:30')
  expect(hoursText([NOTHING, AFTERNOON])).toBe('13:30–17:30')
  expect(hoursText(null)).toBe('geschlossen')
  expect(hoursText(CLOSED_DAY)).toBe('geschlossen')
})

test('only the faulty block of a day is marked', () => {
  expect(areBlocksFaulty([MORNING, { start: '13:30', end: '' }])).toEqual([false, true])
})

test('both blocks of a day are marked when they overlap', () => {
  expect(areBlocksFaulty([MORNING, { start: '11:00', end: '14:00' }])).toEqual([true, true])
})
