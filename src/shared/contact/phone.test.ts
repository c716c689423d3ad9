import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { normalisePhone, phoneSchema } from './phone.ts'

describe('a phone number', () => {
  const INVALID_NUMBER =
    'Bitte eine gültige Telefonnummer eingeben (mind. 7 Ziffern; erlaubt +, Leerzeichen, -).'

  const sentenceFor = (typed: unknown) => v.safeParse(phoneSchema, typed).issues?.[0].message

  it.each(['', ' ', undefined, 5])('is missing where %j is sent', (typed) => {
    expect(sentenceFor(typed)).toBe('Telefon ist erforderlich.')
  })

  it.each([
    { fault: 'has only six digits', typed: '123456' },
    { fault: 'has sixteen digits', typed: '1234567890123456' },
    { fault: 'begins with two plus signs', typed: '++436641234567' },
    { fault: 'has a plus sign in the middle', typed: '0664+1234567' },
    { fault: 'is nothing but a plus sign', typed: '+' },
    { fault: 'has a letter', typed: '0664 12345a7' },
    { fault: 'has the word of an extension', typed: '0664 1234567 DW 3' },
    { fault: 'has the field of an extension', typed: '0664 1234567;ext=3' },
    { fault: 'has Arabic digits', typed: '٠٦٦٤١٢٣٤٥٦٧' },
    { fault: 'has a control character', typed: '0664 123\u00004567' },
  ])('is refused when it $fault: $typed', ({ typed }) => {
    expect(sentenceFor(typed)).toBe(INVALID_NUMBER)
  })

  it('has at most 40 characters, separators included', () => {
    expect(sentenceFor(`0664${' -'.repeat(20)} 1234567`)).toBe('Bitte höchstens 40 Zeichen eingeben.')
  })

  it.each([
    [' 0664-123 45 67 ', '0664-123 45 67'],
    ['+43 (0)664/1234567', '+43 (0)664/1234567'],
    ['+43\u00a0664 –\n1234567', '+43 664 – 1234567'],
    ['\u202a+436641234567\u202c', '+436641234567'],
    ['tel:+43-664-1234567', '+43-664-1234567'],
    ['1234567', '1234567'],
    ['123456789012345', '123456789012345'],
  ])('that is typed as %j is stored as "%s"', (typed, stored) => {
    expect(v.parse(phoneSchema, typed)).toBe(stored)
    expect(v.parse(phoneSchema, stored)).toBe(stored)
  })
})

describe('the number to dial', () => {
  it.each([
    ['+43 (0)664 1234567', '+436641234567'],
    ['0664-123 45 67', '06641234567'],
    ['05572/123 45', '0557212345'],
    ['044.668.18.00', '0446681800'],
    ['[0664] (123) 4567', '06641234567'],
    ['tel:+43-664-1234567', '+436641234567'],
    ['TEL: 0664 1234567', '06641234567'],
    ['+43\u00a0664 – 1234567', '+436641234567'],
    ['\u202a+436641234567\u202c', '+436641234567'],
  ])('of %j is %s', (typed, dialled) => {
    expect(normalisePhone(typed)).toBe(dialled)
  })
})
