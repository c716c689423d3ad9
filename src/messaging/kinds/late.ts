import { HOUR, type Instant, MINUTE } from '../../shared/day.ts'
import { clockTime } from '../../shared/format.ts'
import { comingAppointment } from '../email/appointment-parts.ts'
import { appointmentBox, button, note } from '../email/basic-parts.ts'
import { composePatientEmail } from '../email/own-words.ts'
import { callUs } from '../email/patient-links.ts'
import type { Kind, PatientFacts } from '../kind.ts'
import { appointmentText } from '../sms/compose.ts'

type Facts = PatientFacts &
  Readonly<{
    /** Minutes by which the appointment is expected to begin late. */
    minutes: number
  }>

/** Tells a patient with an appointment today that the practice runs late. The appointment keeps its time. */
export const late = {
  to: 'patient',
  validWhile: ['confirmed'],
  asksRecipient: true,
  prefersSms: () => true,
  texts: {
    late: {
      about: 'Sie haben auf dem Tagesplan eine Verspätung angesagt. Um wie viel, nennen wir immer.',
      email: {
        opening: '{Anrede} Heute dauert es bei uns leider länger als geplant. Wir bitten um Verständnis.',
        closing: '',
      },
      sms: { opening: '', closing: 'Wir bitten um Verständnis.' },
    },
  },
  email: (facts) => {
    const { practice, booking, minutes, overviewUrl } = facts
    const text = lateText(booking.startsAt, minutes)
    return composePatientEmail(facts, 'late', {
      lead: text,
      subject: 'Ihr Termin beginnt später',
      title: `Ihr Termin beginnt rund ${minutes} Minuten später`,
      preview: text,
      parts: [
        appointmentBox(booking.startsAt, 'confirmed'),
        comingAppointment(practice, booking),
        button({ label: 'Termin ansehen', url: overviewUrl }),
        note(`Ihr Termin bleibt bestehen. Sie können nicht warten? ${callUs(practice)}`),
      ],
    })
  },
  sms: (facts) =>
    appointmentText(facts, 'late', {
      // The fixed sentence names the time already.
      timeSentence: '',
      fixedSentence: `Ihr Termin heute um {Uhrzeit} beginnt rund ${facts.minutes} Min. später.`,
    }),
  samples: {
    late: (sample) => ({ ...sample, minutes: 20, now: sample.booking.startsAt - 2 * HOUR }),
  },
} satisfies Kind<Facts>

/**
 * Returns the sentence about the delay. It names the expected time, so that nobody adds a second delay to the
 * first.
 */
function lateText(startsAt: Instant, minutes: number): string {
  const expectedStart = clockTime(startsAt + minutes * MINUTE)
  return `Ihr Termin beginnt voraussichtlich rund ${minutes} Minuten später, gegen ${expectedStart}.`
}
