import { expect, it } from 'vitest'
import { BOOKING, FOR_A_CHILD } from '../../testing/sample-emails.ts'
import { FACTS } from '../../testing/sample-words.ts'
import { cancelledByPatient } from '../kinds/cancelled-by-patient.ts'

it('an e-mail to the practice uses the masculine forms for a man', () => {
  const booking = { ...BOOKING, salutation: 'Herr', firstName: 'Max', lastName: 'Muster' }
  const { text } = cancelledByPatient.email({ ...FACTS, booking, reason: 'Krank.' })
  expect(text).toContain('Herr Max Muster hat diesen Termin online abgesagt.')
  expect(text).toContain('Nachricht des Patienten:\n> Krank.')
  expect(text).toContain('Patient: Max Muster')
})

it('an e-mail to the practice says that the booker cancelled, for an appointment booked for another person', () => {
  const { text } = cancelledByPatient.email({ ...FACTS, booking: FOR_A_CHILD, reason: 'Krank.' })
  expect(text).toContain('Maria Musterfrau (für Max Mustermann) hat diesen Termin online abgesagt.')
  expect(text).toContain('Nachricht dazu:\n> Krank.')
})
