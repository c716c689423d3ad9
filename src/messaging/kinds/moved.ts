import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { CONFIRMED_BY_HAND } from '../../shared/messages.de.ts'
import { comingAppointment, timeWith } from '../email/appointment-parts.ts'
import { appointmentBox, button, note, quotation } from '../email/basic-parts.ts'
import { calendarInvitation } from '../email/ics.ts'
import { composePatientEmail } from '../email/own-words.ts'
import { callUs, howToCancel, howToMove } from '../email/patient-links.ts'
import type { Kind, MessageSample, PatientFacts } from '../kind.ts'
import { appointmentText, timeInSms } from '../sms/compose.ts'

type Facts = PatientFacts &
  Readonly<{
    /** The start before the move. */
    from: Instant
    /** The doctor at that time, if it was another one. */
    fromDoctor?: string | undefined
    /** The side that wanted the move. */
    wantedBy: 'patient' | 'practice'
    /** Written by the practice; may be empty. */
    message: string
  }>

/** Tells the patient the new time of a moved appointment, or of a request that is not answered yet. */
export const moved = {
  to: 'patient',
  validWhile: ['requested', 'confirmed'],
  texts: {
    moved: {
      about: 'Der Termin hat eine neue Zeit. Die bisherige und die neue nennen wir immer.',
      email: { opening: '{Anrede}', closing: '' },
      sms: { opening: '', closing: 'Näheres in unserer E-Mail.' },
    },
  },
  calendar: { write: calendarInvitation, when: ({ booking }) => booking.status === 'confirmed' },
  email: (facts) => {
    const { practice, booking, from, fromDoctor, wantedBy, message, overviewUrl, now } = facts
    const isConfirmed = booking.status === 'confirmed'
    const movedThing = isConfirmed ? 'Ihren Termin' : 'Ihre Reservierung'
    const asWished = wantedBy === 'patient' ? ' wie gewünscht' : ''
    return composePatientEmail(facts, 'moved', {
      lead: `Wir haben ${movedThing}${asWished} verschoben. Bisher: ${timeWith(from, fromDoctor)}. Die neue Zeit:`,
      subject: isConfirmed ? 'Termin verschoben' : 'Reservierung verschoben',
      title: isConfirmed ? 'Ihr Termin wurde verschoben' : 'Ihre Reservierung wurde verschoben',
      preview: `Neu: ${fullDayTime(booking.startsAt)}`,
      parts: [
        appointmentBox(booking.startsAt, booking.status),
        comingAppointment(practice, booking, { series: facts.series }),
        quotation('Nachricht der Ordination', message),
        button({ label: 'Termin ansehen', url: overviewUrl }),
        note(isConfirmed ? 'Der neue Kalendereintrag liegt dieser E-Mail bei.' : CONFIRMED_BY_HAND),
        ...(wantedBy === 'patient' ? [] : [note(`Die neue Zeit passt Ihnen nicht? ${callUs(practice)}`)]),
        ...howToMove(
          { startsAt: booking.startsAt, now },
          facts,
          wantedBy === 'patient' ? undefined : 'Oder wählen Sie online eine andere:',
        ),
        howToCancel({ practice, startsAt: booking.startsAt, now }, facts),
      ],
    })
  },
  sms: (facts) => {
    const movedThing = facts.booking.status === 'confirmed' ? 'Ihr neuer Termin' : 'Ihre Reservierung'
    // If only the doctor is new, the former time would be the same.
    const formerTime =
      facts.from === facts.booking.startsAt ? '' : ` statt ${timeInSms(facts.from, facts.now)}`
    return appointmentText(facts, 'moved', { timeSentence: `${movedThing}: {Termin}${formerTime}.` })
  },
  samples: {
    moved: (sample) => ({
      ...movedByADay(sample, 'confirmed'),
      wantedBy: 'practice',
      message: 'Die Ärztin hat an diesem Tag Fortbildung.',
    }),
    'moved-request': (sample) => ({ ...movedByADay(sample, 'requested'), wantedBy: 'practice', message: '' }),
    'moved-as-asked': (sample) => ({ ...movedByADay(sample, 'confirmed'), wantedBy: 'patient', message: '' }),
  },
} satisfies Kind<Facts>

/** Returns the sample with an earlier start, one day before the present one. */
export function movedByADay(sample: MessageSample, status: 'requested' | 'confirmed') {
  const { booking } = sample
  return { ...sample, booking: { ...booking, status }, from: booking.startsAt - DAY_LENGTH }
}
