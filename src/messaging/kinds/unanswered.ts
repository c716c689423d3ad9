import { DAY_LENGTH } from '../../shared/day.ts'
import { elapsedText } from '../../shared/elapsed-text.ts'
import { fullDayTime } from '../../shared/format.ts'
import { appointmentBox, paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { decisionLinks, patientTable, visitorName } from '../email/practice-parts.ts'
import type { Kind, PracticeFacts } from '../kind.ts'

type Facts = PracticeFacts &
  Readonly<{
    /** Milliseconds for which the patient has waited for an answer. */
    waitedMs: number
  }>

/** Reminds the practice of a request that it has not answered. */
export const unanswered = {
  to: 'practice',
  validWhile: ['requested'],
  asksRecipient: true,
  waitsForDay: true,
  hasDecisionLinks: true,
  email: (facts) => {
    const { practice, booking, waitedMs } = facts
    return composeEmail({
      practice,
      subject: `Noch unbeantwortet: ${fullDayTime(booking.startsAt)}`,
      title: 'Diese Reservierung wartet noch',
      preview: 'Bitte bestätigen oder ablehnen.',
      parts: [
        paragraph(
          `${visitorName(booking)} wartet seit ${elapsedText(waitedMs)} auf Ihre Bestätigung. Das Portal erinnert Sie daran nur dieses eine Mal.`,
        ),
        appointmentBox(booking.startsAt, 'requested'),
        patientTable(booking, { isNew: true }),
        ...decisionLinks(facts),
      ],
    })
  },
  samples: { unanswered: (sample) => ({ ...sample, waitedMs: DAY_LENGTH }) },
} satisfies Kind<Facts>
