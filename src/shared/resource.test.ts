import * as v from 'valibot'
import { expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { resourceIdSchema, resourceSchema } from './resource.ts'

const errorsOf = (schema: v.GenericSchema, sent: unknown) =>
  fieldErrorsOf(v.safeParse(schema, sent).issues ?? [])

it('a change of a doctor or a room may leave out every field', () => {
  expect(v.parse(resourceSchema, {})).toEqual({})
})

it('a doctor or a room has a display order from 0 to 9999', () => {
  for (const order of [0, 9999]) expect(v.parse(resourceSchema, { order })).toEqual({ order })
  for (const order of [-1, 10_000, 1.5, '1', null])
    expect(errorsOf(resourceSchema, { order })).toEqual({
      order: 'Reihenfolge muss eine ganze Zahl von 0 bis 9999 sein.',
    })
})

it('a doctor or a room needs a name, and has no unknown fields', () => {
  expect(errorsOf(resourceSchema, { name: ' ', colour: 'red' })).toEqual({
    name: 'Bitte einen Namen angeben.',
    colour: 'Unbekannte Angabe.',
  })
})

it('a doctor or a room needs neither a title nor working hours of its own', () => {
  expect(v.parse(resourceSchema, { title: '', working_hours: null, active: false })).toEqual({
    title: '',
    working_hours: null,
    active: false,
  })
})

it('an id that stands for all doctors and rooms is refused', () => {
  for (const id of ['practice', '*'])
    expect(v.safeParse(resourceIdSchema, id).issues).toMatchObject([
      { message: 'Diese ID steht für alle. Bitte eine andere eingeben.' },
    ])
})

it('the id of a doctor or a room has 1 to 64 characters, and is not a property of every object', () => {
  const longest = 'x'.repeat(64)
  expect(v.is(resourceIdSchema, longest)).toBe(true)
  for (const id of [`${longest}x`, 'constructor', '']) expect(v.is(resourceIdSchema, id), id).toBe(false)
})
