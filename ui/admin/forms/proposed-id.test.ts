import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { serviceSchema } from '../../../src/shared/service/service-schema.ts'
import { proposedId } from './proposed-id.ts'

const TAKEN_IDS = ['impfung', 'impfung-2']

test.each([
  ['Akupunktur', 'akupunktur'],
  ['Befundbesprechung (kurz)', 'befundbesprechung-kurz'],
  ['Ärztliche Größenprüfung', 'aerztliche-groessenpruefung'],
  ['Café à la carte', 'cafe-a-la-carte'],
  ['Impfung', 'impfung-3'],
  ['  ', ''],
])('for the name %j the id %j is proposed, which is free and keeps the rule of ids', (name, id) => {
  const proposed = proposedId(name, (candidate) => TAKEN_IDS.includes(candidate))
  expect(proposed).toBe(id)
  // Without an id the user has to type one.
  if (id !== '') expect(safeParse(serviceSchema, { id, name }).success).toBe(true)
})
