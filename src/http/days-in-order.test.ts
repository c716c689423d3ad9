import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../testing/refusal.ts'
import { dayField, daysInOrder } from './fields.ts'
import { readInput } from './input.ts'

const MOST_DAYS = 3
const atMostThreeDays = v.pipe(
  v.object({ from: v.optional(dayField), to: v.optional(dayField) }),
  daysInOrder(MOST_DAYS),
)
const WRONG_ORDER_OR_TOO_MANY = `Höchstens ${MOST_DAYS} Tage, in zeitlicher Reihenfolge.`

type Days = { from?: string | undefined; to?: string | undefined }

/** Returns the sentences by field if the days are refused; undefined if they are not. */
const sentencesOf = (schema: v.GenericSchema<unknown, unknown>, days: Days) =>
  refusalOf(() => readInput(schema, days))?.facts?.fields

describe('the first and the last day of a list', () => {
  it.each([
    { days: 'the same', from: '2027-01-01', to: '2027-01-01' },
    { days: 'three days, both included', from: '2027-01-01', to: '2027-01-03' },
    { days: 'open at the end', from: '2027-01-01' },
    { days: 'open at the beginning', to: '2027-01-01' },
    { days: 'missing', from: undefined },
  ])('may be $days', ({ from, to }) => {
    expect(sentencesOf(atMostThreeDays, { from, to })).toBeUndefined()
  })

  it.each([
    { fault: 'in the wrong order', from: '2027-01-02', to: '2027-01-01' },
    { fault: 'four days', from: '2027-01-01', to: '2027-01-04' },
  ])('cannot be $fault where three days are allowed', ({ from, to }) => {
    expect(sentencesOf(atMostThreeDays, { from, to })).toEqual({ to: WRONG_ORDER_OR_TOO_MANY })
  })

  it('cannot be in the wrong order even if any number of days is allowed', () => {
    const anyNumberOfDays = v.pipe(v.object({ from: dayField, to: dayField }), daysInOrder())
    expect(sentencesOf(anyNumberOfDays, { from: '2027-01-02', to: '2027-01-01' })).toEqual({
      to: 'Der letzte Tag darf nicht vor dem ersten liegen.',
    })
  })

  it('have one sentence if one of them is invalid, and none about their order', () => {
    expect(sentencesOf(atMostThreeDays, { from: 'morgen', to: '2027-01-01' })).toEqual({
      from: 'Bitte ein gültiges Datum angeben.',
    })
  })
})
