import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../../shared/day.ts'
import { smsLength } from '../../shared/messages/sms-length.ts'
import { ORIGINALS } from '../../shared/messages/texts.ts'
import { BOOKING, FOR_A_CHILD, PRACTICE } from '../../testing/sample-emails.ts'
import { addresseeOf } from '../texts.ts'
import {
  cancelledText,
  confirmedText,
  movedText,
  offerText,
  rejectedText,
  reminderText,
  testText,
} from './templates.ts'

type About = Parameters<typeof confirmedText>[0]

const AT_HOME = { ...PRACTICE, address: 'Hauptplatz 12' }
const about = { practice: AT_HOME, booking: BOOKING, texts: ORIGINALS }
function movedAppointmentText({ booking, ...about }: About): string {
  const moved = { ...booking, status: 'confirmed' as const }
  return movedText({ ...about, booking: moved, from: booking.startsAt - DAY_LENGTH })
}
function movedRequestText({ booking, ...about }: About): string {
  const moved = { ...booking, status: 'requested' as const }
  return movedText({ ...about, booking: moved, from: booking.startsAt - DAY_LENGTH })
}
const LONG = { ...PRACTICE, name: 'Ordination Dr. med. univ. Maximiliana Musterhuber' }

const WORDS = [
  [confirmedText, 'Ihr Termin am Di 12. Jänner, 08:30 Uhr ist bestätigt. Näheres in unserer E-Mail.'],
  [
    rejectedText,
    'Ihr Termin am Di 12. Jänner, 08:30 Uhr ist leider nicht möglich. Näheres in unserer E-Mail.',
  ],
  [cancelledText, 'Ihr Termin am Di 12. Jänner, 08:30 Uhr muss leider entfallen. Näheres in unserer E-Mail.'],
  [
    movedAppointmentText,
    'Ihr neuer Termin: Di 12. Jänner, 08:30 Uhr statt Mo 11. Jänner, 08:30 Uhr. Näheres in unserer E-Mail.',
  ],
  [
    movedRequestText,
    'Ihre Reservierung: Di 12. Jänner, 08:30 Uhr statt Mo 11. Jänner, 08:30 Uhr. Näheres in unserer E-Mail.',
  ],
  [reminderText, 'Wir erinnern Sie an Ihren Termin am Di 12. Jänner, 08:30 Uhr, Hauptplatz 12, Dornbirn.'],
] as const

it.each(WORDS.map(([write, words]) => [write.name, write, words] as const))(
  '%s says this, in one message',
  (_name, write, words) => {
    const text = `Ordination Dr. Alma Beispiel: ${words} Tel. +43 5572 000 000`
    expect(write(about)).toBe(text)
    expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  },
)

it.each([
  [confirmedText, 'Ihr Termin für Max am Di 12. Jänner, 08:30 Uhr ist bestätigt.'],
  [
    movedAppointmentText,
    'Ihr neuer Termin für Max: Di 12. Jänner, 08:30 Uhr statt Mo 11. Jänner, 08:30 Uhr.',
  ],
  [reminderText, 'Wir erinnern Sie an Ihren Termin für Max am Di 12. Jänner, 08:30 Uhr'],
])('an SMS to who booked for somebody else says for whom: %o', (write, words) => {
  const text = write({ ...about, booking: FOR_A_CHILD })
  expect(text).toContain(words)
  expect(text).not.toContain('Muster')
})

it('an SMS names nobody when that needs a second one', () => {
  const text = confirmedText({
    ...about,
    practice: LONG,
    booking: { ...FOR_A_CHILD, firstName: 'Š'.repeat(60) },
  })
  expect(text).toContain('Ihr Termin am Di')
  expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
})

it('offerText says this, in one message, and the day where it is another one', () => {
  const offer = {
    practice: PRACTICE,
    texts: ORIGINALS,
    addressee: addresseeOf(BOOKING),
    startsAt: BOOKING.startsAt,
    now: BOOKING.createdAt,
    url: 'https://termine.example/patient/offer?id=0123456789abcdefghijklmnopqrstuv',
  }
  const text = offerText({ ...offer, until: BOOKING.createdAt + HOUR })
  expect(text).toBe(
    'Ordination Dr. Alma Beispiel: Termin frei: Di 12. Jänner, 08:30. Antwort bis 11:05: https://termine.example/patient/offer?id=0123456789abcdefghijklmnopqrstuv',
  )
  expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  expect(offerText({ ...offer, until: BOOKING.createdAt + DAY_LENGTH })).toContain(
    'Antwort bis Sa 21. November, 10:05: ',
  )
})

it('testText says this, in one message', () => {
  const text = testText({ practice: PRACTICE, now: BOOKING.createdAt })
  expect(text).toBe(
    'Ordination Dr. Alma Beispiel: Dies ist eine Test-SMS vom Fr 20. November, 10:05 Uhr. Der Versand funktioniert. Tel. +43 5572 000 000',
  )
  expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
})

describe.each(WORDS.map(([write]) => [write.name, write] as const))('%s', (_name, write) => {
  it('names neither treatment nor patient', () => {
    expect(write(about)).not.toMatch(/Akupunktur|Muster|Maria|nüchtern|1237|1980/)
  })

  it('is one GSM-7 message also with a long name, on the longest day of the calendar', () => {
    const booking = { ...BOOKING, startsAt: Date.parse('2027-09-22T17:30:00+02:00') }
    const text = write({ ...about, practice: LONG, booking })
    expect(text).toContain('Mi 22. September, 17:30 Uhr')
    expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  })

  it('mentions no e-mail to a patient without an address', () => {
    expect(write({ ...about, booking: { ...BOOKING, email: '' } })).not.toContain('E-Mail')
  })
})

describe("the practice's own words", () => {
  const textWith = (opening: string, closing = '', changes: object = {}) =>
    rejectedText({
      ...about,
      texts: { ...ORIGINALS, rejected: { ...ORIGINALS.rejected, sms: { opening, closing } } },
      ...changes,
    })

  it('are followed by what they do not name: the practice, the time, its phone', () => {
    expect(textWith('Guten Tag!', 'Alles Gute')).toBe(
      'Ordination Dr. Alma Beispiel: Guten Tag! Termin: Di 12. Jänner, 08:30 Uhr. Alles Gute Tel. +43 5572 000 000',
    )
    expect(textWith('{Anrede} Leider nicht am {Termin}.', '{Ordination}, {Telefon}')).toBe(
      'Guten Tag Frau Musterfrau! Leider nicht am Di 12. Jänner, 08:30 Uhr. Ordination Dr. Alma Beispiel, +43 5572 000 000',
    )
  })

  it.each([
    ['Ihr Termin: {Termin}', 'Ihr Termin für Max: Di'],
    ['Am {Termin} leider nicht.', 'Am Di 12. Jänner, 08:30 Uhr für Max leider nicht.'],
    ['Leider nicht.', 'Leider nicht. Termin für Max: Di'],
  ])('say to who booked for somebody else for whom: %s', (opening, text) => {
    expect(textWith(opening, '', { booking: FOR_A_CHILD })).toContain(text)
  })

  it('name no treatment, even where they were stored with it', () => {
    expect(textWith('{Leistung} am {Termin}', 'Bitte beachten Sie: {Hinweis}')).not.toMatch(/Akupunktur|[{}]/)
  })
})

describe('the place in a reminder', () => {
  const textAt = (changes: Partial<typeof PRACTICE>) =>
    reminderText({ ...about, practice: { ...AT_HOME, ...changes } })

  it('is left out rather than the phone number, and rather than cost a second message', () => {
    expect(textAt({ ...LONG, address: 'Straße der Freiwilligen Feuerwehr 12' })).toMatch(/Sie\. Tel\. \+43/)
    expect(textAt({ phone: '', address: 'x'.repeat(120) })).toMatch(/freuen uns auf Sie\.$/)
  })

  it('is left out when the practice has told none', () => {
    expect(textAt({ address: '', city: '' })).toContain('freuen uns auf Sie.')
  })
})

describe('every SMS', () => {
  const textOf = (changes: Partial<typeof PRACTICE>) =>
    confirmedText({ ...about, practice: { ...PRACTICE, ...changes } })

  it('leaves the phone number out rather than cost a second message', () => {
    const text = textOf({ ...LONG, phone: '1'.repeat(60) })
    expect(text).not.toContain('Tel.')
    expect(smsLength(text).parts).toBe(1)
  })

  it.each([
    [
      'Praxis „Am Müllerbach“ – Dr. Šárka O’Neill & Ångström',
      `Praxis "Am Müllerbach" - Dr. Sarka O'Neill & Ångström: `,
      'GSM-7',
    ],
    ['Лікар', 'Лікар: ', 'UCS-2'],
    ['Dr. X\r\nGewinn: evil.example', 'Dr. X Gewinn: evil.example: ', 'GSM-7'],
    ['', 'Ihre Ordination: ', 'GSM-7'],
  ])('of the practice %j begins with %j, in %s', (name, start, encoding) => {
    const text = textOf({ name, phone: '' })
    expect(text.slice(0, start.length)).toBe(start)
    expect(text).toMatch(/\.$/)
    expect(smsLength(text).encoding).toBe(encoding)
    expect(textOf({ name, phone: '1\n2' })).not.toMatch(/\p{Cc}/u)
  })
})
