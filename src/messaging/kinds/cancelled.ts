import { calendarCancellation } from '../email/ics.ts'
import { appointment, button, quotation } from '../email/layout.ts'
import { lostVisit, toPatient } from '../email/parts.ts'
import type { Kind, PatientFacts } from '../kind.ts'
import { appointmentText } from '../sms/compose.ts'

/**
 * `message` is written by the side that cancelled. `wasConfirmed` is true when the patient's calendar has the
 * appointment, so that the e-mail withdraws it.
 */
type Facts = PatientFacts & Readonly<{ by: 'patient' | 'staff'; message: string; wasConfirmed: boolean }>

export const cancelled = {
  to: 'patient',
  validWhile: ['cancelled'],
  texts: {
    cancelled: {
      about: 'Sie haben den Termin storniert.',
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
      about: 'Der Patient oder die Patientin hat den Termin online storniert.',
      email: {
        opening:
          '{Anrede} Wir haben Ihren Termin wie gewünscht storniert. Danke, dass Sie uns Bescheid gegeben haben.',
        closing: 'Sie haben nicht storniert? Bitte rufen Sie uns an: {Telefon}.',
      },
    },
  },
  calendar: { write: calendarCancellation, when: ({ wasConfirmed }) => wasConfirmed },
  endsRequest: ({ wasConfirmed }) => !wasConfirmed,
  email: (facts) => {
    const { booking, by, message, bookUrl } = facts
    const asked = by === 'patient'
    return toPatient(facts, asked ? 'cancelled-as-asked' : 'cancelled', {
      subject: 'Termin storniert',
      title: asked ? 'Ihr Termin ist storniert' : 'Ihr Termin wurde leider storniert',
      preview: 'Gerne können Sie online einen neuen Termin buchen.',
      parts: [
        appointment(booking.startsAt, 'cancelled'),
        lostVisit(booking),
        quotation(asked ? 'Ihre Nachricht an die Ordination' : 'Nachricht der Ordination', message),
        button({ label: 'Neuen Termin buchen', url: bookUrl }),
      ],
    })
  },
  /** Has the words of a cancellation by the practice only, because patients who cancel get no SMS. */
  sms: (facts) => appointmentText(facts, 'cancelled'),
  samples: {
    cancelled: (sample) => ({
      ...sample,
      by: 'staff',
      message: 'Die Ärztin ist an diesem Tag auf Fortbildung.',
      wasConfirmed: true,
    }),
    'cancelled-as-asked': (sample) => ({
      ...sample,
      by: 'patient',
      message: 'Ich bin verreist.',
      wasConfirmed: true,
    }),
  },
} satisfies Kind<Facts>
