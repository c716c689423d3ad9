import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from '../field-errors.ts'
import { questionsSchema, questionsText } from './questions.ts'

const save = (questions: unknown) => v.parse(questionsSchema, questions)
/** Returns the sentence that the service form shows. */
const error = (questions: unknown) =>
  fieldErrorsOf(v.safeParse(v.object({ questions: questionsSchema }), { questions }).issues ?? []).questions

const yesno = { id: 'allergien', label: 'Haben Sie Allergien?', kind: 'yesno' }
const choice = { id: 'woher', label: 'Woher kennen Sie uns?', kind: 'choice', options: ['Ärztin', 'Freunde'] }

describe('the questions of a service', () => {
  it('keep their order; options belong to a choice, and are text with one a line or a list', () => {
    const questions = save([
      { ...choice, options: ' Ärztin \n\nFreunde\nÄrztin' },
      { ...yesno, options: ['Ja'], required: true },
    ])
    expect(questions).toEqual([
      { ...choice, required: false },
      { ...yesno, required: true },
    ])
    expect(save(questions)).toEqual(questions)
  })

  it('are written in one line', () => {
    expect(questionsText(save([choice, { ...yesno, required: true }]))).toBe(
      'Woher kennen Sie uns? (Auswahl: Ärztin, Freunde); Haben Sie Allergien? (Ja oder nein, nötig)',
    )
  })

  it('are at most five', () => {
    const many = Array.from({ length: 6 }, (_, i) => ({ ...yesno, id: `q${i}` }))
    expect(save(many.slice(1))).toHaveLength(5)
    expect(error(many)).toBe('Bitte höchstens 5 Fragen stellen.')
  })

  it('have an id, a text and answers of up to their greatest length, and twelve answers', () => {
    const options = Array.from({ length: 12 }, (_, i) => `${i}`.padEnd(100, 'x'))
    const longest = { ...choice, id: 'x'.repeat(40), label: 'x'.repeat(200), options }
    expect(save([longest])).toEqual([{ ...longest, required: false }])
  })

  it.each([
    [{ ...yesno, label: ' ' }, 'Bitte die Frage eingeben.'],
    [{ ...yesno, label: 'x'.repeat(201) }, 'Bitte höchstens 200 Zeichen eingeben.'],
    [{ ...yesno, kind: 'date' }, 'Bitte die Art der Antwort wählen.'],
    [{ ...yesno, id: '../a' }, 'Die ID darf nur Buchstaben, Ziffern, - und _ enthalten.'],
    [{ ...yesno, id: '__proto__' }, 'Die ID darf nur Buchstaben, Ziffern, - und _ enthalten.'],
    [{ ...choice, options: 'Nur eine' }, 'Bitte 2 bis 12 Antworten zur Auswahl angeben.'],
    [
      { ...choice, options: Array.from({ length: 13 }, String) },
      'Bitte 2 bis 12 Antworten zur Auswahl angeben.',
    ],
    [{ ...choice, options: ['x'.repeat(101), 'Ja'] }, 'Bitte höchstens 100 Zeichen eingeben.'],
    [{ ...yesno, id: 'x'.repeat(41) }, 'Bitte höchstens 40 Zeichen eingeben.'],
    [{ ...yesno, hilfe: '' }, 'Unbekannte Angabe.'],
  ])('refuse %j with the number of the question', (wrong, sentence) => {
    expect(error([{ ...yesno, id: 'first' }, wrong])).toBe(`Frage 2: ${sentence}`)
  })

  it('have an id each', () => {
    expect(error([yesno, { ...choice, id: yesno.id }])).toBe('Jede Frage braucht eine eigene ID.')
    expect(error('Haben Sie Allergien?')).toBe('Bitte eine Liste von Fragen angeben.')
  })
})
