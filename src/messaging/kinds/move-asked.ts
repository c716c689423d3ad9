import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { moveTimes } from '../email/parts.ts'
import { decision, messageOfVisitor, patient, visitorName } from '../email/practice-parts.ts'
import type { Kind, PracticeFacts } from '../kind.ts'

/**
 * `to` is the start that the patient asks for, and `toDoctor` who has it, if somebody else. `waitingHours`
 * are the whole hours since the request, given in a reminder.
 */
type Facts = PracticeFacts &
  Readonly<{
    to: Instant
    toDoctor?: string | undefined
    message: string
    waitingHours?: number | undefined
  }>

const REQUEST = {
  subject: 'Verschiebung angefragt',
  wish: 'möchte den bestätigten Termin verschieben. Bis Sie entscheiden, bleibt der Termin, wo er ist, und auch die gewünschte Zeit ist reserviert.',
}

function reminder(waitingHours: number): typeof REQUEST {
  return {
    subject: 'Verschiebung noch unbeantwortet',
    wish: `wartet seit ${waitingHours} Stunden auf Ihre Antwort und möchte den bestätigten Termin verschieben. Das Portal erinnert Sie daran nur dieses eine Mal.`,
  }
}

/** A patient asks to move a confirmed appointment. */
export const moveAsked = {
  to: 'practice',
  validWhile: ['confirmed'],
  statesMove: true,
  decides: true,
  email: (facts) => {
    const { practice, booking, to, toDoctor, message, waitingHours } = facts
    const { subject, wish } = waitingHours === undefined ? REQUEST : reminder(waitingHours)
    return composeEmail({
      practice,
      subject: `${subject}: ${fullDayTime(to)}`,
      title: 'Verschiebung angefragt',
      preview: 'Bitte bestätigen oder ablehnen.',
      parts: [
        paragraph(`${visitorName(booking)} ${wish}`),
        moveTimes(booking, to, toDoctor),
        messageOfVisitor(booking, message),
        patient(booking),
        ...decision(facts, 'Verschiebung'),
      ],
    })
  },
  samples: {
    'move-asked': (sample) => ({
      ...sample,
      to: sample.booking.startsAt + DAY_LENGTH,
      message: 'Geht es auch am Mittwoch?',
    }),
    'move-unanswered': (sample) => ({
      ...sample,
      to: sample.booking.startsAt + DAY_LENGTH,
      message: '',
      waitingHours: 24,
    }),
  },
} satisfies Kind<Facts>
