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

const NO_START = 'Bitte einen gültigen Beginn angeben.'
const NO_END = 'Bitte ein gültiges Ende angeben.'
const NO_FIRST_DAY = 'Bitte einen gültigen ersten Tag angeben.'
const NO_LAST_DAY = 'Bitte einen gültigen letzten Tag angeben.'
const TOO_LONG = 'Höchstens zwei Jahre am Stück.'
const NO_KIND = 'Bitte wählen Sie: einzelne Stunden oder ganze Tage.'

/** Server and browser read times in different ways, so each has tests of its own for that. */
const schema = absenceSchema({ instantOf: Date.parse })
const errorsOf = (sent: unknown) => fieldErrorsOf(v.safeParse(schema, sent).issues ?? [])

describe('an absence of hours', () => {
  it('is read as a block of time between two instants', () => {
    expect(
      v.parse(schema, { ...BLOCK, title: '  Fortbildung  in Wien ', resource_id: ' doctor-1 ' }),
    ).toEqual({
      kind: 'block',
      title: 'Fortbildung in Wien',
      start: Date.parse('2027-01-12T07:00:00Z'),
      end: Date.parse('2027-01-12T11:00:00Z'),
      resource_id: 'doctor-1',
    })
  })

  it.each([undefined, '', ' '])('needs no title: %j', (title) => {
    expect(v.parse(schema, { ...BLOCK, title })).toMatchObject({ title: 'Gesperrt' })
  })

  it.each([
    { start: '2027-01-12T08:00+01:00', end: '2027-01-12T08:00:00.500+01:00' },
    { start: '2027-01-12T08:00:00Z', end: '2027-01-12T10:00:00+01:00' },
    { start: '2027-01-12T22:00:00+01:00', end: '2027-01-13T02:00:00+01:00' },
    { start: '2027-01-01T00:00:00+01:00', end: '2029-01-01T00:00:00+01:00' },
  ])('may last from $start to $end', ({ start, end }) => {
    expect(errorsOf({ ...BLOCK, start, end })).toEqual({})
  })

  it.each([
    { fault: 'no start', change: { start: undefined }, errors: { start: NO_START } },
    {
      fault: 'a start that the calendar does not have',
      change: { start: '2027-02-30T08:00:00+01:00' },
      errors: { start: NO_START },
    },
    {
      fault: 'a time of day beyond midnight',
      change: { end: '2027-01-12T25:00:00Z' },
      errors: { end: NO_END },
    },
    { fault: 'a number as end', change: { end: Date.parse(BLOCK.end) }, errors: { end: NO_END } },
    {
      fault: 'an end at its start',
      change: { end: BLOCK.start },
      errors: { end: 'Das Ende muss nach dem Beginn liegen.' },
    },
    { fault: 'more than two years', change: { end: '2029-01-13T08:01:00+01:00' }, errors: { end: TOO_LONG } },
    {
      fault: 'a title of two lines',
      change: { title: 'a\nb' },
      errors: { title: 'Der Text enthält unzulässige Zeichen.' },
    },
    {
      fault: 'a title of 121 characters',
      change: { title: 'a'.repeat(121) },
      errors: { title: 'Bitte höchstens 120 Zeichen eingeben.' },
    },
    {
      fault: 'a reason, which only closed days have',
      change: { reason: 'Urlaub' },
      errors: { reason: 'Unbekannte Angabe.' },
    },
    {
      fault: 'a number as the id of a doctor',
      change: { resource_id: 7 },
      errors: { resource_id: 'Bitte einen Text eingeben.' },
    },
  ])('is refused with $fault', ({ change, errors }) => {
    expect(errorsOf({ ...BLOCK, ...change })).toEqual(errors)
  })

  it('is past at its end', () => {
    const block = v.parse(schema, BLOCK)
    const end = Date.parse(BLOCK.end)
    expect(isOver(block, { now: end - 1, today: '2027-01-12' })).toBe(false)
    expect(isOver(block, { now: end, today: '2027-01-12' })).toBe(true)
  })
})

describe('an absence of days', () => {
  it('has no reason and is for all resources by default', () => {
    const read = { ...CLOSURE, reason: '', resource_id: null }
    expect(v.parse(schema, CLOSURE)).toEqual(read)
    for (const id of ['', 'practice']) expect(v.parse(schema, { ...CLOSURE, resource_id: id })).toEqual(read)
    expect(v.parse(schema, { ...CLOSURE, resource_id: null, reason: 'Urlaub' })).toEqual({
      ...read,
      reason: 'Urlaub',
    })
  })

  it.each([
    { fault: 'no title', change: { title: ' ' }, errors: { title: 'Bitte einen Titel angeben.' } },
    { fault: 'an instant as first day', change: { from: BLOCK.start }, errors: { from: NO_FIRST_DAY } },
    {
      fault: 'days of the year 9999',
      change: { from: '9999-08-02', to: '9999-08-06' },
      errors: { from: NO_FIRST_DAY, to: NO_LAST_DAY },
    },
    {
      fault: 'a last day that the calendar does not have',
      change: { to: '2027-02-30' },
      errors: { to: NO_LAST_DAY },
    },
    {
      fault: 'a last day before the first',
      change: { to: '2027-08-01' },
      errors: { to: 'Der letzte Tag darf nicht vor dem ersten liegen.' },
    },
    { fault: 'more than two years', change: { to: '2029-08-02' }, errors: { to: TOO_LONG } },
    {
      fault: 'a reason of 201 characters',
      change: { reason: 'a'.repeat(201) },
      errors: { reason: 'Bitte höchstens 200 Zeichen eingeben.' },
    },
  ])('is refused with $fault', ({ change, errors }) => {
    expect(errorsOf({ ...CLOSURE, ...change })).toEqual(errors)
  })

  it('is refused without days', () => {
    const errors = { from: NO_FIRST_DAY, to: NO_LAST_DAY }
    expect(errorsOf({ kind: 'closure', title: 'Urlaub' })).toEqual(errors)
  })

  it('may be one day or two years long', () => {
    expect(errorsOf({ ...CLOSURE, to: '2029-08-01' })).toEqual({})
    expect(errorsOf({ ...CLOSURE, to: CLOSURE.from })).toEqual({})
  })

  it('is past after its last day', () => {
    const closure = v.parse(schema, CLOSURE)
    expect(isOver(closure, { now: 0, today: '2027-08-06' })).toBe(false)
    expect(isOver(closure, { now: 0, today: '2027-08-07' })).toBe(true)
  })
})

it('an absence is refused without a kind, or with one that the practice cannot enter', () => {
  expect(errorsOf({})).toEqual({ kind: NO_KIND })
  expect(errorsOf({ ...CLOSURE, kind: 'holiday' })).toEqual({ kind: NO_KIND })
})
