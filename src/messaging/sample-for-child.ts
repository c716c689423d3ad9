import { bookerColumns } from '../shared/contact/booker.ts'
import type { MessageSample } from './kind.ts'

/** Returns the sample as the booking of a child, which the sample's patient has made as the mother. */
export function forAChild(sample: MessageSample): MessageSample {
  const { firstName, lastName } = sample.booking
  const child = { salutation: 'Herr', firstName: 'Max', lastName: 'Mustermann' }
  const booker = bookerColumns({ firstName, lastName, relation: 'child' })
  return { ...sample, booking: { ...sample.booking, ...child, ...booker } }
}
