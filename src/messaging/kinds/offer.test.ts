import { expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../../shared/day.ts'
import { smsLength } from '../../shared/messages/sms-length.ts'
import { FOR_A_CHILD, SAMPLE_BOOKING, SAMPLE_FACTS, SAMPLE_PRACTICE } from '../../testing/sample-emails.ts'
import { offer } from './offer.ts'

/** An offer of half past eight on a Tuesday, made at five past ten. The link is as long as a real one. */
const OFFERED = {
  ...offer.samples.offer(SAMPLE_FACTS),
  startsAt: SAMPLE_BOOKING.startsAt,
  now: SAMPLE_BOOKING.createdAt,
  until: SAMPLE_BOOKING.createdAt + HOUR,
  offerUrl: 'https://termine.example/patient/offer?id=0123456789abcdefghijklmnopqrstuv',
}

it('the SMS of an offer names the free time, its end and the link, and is one message', () => {
  const text = offer.sms(OFFERED)
  expect(text).toBe(
    'Ordination Dr. Alma Beispiel: Termin frei: Di 12. Jänner, 08:30. Antwort bis 11:05: https://termine.example/patient/offer?id=0123456789abcdefghijklmnopqrstuv',
  )
  expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
})

it('the SMS of an offer is one message with a shorter date if a longer one would need a second message', () => {
  const practice = { ...SAMPLE_PRACTICE, name: 'Ordination Dr. Alma-Maria Beispielhuber' }
  const text = offer.sms({ ...OFFERED, practice })
  expect(text).toContain('Beispielhuber: Termin frei: Di 12.1., 08:30. Bis 11:05: https:')
  expect(smsLength(text).parts).toBe(1)
})

it('the SMS of an offer to a booker names the patient by first name, and is one message', () => {
  const text = offer.sms({ ...OFFERED, booking: FOR_A_CHILD })
  expect(text).toContain('Termin für Max frei: Di 12.1., 08:30. Bis 11:05: https:')
  expect(smsLength(text).parts).toBe(1)
})

it('the SMS of an offer names the day on which it ends, if that is not today', () => {
  expect(offer.sms({ ...OFFERED, until: SAMPLE_BOOKING.createdAt + DAY_LENGTH })).toContain(
    'Bis Sa 21.11., 10:05: ',
  )
})

it.each([
  // A shorter form of the date makes room for this name.
  { doctor: 'Dr. Bunt', words: 'Termin frei: Di 12.1., 08:30 (Dr. Bunt). Bis 11:05: https:' },
  // This name is too long even with the shorter date, so it is left out.
  {
    doctor: 'Dr. Berta Buntspecht',
    words: 'Termin frei: Di 12. Jänner, 08:30. Antwort bis 11:05: https:',
  },
  // The name of the practice, at the beginning, already contains this name.
  {
    doctor: 'Dr. Alma Beispiel',
    words: 'Termin frei: Di 12. Jänner, 08:30. Antwort bis 11:05: https:',
  },
])('the SMS of an offer with the doctor $doctor is one message: $words', ({ doctor, words }) => {
  const text = offer.sms({ ...OFFERED, doctor })
  expect(text).toContain(`Ordination Dr. Alma Beispiel: ${words}`)
  expect(smsLength(text).parts).toBe(1)
})
