import { describe, expect, it } from 'vitest'
import { smsLength } from '../../shared/sms-length.ts'
import { BOOKING, PRACTICE } from '../../testing/sample-emails.ts'
import { cancelledText, confirmedText, rejectedText, reminderText, testText } from './templates.ts'

const about = { practice: PRACTICE, booking: BOOKING }

const WORDS = [
  [confirmedText, 'Ihr Termin am Di 12. Jänner, 08:30 Uhr ist bestätigt. Näheres in unserer E-Mail.'],
  [
    rejectedText,
    'Ihr Termin am Di 12. Jänner, 08:30 Uhr ist leider nicht möglich. Näheres in unserer E-Mail.',
  ],
  [cancelledText, 'Ihr Termin am Di 12. Jänner, 08:30 Uhr muss leider entfallen. Näheres in unserer E-Mail.'],
  [reminderText, 'Wir erinnern Sie an Ihren Termin am Di 12. Jänner, 08:30 Uhr und freuen uns auf Sie.'],
] as const

it.each(WORDS.map(([write, words]) => [write.name, write, words] as const))(
  '%s says this, in one message',
  (_name, write, words) => {
    const text = `Ordination Dr. Alma Beispiel: ${words} Tel. +43 5572 000 000`
    expect(write(about)).toBe(text)
    expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  },
)

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
    const practice = { ...PRACTICE, name: 'Ordination Dr. med. univ. Maximiliana Musterhuber' }
    const booking = { ...BOOKING, startsAt: Date.parse('2027-09-22T17:30:00+02:00') }
    expect(write({ practice, booking })).toContain('Mi 22. September, 17:30 Uhr')
    expect(smsLength(write({ practice, booking }))).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  })

  it('leaves the telephone out rather than cost a second message', () => {
    const practice = {
      ...PRACTICE,
      name: 'Ordination Dr. med. univ. Maximiliana Musterhuber',
      phone: '1'.repeat(60),
    }
    expect(write({ practice, booking: BOOKING })).not.toContain('Tel.')
    expect(smsLength(write({ practice, booking: BOOKING })).parts).toBe(1)
  })

  it('speaks of no e-mail to somebody who has told none', () => {
    expect(write({ practice: PRACTICE, booking: { ...BOOKING, email: '' } })).not.toContain('E-Mail')
  })

  it('writes a name with the signs that a text message has', () => {
    const practice = { ...PRACTICE, name: 'Praxis „Am Müllerbach“ – Dr. Šárka O’Neill & Ångström' }
    const text = write({ practice, booking: BOOKING })
    expect(text).toMatch(/^Praxis "Am Müllerbach" - Dr\. Sarka O'Neill & Ångström: /)
    expect(smsLength(text).encoding).toBe('GSM-7')
  })

  it('keeps a name that has no such signs as it is', () => {
    const text = write({ practice: { ...PRACTICE, name: 'Лікар' }, booking: BOOKING })
    expect(text).toMatch(/^Лікар: /)
  })

  it('is whole without a name and a telephone, and stays one line', () => {
    expect(write({ practice: { ...PRACTICE, name: '', phone: '' }, booking: BOOKING })).toMatch(
      /^Ihre Ordination: .*\.$/,
    )
    const evil = { ...PRACTICE, name: 'Dr. X\r\nGewinn: evil.example', phone: '1\n2' }
    expect(write({ practice: evil, booking: BOOKING })).not.toMatch(/\p{Cc}/u)
  })
})
