import { expect, it } from 'vitest'
import { eventRows, odooText } from './odoo-fields.ts'

it('an event that does not say so is not on whole days and not archived', () => {
  const event = { id: 1, start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' }
  expect(eventRows.parse([event])).toEqual([{ ...event, allday: false, active: true }])
})

it('a text that is empty or missing is empty', () => {
  expect([odooText.parse('x'), odooText.parse(false), odooText.parse(undefined)]).toEqual(['x', '', ''])
})
