import { bookerColumns } from '../shared/contact/booker.ts'
import type { MessageSample } from './kind.ts'

/** Returns the sample with its patient as the mother who books for a child. */
export function forAChild(sample: MessageSample): MessageSample {
  const { firstName, lastName } = sample.booking
  const child = { salutation: 'Herr', firstName: 'Max', lastName: 'Mustermann' }
  const booker = bookerColumns({ firstName, lastName, relation: 'child' })
  return { ...sample, booking: { ...sample.booking, ...child, ...booker } }
}
