import * as v from 'valibot'
import { paragraphSchema } from '../line.ts'
import type { Answer, Question } from './questions.ts'

const MISSING_ANSWER = 'Bitte beantworten Sie diese Frage.'
/** Characters of the longest answer. */
export const ANSWER_LENGTH = 500

/** The stored answer for each accepted one. Callers may also send `yes` or true instead of German. */
const YES_NO: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['Ja', 'Ja'],
  ['ja', 'Ja'],
  ['yes', 'Ja'],
  [true, 'Ja'],
  ['Nein', 'Nein'],
  ['nein', 'Nein'],
  ['no', 'Nein'],
  [false, 'Nein'],
])

/**
 * Checks the answers of a hold or a request, which are keyed by the ids of their questions. Its output has
 * the questions that were answered, in their order (docs/behaviour.md 5.20).
 */
export function answersSchema(questions: readonly Question[]): v.GenericSchema<unknown, readonly Answer[]> {
  const rules = Object.fromEntries(questions.map((question) => [question.id, answerSchema(question)]))
  return v.pipe(
    v.strictObject(rules, 'Diese Frage gibt es nicht mehr.'),
    v.transform((values) =>
      questions.flatMap(({ id, label }) => {
        const value = values[id]
        return value === undefined ? [] : [{ id, label, value }]
      }),
    ),
  )
}

/** Returns the rule of one answer; its output is undefined for an unanswered question. */
function answerSchema({
  kind,
  options = [],
  required,
}: Question): v.GenericSchema<unknown, string | undefined> {
  const unanswered = v.pipe(
    v.unknown(),
    v.check(() => !required, MISSING_ANSWER),
    v.transform(() => undefined),
  )
  const answered = {
    text: paragraphSchema(ANSWER_LENGTH),
    choice: v.picklist(options, 'Bitte wählen Sie eine der Antworten.'),
    yesno: v.pipe(
      v.unknown(),
      v.transform((sent) => YES_NO.get(sent)),
      v.string('Bitte wählen Sie Ja oder Nein.'),
    ),
  }[kind]
  const isEmpty = (sent: unknown) => sent === null || (typeof sent === 'string' && sent.trim() === '')
  return v.nullish(
    v.lazy((sent): v.GenericSchema<unknown, string | undefined> => (isEmpty(sent) ? unanswered : answered)),
    '',
  )
}
