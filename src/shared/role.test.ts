import { expect, it } from 'vitest'
import { ROLES, seesPatients } from './role.ts'

it('doctors and assistants see patients, but the technician does not', () => {
  expect(ROLES.filter(seesPatients)).toEqual(['doctor', 'assistant'])
})
