import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { moveTimes } from '../email/appointment-parts.ts'
import { button } from '../email/basic-parts.ts'
import { composePatientEmail } from '../email/own-words.ts'
import { howToCancel, howToMove } from '../email/patient-links.ts'
import type { Kind, PatientFacts } from '../kind.ts'

type Facts = PatientFacts &
  Readonly<{
    /** The start that the patient asks for. */
    requestedStart: Instant
    /** The doctor at that time, if it is another one. */
    requestedDoctor?: string | undefined
  }>

/** Tells the patient of a confirmed appointment that the practice decides on the requested time. */
export const moveReceived = {
  to: 'patient',
  validWhile: ['confirmed'],
  texts: {
    'move-received': {
      about: 'Jemand möchte einen bestätigten Termin verschieben und wartet auf Ihre Antwort.',
      email: {
        opening:
          '{Anrede} Sie möchten Ihren Termin verschieben. Wir antworten Ihnen ehestmöglich. Bis dahin bleibt Ihr Termin, wie er ist.',
        closing: '',
      },
    },
  },
  email: (facts) => {
    const { practice, booking, requestedStart, requestedDoctor, overviewUrl, now } = facts
    return composePatientEmail(facts, 'move-received', {
      subject: 'Verschiebung angefragt',
      at: requestedStart,
      title: 'Verschiebung angefragt',
      preview: 'Bis wir antworten, bleibt Ihr Termin, wie er ist.',
      parts: [
        moveTimes(booking, requestedStart, requestedDoctor),
        button({ label: 'Termin ansehen', url: overviewUrl }),
        ...howToMove({ startsAt: booking.startsAt, now }, facts),
        howToCancel({ practice, startsAt: booking.startsAt, now }, facts),
      ],
    })
  },
  samples: {
    'move-received': (sample) => ({ ...sample, requestedStart: sample.booking.startsAt + DAY_LENGTH }),
  },
} satisfies Kind<Facts>
