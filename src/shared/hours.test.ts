import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { MINUTES_PER_DAY, wallTime } from './day.ts'
import { fieldErrorsOf } from './field-errors.ts'
import { dayError, WEEKDAYS, workingHoursSchema } from './hours.ts'

const parseHours = (input: unknown) => v.parse(workingHoursSchema, input)
const errors = (input: unknown) => fieldErrorsOf(v.safeParse(workingHoursSchema, input).issues ?? [])
const blockOf = (start: string, end: string) => ({ start, end })
const closed = { 0: null, 1: null, 2: null, 3: null, 4: null, 5: null, 6: null }

describe('saving working hours', () => {
  it('keeps up to two blocks a day, earliest first', () => {
    const monday = [blockOf('08:00', '12:00'), blockOf('14:00', '18:00')]
    expect(parseHours({ 1: monday })).toEqual({ ...closed, 1: monday })
    expect(parseHours({ 1: monday.toReversed() })).toEqual({ ...closed, 1: monday })
  })

  it('saves a closed, empty or missing day as null', () => {
    expect(parseHours({})).toEqual(closed)
    expect(parseHours({ 1: null, 2: [], 3: [blockOf('', '')], 4: [{}], 5: [blockOf(' ', '')] })).toEqual(
      closed,
    )
  })

  it('lets one block end where the next begins', () => {
    expect(errors({ 1: [blockOf('08:00', '12:00'), blockOf('12:00', '13:00')] })).toEqual({})
  })

  it('drops an empty block next to a filled one', () => {
    expect(parseHours({ 1: [blockOf('', ''), blockOf('14:00', '18:00')] })[1]).toEqual([
      blockOf('14:00', '18:00'),
    ])
  })

  it.each([
    [[blockOf('08:00', '')], 'Montag Block 1: Bitte Start und Ende angeben.'],
    [[blockOf('08:00', '12:00'), blockOf('', '18:00')], 'Montag Block 2: Bitte Start und Ende angeben.'],
    [[blockOf('', ''), { start: '14:00' }], 'Montag Block 2: Bitte Start und Ende angeben.'],
    [[blockOf('8:00', '12:00')], 'Montag Block 1: Ungültige Zeitangabe.'],
    [[blockOf('08:00', '24:00')], 'Montag Block 1: Ungültige Zeitangabe.'],
    [[blockOf('12:00', '08:00')], 'Montag Block 1: Ende muss nach dem Start liegen.'],
    [[blockOf('08:00', '08:00')], 'Montag Block 1: Ende muss nach dem Start liegen.'],
    [[blockOf('08:00', '12:00'), blockOf('11:59', '18:00')], 'Montag: Die Blöcke überschneiden sich.'],
    [[blockOf('13:00', '18:00'), blockOf('08:00', '14:00')], 'Montag: Die Blöcke überschneiden sich.'],
    [
      [blockOf('08:00', '09:00'), blockOf('09:00', '10:00'), blockOf('10:00', '11:00')],
      'Montag: Höchstens 2 Blöcke pro Tag.',
    ],
  ])('refuses the blocks %j of a Monday: %s', (blocks, sentence) => {
    expect(errors({ 1: blocks })).toEqual({ 1: sentence })
  })

  it('reports the errors of all days at once', () => {
    expect(errors({ 0: [blockOf('x', 'y')], 6: [blockOf('09:00', '')] })).toEqual({
      0: 'Sonntag Block 1: Ungültige Zeitangabe.',
      6: 'Samstag Block 1: Bitte Start und Ende angeben.',
    })
  })

  it.each([{ 7: null }, { Montag: null }])('refuses other days: %j', (input) => {
    expect(Object.values(errors(input))).toEqual(['Unbekannte Angabe.'])
  })

  it.each([[[]], [null], ['closed'], [5]])('refuses %j as a week, which would close all days', (week) => {
    expect(v.is(workingHoursSchema, week)).toBe(false)
  })

  it.each(['08:00', [5], [['08:00', '12:00']], { start: '08:00' }])('refuses %j as a day', (day) => {
    expect(v.is(workingHoursSchema, { 1: day })).toBe(false)
  })

  it('accepts any two blocks that do not overlap', () => {
    const times = fc.uniqueArray(fc.nat(MINUTES_PER_DAY - 1), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(times, (minutes) => {
        const [a, b, c, d] = minutes.sort((x, y) => x - y).map(wallTime) as [string, string, string, string]
        const apart = [blockOf(a, b), blockOf(c, d)]
        expect(parseHours(parseHours({ 2: apart }))[2]).toEqual(apart)
        expect(dayError('Dienstag', [blockOf(a, c), blockOf(b, d)])).toBe(
          'Dienstag: Die Blöcke überschneiden sich.',
        )
      }),
    )
  })
})

it('the days of the week are listed from Monday to Sunday', () => {
  expect(WEEKDAYS.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 0])
})
