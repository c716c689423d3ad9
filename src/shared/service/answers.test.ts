import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from '../field-errors.ts'
import { answersSchema } from './answers.ts'
import type { Question } from './questions.ts'

const ASKED: readonly Question[] = [
  { id: 'allergien', label: 'Haben Sie Allergien?', kind: 'yesno', required: true },
  {
    id: 'woher',
    label: 'Woher kennen Sie uns?',
    kind: 'choice',
    options: ['Ärztin', 'Freunde'],
    required: false,
  },
  { id: 'anliegen', label: 'Was ist Ihnen wichtig?', kind: 'text', required: true },
]
const ANSWERS = { allergien: 'ja', woher: 'Freunde', anliegen: 'Der Schlaf.\nDas Knie.' }

/** Returns the sentences for answers, by the id of their question. */
const errorsOf = (answers: unknown) => fieldErrorsOf(v.safeParse(answersSchema(ASKED), answers).issues ?? [])
/** Returns what is stored of the valid answers with these changes. */
const valuesOf = (answers: object) =>
  v.parse(answersSchema(ASKED), { ...ANSWERS, ...answers }).map(({ value }) => value)

describe('answers', () => {
  it('are stored with their questions, in the order of the questions', () => {
    const { anliegen, woher, allergien } = ANSWERS
    expect(v.parse(answersSchema(ASKED), { anliegen, woher, allergien })).toEqual([
      { id: 'allergien', label: 'Haben Sie Allergien?', value: 'Ja' },
      { id: 'woher', label: 'Woher kennen Sie uns?', value: 'Freunde' },
      { id: 'anliegen', label: 'Was ist Ihnen wichtig?', value: 'Der Schlaf.\nDas Knie.' },
    ])
    expect(v.parse(answersSchema([]), {})).toEqual([])
  })

  it.each([
    { sent: 'ja', stored: 'Ja' },
    { sent: 'Ja', stored: 'Ja' },
    { sent: 'yes', stored: 'Ja' },
    { sent: true, stored: 'Ja' },
    { sent: 'nein', stored: 'Nein' },
    { sent: 'Nein', stored: 'Nein' },
    { sent: 'no', stored: 'Nein' },
    { sent: false, stored: 'Nein' },
  ])('to a yes-or-no question may be $sent, which is stored as $stored', ({ sent, stored }) => {
    expect(valuesOf({ allergien: sent })).toEqual([stored, ANSWERS.woher, ANSWERS.anliegen])
  })

  it.each(['', '  ', null, undefined])('may be left out as %j where they are not required', (empty) => {
    expect(valuesOf({ woher: empty })).toEqual(['Ja', ANSWERS.anliegen])
    const missing = 'Bitte beantworten Sie diese Frage.'
    expect(errorsOf({ allergien: empty, anliegen: empty })).toEqual({ allergien: missing, anliegen: missing })
  })

  it('that do not fit their questions are refused, all at once', () => {
    const wrong = { allergien: 'vielleicht', woher: 'Zeitung', anliegen: 'x'.repeat(501), alter: 7 }
    expect(errorsOf(wrong)).toEqual({
      allergien: 'Bitte wählen Sie Ja oder Nein.',
      woher: 'Bitte wählen Sie eine der Antworten.',
      anliegen: 'Bitte höchstens 500 Zeichen eingeben.',
      alter: 'Diese Frage gibt es nicht mehr.',
    })
  })

  it('of a wrong type are refused, all at once', () => {
    expect(errorsOf({ allergien: 1, woher: {}, anliegen: ['a'] })).toEqual({
      allergien: 'Bitte wählen Sie Ja oder Nein.',
      woher: 'Bitte wählen Sie eine der Antworten.',
      anliegen: 'Bitte einen Text eingeben.',
    })
  })

  it('with a control character are refused', () => {
    expect(errorsOf({ ...ANSWERS, anliegen: 'a\u0000' })).toEqual({
      anliegen: 'Der Text enthält unzulässige Zeichen.',
    })
  })
})
