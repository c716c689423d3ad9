import { describe, expect, it } from 'vitest'
import { smsLength, smsLengthText } from './sms-length.ts'

describe('the length of a text message', () => {
  // A part of several has room for 153 characters, or 67 in UCS-2, because it needs a header.
  it.each([
    { content: 'nothing', text: '', encoding: 'GSM-7', units: 0, parts: 1 },
    {
      content: 'German',
      text: 'Grüße aus Österreich, Straße 7: ÄÖÜäöüß',
      encoding: 'GSM-7',
      units: 39,
      parts: 1,
    },
    { content: 'characters that need an escape', text: '€[]', encoding: 'GSM-7', units: 6, parts: 1 },
    { content: 'the fullest single message', text: 'a'.repeat(160), encoding: 'GSM-7', units: 160, parts: 1 },
    { content: 'one letter too many', text: 'a'.repeat(161), encoding: 'GSM-7', units: 161, parts: 2 },
    { content: 'two full parts', text: 'a'.repeat(306), encoding: 'GSM-7', units: 306, parts: 2 },
    {
      content: 'one letter more than two parts',
      text: 'a'.repeat(307),
      encoding: 'GSM-7',
      units: 307,
      parts: 3,
    },
    { content: '80 euro signs', text: '€'.repeat(80), encoding: 'GSM-7', units: 160, parts: 1 },
    {
      content: 'an escape that would be cut',
      text: `${'a'.repeat(152)}€${'a'.repeat(152)}`,
      encoding: 'GSM-7',
      units: 306,
      parts: 3,
    },
    { content: 'one foreign letter', text: 'ł', encoding: 'UCS-2', units: 1, parts: 1 },
    { content: 'a typographic quotation mark', text: '„Termin“', encoding: 'UCS-2', units: 8, parts: 1 },
    {
      content: 'the fullest single message in UCS-2',
      text: 'ł'.repeat(70),
      encoding: 'UCS-2',
      units: 70,
      parts: 1,
    },
    { content: 'one letter more in UCS-2', text: 'ł'.repeat(71), encoding: 'UCS-2', units: 71, parts: 2 },
    { content: 'two full parts in UCS-2', text: 'ł'.repeat(134), encoding: 'UCS-2', units: 134, parts: 2 },
    { content: '35 faces', text: '😀'.repeat(35), encoding: 'UCS-2', units: 70, parts: 1 },
    {
      content: 'a face that would be cut',
      text: `${'ł'.repeat(66)}😀${'ł'.repeat(66)}`,
      encoding: 'UCS-2',
      units: 134,
      parts: 3,
    },
  ])('of $content is $units units of $encoding in $parts parts', ({ text, encoding, units, parts }) => {
    expect(smsLength(text)).toEqual({ encoding, units, parts })
  })
})

it.each([
  ['Grüße', '1 SMS mit 5 Zeichen'],
  ['a'.repeat(161), '2 SMS mit 161 Zeichen'],
  ['„Ja“', '1 SMS mit 4 Zeichen (UCS-2: Sonderzeichen machen sie teurer)'],
])('the text about the length of %j is %j', (text, sentence) => {
  expect(smsLengthText(smsLength(text)).replaceAll('\u00a0', ' ')).toBe(sentence)
})
