import { cutOff } from '../../shared/cut-off.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { oneLine } from '../../shared/normalize-line.ts'
import { confirmedAppointment } from '../email/appointment-parts.ts'
import { appointmentBox, button, note } from '../email/basic-parts.ts'
import { composePatientEmail } from '../email/own-words.ts'
import { howToCancel, howToMove, linkToMyBookings } from '../email/patient-links.ts'
import type { Kind, PatientFacts } from '../kind.ts'
import { appointmentText, forWhomOf, PHONE_PREFIX, type SmsFacts } from '../sms/compose.ts'
import { isOneSms, toGsm7 } from '../sms/gsm7.ts'

type Facts = PatientFacts &
  Readonly<{
    /** The start to which the patient asks to move; null without a request to move. */
    moveToAt: Instant | null
  }>

/** Reminds the patient some days before the appointment, when it may be too late to cancel online. */
export const reminder = {
  to: 'patient',
  validWhile: ['confirmed'],
  asksRecipient: true,
  waitsForDay: true,
  prefersSms: ({ reminderBySms }) => reminderBySms,
  texts: {
    reminder: {
      about: 'Einige Tage vor dem Termin.',
      email: { opening: '{Anrede} Wir erinnern Sie an Ihren Termin und freuen uns auf Sie.', closing: '' },
      sms: {
        opening: 'Wir erinnern Sie an Ihren Termin am {Termin} und freuen uns auf Sie.',
        closing: '',
      },
    },
  },
  email: (facts) => {
    const { practice, booking, moveToAt, overviewUrl, now } = facts
    return composePatientEmail(facts, 'reminder', {
      subject: 'Erinnerung an Ihren Termin',
      title: 'Ihr Termin steht bevor',
      preview: 'Wir freuen uns auf Sie.',
      parts: [
        appointmentBox(booking.startsAt, 'confirmed'),
        ...(moveToAt === null ? [] : [note(stillValidSentence(moveToAt))]),
        ...confirmedAppointment(practice, booking, facts),
        button({ label: 'Termin ansehen', url: overviewUrl }),
        ...howToMove({ startsAt: booking.startsAt, now }, facts),
        howToCancel({ practice, startsAt: booking.startsAt, now }, facts),
        linkToMyBookings(facts),
      ],
    })
  },
  sms: textWithPlace,
  samples: {
    reminder: (sample) => ({
      ...sample,
      moveToAt: null,
      now: cutOff(sample.booking.startsAt, sample.cancelHours) - HOUR,
    }),
    'reminder-with-move': (sample) => ({
      ...sample,
      moveToAt: sample.booking.startsAt + DAY_LENGTH,
      now: sample.booking.startsAt - HOUR,
    }),
  },
} satisfies Kind<Facts>

/** Returns the sentence to a patient who asks for another time, which is not confirmed yet. */
function stillValidSentence(moveToAt: Instant): string {
  return `Sie möchten den Termin verschieben, auf ${fullDayTime(moveToAt)}. Solange wir das nicht bestätigt haben, gilt die Zeit oben.`
}

/** Replaces the pleasantry by the place, if one SMS has room for it and the phone number. */
function textWithPlace(facts: SmsFacts): string {
  const text = appointmentText(facts, 'reminder')
  const { address, city } = facts.practice
  const place = toGsm7(oneLine([address, city].filter(Boolean).join(', ')))
  if (place === '') return text
  const withPlace = appointmentText(facts, 'reminder', {
    edit: (sentences) => sentences.replace(' und freuen uns auf Sie', () => `, ${place}`),
  })
  // The text drops the phone number and the patient's first name if they do not fit. The place must not
  // displace them.
  const keepsPiece = (piece: string) => withPlace.includes(piece) === text.includes(piece)
  const fits = isOneSms(withPlace) && keepsPiece(PHONE_PREFIX) && keepsPiece(forWhomOf(facts.booking))
  return fits ? withPlace : text
}
