import { cutOff } from '../../shared/cut-off.ts'
import { fullDayTime } from '../../shared/format.ts'
import { confirmedAppointment } from '../email/appointment-parts.ts'
import { appointmentBox, button, note, quotation } from '../email/basic-parts.ts'
import { calendarInvitation } from '../email/ics.ts'
import { composePatientEmail } from '../email/own-words.ts'
import { howToCancel, howToMove, linkToMyBookings } from '../email/patient-links.ts'
import type { Kind, PatientFacts } from '../kind.ts'
import { withLongNames } from '../sample-with-long-names.ts'
import { appointmentText } from '../sms/compose.ts'

type Facts = PatientFacts &
  Readonly<{
    /** Written by the practice; may be empty. */
    message: string
  }>

/** Tells the patient that the practice has confirmed the appointment, or has entered it. */
export const confirmed = {
  to: 'patient',
  validWhile: ['confirmed'],
  texts: {
    confirmed: {
      about: 'Sie haben den Termin bestätigt oder eingetragen.',
      email: { opening: '{Anrede} Wir freuen uns auf Sie.', closing: '' },
      sms: { opening: 'Ihr Termin am {Termin} ist bestätigt.', closing: 'Näheres in unserer E-Mail.' },
    },
  },
  calendar: { write: calendarInvitation },
  email: (facts) => {
    const { practice, booking, message, overviewUrl, now } = facts
    return composePatientEmail(facts, 'confirmed', {
      subject: 'Termin bestätigt',
      title: 'Ihr Termin ist bestätigt',
      preview: `${fullDayTime(booking.startsAt)}. Der Kalendereintrag liegt bei.`,
      parts: [
        appointmentBox(booking.startsAt, 'confirmed'),
        ...confirmedAppointment(practice, booking, facts),
        quotation('Nachricht der Ordination', message),
        button({ label: 'Termin ansehen', url: overviewUrl }),
        note('Der Kalendereintrag liegt dieser E-Mail bei.'),
        ...howToMove({ startsAt: booking.startsAt, now }, facts),
        howToCancel({ practice, startsAt: booking.startsAt, now }, facts),
        linkToMyBookings(facts),
      ],
    })
  },
  sms: (facts) => appointmentText(facts, 'confirmed'),
  samples: {
    confirmed: (sample) => ({
      ...sample,
      message: 'Bitte bringen Sie Ihre Befunde mit.\n\nWir haben im Hof einen Parkplatz für Sie.',
    }),
    'confirmed-in-short': (sample) => ({
      ...sample,
      duration: '',
      hint: '',
      message: '',
      // From the cut-off on, the e-mail no longer offers to move or cancel.
      now: cutOff(sample.booking.startsAt, sample.cancelHours),
    }),
    'long-names': (sample) => ({
      ...withLongNames(sample),
      message: `Unser Lageplan: https://praxis.example/${'lageplan/'.repeat(12)}`,
    }),
  },
} satisfies Kind<Facts>
