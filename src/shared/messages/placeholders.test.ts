import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillIn, PLACEHOLDERS, placeholderError, placeholdersIn } from './placeholders.ts'

const VALUES = {
  Anrede: 'Guten Tag Frau Musterfrau!',
  Name: 'Maria Musterfrau',
  Termin: 'Di 12. Jänner, 08:30 Uhr',
  Leistung: 'Akupunktur',
  Ordination: 'Dr. Alma Beispiel',
  Telefon: '+43 5572 000 000',
  Hinweis: 'Impfpass\nBefunde',
}

it.each([
  { text: '{Anrede} Bis {Termin}.', sentence: undefined },
  { text: '{Uhrzeit}', sentence: 'Den Platzhalter {Uhrzeit} gibt es nicht.' },
  { text: '{anrede}', sentence: 'Den Platzhalter {anrede} gibt es nicht.' },
  { text: '{}', sentence: 'Den Platzhalter {} gibt es nicht.' },
  { text: '{constructor}', sentence: 'Den Platzhalter {constructor} gibt es nicht.' },
  { text: '{Termin', sentence: 'Geschwungene Klammern stehen nur um Platzhalter, zum Beispiel {Termin}.' },
  { text: '{{Termin}}', sentence: 'Geschwungene Klammern stehen nur um Platzhalter, zum Beispiel {Termin}.' },
])('the check of "$text" answers: $sentence', ({ text, sentence }) => {
  expect(placeholderError(text, 'email')).toBe(sentence)
})

it.each(['Leistung', 'Hinweis'])('{%s} is allowed in an e-mail, but not in an SMS', (name) => {
  expect(placeholderError(`{${name}}`, 'email')).toBeUndefined()
  expect(placeholderError(`{${name}}`, 'sms')).toMatch(`{${name}} darf nicht in eine SMS`)
  expect(placeholdersIn('sms', { hasSeveral: true })).not.toContain(name)
})

it('{Arzt} is offered only to a practice with several doctors', () => {
  expect(placeholdersIn('sms', { hasSeveral: true })).toContain('Arzt')
  expect(placeholdersIn('sms', { hasSeveral: false })).not.toContain('Arzt')
  expect(placeholdersIn('email', { hasSeveral: false })).toEqual(
    Object.keys(PLACEHOLDERS).filter((name) => name !== 'Arzt'),
  )
})

it('blank lines separate paragraphs, and values may have several lines', () => {
  expect(fillIn('{Anrede}\n\n\n Bitte mitbringen:\n{Hinweis}\n\n', VALUES)).toEqual([
    ['Guten Tag Frau Musterfrau!'],
    ['Bitte mitbringen:', 'Impfpass', 'Befunde'],
  ])
})

it.each([
  { text: '{Anrede}, schön, dass Sie kommen.', filled: 'Guten Tag Frau Musterfrau, schön, dass Sie kommen.' },
  { text: '{Anrede}!', filled: 'Guten Tag Frau Musterfrau!' },
  { text: '{Anrede} Bis {Termin}!', filled: 'Guten Tag Frau Musterfrau! Bis Di 12. Jänner, 08:30 Uhr!' },
])('punctuation is not doubled after a value: "$text"', ({ text, filled }) => {
  expect(fillIn(text, VALUES)).toEqual([[filled]])
})

it('placeholders within a value are not replaced', () => {
  expect(fillIn('{Name}: {Telefon}', { ...VALUES, Name: '{Telefon}$&' })).toEqual([
    ['{Telefon}$&: +43 5572 000 000'],
  ])
})

it.each([
  { text: 'Bitte rufen Sie uns an: {Telefon}.', filled: 'Bitte rufen Sie uns an.' },
  { text: 'Bis bald. Bitte bringen Sie mit: {Hinweis}', filled: 'Bis bald.' },
  { text: '{Anrede} {Hinweis}', filled: 'Guten Tag Frau Musterfrau!' },
  { text: '{Telefon} oder E-Mail', filled: 'oder E-Mail' },
  { text: 'Hallo {Telefon}, {Hinweis} bis bald', filled: 'Hallo bis bald' },
  { text: '{Telefon}! Bis {Termin}', filled: 'Bis Di 12. Jänner, 08:30 Uhr' },
])('a placeholder without a value leaves no gap: "$text"', ({ text, filled }) => {
  expect(fillIn(`${text}\n{Hinweis}`, { ...VALUES, Telefon: '', Hinweis: '' })).toEqual([[filled]])
})

it('any text is refused with a sentence, or rendered without a brace', () => {
  const placeholders = Object.keys(PLACEHOLDERS).map((name) => `{${name}}`)
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('{', '}', '\n', '\n\n', ' ', ': ', ...placeholders),
  )
  /** Values of which some are missing. */
  const anyValues = fc.record(
    Object.fromEntries(Object.entries(VALUES).map(([name, value]) => [name, fc.constantFrom('', value)])),
  )
  fc.assert(
    fc.property(fc.array(piece), anyValues, (pieces, values) => {
      const text = pieces.join('')
      const sentence = placeholderError(text, 'email')
      if (sentence !== undefined) {
        expect(sentence).toMatch(/^\p{Lu}.*\.$/su)
        return
      }
      const lines = fillIn(text, values).flat()
      expect(lines.join('')).not.toMatch(/[{}]/)
      expect(lines).toEqual(lines.map((line) => line.trim()))
    }),
  )
})
