import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { fullDayTime, shortDayClock } from '../../shared/format.ts'
import { CONFIRMED_BY_HAND } from '../../shared/messages.de.ts'
import { appointment, button, note, quotation } from '../email/basic-parts.ts'
import { calendarInvitation } from '../email/ics.ts'
import { toPatient } from '../email/own-words.ts'
import { callUs, comingAppointment, howToCancel, howToMove, timeWith } from '../email/parts.ts'
import type { Kind, MessageSample, PatientFacts } from '../kind.ts'
import { appointmentText } from '../sms/compose.ts'

/**
 * `from` is the start before the move, and `fromDoctor` who had it, if somebody else. `by` is the side that
 * wished it. `message` is written by the practice and may be empty.
 */
type Facts = PatientFacts &
  Readonly<{
    from: Instant
    fromDoctor?: string | undefined
    by: 'patient' | 'practice'
    message: string
  }>

/** An appointment was moved, or a request that the practice has not answered yet. */
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
    const { practice, booking, from, fromDoctor, by, message, overviewUrl, now } = facts
    const confirmed = booking.status === 'confirmed'
    const [what, title] = confirmed
      ? ['Ihren Termin', 'Ihr Termin wurde verschoben']
      : ['Ihre Reservierung', 'Ihre Reservierung wurde verschoben']
    const wished = by === 'patient' ? ' wie gewünscht' : ''
    return toPatient(facts, 'moved', {
      lead: `Wir haben ${what}${wished} verschoben. Bisher: ${timeWith(from, fromDoctor)}. Die neue Zeit:`,
      subject: `${confirmed ? 'Termin' : 'Reservierung'} verschoben`,
      title,
      preview: `Neu: ${fullDayTime(booking.startsAt)}`,
      parts: [
        appointment(booking.startsAt, booking.status),
        comingAppointment(practice, booking, { series: facts.series }),
        quotation('Nachricht der Ordination', message),
        button({ label: 'Termin ansehen', url: overviewUrl }),
        note(confirmed ? 'Der neue Kalendereintrag liegt dieser E-Mail bei.' : CONFIRMED_BY_HAND),
        ...(by === 'patient' ? [] : [note(`Die neue Zeit passt Ihnen nicht? ${callUs(practice)}`)]),
        ...howToMove(
          { startsAt: booking.startsAt, now },
          facts,
          by === 'patient' ? undefined : 'Oder wählen Sie online eine andere:',
        ),
        howToCancel({ practice, startsAt: booking.startsAt, now }, facts),
      ],
    })
  },
  sms: (facts) => {
    const what = facts.booking.status === 'confirmed' ? 'Ihr neuer Termin' : 'Ihre Reservierung'
    return appointmentText(facts, 'moved', { time: `${what}: {Termin} statt ${shortDayClock(facts.from)}.` })
  },
  samples: {
    moved: (sample) => ({
      ...movedByADay(sample, 'confirmed'),
      by: 'practice',
      message: 'Die Ärztin hat an diesem Tag Fortbildung.',
    }),
    'moved-request': (sample) => ({ ...movedByADay(sample, 'requested'), by: 'practice', message: '' }),
    'moved-as-asked': (sample) => ({ ...movedByADay(sample, 'confirmed'), by: 'patient', message: '' }),
  },
} satisfies Kind<Facts>

/** Returns a sample of an appointment that was a day earlier before. */
export function movedByADay(sample: MessageSample, status: 'requested' | 'confirmed') {
  const { booking } = sample
  return { ...sample, booking: { ...booking, status }, from: booking.startsAt - DAY_LENGTH }
}
