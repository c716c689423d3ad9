import { expect, it } from 'vitest'
import { CANCEL_HOURS, cutOff, cutOffText } from '../../shared/booking.ts'
import { BOOKING, FOR_A_CHILD, URLS } from '../../testing/sample-emails.ts'
import { CALL, CANCEL, FACTS, plain } from '../../testing/sample-words.ts'
import { cancelledByPatient } from '../kinds/cancelled-by-patient.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { reminder } from '../kinds/reminder.ts'
import { reservationReceived } from '../kinds/reservation-received.ts'

it.each([
  [
    'reservation-received',
    (at: number) => reservationReceived.email({ ...FACTS, booking: { ...BOOKING, createdAt: at } }),
  ],
  ['confirmed', (at: number) => confirmed.email({ ...FACTS, message: '', now: at })],
  ['reminder', (at: number) => reminder.email({ ...FACTS, moveToAt: null, now: at })],
])('the e-mail %s offers the telephone when it is too late to cancel online', (_name, write) => {
  const cutoff = cutOff(BOOKING.startsAt, CANCEL_HOURS)
  expect(plain(write(cutoff - 1).text)).toContain(CANCEL)
  const late = write(cutoff)
  expect(plain(late.text)).toContain(
    `Sie können nicht kommen? Absagen ist online nur ${cutOffText(CANCEL_HOURS)} möglich. ${CALL}`,
  )
  expect(late.text + late.html).not.toContain(URLS.cancelUrl)
})

it.each(['', ' \n\t\r\n '])('an e-mail has no quotation without a message: %j', (message) => {
  const { text, html } = confirmed.email({ ...FACTS, message })
  expect(text + html).not.toContain('Nachricht der Ordination')
  expect(text).not.toMatch(/^>|\n\n\n/m)
})

it('an e-mail to the practice has the masculine forms for a man', () => {
  const booking = { ...BOOKING, salutation: 'Herr', firstName: 'Max', lastName: 'Muster' }
  const { text } = cancelledByPatient.email({ ...FACTS, booking, reason: 'Krank.' })
  expect(text).toContain('Herr Max Muster hat diesen Termin online abgesagt.')
  expect(text).toContain('Nachricht des Patienten:\n> Krank.')
  expect(text).toContain('Patient: Max Muster')
})

it('an e-mail to the practice names who booked as the one who cancelled', () => {
  const { text } = cancelledByPatient.email({ ...FACTS, booking: FOR_A_CHILD, reason: 'Krank.' })
  expect(text).toContain('Maria Musterfrau (für Max Mustermann) hat diesen Termin online abgesagt.')
  expect(text).toContain('Nachricht dazu:\n> Krank.')
})
