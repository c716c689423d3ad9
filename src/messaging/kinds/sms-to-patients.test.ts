import { describe, expect, it } from 'vitest'
import { DAY_LENGTH } from '../../shared/day.ts'
import { smsLength } from '../../shared/messages/sms-length.ts'
import {
  FOR_A_CHILD,
  LONG_NAMED_PRACTICE,
  SAMPLE_BOOKING,
  SAMPLE_FACTS,
  SAMPLE_PRACTICE,
} from '../../testing/sample-emails.ts'
import { cancelled } from './cancelled.ts'
import { confirmed } from './confirmed.ts'
import { late } from './late.ts'
import { moved } from './moved.ts'
import { rejected } from './rejected.ts'
import { reminder } from './reminder.ts'

/** The facts of each SMS, about an appointment at half past eight on Tuesday, 12 January. */
const FACTS = {
  ...SAMPLE_FACTS,
  // The street of the sample begins like the patient's name, which no SMS may contain.
  practice: { ...SAMPLE_PRACTICE, address: 'Hauptplatz 12' },
  message: '',
  from: SAMPLE_BOOKING.startsAt - DAY_LENGTH,
  wantedBy: 'practice' as const,
  moveToAt: null,
}
type Facts = typeof FACTS

const movedAppointment = (facts: Facts) => moved.sms(facts)
const movedRequest = ({ booking, ...facts }: Facts) =>
  moved.sms({ ...facts, booking: { ...booking, status: 'requested' } })
const cancelledByStaff = (facts: Facts) =>
  cancelled.sms({ ...facts, cancelledBy: 'staff', wasConfirmed: true, wasInvited: true })
const delay = (facts: Facts) => late.sms({ ...facts, minutes: 20 })

/** A kind of SMS, and sentences that it contains. */
type Sms = Readonly<{ about: string; write: (facts: Facts) => string; sentences: string }>

const SMS_KINDS: readonly Sms[] = [
  {
    about: 'a confirmation',
    write: confirmed.sms,
    sentences: 'Ihr Termin am Di 12. Jänner, 08:30 Uhr ist bestätigt. Näheres in unserer E-Mail.',
  },
  {
    about: 'a rejection',
    write: rejected.sms,
    sentences: 'Ihr Termin am Di 12. Jänner, 08:30 Uhr ist leider nicht möglich. Näheres in unserer E-Mail.',
  },
  {
    about: 'a cancellation',
    write: cancelledByStaff,
    sentences: 'Ihr Termin am Di 12. Jänner, 08:30 Uhr muss leider entfallen. Näheres in unserer E-Mail.',
  },
  {
    about: 'a moved appointment',
    write: movedAppointment,
    sentences:
      'Ihr neuer Termin: Di 12. Jänner, 08:30 Uhr statt Mo 11. Jänner, 08:30 Uhr. Näheres in unserer E-Mail.',
  },
  {
    about: 'a moved request',
    write: movedRequest,
    sentences:
      'Ihre Reservierung: Di 12. Jänner, 08:30 Uhr statt Mo 11. Jänner, 08:30 Uhr. Näheres in unserer E-Mail.',
  },
  {
    about: 'a reminder',
    write: reminder.sms,
    sentences: 'Wir erinnern Sie an Ihren Termin am Di 12. Jänner, 08:30 Uhr, Hauptplatz 12, Dornbirn.',
  },
]

const ONE_GSM7_MESSAGE = { encoding: 'GSM-7', parts: 1 }

it.each(SMS_KINDS)(
  'the SMS about $about, with practice and phone number, is one message: $sentences',
  ({ write, sentences }) => {
    const text = `Ordination Dr. Alma Beispiel: ${sentences} Tel. +43 5572 000 000`
    expect(write(FACTS)).toBe(text)
    expect(smsLength(text)).toMatchObject(ONE_GSM7_MESSAGE)
  },
)

it.each<Sms>([
  {
    about: 'a confirmation',
    write: confirmed.sms,
    sentences: 'Ihr Termin für Max am Di 12. Jänner, 08:30 Uhr ist bestätigt.',
  },
  {
    about: 'a moved appointment',
    write: movedAppointment,
    sentences: 'Ihr neuer Termin für Max: Di 12. Jänner, 08:30 Uhr statt Mo 11. Jänner, 08:30 Uhr.',
  },
  {
    about: 'a reminder',
    write: reminder.sms,
    sentences: 'Wir erinnern Sie an Ihren Termin für Max am Di 12. Jänner, 08:30 Uhr',
  },
  {
    about: 'a delay',
    write: delay,
    sentences: 'Ihr Termin für Max heute um 08:30 Uhr beginnt rund 20 Min. später.',
  },
])('the SMS about $about to a booker names the patient by first name only', ({ write, sentences }) => {
  const text = write({ ...FACTS, booking: FOR_A_CHILD })
  expect(text).toContain(sentences)
  // The child's last name is Mustermann, and the booker's is Musterfrau.
  expect(text).not.toContain('Muster')
})

it.each([...SMS_KINDS, { about: 'a delay', write: delay }])(
  'the SMS about $about names the doctor after the time, if there are several',
  ({ write }) => {
    const booking = { ...SAMPLE_BOOKING, doctor: 'Dr. B' }
    expect(write({ ...FACTS, booking })).toContain('08:30 Uhr (Dr. B)')
  },
)

describe.each(SMS_KINDS)('the SMS about $about', ({ write }) => {
  it('names neither treatment nor patient', () => {
    expect(write(FACTS)).not.toMatch(/Akupunktur|Muster|Maria|nüchtern|1237|1980/)
  })

  it('is one GSM-7 message even with a long name of the practice and the longest date', () => {
    const booking = { ...SAMPLE_BOOKING, startsAt: Date.parse('2027-09-22T17:30:00+02:00') }
    const now = booking.startsAt - DAY_LENGTH
    const text = write({ ...FACTS, practice: LONG_NAMED_PRACTICE, booking, now })
    expect(text).toContain('Mi 22. September, 17:30 Uhr')
    expect(smsLength(text)).toMatchObject(ONE_GSM7_MESSAGE)
  })

  it('includes the year of an appointment that is a year ahead', () => {
    const text = write({ ...FACTS, now: Date.parse('2026-01-11T10:00:00+01:00') })
    expect(text).toContain('Di 12. Jänner 2027, 08:30 Uhr')
    expect(smsLength(text)).toMatchObject(ONE_GSM7_MESSAGE)
  })

  it('leaves out the year of an appointment that is near, although it is in another year', () => {
    const text = write({ ...FACTS, now: Date.parse('2026-12-30T10:00:00+01:00') })
    expect(text).toContain('Di 12. Jänner, 08:30')
  })

  it('mentions no e-mail to a patient without an e-mail address', () => {
    expect(write({ ...FACTS, booking: { ...SAMPLE_BOOKING, email: '' } })).not.toContain('E-Mail')
  })
})
