import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { serviceSchema } from '../../../src/shared/service/service-schema.ts'
import { proposedId } from './proposed-id.ts'

test.each([
  ['Akupunktur', 'akupunktur'],
  ['Befundbesprechung (kurz)', 'befundbesprechung-kurz'],
  ['Ärztliche Größenprüfung', 'aerztliche-groessenpruefung'],
  ['Café à la carte', 'cafe-a-la-carte'],
  ['Impfung', 'impfung-3'],
  ['  ', ''],
])('the name %j proposes the id %j, which the rule of ids takes', (name, id) => {
  const proposed = proposedId(name, (taken) => ['impfung', 'impfung-2'].includes(taken))
  expect(proposed).toBe(id)
  if (id !== '') expect(safeParse(serviceSchema, { id, name }).success).toBe(true)
})
