import * as v from 'valibot'
import { expect, it } from 'vitest'
import { manualContactSchema } from './manual-contact.ts'

const read = (booker: unknown) =>
  v.safeParse(manualContactSchema({ today: '2027-01-07' }), {
    firstName: 'Rosa',
    lastName: 'Musterfrau',
    mobile: '0664 1234567',
    booker,
  })

it.each([undefined, { relation: '' }, { relation: '', firstName: 'Otto' }])(
  'the practice enters a patient who books in person: %j',
  (booker) => {
    const { success, output } = read(booker)
    expect([success, (output as { booker?: unknown }).booker]).toEqual([true, undefined])
  },
)

it.each([null, 'child', 7, {}, { relation: 'friend', firstName: 'Otto', lastName: 'Muster' }])(
  'refuses %j as somebody who books for the patient',
  (booker) => {
    expect(read(booker).success).toBe(false)
  },
)
