import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from '../field-errors.ts'
import { questionsSchema, questionsText } from './questions.ts'

const parseQuestions = (questions: unknown) => v.parse(questionsSchema, questions)
/** Returns the sentence that the service form shows. */
const errorOf = (questions: unknown) =>
  fieldErrorsOf(v.safeParse(v.object({ questions: questionsSchema }), { questions }).issues ?? []).questions

const YES_NO = { id: 'allergien', label: 'Haben Sie Allergien?', kind: 'yesno' }
const CHOICE = { id: 'woher', label: 'Woher kennen Sie uns?', kind: 'choice', options: ['Ärztin', 'Freunde'] }

describe('the questions of a service', () => {
  it('keep their order', () => {
    const questions = [
      { ...CHOICE, required: false },
      { ...YES_NO, required: true },
    ]
    expect(parseQuestions(questions)).toEqual(questions)
    expect(parseQuestions(questions.toReversed())).toEqual(questions.toReversed())
  })

  it('accept the options of a choice as text too, one per line, without duplicates', () => {
    expect(parseQuestions([{ ...CHOICE, options: ' Ärztin \n\nFreunde\nÄrztin' }])).toEqual([
      { ...CHOICE, required: false },
    ])
  })

  it('drop options unless the kind is a choice', () => {
    expect(parseQuestions([{ ...YES_NO, options: ['Ja'] }])).toEqual([{ ...YES_NO, required: false }])
  })

  it('are summarised in one line', () => {
    expect(questionsText(parseQuestions([CHOICE, { ...YES_NO, required: true }]))).toBe(
      'Woher kennen Sie uns? (Auswahl: Ärztin, Freunde); Haben Sie Allergien? (Ja oder nein, nötig)',
    )
  })

  it('are at most five', () => {
    const sixQuestions = Array.from({ length: 6 }, (_, i) => ({ ...YES_NO, id: `q${i}` }))
    expect(parseQuestions(sixQuestions.slice(1))).toHaveLength(5)
    expect(errorOf(sixQuestions)).toBe('Bitte höchstens 5 Fragen stellen.')
  })

  it('may have ids, texts and options of the greatest length, and twelve options', () => {
    const options = Array.from({ length: 12 }, (_, i) => `${i}`.padEnd(100, 'x'))
    const longest = { ...CHOICE, id: 'x'.repeat(40), label: 'x'.repeat(200), options }
    expect(parseQuestions([longest])).toEqual([{ ...longest, required: false }])
  })

  const ID_CHARACTERS = 'Die ID darf nur Buchstaben, Ziffern, - und _ enthalten.'
  const OPTION_COUNT = 'Bitte 2 bis 12 Antworten zur Auswahl angeben.'

  it.each([
    { fault: 'has no text', wrong: { ...YES_NO, label: ' ' }, sentence: 'Bitte die Frage eingeben.' },
    {
      fault: 'has 201 characters',
      wrong: { ...YES_NO, label: 'x'.repeat(201) },
      sentence: 'Bitte höchstens 200 Zeichen eingeben.',
    },
    {
      fault: 'is of an unknown kind',
      wrong: { ...YES_NO, kind: 'date' },
      sentence: 'Bitte die Art der Antwort wählen.',
    },
    { fault: 'has no id', wrong: { ...YES_NO, id: undefined }, sentence: 'Bitte eine ID angeben.' },
    { fault: 'has no kind', wrong: { id: 'a', label: 'Ja?' }, sentence: 'Bitte die Art der Antwort wählen.' },
    { fault: 'has a slash in its id', wrong: { ...YES_NO, id: '../a' }, sentence: ID_CHARACTERS },
    {
      fault: 'has the name of an inherited property as id',
      wrong: { ...YES_NO, id: '__proto__' },
      sentence: ID_CHARACTERS,
    },
    {
      fault: 'has an id of 41 characters',
      wrong: { ...YES_NO, id: 'x'.repeat(41) },
      sentence: 'Bitte höchstens 40 Zeichen eingeben.',
    },
    { fault: 'has one answer', wrong: { ...CHOICE, options: 'Nur eine' }, sentence: OPTION_COUNT },
    {
      fault: 'has thirteen answers',
      wrong: { ...CHOICE, options: Array.from({ length: 13 }, String) },
      sentence: OPTION_COUNT,
    },
    {
      fault: 'has an answer of 101 characters',
      wrong: { ...CHOICE, options: ['x'.repeat(101), 'Ja'] },
      sentence: 'Bitte höchstens 100 Zeichen eingeben.',
    },
    { fault: 'has an unknown field', wrong: { ...YES_NO, hilfe: '' }, sentence: 'Unbekannte Angabe.' },
  ])('are refused with the number of the one that $fault', ({ wrong, sentence }) => {
    expect(errorOf([{ ...YES_NO, id: 'first' }, wrong])).toBe(`Frage 2: ${sentence}`)
  })

  it('have distinct ids', () => {
    expect(errorOf([YES_NO, { ...CHOICE, id: YES_NO.id }])).toBe('Jede Frage braucht eine eigene ID.')
  })

  it('must be a list', () => {
    expect(errorOf('Haben Sie Allergien?')).toBe('Bitte eine Liste von Fragen angeben.')
  })
})
