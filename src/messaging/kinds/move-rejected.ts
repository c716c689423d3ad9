import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { comingAppointment, timeWith } from '../email/appointment-parts.ts'
import { appointmentBox, button, quotation } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { appointmentFrame } from '../email/own-words.ts'
import { howToCancel, howToMove } from '../email/patient-links.ts'
import type { Kind, PatientFacts } from '../kind.ts'

type Facts = PatientFacts &
  Readonly<{
    /** The start that the patient asked for. */
    requestedStart: Instant
    /** The doctor at that time, if it is another one. */
    requestedDoctor?: string | undefined
    /** True when the practice did not answer in time. */
    hasLapsed: boolean
    /** Written by the practice; may be empty. */
    message: string
  }>

/** Tells the patient that the requested move is not possible, so the appointment keeps its time. */
export const moveRejected = {
  to: 'patient',
  validWhile: ['confirmed'],
  texts: {
    'move-rejected': {
      about: 'Die gewünschte Zeit ist nicht möglich. Welche, und dass der Termin bleibt, sagen wir immer.',
      email: { opening: '{Anrede}', closing: 'Sie haben Fragen? Bitte rufen Sie uns an: {Telefon}.' },
    },
  },
  email: (facts) => {
    const { practice, booking, requestedStart, requestedDoctor, hasLapsed, message, overviewUrl, now } = facts
    const requestedTime = timeWith(requestedStart, requestedDoctor)
    const reason = hasLapsed
      ? `Leider haben wir Ihre Anfrage, den Termin auf ${requestedTime}, zu verschieben, nicht rechtzeitig beantwortet.`
      : `Leider können wir Ihren Termin nicht auf ${requestedTime}, verschieben.`
    const { opening, closing } = appointmentFrame(
      facts,
      'move-rejected',
      `${reason} Es bleibt bei dieser Zeit:`,
    )
    return composeEmail({
      practice,
      subject: `Ihr Termin bleibt: ${fullDayTime(booking.startsAt)}`,
      title: 'Ihr Termin bleibt, wie er war',
      preview: fullDayTime(booking.startsAt),
      parts: [
        ...opening,
        appointmentBox(booking.startsAt, 'confirmed'),
        comingAppointment(practice, booking, { series: facts.series }),
        quotation('Nachricht der Ordination', message),
        button({ label: 'Termin ansehen', url: overviewUrl }),
        ...closing,
        ...howToMove({ startsAt: booking.startsAt, now }, facts),
        howToCancel({ practice, startsAt: booking.startsAt, now }, facts),
      ],
    })
  },
  samples: {
    'move-rejected': (sample) => ({
      ...sample,
      requestedStart: sample.booking.startsAt + DAY_LENGTH,
      hasLapsed: false,
      message: 'Am Mittwoch sind wir auf Fortbildung.',
    }),
    'move-lapsed': (sample) => ({
      ...sample,
      requestedStart: sample.booking.startsAt + DAY_LENGTH,
      hasLapsed: true,
      message: '',
    }),
  },
} satisfies Kind<Facts>
