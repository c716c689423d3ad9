import { DAY_LENGTH } from '../../shared/day.ts'
import { comingAppointment } from '../email/appointment-parts.ts'
import { button, note, quotation } from '../email/basic-parts.ts'
import { calendarOfSeries } from '../email/ics.ts'
import { composePatientEmail } from '../email/own-words.ts'
import { callUs } from '../email/patient-links.ts'
import { type SeriesTime, seriesTimes, withoutOwnDoctor } from '../email/series-parts.ts'
import type { Kind, PatientFacts } from '../kind.ts'
import { appointmentText } from '../sms/compose.ts'
import { sampleTimes } from './series-confirmed.ts'

type Facts = PatientFacts &
  Readonly<{
    /** At least two, the earliest first, each with its earlier start. */
    times: readonly SeriesTime[]
    /** Written by the practice; may be empty. */
    message: string
  }>

/**
 * Tells the patient that the practice has moved an appointment and the later ones of its series. The booking
 * is the first of them.
 */
export const seriesMoved = {
  to: 'patient',
  validWhile: ['confirmed'],
  isAboutSeries: true,
  texts: {
    'series-moved': {
      about: 'Sie haben mehrere Termine einer Serie verschoben. Alle Zeiten nennen wir immer.',
      email: {
        opening: '{Anrede} Wir haben mehrere Ihrer Termine verschoben. Die neuen Zeiten:',
        closing: '',
      },
      sms: { opening: '', closing: 'Näheres in unserer E-Mail.' },
    },
  },
  calendar: { write: calendarOfSeries },
  email: (facts) => {
    const { practice, booking, times, message, myBookingsUrl } = facts
    return composePatientEmail(facts, 'series-moved', {
      subject: `${times.length} Termine verschoben, der erste`,
      title: `${times.length} Termine wurden verschoben`,
      preview: 'Die neuen Kalendereinträge liegen bei.',
      parts: [
        seriesTimes(times),
        comingAppointment(practice, withoutOwnDoctor(booking, times)),
        quotation('Nachricht der Ordination', message),
        button({ label: 'Meine Termine', url: myBookingsUrl }),
        note('Die neuen Kalendereinträge liegen dieser E-Mail bei, alle in einer Datei.'),
        note(`Eine Zeit passt Ihnen nicht? ${callUs(practice)}`),
      ],
    })
  },
  sms: (facts) =>
    appointmentText(facts, 'series-moved', {
      timeSentence: `${facts.times.length} Termine verschoben, der erste: {Termin}.`,
    }),
  samples: {
    'series-moved': (sample) => ({
      ...sample,
      times: sampleTimes(sample).map((time) => ({ ...time, from: time.startsAt - DAY_LENGTH })),
      message: 'Dienstag ist ab jetzt Ihr fixer Tag.',
    }),
  },
} satisfies Kind<Facts>
