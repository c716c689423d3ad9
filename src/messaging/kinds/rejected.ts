import { lostAppointment } from '../email/appointment-parts.ts'
import { appointmentBox, button, quotation } from '../email/basic-parts.ts'
import { composePatientEmail } from '../email/own-words.ts'
import type { Kind, PatientFacts } from '../kind.ts'
import { appointmentText } from '../sms/compose.ts'

type Facts = PatientFacts &
  Readonly<{
    /** Written by the practice; may be empty. */
    message: string
  }>

/** Tells the patient that the practice has rejected the reservation. */
export const rejected = {
  to: 'patient',
  validWhile: ['rejected'],
  texts: {
    rejected: {
      about: 'Sie haben die Reservierung abgelehnt.',
      email: {
        opening:
          '{Anrede} Leider können wir Ihre Reservierung nicht annehmen. Gerne können Sie online einen anderen Termin buchen.',
        closing: 'Sie haben Fragen? Bitte rufen Sie uns an: {Telefon}.',
      },
      sms: {
        opening: 'Ihr Termin am {Termin} ist leider nicht möglich.',
        closing: 'Näheres in unserer E-Mail.',
      },
    },
  },
  endsRequest: () => true,
  email: (facts) =>
    composePatientEmail(facts, 'rejected', {
      subject: 'Termin leider nicht möglich',
      title: 'Dieser Termin ist leider nicht möglich',
      preview: 'Gerne können Sie online einen anderen Termin buchen.',
      parts: [
        appointmentBox(facts.booking.startsAt, 'rejected'),
        lostAppointment(facts.booking),
        quotation('Nachricht der Ordination', facts.message),
        button({ label: 'Anderen Termin buchen', url: facts.bookUrl }),
      ],
    }),
  sms: (facts) => appointmentText(facts, 'rejected'),
  samples: {
    rejected: (sample) => ({ ...sample, message: 'An diesem Tag ist die Ordination geschlossen.' }),
  },
} satisfies Kind<Facts>
