import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from '../field-errors.ts'
import { practiceContactSchema } from './manual-contact.ts'

const schema = practiceContactSchema({ today: '2026-11-20' })

/** Returns the last name as it is stored, or the sentence with which it is refused. */
const nameOf = (lastName: string) => {
  const parsed = v.safeParse(schema, { firstName: 'Rosa', lastName, mobile: '+436641234567' })
  return parsed.success ? parsed.output.lastName : fieldErrorsOf(parsed.issues).lastName
}

/** Names of people, in scripts that write combining marks above, below and beside their letters. */
const VALID_NAMES = [
  'Zoë',
  'Đặng',
  'Ngữ',
  "O'Brien",
  'Müller-Lüdenscheid',
  'مُحَمَّد',
  'عائشة',
  '王小明',
  'ศิริ',
  'မြွှေ',
  'שָׁלוֹם',
  'Nguyễn Thị',
  'क्षितिज',
  'ஸ்ரீ',
]
const STACKED_MARKS = 'Bitte den Namen ohne übereinander gesetzte Zeichen eingeben.'

describe('a name', () => {
  it.each(VALID_NAMES)('may be %s', (name) => expect(nameOf(name)).toBe(name.normalize('NFC')))

  it('may be composed of valid names', () => {
    const validName = fc.constantFrom(...VALID_NAMES)
    fc.assert(
      fc.property(validName, fc.constantFrom(' ', '-'), validName, (first, between, last) => {
        const name = `${first}${between}${last}`.normalize('NFC')
        expect(nameOf(name.normalize('NFD'))).toBe(name)
      }),
    )
  })

  it.each(['\u3164\u3164', '\u115f\u1160', '\u034f\ufe0f'])(
    'cannot consist of invisible characters: %j',
    (name) => {
      expect(nameOf(name)).toBe('Nachname ist erforderlich.')
    },
  )

  it('is stored without invisible characters', () => expect(nameOf('Hu\u034fb\u3164er')).toBe('Huber'))

  it.each(['\u0316Huber', 'Hu -\u0316ber'])('has no mark without a letter: %j', (name) => {
    expect(nameOf(name)).toBe(STACKED_MARKS)
  })

  it('has at most two marks on a letter', () => {
    expect(nameOf('Hub\u0316\u0317er')).toBe('Hub\u0316\u0317er')
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\u0316', '\u0317', '\u0325', '\u20dd'), { minLength: 3, maxLength: 60 }),
        (marks) => {
          expect(nameOf(`Hub${marks.join('')}er`)).toBe(STACKED_MARKS)
        },
      ),
    )
  })
})
