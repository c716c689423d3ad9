import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { waitingByPracticeSchema } from './waiting-by-practice.ts'

const today = '2027-01-07'
const schema = waitingByPracticeSchema({ today })

const errorsOf = (sent: unknown) => fieldErrorsOf(v.safeParse(schema, sent).issues ?? [])

describe('a waiting list entry by the practice', () => {
  const WITHOUT_NAME = { service_id: 's', mobile: '0664 1234567', not_after: today }

  it('needs a name, and an e-mail address or a number', () => {
    const sent = { service_id: 's', name: 'Rosa Musterfrau', not_after: today }
    expect(errorsOf(sent)).toEqual({ email: 'Bitte E-Mail oder Telefon eingeben.' })
    expect(v.parse(schema, { ...sent, mobile: '0664 1234567' })).toMatchObject({
      email: '',
      mobile: '0664 1234567',
    })
    expect(errorsOf({ ...sent, name: ' ', email: 'rosa' })).toEqual({
      name: 'Bitte einen Namen eingeben.',
      email: 'Bitte eine gültige E-Mail-Adresse eingeben.',
    })
  })

  it.each([
    { name: '\u200B\u{E0041}', sentence: 'Bitte einen Namen eingeben.' },
    { name: '– 42 –', sentence: 'Der Name braucht mindestens einen Buchstaben.' },
    {
      name: 'Rosa\u0300\u0301\u0302\u0303',
      sentence: 'Bitte den Namen ohne übereinander gesetzte Zeichen eingeben.',
    },
  ])('needs a readable name: "$name"', ({ name, sentence }) => {
    expect(errorsOf({ ...WITHOUT_NAME, name })).toEqual({ name: sentence })
  })

  it('is stored with the name without invisible characters', () => {
    const stored = v.parse(schema, { ...WITHOUT_NAME, name: 'Ro\u200Bsa (Tochter)' })
    expect(stored).toMatchObject({ name: 'Rosa (Tochter)' })
  })
})
