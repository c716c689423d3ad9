import { expect, it } from 'vitest'
import { cutOff, cutOffText, DEFAULT_CANCEL_HOURS } from '../../shared/cut-off.ts'
import { withPlainSpaces } from '../../testing/plain-spaces.ts'
import { SAMPLE_BOOKING, SAMPLE_URLS } from '../../testing/sample-emails.ts'
import { CALL, CANCEL, FACTS } from '../../testing/sample-words.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { reminder } from '../kinds/reminder.ts'
import { reservationReceived } from '../kinds/reservation-received.ts'

it.each([
  [
    'reservation-received',
    (at: number) => reservationReceived.email({ ...FACTS, booking: { ...SAMPLE_BOOKING, createdAt: at } }),
  ],
  ['confirmed', (at: number) => confirmed.email({ ...FACTS, message: '', now: at })],
  ['reminder', (at: number) => reminder.email({ ...FACTS, moveToAt: null, now: at })],
])('the e-mail %s offers the telephone when it is too late to cancel online', (_name, write) => {
  const cutoff = cutOff(SAMPLE_BOOKING.startsAt, DEFAULT_CANCEL_HOURS)
  expect(withPlainSpaces(write(cutoff - 1).text)).toContain(CANCEL)
  const tooLate = write(cutoff)
  expect(withPlainSpaces(tooLate.text)).toContain(
    `Sie können nicht kommen? Absagen ist online nur ${cutOffText(DEFAULT_CANCEL_HOURS)} möglich. ${CALL}`,
  )
  expect(tooLate.text + tooLate.html).not.toContain(SAMPLE_URLS.cancelUrl)
})
