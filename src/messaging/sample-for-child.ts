import { bookerColumns } from '../shared/contact/booker.ts'
import type { MessageSample } from './kind.ts'

/** Returns the sample as a booking for a child, made by the sample's patient as the mother. */
export function forAChild(sample: MessageSample): MessageSample {
  const { firstName, lastName } = sample.booking
  const child = { salutation: 'Herr', firstName: 'Max', lastName: 'Mustermann' }
  const booker = bookerColumns({ firstName, lastName, relation: 'child' })
  return { ...sample, booking: { ...sample.booking, ...child, ...booker } }
}
