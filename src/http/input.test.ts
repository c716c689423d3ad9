import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../testing/refusal.ts'
import { before, day, filled, inOrder, instant, limit, number, search, viennaDateTime } from './fields.ts'
import { read } from './input.ts'

type Schema = v.GenericSchema<unknown, unknown>

/**
 * The sentence about a value that a query or a body has under the key `given`; undefined when it is taken.
 */
function sentenceOf(schema: Schema, given?: unknown): string | undefined {
  const sent = given === undefined ? {} : { given }
  const { fields } = (refusalOf(() => read(v.object({ given: schema }), sent))?.facts ?? {}) as {
    fields?: Record<string, string>
  }
  return fields?.given
}

/** Returns the value that is taken from a query or a body under the key `given`. */
const readAs = (schema: Schema, given?: unknown) =>
  (read(v.object({ given: schema }), given === undefined ? {} : { given }) as { given?: unknown }).given

describe('the number of rows', () => {
  it('is 100 where it is missing, and 1 to 500', () => {
    expect([undefined, '1', '500', '007'].map((given) => readAs(limit, given))).toEqual([100, 1, 500, 7])
  })

  it.each(['0', '501', '-1', '1.5', '1e2', '', ' 1', '9999999999', 'viele'])('is not %j', (given) => {
    expect(sentenceOf(limit, given)).toBe('Bitte eine Zahl von 1 bis 500 angeben.')
  })

  it('has other limits where a list has them', () => {
    const offset = number({ least: 0, most: 9, fallback: '3' })
    expect([undefined, '0', '9'].map((given) => readAs(offset, given))).toEqual([3, 0, 9])
    expect(sentenceOf(offset, '10')).toBe('Bitte eine Zahl von 0 bis 9 angeben.')
  })
})

describe('the last row of the page before', () => {
  it('may be missing', () => {
    expect([undefined, '0', '123456789012345'].map((given) => readAs(before, given))).toEqual([
      undefined,
      0,
      123_456_789_012_345,
    ])
  })

  it.each(['', '-1', 'x', '1.5', '1234567890123456'])('is not %j', (given) => {
    expect(sentenceOf(before, given)).toBe('Bitte die Nummer eines Eintrags angeben.')
  })
})

describe('a day', () => {
  it.each(['2027-02-30', '2027-1-1', '2027-01-01T08:00', 'heute', ''])('is not %j', (given) => {
    expect(sentenceOf(day, given)).toBe('Bitte ein gültiges Datum angeben.')
  })

  it('exists also in a leap year', () => {
    expect(readAs(day, '2028-02-29')).toBe('2028-02-29')
  })
})

describe('the days of a list', () => {
  const days = v.pipe(v.object({ from: v.optional(day), to: v.optional(day) }), inOrder(3))
  /** Returns the facts of the refusal; undefined when the days are taken. */
  const refusalFactsOf = (from?: string, to?: string) => refusalOf(() => read(days, { from, to }))?.facts

  it('include both ends, and may be open', () => {
    for (const [from, to] of [
      ['2027-01-01', '2027-01-01'],
      ['2027-01-01', '2027-01-03'],
      ['2027-01-01'],
      [undefined, '2027-01-01'],
      [],
    ])
      expect(refusalFactsOf(from, to)).toBeUndefined()
  })

  it('are in order and not too many', () => {
    const message = 'Höchstens 3 Tage, in zeitlicher Reihenfolge.'
    expect(refusalFactsOf('2027-01-02', '2027-01-01')).toEqual({ fields: { to: message } })
    expect(refusalFactsOf('2027-01-01', '2027-01-04')).toEqual({ fields: { to: message } })
    const unlimited = v.pipe(v.object({ from: day, to: day }), inOrder())
    expect(refusalOf(() => read(unlimited, { from: '2027-01-02', to: '2027-01-01' }))?.facts).toEqual({
      fields: { to: 'Der letzte Tag darf nicht vor dem ersten liegen.' },
    })
  })

  it('have one sentence where a day is invalid', () => {
    expect(refusalFactsOf('morgen', '2027-01-01')).toEqual({
      fields: { from: 'Bitte ein gültiges Datum angeben.' },
    })
  })
})

describe('an instant', () => {
  it('has an offset; a wall time is one only where Vienna’s clocks are asked', () => {
    const at = Date.parse('2027-01-12T08:30:00+01:00')
    expect(readAs(instant, '2027-01-12T07:30:00Z')).toBe(at)
    expect(readAs(viennaDateTime, '2027-01-12T08:30')).toBe(at)
    expect(sentenceOf(instant, '2027-01-12T08:30')).toBe('Bitte einen gültigen Zeitpunkt angeben.')
  })

  it('is not in the hour that a clock change leaves out, and in this or the next century', () => {
    expect(sentenceOf(viennaDateTime, '2027-03-28T02:30')).toBe(
      'Diese Uhrzeit gibt es an diesem Tag nicht: die Uhren werden umgestellt.',
    )
    for (const given of ['1899-12-31T00:00:00Z', '2200-01-01T00:00:00Z', 'x'])
      expect(sentenceOf(instant, given)).toBe('Bitte einen gültigen Zeitpunkt angeben.')
    expect(sentenceOf(instant, 5)).toBe('Bitte einen Zeitpunkt angeben.')
  })
})

describe('a text', () => {
  it('to search for may be missing or empty, and has 200 characters at most', () => {
    expect([undefined, '', 'x'.repeat(200)].map((given) => sentenceOf(search, given))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(sentenceOf(search, 'x'.repeat(201))).toBe('Bitte höchstens 200 Zeichen eingeben.')
  })

  it('that must be filled has one sentence, also where it is no text', () => {
    expect(['', 7].map((given) => sentenceOf(filled('Was?'), given))).toEqual(['Was?', 'Was?'])
    expect(readAs(filled('Was?'), 'das')).toBe('das')
  })
})
