import { expect, test } from 'vitest'
import {
  CLOSED,
  EMPTY_WEEK,
  faultyBlocks,
  hoursDraft,
  hoursText,
  isClosedAllDay,
  readTime,
  readWeek,
} from './hours-draft.ts'

const MORNING = { start: '08:00', end: '12:00' }
const AFTERNOON = { start: '13:30', end: '17:30' }
const NOTHING = { start: '', end: '' }

test('times may be typed in many ways', () => {
  const typed = ['8', '08', '830', '0830', '8:30', '8.30', '8,30', ' 13:45 ', '00:00', '2359', '8h15']
  expect(typed.map(readTime)).toEqual([
    '08:00',
    '08:00',
    '08:30',
    '08:30',
    '08:30',
    '08:30',
    '08:30',
    '13:45',
    '00:00',
    '23:59',
    '08:15',
  ])
})

test('a week is read day by day', () => {
  expect(readWeek({ 1: [{ start: '8', end: '12' }, NOTHING] })).toEqual({ 1: [MORNING, NOTHING] })
})

test('an invalid time stays as it was typed, so that the schema can refuse it', () => {
  const typed = ['', '24:00', '8:60', '8:3', 'acht', '99', '12345']
  expect(typed.map(readTime)).toEqual(typed)
})

test('every day has two blocks on the screen, empty ones included', () => {
  const week = hoursDraft({
    0: null,
    1: [MORNING, AFTERNOON],
    2: [MORNING],
    3: null,
    4: null,
    5: null,
    6: null,
  })
  expect(week).toEqual({ ...EMPTY_WEEK, 1: [MORNING, AFTERNOON], 2: [MORNING, NOTHING] })
  expect(isClosedAllDay(week[3] ?? [])).toBe(true)
  expect(isClosedAllDay(week[2] ?? [])).toBe(false)
})

test('a day in words', () => {
  expect(hoursText([MORNING, AFTERNOON])).toBe('08:00–12:00, 13:30–17:30')
  expect(hoursText([NOTHING, AFTERNOON])).toBe('13:30–17:30')
  expect(hoursText(null)).toBe('geschlossen')
  expect(hoursText(CLOSED)).toBe('geschlossen')
})

test('a faulty block is marked, and both when they overlap', () => {
  expect(faultyBlocks([MORNING, { start: '13:30', end: '' }])).toEqual([false, true])
  expect(faultyBlocks([MORNING, { start: '11:00', end: '14:00' }])).toEqual([true, true])
})
