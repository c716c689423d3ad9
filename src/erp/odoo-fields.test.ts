import { expect, it } from 'vitest'
import { odooEventsSchema, odooTextSchema } from './odoo-fields.ts'

it('an event of Odoo is neither on whole days nor archived unless it says so', () => {
  const event = { id: 1, start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' }
  expect(odooEventsSchema.parse([event])).toEqual([{ ...event, allday: false, active: true }])
})

it('a text field of Odoo that is empty or missing is read as an empty text', () => {
  expect(odooTextSchema.parse('x')).toBe('x')
  expect(odooTextSchema.parse(false)).toBe('')
  expect(odooTextSchema.parse(undefined)).toBe('')
})
