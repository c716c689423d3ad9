import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { composeEmail, paragraph } from '../email/layout.ts'
import { decision, messageOfVisitor, moveTimes, patient, visitorName } from '../email/parts.ts'
import type { Kind, PracticeFacts } from '../kind.ts'

/**
 * `to` is the start that the patient asks for. `waitingHours` are the whole hours since the request, given in
 * a reminder.
 */
type Facts = PracticeFacts & Readonly<{ to: Instant; message: string; waitingHours?: number | undefined }>

/** A patient asks to move a confirmed appointment. */
export const moveAsked = {
  to: 'practice',
  validWhile: ['confirmed'],
  statesMove: true,
  decides: true,
  email: (facts) => {
    const { practice, booking, to, message, waitingHours } = facts
    const isReminder = waitingHours !== undefined
    const wish = isReminder
      ? `wartet seit ${waitingHours} Stunden auf Ihre Antwort und möchte den bestätigten Termin verschieben. Das Portal erinnert Sie daran nur dieses eine Mal.`
      : 'möchte den bestätigten Termin verschieben. Bis Sie entscheiden, bleibt der Termin, wo er ist, und auch die gewünschte Zeit ist reserviert.'
    return composeEmail({
      practice,
      subject: `${isReminder ? 'Verschiebung noch unbeantwortet' : 'Verschiebung angefragt'}: ${fullDayTime(to)}`,
      title: 'Verschiebung angefragt',
      preview: 'Bitte bestätigen oder ablehnen.',
      parts: [
        paragraph(`${visitorName(booking)} ${wish}`),
        moveTimes(booking.startsAt, to),
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
