import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../testing/refusal.ts'
import {
  beforeField,
  dayField,
  instantField,
  numberField,
  pageLengthField,
  requiredField,
  searchField,
  viennaTimeField,
} from './fields.ts'
import { readInput } from './input.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** Reads a query with the single field `field`; undefined omits it. */
function readField(schema: Schema, value?: unknown): unknown {
  const query = value === undefined ? {} : { field: value }
  return (readInput(v.object({ field: schema }), query) as { field?: unknown }).field
}

/** Expects that the value is refused with this sentence. */
const expectSentence = (schema: Schema, value: unknown, sentence: string) =>
  expect(refusalOf(() => readField(schema, value))?.facts).toEqual({ fields: { field: sentence } })

describe('the number of rows', () => {
  it('is 100 if it is missing', () => {
    expect(readField(pageLengthField)).toBe(100)
  })

  it.each([
    { text: '1', rows: 1 },
    { text: '500', rows: 500 },
    { text: '007', rows: 7 },
  ])('may be $text', ({ text, rows }) => {
    expect(readField(pageLengthField, text)).toBe(rows)
  })

  it.each(['0', '501', '-1', '1.5', '1e2', '', ' 1', '9999999999', 'viele'])('cannot be %j', (text) => {
    expectSentence(pageLengthField, text, 'Bitte eine Zahl von 1 bis 500 angeben.')
  })
})

describe('a number with its own limits', () => {
  const offset = numberField({ least: 0, most: 9, fallback: '3' })

  it('is the fallback if it is missing', () => {
    expect(readField(offset)).toBe(3)
  })

  it('may be each of its limits', () => {
    expect([readField(offset, '0'), readField(offset, '9')]).toEqual([0, 9])
  })

  it('is refused beyond its limits with a sentence that names them', () => {
    expectSentence(offset, '10', 'Bitte eine Zahl von 0 bis 9 angeben.')
  })
})

describe('the id of the last row of the previous page', () => {
  it('may be missing', () => {
    expect(readField(beforeField)).toBeUndefined()
  })

  it('has up to fifteen digits', () => {
    expect([readField(beforeField, '0'), readField(beforeField, '123456789012345')]).toEqual([
      0, 123_456_789_012_345,
    ])
    expectSentence(beforeField, '1234567890123456', 'Bitte die Nummer eines Eintrags angeben.')
  })

  it.each(['', '-1', 'x', '1.5'])('cannot be %j', (text) => {
    expectSentence(beforeField, text, 'Bitte die Nummer eines Eintrags angeben.')
  })
})

describe('a day', () => {
  it.each([
    { fault: 'a day that its month does not have', text: '2027-02-30' },
    { fault: 'a day with single digits', text: '2027-1-1' },
    { fault: 'a day with a time', text: '2027-01-01T08:00' },
    { fault: 'a word', text: 'heute' },
    { fault: 'an empty text', text: '' },
  ])('cannot be $fault', ({ text }) => {
    expectSentence(dayField, text, 'Bitte ein gültiges Datum angeben.')
  })

  it('may be the 29th of February in a leap year', () => {
    expect(readField(dayField, '2028-02-29')).toBe('2028-02-29')
  })
})

describe('an instant', () => {
  const HALF_PAST_EIGHT = Date.parse('2027-01-12T08:30:00+01:00')
  const INVALID = 'Bitte einen gültigen Zeitpunkt angeben.'

  it('has an offset', () => {
    expect(readField(instantField, '2027-01-12T07:30:00Z')).toBe(HALF_PAST_EIGHT)
    expectSentence(instantField, '2027-01-12T08:30', INVALID)
  })

  it.each([
    { fault: 'in the century before last', text: '1899-12-31T00:00:00Z' },
    { fault: 'in the century after the next', text: '2200-01-01T00:00:00Z' },
    { fault: 'a word', text: 'x' },
  ])('cannot be $fault', ({ text }) => {
    expectSentence(instantField, text, INVALID)
  })

  it('cannot be a number', () => {
    expectSentence(instantField, 5, 'Bitte einen Zeitpunkt angeben.')
  })
})

describe('a time on Vienna’s clocks', () => {
  it('needs no offset', () => {
    expect(readField(viennaTimeField, '2027-01-12T08:30')).toBe(Date.parse('2027-01-12T08:30:00+01:00'))
  })

  it('cannot be in the hour that the clocks skip in spring', () => {
    const sentence = 'Diese Uhrzeit gibt es an diesem Tag nicht: die Uhren werden umgestellt.'
    expectSentence(viennaTimeField, '2027-03-28T02:30', sentence)
  })
})

describe('a text to search for', () => {
  it('may be missing or empty, which finds everything', () => {
    expect([readField(searchField), readField(searchField, '')]).toEqual(['', ''])
  })

  it('has at most 200 characters', () => {
    expect(readField(searchField, 'x'.repeat(200))).toBe('x'.repeat(200))
    expectSentence(searchField, 'x'.repeat(201), 'Bitte höchstens 200 Zeichen eingeben.')
  })
})

describe('a text that must not be empty', () => {
  const textField = requiredField('Was?')

  it('is not changed', () => {
    expect(readField(textField, 'das')).toBe('das')
  })

  it.each(['', 7])('is refused with its one sentence when it is %j', (value) => {
    expectSentence(textField, value, 'Was?')
  })
})
