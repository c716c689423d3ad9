import { lostAppointment } from '../email/appointment-parts.ts'
import { appointmentBox, button, quotation } from '../email/basic-parts.ts'
import { calendarCancellation } from '../email/ics.ts'
import { composePatientEmail } from '../email/own-words.ts'
import type { Kind, PatientFacts } from '../kind.ts'
import { appointmentText } from '../sms/compose.ts'

type Facts = PatientFacts &
  Readonly<{
    /** The side that cancelled. A caller is a patient who has asked the practice to do so. */
    cancelledBy: 'patient' | 'caller' | 'staff'
    /** Written by the side that cancelled, or by the practice for a caller; may be empty. */
    message: string
    /** True when the booking was a confirmed appointment, not only a request. */
    wasConfirmed: boolean
    /** True when the patient's calendar may have the appointment, so that the e-mail withdraws it. */
    wasInvited: boolean
  }>

/** Tells the patient that the appointment is cancelled, by the practice or as the patient wished. */
export const cancelled = {
  to: 'patient',
  validWhile: ['cancelled'],
  texts: {
    cancelled: {
      about: 'Sie haben den Termin abgesagt.',
      email: {
        opening:
          '{Anrede} Es tut uns leid, dass dieser Termin nicht stattfinden kann. Gerne können Sie online einen neuen Termin buchen.',
        closing: 'Sie haben Fragen? Bitte rufen Sie uns an: {Telefon}.',
      },
      sms: {
        opening: 'Ihr Termin am {Termin} muss leider entfallen.',
        closing: 'Näheres in unserer E-Mail.',
      },
    },
    'cancelled-as-asked': {
      about: 'Der Patient oder die Patientin hat den Termin online abgesagt.',
      email: {
        opening:
          '{Anrede} Wir haben Ihren Termin wie gewünscht abgesagt. Danke, dass Sie uns Bescheid gegeben haben.',
        closing: 'Sie haben nicht abgesagt? Bitte rufen Sie uns an: {Telefon}.',
      },
    },
  },
  calendar: { write: calendarCancellation, when: ({ wasInvited }) => wasInvited },
  endsRequest: ({ wasConfirmed }) => !wasConfirmed,
  email: (facts) => {
    const { booking, cancelledBy, message, bookUrl } = facts
    const isOwnWish = cancelledBy !== 'staff'
    return composePatientEmail(facts, isOwnWish ? 'cancelled-as-asked' : 'cancelled', {
      subject: 'Termin abgesagt',
      title: isOwnWish ? 'Ihr Termin ist abgesagt' : 'Ihr Termin wurde leider abgesagt',
      preview: 'Gerne können Sie online einen neuen Termin buchen.',
      parts: [
        appointmentBox(booking.startsAt, 'cancelled'),
        lostAppointment(booking, facts.series),
        quotation(
          cancelledBy === 'patient' ? 'Ihre Nachricht an die Ordination' : 'Nachricht der Ordination',
          message,
        ),
        button({ label: 'Neuen Termin buchen', url: bookUrl }),
      ],
    })
  },
  /** Writes the words of a cancellation by the practice, because patients who cancel get no SMS. */
  sms: (facts) => appointmentText(facts, 'cancelled'),
  samples: {
    cancelled: (sample) => ({
      ...sample,
      cancelledBy: 'staff',
      message: 'Die Ärztin ist an diesem Tag auf Fortbildung.',
      wasConfirmed: true,
      wasInvited: true,
    }),
    'cancelled-as-asked': (sample) => ({
      ...sample,
      cancelledBy: 'patient',
      message: 'Ich bin verreist.',
      wasConfirmed: true,
      wasInvited: true,
    }),
  },
} satisfies Kind<Facts>
