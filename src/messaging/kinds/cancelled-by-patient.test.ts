import { describe, expect, it } from 'vitest'
import { FOR_A_CHILD, SAMPLE_BOOKING } from '../../testing/sample-emails.ts'
import { EMAIL_FACTS } from '../../testing/sample-words.ts'
import { cancelledByPatient } from './cancelled-by-patient.ts'

describe('the e-mail to the practice about a cancellation', () => {
  it('uses the masculine forms for a man, also above the reason that it quotes', () => {
    const booking = { ...SAMPLE_BOOKING, salutation: 'Herr', firstName: 'Max', lastName: 'Muster' }
    const { text } = cancelledByPatient.email({ ...EMAIL_FACTS, booking, reason: 'Krank.' })
    expect(text).toContain('Herr Max Muster hat diesen Termin online abgesagt.')
    expect(text).toContain('Nachricht des Patienten:\n> Krank.')
    expect(text).toContain('Patient: Max Muster')
  })

  it('names the booker as the person who cancelled, if another person than the patient has booked', () => {
    const { text } = cancelledByPatient.email({ ...EMAIL_FACTS, booking: FOR_A_CHILD, reason: 'Krank.' })
    expect(text).toContain('Maria Musterfrau (für Max Mustermann) hat diesen Termin online abgesagt.')
    expect(text).toContain('Nachricht dazu:\n> Krank.')
  })
})
