import * as v from 'valibot'
import { expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { resourceId, resourceSchema } from './resource.ts'

const errorsOf = (schema: v.GenericSchema, sent: unknown) =>
  fieldErrorsOf(v.safeParse(schema, sent).issues ?? [])

it('a doctor or a room may leave out every field, and has an order from 0 to 9999', () => {
  expect(v.parse(resourceSchema, {})).toEqual({})
  for (const order of [0, 9999]) expect(v.parse(resourceSchema, { order })).toEqual({ order })
  for (const order of [-1, 10_000, 1.5, '1', null])
    expect(errorsOf(resourceSchema, { order })).toEqual({
      order: 'Reihenfolge muss eine ganze Zahl von 0 bis 9999 sein.',
    })
})

it('a doctor or a room needs a name, may have no title and the hours of the practice', () => {
  expect(errorsOf(resourceSchema, { name: ' ', colour: 'red' })).toEqual({
    name: 'Bitte einen Namen angeben.',
    colour: 'Unbekannte Angabe.',
  })
  expect(v.parse(resourceSchema, { title: '', working_hours: null, active: false })).toEqual({
    title: '',
    working_hours: null,
    active: false,
  })
})

it('the id of a doctor or a room has at most 64 characters, and is none of those that every object has', () => {
  const longest = 'x'.repeat(64)
  expect([longest, `${longest}x`, 'constructor', ''].map((id) => v.is(resourceId, id))).toEqual([
    true,
    false,
    false,
    false,
  ])
})
