import { expect, it } from 'vitest'
import { askedFor, askedInsteadOf } from './move-asked.ts'

it('a move that is asked for stands beside the appointment and beside the new time', () => {
  const start = '2027-01-12T08:30:00+01:00'
  expect(askedFor(start)).toBe('Verschiebung angefragt → Di\u00a012.\u00a0Jänner, 08:30')
  expect(askedInsteadOf(start)).toBe('Verschiebung angefragt, bisher Di\u00a012.\u00a0Jänner, 08:30')
})
