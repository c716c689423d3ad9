import * as v from 'valibot'
import { expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { resourceIdSchema, resourceOrAllSchema, resourceSchema } from './resource.ts'

const errorsOf = (schema: v.GenericSchema, sent: unknown) =>
  fieldErrorsOf(v.safeParse(schema, sent).issues ?? [])

it('a change of a doctor or a room may leave out every field', () => {
  expect(v.parse(resourceSchema, {})).toEqual({})
})

it.each([0, 9999])('a doctor or a room may have the display order %i', (order) => {
  expect(v.parse(resourceSchema, { order })).toEqual({ order })
})

it.each([-1, 10_000, 1.5, '1', null])('a doctor or a room cannot have the display order %j', (order) => {
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

it.each(['practice', '*'])('the id "%s" is refused, because it stands for all doctors and rooms', (id) => {
  expect(v.safeParse(resourceIdSchema, id).issues).toMatchObject([
    { message: 'Diese ID steht für alle. Bitte eine andere eingeben.' },
  ])
})

it('the id of a doctor or a room may have 64 characters', () => {
  expect(v.is(resourceIdSchema, 'x'.repeat(64))).toBe(true)
})

it.each([
  { fault: 'is empty', id: '' },
  { fault: 'has 65 characters', id: 'x'.repeat(65) },
  { fault: 'is a property of every object', id: 'constructor' },
])('the id of a doctor or a room is refused when it $fault', ({ id }) => {
  expect(v.is(resourceIdSchema, id)).toBe(false)
})

it.each([null, '', ' ', 'practice'])('%j stands for all doctors and rooms', (id) => {
  expect(v.parse(resourceOrAllSchema, id)).toBeNull()
})

it('every other id stands for one doctor or room', () => {
  expect(v.parse(resourceOrAllSchema, ' doctor-1 ')).toBe('doctor-1')
})
