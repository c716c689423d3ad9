import type { Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { timeWith } from '../email/appointment-parts.ts'
import { appointmentBox, paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { decisionLinks, messageOfVisitor, patientTable, visitorName } from '../email/practice-parts.ts'
import type { Kind, PracticeFacts } from '../kind.ts'
import { movedByADay } from './moved.ts'

type Facts = PracticeFacts &
  Readonly<{
    /** The start before the move. */
    from: Instant
    /** The doctor at that time, if it was another one. */
    fromDoctor?: string | undefined
    /** Written by the patient; may be empty. */
    message: string
    /** True when the patient has taken an offer of the waiting list. */
    tookOffer?: boolean | undefined
  }>

/**
 * The words for a request that was moved. In the first paragraph, the name of the patient and `event` are a
 * sentence, and `consequence` is the next one.
 */
const REQUEST_WORDS = {
  event: 'hat die Reservierung online verschoben.',
  title: 'Reservierung verschoben',
  preview: 'Bitte bestätigen oder ablehnen.',
  consequence: 'Frühere Links gelten nicht mehr.',
}

/** The words for a confirmed appointment that was moved. */
const APPOINTMENT_WORDS: typeof REQUEST_WORDS = {
  event: 'hat den Termin online verschoben.',
  title: 'Termin verschoben',
  preview: 'Die neue Zeit gilt.',
  consequence: 'Die bisherige Zeit ist wieder frei.',
}

/** Tells the practice that a patient has moved a request, which waits for its decision, or an appointment. */
export const movedByPatient = {
  to: 'practice',
  validWhile: ['requested', 'confirmed'],
  hasDecisionLinks: true,
  email: (facts) => {
    const { practice, booking, from, fromDoctor, message, tookOffer = false } = facts
    const isConfirmed = booking.status === 'confirmed'
    const words = isConfirmed ? APPOINTMENT_WORDS : REQUEST_WORDS
    const { title, preview, consequence } = words
    const event = tookOffer ? 'hat eine Zeit der Warteliste angenommen.' : words.event
    return composeEmail({
      practice,
      subject: `${title}: ${fullDayTime(booking.startsAt)}`,
      title,
      preview,
      parts: [
        paragraph(
          `${visitorName(booking)} ${event} ${consequence} Bisher: ${timeWith(from, fromDoctor)}. Die neue Zeit:`,
        ),
        appointmentBox(booking.startsAt, booking.status),
        messageOfVisitor(booking, message),
        patientTable(booking),
        ...(isConfirmed ? [] : decisionLinks(facts)),
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
      tookOffer: true,
    }),
  },
} satisfies Kind<Facts>
