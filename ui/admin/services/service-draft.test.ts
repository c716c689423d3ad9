import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import type { Service } from '../../../src/shared/service/service.ts'
import { serviceSchema } from '../../../src/shared/service/service-schema.ts'
import { type ListedService, NEW_SERVICE, serviceDraft } from './service-draft.ts'
import { listedServicesIn } from './use-services.ts'

const FACIAL: Service = {
  id: 'facial',
  name: 'Facial',
  description: 'Medizinische Hautbehandlung.',
  hint: 'Ungeschminkt kommen.\nSonnencreme mitbringen.',
  questions: [
    { id: 'q1', label: 'Nehmen Sie Medikamente?', kind: 'yesno', required: true },
    {
      id: 'q2',
      label: 'Woher kennen Sie uns?',
      kind: 'choice',
      options: ['Ärztin', 'Freunde'],
      required: false,
    },
  ],
  duration_min: 90,
  step: 30,
  paddingBefore: 10,
  paddingAfter: 0,
  resource_id: 'doctor-1',
  price: 159.5,
  active: false,
  display_duration_min: null,
  first_visit: true,
  display_order: 3,
}

test('a service stays the same when it is loaded and saved without changes', () => {
  const draft = serviceDraft(FACIAL)
  expect(draft).toMatchObject({ price: '159,5', display_duration_min: '', first_visit: 'true' })
  expect(safeParse(serviceSchema, draft).output).toEqual(FACIAL)
})

test('a listed service that lacks fields has the defaults of the specification', () => {
  const bare = { id: 'impfung', name: 'Impfung', first_visit: true }
  const [listed] = listedServicesIn({ list: [bare as ListedService] })
  expect(listed).toMatchObject({ ...bare, duration_min: 30, step: 15, price: 0, active: true, questions: [] })
})

test('a new service starts with the defaults of the schema', () => {
  // The two fields without a default.
  const named = { id: 'neu', name: 'Neu' }
  expect(safeParse(serviceSchema, { ...serviceDraft(NEW_SERVICE), ...named }).output).toEqual(
    safeParse(serviceSchema, named).output,
  )
})
