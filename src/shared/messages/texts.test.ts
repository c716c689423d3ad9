import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from '../field-errors.ts'
import { textSchema } from './texts.ts'

const errorsOf = (sent: unknown) => fieldErrorsOf(v.safeParse(textSchema, sent).issues ?? [])

describe('the words of a message', () => {
  it('may be left out or empty', () => {
    expect(v.parse(textSchema, {})).toEqual({})
    expect(v.parse(textSchema, { email_opening: ' ', sms_closing: '' })).toEqual({
      email_opening: '',
      sms_closing: '',
    })
  })

  it('may have several lines in an e-mail, but only one in an SMS', () => {
    expect(v.parse(textSchema, { email_closing: 'Bis bald\r\nIhre Praxis' })).toEqual({
      email_closing: 'Bis bald\nIhre Praxis',
    })
    expect(Object.keys(errorsOf({ sms_opening: 'Bis bald\nIhre Praxis' }))).toEqual(['sms_opening'])
  })

  it.each([
    { field: 'email_opening', most: 2000 },
    { field: 'email_closing', most: 2000 },
    { field: 'sms_opening', most: 300 },
    { field: 'sms_closing', most: 300 },
  ])('as $field have at most $most characters', ({ field, most }) => {
    expect(errorsOf({ [field]: 'x'.repeat(most) })).toEqual({})
    expect(errorsOf({ [field]: 'x'.repeat(most + 1) })).toEqual({
      [field]: `Bitte höchstens ${most} Zeichen eingeben.`,
    })
  })

  it('may contain only known placeholders', () => {
    expect(errorsOf({ email_opening: 7, sms_opening: '{nichts}' })).toEqual({
      email_opening: 'Bitte einen Text eingeben.',
      sms_opening: expect.stringContaining('{nichts}'),
    })
  })
})
