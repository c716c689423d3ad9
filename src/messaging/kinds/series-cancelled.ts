import { lostAppointment } from '../email/appointment-parts.ts'
import { button, quotation } from '../email/basic-parts.ts'
import { calendarOfSeries } from '../email/ics.ts'
import { composePatientEmail } from '../email/own-words.ts'
import { type SeriesTime, seriesTimes, withoutOwnDoctor } from '../email/series-parts.ts'
import type { Kind, PatientFacts } from '../kind.ts'
import { appointmentText } from '../sms/compose.ts'
import { sampleTimes } from './series-confirmed.ts'

type Facts = PatientFacts &
  Readonly<{
    /** At least two, the earliest first. */
    times: readonly SeriesTime[]
    /** Written by the practice; may be empty. */
    message: string
    /** True when the patient's calendar may have the appointments, so that the e-mail withdraws them. */
    wasInvited: boolean
  }>

/**
 * Tells the patient that the practice has cancelled an appointment and the later ones of its series. The
 * booking is the first of them.
 */
export const seriesCancelled = {
  to: 'patient',
  validWhile: ['cancelled'],
  texts: {
    'series-cancelled': {
      about: 'Sie haben mehrere Termine einer Serie abgesagt. Alle Zeiten nennen wir immer.',
      email: {
        opening: '{Anrede} Es tut uns leid, dass diese Termine nicht stattfinden können.',
        closing: 'Sie haben Fragen? Bitte rufen Sie uns an: {Telefon}.',
      },
      sms: { opening: '', closing: 'Näheres in unserer E-Mail.' },
    },
  },
  calendar: { write: calendarOfSeries, when: ({ wasInvited }) => wasInvited },
  email: (facts) => {
    const { booking, times, message, bookUrl } = facts
    return composePatientEmail(facts, 'series-cancelled', {
      subject: `${times.length} Termine abgesagt, der erste`,
      title: `${times.length} Termine wurden leider abgesagt`,
      preview: 'Gerne können Sie online neue Termine buchen.',
      parts: [
        seriesTimes(times),
        lostAppointment(withoutOwnDoctor(booking, times)),
        quotation('Nachricht der Ordination', message),
        button({ label: 'Neuen Termin buchen', url: bookUrl }),
      ],
    })
  },
  sms: (facts) =>
    appointmentText(facts, 'series-cancelled', {
      timeSentence: `${facts.times.length} Termine müssen leider entfallen, der erste: {Termin}.`,
    }),
  samples: {
    'series-cancelled': (sample) => ({
      ...sample,
      times: sampleTimes(sample),
      message: 'Die Ärztin ist in dieser Zeit auf Fortbildung.',
      wasInvited: true,
    }),
  },
} satisfies Kind<Facts>
