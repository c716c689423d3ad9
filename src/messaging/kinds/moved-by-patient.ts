import type { Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { appointment, paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { timeWith } from '../email/parts.ts'
import { decision, messageOfVisitor, patient, visitorName } from '../email/practice-parts.ts'
import type { Kind, PracticeFacts } from '../kind.ts'
import { movedByADay } from './moved.ts'

/**
 * `from` is the start before the move, and `fromDoctor` who had it, if somebody else. `message` is written by
 * the patient and may be empty. `offered` is true when the patient took an offer of the waiting list.
 */
type Facts = PracticeFacts &
  Readonly<{
    from: Instant
    fromDoctor?: string | undefined
    message: string
    offered?: boolean | undefined
  }>

/** The patient has moved a request, which waits for the practice's decision, or an appointment. */
export const movedByPatient = {
  to: 'practice',
  validWhile: ['requested', 'confirmed'],
  decides: true,
  email: (facts) => {
    const { practice, booking, from, fromDoctor, message, offered = false } = facts
    const confirmed = booking.status === 'confirmed'
    const [moves, title, preview, then] = confirmed
      ? [
          'hat den Termin online verschoben.',
          'Termin verschoben',
          'Die neue Zeit gilt.',
          'Die bisherige Zeit ist wieder frei.',
        ]
      : [
          'hat die Reservierung online verschoben.',
          'Reservierung verschoben',
          'Bitte bestätigen oder ablehnen.',
          'Frühere Links gelten nicht mehr.',
        ]
    return composeEmail({
      practice,
      subject: `${title}: ${fullDayTime(booking.startsAt)}`,
      title,
      preview,
      parts: [
        paragraph(
          `${visitorName(booking)} ${offered ? 'hat eine Zeit der Warteliste angenommen.' : moves} ${then} Bisher: ${timeWith(from, fromDoctor)}. Die neue Zeit:`,
        ),
        appointment(booking.startsAt, booking.status),
        messageOfVisitor(booking, message),
        patient(booking),
        ...(confirmed ? [] : decision(facts)),
      ],
    })
  },
  samples: {
    'request-moved-for-the-practice': (sample) => ({
      ...movedByADay(sample, 'requested'),
      message: 'Am Montag muss ich arbeiten.',
    }),
    'moved-for-the-practice': (sample) => ({ ...movedByADay(sample, 'confirmed'), message: '' }),
    'offer-taken-for-the-practice': (sample) => ({
      ...movedByADay(sample, 'confirmed'),
      message: '',
      offered: true,
    }),
  },
} satisfies Kind<Facts>
