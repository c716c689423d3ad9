import { addresseeOf } from '../addressee.ts'
import { appointmentBox, button, quotation } from '../email/basic-parts.ts'
import { composePatientEmail } from '../email/own-words.ts'
import type { Kind, PatientFacts } from '../kind.ts'
import { composeSms, smsWords, timeInSms } from '../sms/compose.ts'

type Facts = PatientFacts &
  Readonly<{
    /** Written by the practice, by hand. */
    message: string
  }>

/** Sends a message of the practice to one patient, about an appointment. */
export const written = {
  to: 'patient',
  validWhile: ['requested', 'confirmed'],
  texts: {
    written: {
      about: 'Sie schreiben einer Patientin oder einem Patienten. Ihre Nachricht steht immer dazwischen.',
      email: { opening: '{Anrede} Wir haben eine Nachricht zu Ihrem Termin.', closing: '' },
      sms: { opening: '', closing: '' },
    },
  },
  email: (facts) => {
    const { booking, message, overviewUrl } = facts
    return composePatientEmail(facts, 'written', {
      subject: 'Nachricht zu Ihrem Termin',
      title: 'Eine Nachricht für Sie',
      preview: 'Von Ihrer Ordination.',
      parts: [
        quotation('Nachricht der Ordination', message),
        appointmentBox(booking.startsAt, booking.status),
        button({ label: 'Termin ansehen', url: overviewUrl }),
      ],
    })
  },
  sms: ({ practice, booking, texts, message, now }) =>
    composeSms({
      practice,
      addressee: addresseeOf(booking),
      words: smsWords(texts, 'written'),
      values: { Termin: timeInSms(booking.startsAt, now), Nachricht: message },
      // The practice's message says what it is about, so no sentence names the time.
      timeSentence: '',
      // The message goes in as a value, because braces in it must not be read as placeholders.
      fixedSentence: '{Nachricht}',
    }),
  samples: {
    written: (sample) => ({ ...sample, message: 'Der Lift ist heute außer Betrieb.' }),
  },
} satisfies Kind<Facts>
