import { expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../../shared/day.ts'
import { smsLength } from '../../shared/messages/sms-length.ts'
import { BOOKING, SAMPLE } from '../../testing/sample-emails.ts'
import { offer } from './offer.ts'

it('the SMS of an offer says this, in one message, and until which day where that is another one', () => {
  const offered = {
    ...offer.samples.offer(SAMPLE),
    startsAt: BOOKING.startsAt,
    now: BOOKING.createdAt,
    offerUrl: 'https://termine.example/patient/offer?id=0123456789abcdefghijklmnopqrstuv',
  }
  const text = offer.sms({ ...offered, until: BOOKING.createdAt + HOUR })
  expect(text).toBe(
    'Ordination Dr. Alma Beispiel: Termin frei: Di 12. Jänner, 08:30. Antwort bis 11:05: https://termine.example/patient/offer?id=0123456789abcdefghijklmnopqrstuv',
  )
  expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  expect(offer.sms({ ...offered, until: BOOKING.createdAt + DAY_LENGTH })).toContain(
    'Antwort bis Sa 21. November, 10:05: ',
  )
})

it.each([
  ['Dr. Bunt', 'Termin frei: Di 12.1., 08:30 (Dr. Bunt). Bis 11:05: https:'],
  // This name is too long also beside the shorter words, so it is left out.
  ['Dr. Berta Buntspecht', 'Termin frei: Di 12. Jänner, 08:30. Antwort bis 11:05: https:'],
  ['Dr. Alma Beispiel', 'Termin frei: Di 12. Jänner, 08:30. Antwort bis 11:05: https:'],
])('the SMS of an offer of %s names the doctor in shorter words, in one message', (doctor, words) => {
  const text = offer.sms({
    ...offer.samples.offer(SAMPLE),
    doctor,
    startsAt: BOOKING.startsAt,
    now: BOOKING.createdAt,
    until: BOOKING.createdAt + HOUR,
    offerUrl: 'https://termine.example/patient/offer?id=0123456789abcdefghijklmnopqrstuv',
  })
  expect(text).toContain(`Ordination Dr. Alma Beispiel: ${words}`)
  expect(smsLength(text).parts).toBe(1)
})
