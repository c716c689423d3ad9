import * as v from 'valibot'
import { fieldErrorsOf, UNKNOWN_KEY } from '../field-errors.ts'
import { lineSchema, requiredLineSchema } from '../line.ts'
import { ownIdCheck } from './own-id.ts'

/** The kinds of answers that a question can ask for, with their labels for the practice. */
export const QUESTION_KINDS = { text: 'Text', choice: 'Auswahl', yesno: 'Ja oder nein' } as const

export type QuestionKind = keyof typeof QUESTION_KINDS

/** A question that a service asks its patients after the contact data (docs/behaviour.md 2.12). */
export type Question = {
  readonly id: string
  readonly label: string
  readonly kind: QuestionKind
  /** The answers to choose from; only a `choice` has them. */
  readonly options?: readonly string[]
  readonly required: boolean
}

/** The answer to a question, with the question as it was asked. */
export type Answer = Readonly<{ id: string; label: string; value: string }>

/** The most questions of one service. */
export const MOST_QUESTIONS = 5
/** The most answers to choose from. */
const MOST_OPTIONS = 12

/** The rule of a question's options. The form sends them as text with one option on each line. */
const optionsSchema = v.pipe(
  v.union([v.string(), v.array(v.string())], 'Bitte die Antworten angeben.'),
  v.transform((typed) => (typeof typed === 'string' ? typed.split('\n') : typed)),
  v.array(lineSchema(100)),
  v.transform((lines) => [...new Set(lines)].filter((text) => text !== '')),
)

const questionSchema = v.pipe(
  v.strictObject(
    {
      id: v.optional(
        v.pipe(
          requiredLineSchema('Bitte eine ID angeben.', 40),
          v.regex(/^[a-z0-9][a-z0-9_-]*$/i, 'Die ID darf nur Buchstaben, Ziffern, - und _ enthalten.'),
          ownIdCheck,
        ),
        '',
      ),
      label: v.optional(requiredLineSchema('Bitte die Frage eingeben.', 200), ''),
      kind: v.pipe(
        v.optional(v.unknown(), ''),
        v.picklist(Object.keys(QUESTION_KINDS) as QuestionKind[], 'Bitte die Art der Antwort wählen.'),
      ),
      options: v.optional(optionsSchema, []),
      required: v.optional(v.boolean('Bitte true oder false angeben.'), false),
    },
    UNKNOWN_KEY,
  ),
  v.check(
    ({ kind, options }) => kind !== 'choice' || (options.length >= 2 && options.length <= MOST_OPTIONS),
    `Bitte 2 bis ${MOST_OPTIONS} Antworten zur Auswahl angeben.`,
  ),
  // Options of other kinds are dropped.
  v.transform(
    ({ options, ...others }): Question => (others.kind === 'choice' ? { ...others, options } : others),
  ),
)

/**
 * The questions of a service. They are one field of it, so the sentence of an error names the number of the
 * question.
 */
export const questionsSchema: v.GenericSchema<readonly unknown[], readonly Question[]> = v.pipe(
  v.array(v.unknown(), 'Bitte eine Liste von Fragen angeben.'),
  v.maxLength(MOST_QUESTIONS, `Bitte höchstens ${MOST_QUESTIONS} Fragen stellen.`),
  v.rawTransform(({ dataset, addIssue, NEVER }): readonly Question[] => {
    const checked = dataset.value.map((sent) => v.safeParse(questionSchema, sent))
    for (const [i, { issues }] of checked.entries())
      if (issues !== undefined) addIssue({ message: `Frage ${i + 1}: ${firstSentence(issues)}` })
    const questions = checked.flatMap(({ success, output }) => (success ? [output] : []))
    if (new Set(questions.map(({ id }) => id)).size < questions.length)
      addIssue({ message: 'Jede Frage braucht eine eigene ID.' })
    return questions.length === checked.length ? questions : NEVER
  }),
)

/** Returns the sentence of the first faulty field or, if none is, of the question as a whole. */
function firstSentence(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const [ofField] = Object.values(fieldErrorsOf(issues))
  return ofField ?? issues[0].message
}

/**
 * Summarises the questions in one line: `Medikamente? (Ja oder nein, nötig); Woher? (Auswahl: Hausarzt,
 * Bekannte)`.
 */
export function questionsText(questions: readonly Question[]): string {
  return questions
    .map(({ label, kind, options, required }) => {
      const answers = options === undefined ? '' : `: ${options.join(', ')}`
      return `${label} (${QUESTION_KINDS[kind]}${answers}${required ? ', nötig' : ''})`
    })
    .join('; ')
}
