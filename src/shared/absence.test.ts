import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { absenceSchema, isOver } from './absence.ts'
import { fieldErrorsOf } from './field-errors.ts'

const BLOCK = {
  kind: 'block',
  title: 'Fortbildung',
  start: '2027-01-12T08:00:00+01:00',
  end: '2027-01-12T12:00:00+01:00',
}
const CLOSURE = { kind: 'closure', title: 'Urlaub', from: '2027-08-02', to: '2027-08-06' }

/** Server and browser read times each in their own way, which their own tests show. */
const SCHEMA = absenceSchema({ instantOf: Date.parse })
const errorsOf = (sent: unknown) => fieldErrorsOf(v.safeParse(SCHEMA, sent).issues ?? [])

describe('an absence', () => {
  it('is read as a block of time between two instants', () => {
    expect(
      v.parse(SCHEMA, { ...BLOCK, title: '  Fortbildung  in Wien ', resource_id: ' doctor-1 ' }),
    ).toEqual({
      kind: 'block',
      title: 'Fortbildung in Wien',
      start: Date.parse('2027-01-12T07:00:00Z'),
      end: Date.parse('2027-01-12T11:00:00Z'),
      resource_id: 'doctor-1',
    })
  })

  it.each([undefined, '', ' '])('needs no title for a block: %j', (title) => {
    expect(v.parse(SCHEMA, { ...BLOCK, title })).toMatchObject({ title: 'Gesperrt' })
  })

  it('is read as days, by default without a reason and for all resources', () => {
    const read = { ...CLOSURE, reason: '', resource_id: null }
    expect(v.parse(SCHEMA, CLOSURE)).toEqual(read)
    expect(v.parse(SCHEMA, { ...CLOSURE, resource_id: '' })).toEqual(read)
    expect(v.parse(SCHEMA, { ...CLOSURE, resource_id: null, reason: 'Urlaub' })).toEqual({
      ...read,
      reason: 'Urlaub',
    })
  })

  it.each([
    ['2027-01-12T08:00+01:00', '2027-01-12T08:00:00.500+01:00'],
    ['2027-01-12T08:00:00Z', '2027-01-12T10:00:00+01:00'],
    ['2027-01-12T22:00:00+01:00', '2027-01-13T02:00:00+01:00'],
    ['2027-01-01T00:00:00+01:00', '2029-01-01T00:00:00+01:00'],
  ])('may last from %s to %s', (start, end) => {
    expect(errorsOf({ ...BLOCK, start, end })).toEqual({})
  })

  const [START, END, FIRST, LAST] = [
    'Bitte einen gültigen Beginn angeben.',
    'Bitte ein gültiges Ende angeben.',
    'Bitte einen gültigen ersten Tag angeben.',
    'Bitte einen gültigen letzten Tag angeben.',
  ]
  const KIND = 'Bitte wählen Sie: einzelne Stunden oder ganze Tage.'

  it.each([
    [{ ...CLOSURE, title: ' ' }, { title: 'Bitte einen Titel angeben.' }],
    [{ ...BLOCK, title: 'a\nb' }, { title: 'Der Text enthält unzulässige Zeichen.' }],
    [{ ...BLOCK, title: 'a'.repeat(121) }, { title: 'Bitte höchstens 120 Zeichen eingeben.' }],
    [{ ...BLOCK, start: undefined }, { start: START }],
    [{ ...BLOCK, start: '2027-02-30T08:00:00+01:00' }, { start: START }],
    [{ ...BLOCK, end: '2027-01-12T25:00:00Z' }, { end: END }],
    [{ ...BLOCK, end: Date.parse(BLOCK.end) }, { end: END }],
    [{ ...BLOCK, end: BLOCK.start }, { end: 'Das Ende muss nach dem Beginn liegen.' }],
    [{ ...BLOCK, end: '2029-01-13T08:01:00+01:00' }, { end: 'Höchstens zwei Jahre am Stück.' }],
    [{ ...BLOCK, reason: 'Urlaub' }, { reason: 'Unbekannte Angabe.' }],
    [{ ...BLOCK, resource_id: 7 }, { resource_id: 'Bitte einen Text eingeben.' }],
    [
      { kind: 'closure', title: 'Urlaub' },
      { from: FIRST, to: LAST },
    ],
    [{ ...CLOSURE, from: BLOCK.start }, { from: FIRST }],
    [
      { ...CLOSURE, from: '9999-08-02', to: '9999-08-06' },
      { from: FIRST, to: LAST },
    ],
    [{ ...CLOSURE, to: '2027-02-30' }, { to: LAST }],
    [{ ...CLOSURE, to: '2027-08-01' }, { to: 'Der letzte Tag darf nicht vor dem ersten liegen.' }],
    [{ ...CLOSURE, to: '2029-08-02' }, { to: 'Höchstens zwei Jahre am Stück.' }],
    [{ ...CLOSURE, reason: 'a'.repeat(201) }, { reason: 'Bitte höchstens 200 Zeichen eingeben.' }],
    [{ ...CLOSURE, kind: 'holiday' }, { kind: KIND }],
    [{}, { kind: KIND }],
  ])('is refused as %j: %j', (sent, fields) => {
    expect(errorsOf(sent)).toEqual(fields)
  })

  it('may close the practice for two years, both ends included', () => {
    expect(errorsOf({ ...CLOSURE, to: '2029-08-01' })).toEqual({})
    expect(errorsOf({ ...CLOSURE, to: CLOSURE.from })).toEqual({})
  })

  it('of hours is over when its end has come', () => {
    const block = v.parse(SCHEMA, BLOCK)
    const end = Date.parse(BLOCK.end)
    expect(isOver(block, { now: end - 1, today: '2027-01-12' })).toBe(false)
    expect(isOver(block, { now: end, today: '2027-01-12' })).toBe(true)
  })

  it('of days is over after its last day', () => {
    const closure = v.parse(SCHEMA, CLOSURE)
    expect(isOver(closure, { now: 0, today: '2027-08-06' })).toBe(false)
    expect(isOver(closure, { now: 0, today: '2027-08-07' })).toBe(true)
  })
})
