import { expect, it } from 'vitest'
import { odooEventRows, odooText } from './odoo-fields.ts'

it('an event of Odoo is neither on whole days nor archived unless it says so', () => {
  const event = { id: 1, start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' }
  expect(odooEventRows.parse([event])).toEqual([{ ...event, allday: false, active: true }])
})

it('a text field of Odoo that is empty or missing is read as an empty text', () => {
  expect(odooText.parse('x')).toBe('x')
  expect(odooText.parse(false)).toBe('')
  expect(odooText.parse(undefined)).toBe('')
})
