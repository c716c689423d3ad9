import { CONFIRMED_BY_HAND, NOTIFIED_SOON, RESERVATION_RECEIVED } from '../../shared/messages.de.ts'
import { comingAppointment } from '../email/appointment-parts.ts'
import { appointmentBox, button } from '../email/basic-parts.ts'
import { composePatientEmail } from '../email/own-words.ts'
import { howToCancel, howToMove, linkToMyBookings } from '../email/patient-links.ts'
import type { Kind, PatientFacts } from '../kind.ts'
import { forAChild } from '../sample-for-child.ts'

/** Tells the patient that the request has been received and is not confirmed yet. */
export const reservationReceived = {
  to: 'patient',
  validWhile: ['requested'],
  texts: {
    'reservation-received': {
      about: 'Die Reservierung ist eingegangen und wartet auf Ihre Antwort.',
      email: { opening: `{Anrede} ${CONFIRMED_BY_HAND} ${NOTIFIED_SOON}`, closing: '' },
    },
  },
  email: (facts) => {
    const { practice, booking, overviewUrl } = facts
    return composePatientEmail(facts, 'reservation-received', {
      subject: RESERVATION_RECEIVED,
      title: RESERVATION_RECEIVED,
      preview: CONFIRMED_BY_HAND,
      parts: [
        appointmentBox(booking.startsAt, 'requested'),
        comingAppointment(practice, booking),
        button({ label: 'Termin ansehen', url: overviewUrl }),
        ...howToMove({ startsAt: booking.startsAt, now: booking.createdAt }, facts),
        howToCancel({ practice, startsAt: booking.startsAt, now: booking.createdAt }, facts),
        linkToMyBookings(facts),
      ],
    })
  },
  samples: {
    'reservation-received': (sample) => sample,
    'received-for-a-child': forAChild,
  },
} satisfies Kind<PatientFacts>
