import { fullDayTime } from '../../shared/format.ts'
import { appointmentBox, paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { decisionLinks, patientTable, visitorName } from '../email/practice-parts.ts'
import type { Kind, PracticeFacts } from '../kind.ts'
import { forAChild } from '../sample-for-child.ts'

/** Tells the practice of a new request, with the links to confirm and to reject it. */
export const newReservation = {
  to: 'practice',
  validWhile: ['requested'],
  hasDecisionLinks: true,
  email: (facts) => {
    const { practice, booking } = facts
    return composeEmail({
      practice,
      subject: `Neue Reservierung: ${fullDayTime(booking.startsAt)}`,
      title: 'Neue Reservierung',
      preview: 'Bitte bestätigen oder ablehnen.',
      parts: [
        paragraph(
          `${visitorName(booking)} hat online einen Termin reserviert und wartet auf Ihre Bestätigung.`,
        ),
        appointmentBox(booking.startsAt, 'requested'),
        patientTable(booking, { isNew: true }),
        ...decisionLinks(facts),
      ],
    })
  },
  samples: {
    'new-reservation': (sample) => sample,
    'new-for-a-child': forAChild,
  },
} satisfies Kind<PracticeFacts>
