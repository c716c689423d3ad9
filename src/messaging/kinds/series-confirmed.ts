import { cutOffText } from '../../shared/cut-off.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { confirmedAppointment } from '../email/appointment-parts.ts'
import { button, note, quotation } from '../email/basic-parts.ts'
import { calendarOfSeries } from '../email/ics.ts'
import { composePatientEmail } from '../email/own-words.ts'
import { callUsLater } from '../email/patient-links.ts'
import { type SeriesTime, seriesTimes, withoutOwnDoctor } from '../email/series-parts.ts'
import type { Kind, MessageSample, PatientFacts } from '../kind.ts'
import { appointmentText } from '../sms/compose.ts'

type Facts = PatientFacts &
  Readonly<{
    /** At least two, the earliest first. */
    times: readonly SeriesTime[]
    /** Written by the practice; may be empty. */
    message: string
  }>

/**
 * Tells the patient that the practice has entered several appointments at once. The booking is the first of
 * them.
 */
export const seriesConfirmed = {
  to: 'patient',
  validWhile: ['confirmed'],
  isAboutSeries: true,
  texts: {
    'series-confirmed': {
      about: 'Sie haben mehrere Termine auf einmal eingetragen. Alle Zeiten nennen wir immer.',
      email: { opening: '{Anrede} Wir haben für Sie mehrere Termine eingetragen.', closing: '' },
      sms: { opening: '', closing: 'Näheres in unserer E-Mail.' },
    },
  },
  calendar: { write: calendarOfSeries },
  email: (facts) => {
    const { practice, booking, times, message, myBookingsUrl, cancelHours } = facts
    return composePatientEmail(facts, 'series-confirmed', {
      subject: `${times.length} Termine bestätigt, der erste`,
      title: `Ihre ${times.length} Termine sind bestätigt`,
      preview: 'Die Kalendereinträge liegen bei.',
      parts: [
        seriesTimes(times),
        // The place in the series is beside each time above.
        ...confirmedAppointment(practice, withoutOwnDoctor(booking, times), { ...facts, series: '' }),
        quotation('Nachricht der Ordination', message),
        button({ label: 'Meine Termine', url: myBookingsUrl }),
        note('Die Kalendereinträge liegen dieser E-Mail bei, alle in einer Datei.'),
        note(
          `Einen einzelnen Termin verschieben oder absagen Sie online in „Meine Termine“, ${cutOffText(cancelHours)}. ${callUsLater(practice)}`,
        ),
      ],
    })
  },
  sms: (facts) =>
    appointmentText(facts, 'series-confirmed', {
      timeSentence: `${facts.times.length} Termine bestätigt, der erste: {Termin}.`,
    }),
  samples: {
    'series-confirmed': (sample) => ({
      ...sample,
      times: sampleTimes(sample),
      message: 'Bitte bringen Sie Sportkleidung mit.',
    }),
  },
} satisfies Kind<Facts>

/** Returns three weekly appointments. */
export function sampleTimes({ booking, overviewUrl }: MessageSample): SeriesTime[] {
  return [0, 1, 2].map((week) => ({
    place: `${week + 1} von 3`,
    startsAt: booking.startsAt + week * 7 * DAY_LENGTH,
    overviewUrl,
  }))
}
