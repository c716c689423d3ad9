import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { elapsedText } from '../../shared/elapsed-text.ts'
import { fullDayTime } from '../../shared/format.ts'
import { moveTimes } from '../email/appointment-parts.ts'
import { paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { decisionLinks, messageOfVisitor, patientTable, visitorName } from '../email/practice-parts.ts'
import type { Kind, PracticeFacts } from '../kind.ts'

type Facts = PracticeFacts &
  Readonly<{
    /** The start that the patient asks for. */
    requestedStart: Instant
    /** The doctor at that time, if it is another one. */
    requestedDoctor?: string | undefined
    /** Written by the patient; may be empty. */
    message: string
    /** Milliseconds since the request; only in a reminder. */
    waitedMs?: number | undefined
  }>

/** The words of the first e-mail about the request. */
const REQUEST_WORDS = {
  subject: 'Verschiebung angefragt',
  wish: 'möchte den bestätigten Termin verschieben. Bis Sie entscheiden, bleibt der Termin, wo er ist, und auch die gewünschte Zeit ist reserviert.',
}

/** Returns the words of the reminder. */
function reminderWords(waitedMs: number): typeof REQUEST_WORDS {
  return {
    subject: 'Verschiebung noch unbeantwortet',
    wish: `wartet seit ${elapsedText(waitedMs)} auf Ihre Antwort und möchte den bestätigten Termin verschieben. Das Portal erinnert Sie daran nur dieses eine Mal.`,
  }
}

/** Asks the practice to decide on the move of a confirmed appointment, or reminds it to do so. */
export const moveAsked = {
  to: 'practice',
  validWhile: ['confirmed'],
  statesMove: true,
  hasDecisionLinks: true,
  email: (facts) => {
    const { practice, booking, requestedStart, requestedDoctor, message, waitedMs } = facts
    const { subject, wish } = waitedMs === undefined ? REQUEST_WORDS : reminderWords(waitedMs)
    return composeEmail({
      practice,
      subject: `${subject}: ${fullDayTime(requestedStart)}`,
      title: 'Verschiebung angefragt',
      preview: 'Bitte bestätigen oder ablehnen.',
      parts: [
        paragraph(`${visitorName(booking)} ${wish}`),
        moveTimes(booking, requestedStart, requestedDoctor),
        messageOfVisitor(booking, message),
        patientTable(booking),
        ...decisionLinks(facts, 'Verschiebung'),
      ],
    })
  },
  samples: {
    'move-asked': (sample) => ({
      ...sample,
      requestedStart: sample.booking.startsAt + DAY_LENGTH,
      message: 'Geht es auch am Mittwoch?',
    }),
    'move-unanswered': (sample) => ({
      ...sample,
      requestedStart: sample.booking.startsAt + DAY_LENGTH,
      message: '',
      waitedMs: DAY_LENGTH,
    }),
  },
} satisfies Kind<Facts>
