import { describe, expect, it } from 'vitest'
import { smsLength, smsLengthText } from './sms-length.ts'

describe('the length of a text message', () => {
  it.each([
    ['nothing', '', 'GSM-7', 0, 1],
    ['German', 'Grüße aus Österreich, Straße 7: ÄÖÜäöüß', 'GSM-7', 39, 1],
    ['signs that need an escape', '€[]', 'GSM-7', 6, 1],
    ['the fullest single one', 'a'.repeat(160), 'GSM-7', 160, 1],
    ['one letter too many', 'a'.repeat(161), 'GSM-7', 161, 2],
    ['two full parts', 'a'.repeat(306), 'GSM-7', 306, 2],
    ['three parts', 'a'.repeat(307), 'GSM-7', 307, 3],
    ['80 euro signs', '€'.repeat(80), 'GSM-7', 160, 1],
    ['an escape that would be cut', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 306, 3],
    ['one foreign letter', 'ł', 'UCS-2', 1, 1],
    ['a typographic quotation mark', '„Termin“', 'UCS-2', 8, 1],
    ['the fullest single one in UCS-2', 'ł'.repeat(70), 'UCS-2', 70, 1],
    ['one more', 'ł'.repeat(71), 'UCS-2', 71, 2],
    ['two full parts in UCS-2', 'ł'.repeat(134), 'UCS-2', 134, 2],
    ['35 faces', '😀'.repeat(35), 'UCS-2', 70, 1],
    ['a face that would be cut', `${'ł'.repeat(66)}😀${'ł'.repeat(66)}`, 'UCS-2', 134, 3],
  ])('of %s is measured', (_, text, encoding, units, parts) => {
    expect(smsLength(text)).toEqual({ encoding, units, parts })
  })
})

it.each([
  ['Grüße', '1 SMS mit 5 Zeichen'],
  ['a'.repeat(161), '2 SMS mit 161 Zeichen'],
  ['„Ja“', '1 SMS mit 4 Zeichen (UCS-2: Sonderzeichen machen sie teurer)'],
])('the length of %j is told as %j', (text, told) => {
  expect(smsLengthText(smsLength(text)).replaceAll('\u00a0', ' ')).toBe(told)
})
