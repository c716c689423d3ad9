import { expect, it } from 'vitest'
import { cutOff, cutOffText, DEFAULT_CANCEL_HOURS } from '../../shared/cut-off.ts'
import type { Instant } from '../../shared/day.ts'
import { withPlainSpaces } from '../../testing/plain-spaces.ts'
import { SAMPLE_BOOKING, SAMPLE_URLS } from '../../testing/sample-emails.ts'
import { CALL_PASSAGE, CANCEL_PASSAGE, EMAIL_FACTS } from '../../testing/sample-words.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { reminder } from '../kinds/reminder.ts'
import { reservationReceived } from '../kinds/reservation-received.ts'
import type { EmailContent } from './layout.ts'

it.each<{ kind: string; writeAt: (now: Instant) => EmailContent }>([
  {
    kind: 'reservation-received',
    writeAt: (now) =>
      reservationReceived.email({ ...EMAIL_FACTS, booking: { ...SAMPLE_BOOKING, createdAt: now } }),
  },
  { kind: 'confirmed', writeAt: (now) => confirmed.email({ ...EMAIL_FACTS, message: '', now }) },
  { kind: 'reminder', writeAt: (now) => reminder.email({ ...EMAIL_FACTS, moveToAt: null, now }) },
])('the e-mail $kind offers the telephone when it is too late to cancel online', ({ writeAt }) => {
  const latest = cutOff(SAMPLE_BOOKING.startsAt, DEFAULT_CANCEL_HOURS)
  expect(withPlainSpaces(writeAt(latest - 1).text)).toContain(CANCEL_PASSAGE)
  const tooLate = writeAt(latest)
  expect(withPlainSpaces(tooLate.text)).toContain(
    `Sie können nicht kommen? Absagen ist online nur ${cutOffText(DEFAULT_CANCEL_HOURS)} möglich. ${CALL_PASSAGE}`,
  )
  expect(tooLate.text + tooLate.html).not.toContain(SAMPLE_URLS.cancelUrl)
})
