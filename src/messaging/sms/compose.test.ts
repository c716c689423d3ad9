import { describe, expect, it } from 'vitest'
import { smsLength } from '../../shared/messages/sms-length.ts'
import {
  FOR_A_CHILD,
  LONG_NAMED_PRACTICE,
  SAMPLE_FACTS,
  SAMPLE_PRACTICE,
} from '../../testing/sample-emails.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { rejected } from '../kinds/rejected.ts'
import { ORIGINALS } from '../texts.ts'

/** The facts of an SMS about the sample appointment, without a message of the practice. */
const FACTS = { ...SAMPLE_FACTS, message: '' }

describe("the practice's own words", () => {
  /** Returns the SMS about a rejected request in these words, by default for the patient herself. */
  const rejectionWith = ({ opening = '', closing = '', booking = FACTS.booking }) =>
    rejected.sms({
      ...FACTS,
      booking,
      texts: { ...ORIGINALS, rejected: { ...ORIGINALS.rejected, sms: { opening, closing } } },
    })

  it('are completed by the practice, the time and the phone number', () => {
    expect(rejectionWith({ opening: 'Guten Tag!', closing: 'Alles Gute' })).toBe(
      'Ordination Dr. Alma Beispiel: Guten Tag! Termin: Di 12. Jänner, 08:30 Uhr. Alles Gute Tel. +43 5572 000 000',
    )
  })

  it('are not completed by what they name themselves', () => {
    const opening = '{Anrede} Leider nicht am {Termin}.'
    expect(rejectionWith({ opening, closing: '{Ordination}, {Telefon}' })).toBe(
      'Guten Tag Frau Musterfrau! Leider nicht am Di 12. Jänner, 08:30 Uhr. Ordination Dr. Alma Beispiel, +43 5572 000 000',
    )
  })

  it.each([
    { opening: 'Ihr Termin: {Termin}', completed: 'Ihr Termin für Max: Di' },
    {
      opening: 'Am {Termin} leider nicht.',
      completed: 'Am Di 12. Jänner, 08:30 Uhr für Max leider nicht.',
    },
    { opening: 'Leider nicht.', completed: 'Leider nicht. Termin für Max: Di' },
    { opening: '3 Termine, zuerst {Termin}.', completed: '3 Termine für Max, zuerst Di' },
    { opening: 'Terminänderung: {Termin}.', completed: 'Terminänderung: Di 12. Jänner, 08:30 Uhr für Max.' },
  ])('are completed for a booker by the name of the patient: $opening', ({ opening, completed }) => {
    expect(rejectionWith({ opening, booking: FOR_A_CHILD })).toContain(completed)
  })

  it('name no treatment, even if they were stored with its placeholder', () => {
    const text = rejectionWith({
      opening: '{Leistung} am {Termin}',
      closing: 'Bitte beachten Sie: {Hinweis}',
    })
    expect(text).not.toMatch(/Akupunktur|[{}]/)
  })
})

describe('every SMS', () => {
  /** Returns the confirmation by a practice that differs from the sample in this. */
  const confirmationBy = (changes: Partial<typeof SAMPLE_PRACTICE>) =>
    confirmed.sms({ ...FACTS, practice: { ...SAMPLE_PRACTICE, ...changes } })

  it('leaves out a first name that would need a second SMS', () => {
    // The letter becomes an S, so that even this name is written in GSM-7.
    const booking = { ...FOR_A_CHILD, firstName: 'Š'.repeat(60) }
    const text = confirmed.sms({ ...FACTS, practice: LONG_NAMED_PRACTICE, booking })
    expect(text).toContain('Ihr Termin am Di')
    expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  })

  it('leaves out a phone number that would need a second SMS', () => {
    const text = confirmationBy({ ...LONG_NAMED_PRACTICE, phone: '1'.repeat(60) })
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
    const text = confirmationBy({ name, phone: '' })
    expect(text).toMatch(new RegExp(`^${RegExp.escape(beginning)}`))
    // Nothing follows the last sentence in place of the missing number.
    expect(text).toMatch(/\.$/)
    expect(smsLength(text).encoding).toBe(encoding)
    expect(confirmationBy({ name, phone: '1\n2' }), 'one line').not.toMatch(/\p{Cc}/u)
  })
})
