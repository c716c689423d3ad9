import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { serviceSchema } from '../../../src/shared/service/service-schema.ts'
import { proposedId } from './proposed-id.ts'

const TAKEN_IDS = ['impfung', 'impfung-2']

test.each([
  { name: 'Akupunktur', id: 'akupunktur' },
  { name: 'Befundbesprechung (kurz)', id: 'befundbesprechung-kurz' },
  { name: 'Ärztliche Größenprüfung', id: 'aerztliche-groessenpruefung' },
  { name: 'Café à la carte', id: 'cafe-a-la-carte' },
  { name: 'Impfung', id: 'impfung-3' },
  { name: '  ', id: '' },
])('for the name $name the id $id is proposed, which is free and keeps the rule of ids', ({ name, id }) => {
  const proposed = proposedId(name, (candidate) => TAKEN_IDS.includes(candidate))
  expect(proposed).toBe(id)
  // Without an id the user has to type one.
  if (id !== '') expect(safeParse(serviceSchema, { id, name }).success).toBe(true)
})
