import { expect, it } from 'vitest'
import { ROLES, seesPatients } from './role.ts'

it('doctors and assistants see patients, and whoever looks after the technology does not', () => {
  expect(ROLES.filter(seesPatients)).toEqual(['doctor', 'assistant'])
})
