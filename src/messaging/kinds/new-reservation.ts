import { fullDayTime } from '../../shared/format.ts'
import { appointment, composeEmail, paragraph } from '../email/layout.ts'
import { decision, patient, visitor } from '../email/parts.ts'
import type { Kind, PracticeFacts } from '../kind.ts'
import { forAChild } from './sample.ts'

/** Who asks for what and when, with the links of both decisions. */
export const newReservation = {
  to: 'practice',
  validWhile: ['requested'],
  decides: true,
  email: (facts) => {
    const { practice, booking } = facts
    return composeEmail({
      practice,
      subject: `Neue Reservierung: ${fullDayTime(booking.startsAt)}`,
      title: 'Neue Reservierung',
      preview: 'Bitte bestätigen oder ablehnen.',
      parts: [
        paragraph(`${visitor(booking)} hat online einen Termin reserviert und wartet auf Ihre Bestätigung.`),
        appointment(booking.startsAt, 'requested'),
        patient(booking),
        ...decision(facts),
      ],
    })
  },
  samples: {
    'new-reservation': (sample) => sample,
    'new-for-a-child': forAChild,
  },
} satisfies Kind<PracticeFacts>
