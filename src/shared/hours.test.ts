import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { MINUTES_PER_DAY, wallTime } from './day.ts'
import { fieldErrorsOf } from './field-errors.ts'
import { dayError, WEEKDAYS, workingHoursSchema } from './hours.ts'

const parseHours = (input: unknown) => v.parse(workingHoursSchema, input)
const errorsOf = (input: unknown) => fieldErrorsOf(v.safeParse(workingHoursSchema, input).issues ?? [])
const blockOf = (start: string, end: string) => ({ start, end })
const CLOSED_WEEK = { 0: null, 1: null, 2: null, 3: null, 4: null, 5: null, 6: null }

describe('saving working hours', () => {
  it('keeps up to two blocks a day, earliest first', () => {
    const monday = [blockOf('08:00', '12:00'), blockOf('14:00', '18:00')]
    expect(parseHours({ 1: monday })).toEqual({ ...CLOSED_WEEK, 1: monday })
    expect(parseHours({ 1: monday.toReversed() })).toEqual({ ...CLOSED_WEEK, 1: monday })
  })

  it('saves a closed, empty or missing day as null', () => {
    expect(parseHours({})).toEqual(CLOSED_WEEK)
    expect(parseHours({ 1: null, 2: [], 3: [blockOf('', '')], 4: [{}], 5: [blockOf(' ', '')] })).toEqual(
      CLOSED_WEEK,
    )
  })

  it('lets one block end where the next begins', () => {
    expect(errorsOf({ 1: [blockOf('08:00', '12:00'), blockOf('12:00', '13:00')] })).toEqual({})
  })

  it('drops an empty block next to a filled one', () => {
    expect(parseHours({ 1: [blockOf('', ''), blockOf('14:00', '18:00')] })[1]).toEqual([
      blockOf('14:00', '18:00'),
    ])
  })

  it.each([
    {
      fault: 'a block without an end',
      blocks: [blockOf('08:00', '')],
      sentence: 'Montag Block 1: Bitte Start und Ende angeben.',
    },
    {
      fault: 'a second block without a start',
      blocks: [blockOf('08:00', '12:00'), blockOf('', '18:00')],
      sentence: 'Montag Block 2: Bitte Start und Ende angeben.',
    },
    {
      fault: 'a block without an end behind an empty one',
      blocks: [blockOf('', ''), { start: '14:00' }],
      sentence: 'Montag Block 2: Bitte Start und Ende angeben.',
    },
    {
      fault: 'an hour of one digit',
      blocks: [blockOf('8:00', '12:00')],
      sentence: 'Montag Block 1: Ungültige Zeitangabe.',
    },
    {
      fault: 'a time of day that does not exist',
      blocks: [blockOf('08:00', '24:00')],
      sentence: 'Montag Block 1: Ungültige Zeitangabe.',
    },
    {
      fault: 'an end before the start',
      blocks: [blockOf('12:00', '08:00')],
      sentence: 'Montag Block 1: Ende muss nach dem Start liegen.',
    },
    {
      fault: 'an end at the start',
      blocks: [blockOf('08:00', '08:00')],
      sentence: 'Montag Block 1: Ende muss nach dem Start liegen.',
    },
    {
      fault: 'an overlap of a minute',
      blocks: [blockOf('08:00', '12:00'), blockOf('11:59', '18:00')],
      sentence: 'Montag: Die Blöcke überschneiden sich.',
    },
    {
      fault: 'an overlap of blocks in another order',
      blocks: [blockOf('13:00', '18:00'), blockOf('08:00', '14:00')],
      sentence: 'Montag: Die Blöcke überschneiden sich.',
    },
    {
      fault: 'three blocks',
      blocks: [blockOf('08:00', '09:00'), blockOf('09:00', '10:00'), blockOf('10:00', '11:00')],
      sentence: 'Montag: Höchstens 2 Blöcke pro Tag.',
    },
  ])('refuses a Monday with $fault', ({ blocks, sentence }) => {
    expect(errorsOf({ 1: blocks })).toEqual({ 1: sentence })
  })

  it('reports the errors of all days at once', () => {
    expect(errorsOf({ 0: [blockOf('x', 'y')], 6: [blockOf('09:00', '')] })).toEqual({
      0: 'Sonntag Block 1: Ungültige Zeitangabe.',
      6: 'Samstag Block 1: Bitte Start und Ende angeben.',
    })
  })

  it.each([{ 7: null }, { Montag: null }])('refuses other days: %j', (input) => {
    expect(Object.values(errorsOf(input))).toEqual(['Unbekannte Angabe.'])
  })

  it.each([[[]], [null], ['closed'], [5]])('refuses %j as a week, which would close all days', (week) => {
    expect(v.is(workingHoursSchema, week)).toBe(false)
  })

  it.each(['08:00', [5], [['08:00', '12:00']], { start: '08:00' }])('refuses %j as a day', (day) => {
    expect(v.is(workingHoursSchema, { 1: day })).toBe(false)
  })

  it('accepts any two blocks that do not overlap, and refuses any that do', () => {
    const fourTimes = fc
      .uniqueArray(fc.nat(MINUTES_PER_DAY - 1), { minLength: 4, maxLength: 4 })
      .map((minutes) => minutes.toSorted((a, b) => a - b).map(wallTime))
    fc.assert(
      fc.property(fourTimes, ([first = '', second = '', third = '', fourth = '']) => {
        const apart = [blockOf(first, second), blockOf(third, fourth)]
        expect(parseHours(parseHours({ 2: apart }))[2]).toEqual(apart)
        const overlapping = [blockOf(first, third), blockOf(second, fourth)]
        expect(dayError('Dienstag', overlapping)).toBe('Dienstag: Die Blöcke überschneiden sich.')
      }),
    )
  })
})

it('the days of the week are listed from Monday to Sunday', () => {
  expect(WEEKDAYS.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 0])
})
