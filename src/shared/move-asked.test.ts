import { expect, it } from 'vitest'
import { askedTimeNote, presentTimeNote } from './move-asked.ts'

it('the notes about a requested move name the new time and the previous one', () => {
  const start = '2027-01-12T08:30:00+01:00'
  expect(askedTimeNote(start)).toBe('Verschiebung angefragt → Di\u00a012.\u00a0Jänner, 08:30')
  expect(presentTimeNote(start)).toBe('Verschiebung angefragt, bisher Di\u00a012.\u00a0Jänner, 08:30')
})
