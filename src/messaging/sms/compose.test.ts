import { describe, expect, it } from 'vitest'
import { DAY_LENGTH } from '../../shared/day.ts'
import { smsLength } from '../../shared/messages/sms-length.ts'
import { FOR_A_CHILD, SAMPLE_BOOKING, SAMPLE_FACTS, SAMPLE_PRACTICE } from '../../testing/sample-emails.ts'
import { cancelled } from '../kinds/cancelled.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { moved } from '../kinds/moved.ts'
import { rejected } from '../kinds/rejected.ts'
import { reminder } from '../kinds/reminder.ts'
import { ORIGINALS } from '../texts.ts'

const WITH_ADDRESS = { ...SAMPLE_PRACTICE, address: 'Hauptplatz 12' }

/** A practice with a name that leaves little room for anything else. */
const LONG_NAME = { ...SAMPLE_PRACTICE, name: 'Ordination Dr. med. univ. Maximiliana Musterhuber' }

/** The facts of each SMS below, about an appointment at half past eight on a Tuesday. */
const FACTS = {
  ...SAMPLE_FACTS,
  practice: WITH_ADDRESS,
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

/** A kind of SMS, and the words that it contains. */
type Sms = Readonly<{ about: string; write: (facts: Facts) => string; words: string }>

const SMS_WORDS: readonly Sms[] = [
  {
    about: 'a confirmation',
    write: confirmed.sms,
    words: 'Ihr Termin am Di 12. Jänner, 08:30 Uhr ist bestätigt. Näheres in unserer E-Mail.',
  },
  {
    about: 'a rejection',
    write: rejected.sms,
    words: 'Ihr Termin am Di 12. Jänner, 08:30 Uhr ist leider nicht möglich. Näheres in unserer E-Mail.',
  },
  {
    about: 'a cancellation',
    write: cancelledByStaff,
    words: 'Ihr Termin am Di 12. Jänner, 08:30 Uhr muss leider entfallen. Näheres in unserer E-Mail.',
  },
  {
    about: 'a moved appointment',
    write: movedAppointment,
    words:
      'Ihr neuer Termin: Di 12. Jänner, 08:30 Uhr statt Mo 11. Jänner, 08:30 Uhr. Näheres in unserer E-Mail.',
  },
  {
    about: 'a moved request',
    write: movedRequest,
    words:
      'Ihre Reservierung: Di 12. Jänner, 08:30 Uhr statt Mo 11. Jänner, 08:30 Uhr. Näheres in unserer E-Mail.',
  },
  {
    about: 'a reminder',
    write: reminder.sms,
    words: 'Wir erinnern Sie an Ihren Termin am Di 12. Jänner, 08:30 Uhr, Hauptplatz 12, Dornbirn.',
  },
]

it.each(SMS_WORDS)(
  'the SMS about $about, with practice and phone number, is one message: $words',
  ({ write, words }) => {
    const text = `Ordination Dr. Alma Beispiel: ${words} Tel. +43 5572 000 000`
    expect(write(FACTS)).toBe(text)
    expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  },
)

it.each<Sms>([
  {
    about: 'a confirmation',
    write: confirmed.sms,
    words: 'Ihr Termin für Max am Di 12. Jänner, 08:30 Uhr ist bestätigt.',
  },
  {
    about: 'a moved appointment',
    write: movedAppointment,
    words: 'Ihr neuer Termin für Max: Di 12. Jänner, 08:30 Uhr statt Mo 11. Jänner, 08:30 Uhr.',
  },
  {
    about: 'a reminder',
    write: reminder.sms,
    words: 'Wir erinnern Sie an Ihren Termin für Max am Di 12. Jänner, 08:30 Uhr',
  },
])('the SMS about $about to a booker says for whom the appointment is', ({ write, words }) => {
  const text = write({ ...FACTS, booking: FOR_A_CHILD })
  expect(text).toContain(words)
  expect(text).not.toContain('Muster')
})

it('an SMS leaves out a first name that would need a second SMS', () => {
  const text = confirmed.sms({
    ...FACTS,
    practice: LONG_NAME,
    booking: { ...FOR_A_CHILD, firstName: 'Š'.repeat(60) },
  })
  expect(text).toContain('Ihr Termin am Di')
  expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
})

describe.each(SMS_WORDS)('the SMS about $about', ({ write }) => {
  it('names neither treatment nor patient', () => {
    expect(write(FACTS)).not.toMatch(/Akupunktur|Muster|Maria|nüchtern|1237|1980/)
  })

  it('is one GSM-7 message even with a long name of the practice and the longest date', () => {
    const booking = { ...SAMPLE_BOOKING, startsAt: Date.parse('2027-09-22T17:30:00+02:00') }
    const text = write({ ...FACTS, practice: LONG_NAME, booking, now: booking.startsAt - DAY_LENGTH })
    expect(text).toContain('Mi 22. September, 17:30 Uhr')
    expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  })

  it('includes the year of an appointment that is far ahead', () => {
    const text = write({ ...FACTS, now: Date.parse('2026-01-11T10:00:00+01:00') })
    expect(text).toContain('Di 12. Jänner 2027, 08:30 Uhr')
    expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  })

  it('leaves out the year of an appointment that is near', () => {
    expect(write({ ...FACTS, now: Date.parse('2026-12-30T10:00:00+01:00') })).toContain(
      'Di 12. Jänner, 08:30',
    )
  })

  it('mentions no e-mail to a patient without an e-mail address', () => {
    expect(write({ ...FACTS, booking: { ...SAMPLE_BOOKING, email: '' } })).not.toContain('E-Mail')
  })
})

describe("the practice's own words", () => {
  const textWith = (opening: string, closing = '', changes: object = {}) =>
    rejected.sms({
      ...FACTS,
      texts: { ...ORIGINALS, rejected: { ...ORIGINALS.rejected, sms: { opening, closing } } },
      ...changes,
    })

  it('are completed by the practice, the time and the phone number, unless they name them', () => {
    expect(textWith('Guten Tag!', 'Alles Gute')).toBe(
      'Ordination Dr. Alma Beispiel: Guten Tag! Termin: Di 12. Jänner, 08:30 Uhr. Alles Gute Tel. +43 5572 000 000',
    )
    expect(textWith('{Anrede} Leider nicht am {Termin}.', '{Ordination}, {Telefon}')).toBe(
      'Guten Tag Frau Musterfrau! Leider nicht am Di 12. Jänner, 08:30 Uhr. Ordination Dr. Alma Beispiel, +43 5572 000 000',
    )
  })

  it.each([
    { opening: 'Ihr Termin: {Termin}', words: 'Ihr Termin für Max: Di' },
    {
      opening: 'Am {Termin} leider nicht.',
      words: 'Am Di 12. Jänner, 08:30 Uhr für Max leider nicht.',
    },
    { opening: 'Leider nicht.', words: 'Leider nicht. Termin für Max: Di' },
  ])('are completed for a booker by the name of the patient: $opening', ({ opening, words }) => {
    expect(textWith(opening, '', { booking: FOR_A_CHILD })).toContain(words)
  })

  it('name no treatment, even if they were stored with its placeholder', () => {
    expect(textWith('{Leistung} am {Termin}', 'Bitte beachten Sie: {Hinweis}')).not.toMatch(/Akupunktur|[{}]/)
  })
})

describe('every SMS', () => {
  const textOfPractice = (changes: Partial<typeof SAMPLE_PRACTICE>) =>
    confirmed.sms({ ...FACTS, practice: { ...SAMPLE_PRACTICE, ...changes } })

  it('leaves out a phone number that would need a second SMS', () => {
    const text = textOfPractice({ ...LONG_NAME, phone: '1'.repeat(60) })
    expect(text).not.toContain('Tel.')
    expect(smsLength(text).parts).toBe(1)
  })

  it.each([
    {
      name: 'Praxis „Am Müllerbach“ – Dr. Šárka O’Neill & Ångström',
      beginning: `Praxis "Am Müllerbach" - Dr. Sarka O'Neill & Ångström: `,
      encoding: 'GSM-7',
    },
    { name: 'Лікар', beginning: 'Лікар: ', encoding: 'UCS-2' },
    {
      name: 'Dr. X\r\nGewinn: evil.example',
      beginning: 'Dr. X Gewinn: evil.example: ',
      encoding: 'GSM-7',
    },
    { name: '', beginning: 'Ihre Ordination: ', encoding: 'GSM-7' },
  ])('of the practice $name begins with $beginning, in $encoding', ({ name, beginning, encoding }) => {
    const text = textOfPractice({ name, phone: '' })
    expect(text).toMatch(new RegExp(`^${RegExp.escape(beginning)}`))
    expect(text).toMatch(/\.$/)
    expect(smsLength(text).encoding).toBe(encoding)
    expect(textOfPractice({ name, phone: '1\n2' })).not.toMatch(/\p{Cc}/u)
  })
})
