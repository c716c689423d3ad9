import * as v from 'valibot'
import { DAY_LENGTH, type Day, daysBetween, type Instant, isDay } from './day.ts'
import { UNKNOWN_KEY } from './field-errors.ts'
import { lineSchema, requiredLineSchema } from './line.ts'
import { numberWord } from './number-word.ts'
import { resourceOrAllSchema } from './resource.ts'

/** This module has the rules of the two kinds of absences that staff enter. */

/** Characters of a title. */
const MAX_TITLE_LENGTH = 120
/** Characters of a reason. */
const MAX_REASON_LENGTH = 200

/** How many years an absence may last. */
const MAX_YEARS = 2
/** How many days an absence may last. One of its years may have a leap day. */
const MAX_DAYS = MAX_YEARS * 365 + 1
const TOO_LONG = `Höchstens ${numberWord(MAX_YEARS)} Jahre am Stück.`

/** The title of a block that was saved without one. */
const DEFAULT_BLOCK_TITLE = 'Gesperrt'

const resourceIdSchema = v.optional(resourceOrAllSchema, null)

/** Makes the rules of a block of hours, which may go over midnight. */
export function blockSchema(instantOf: (text: string) => Instant | undefined) {
  // A missing time counts as '', so it gets the sentence of its field too.
  const instantSchema = (sentence: string) =>
    v.optional(
      v.pipe(v.string(sentence), v.check(isDateTime, sentence), v.transform(instantOf), v.number(sentence)),
      '',
    )
  return v.pipe(
    v.strictObject(
      {
        kind: v.literal('block'),
        title: v.optional(
          v.pipe(
            lineSchema(MAX_TITLE_LENGTH),
            v.transform((title) => (title === '' ? DEFAULT_BLOCK_TITLE : title)),
          ),
          DEFAULT_BLOCK_TITLE,
        ),
        start: instantSchema('Bitte einen gültigen Beginn angeben.'),
        end: instantSchema('Bitte ein gültiges Ende angeben.'),
        resource_id: resourceIdSchema,
      },
      UNKNOWN_KEY,
    ),
    v.forward(
      v.check(({ start, end }) => end > start, 'Das Ende muss nach dem Beginn liegen.'),
      ['end'],
    ),
    v.forward(
      v.check(({ start, end }) => end - start <= MAX_DAYS * DAY_LENGTH, TOO_LONG),
      ['end'],
    ),
  )
}

/** Makes the rule of a Vienna day. A missing day counts as '', so it gets the sentence too. */
const daySchema = (sentence: string) =>
  v.optional(
    v.custom<Day>((value) => typeof value === 'string' && isPlausibleDay(value), sentence),
    '',
  )

/** The rules of a closure on whole Vienna days, the first and the last one included. */
export const closureSchema = v.pipe(
  v.strictObject(
    {
      kind: v.literal('closure'),
      title: v.optional(requiredLineSchema('Bitte einen Titel angeben.', MAX_TITLE_LENGTH), ''),
      reason: v.optional(lineSchema(MAX_REASON_LENGTH), ''),
      from: daySchema('Bitte einen gültigen ersten Tag angeben.'),
      to: daySchema('Bitte einen gültigen letzten Tag angeben.'),
      resource_id: resourceIdSchema,
    },
    UNKNOWN_KEY,
  ),
  v.forward(
    v.check(({ from, to }) => from <= to, 'Der letzte Tag darf nicht vor dem ersten liegen.'),
    ['to'],
  ),
  v.forward(
    v.check(({ from, to }) => daysBetween(from, to) < MAX_DAYS, TOO_LONG),
    ['to'],
  ),
)

/** Returns whether the text is a date-time of a plausible day, with or without seconds and offset. */
function isDateTime(text: string): boolean {
  const [day, rest] = [text.slice(0, 10), text.slice(10)]
  return isPlausibleDay(day) && /^T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/.test(rest)
}

/** Returns whether the day exists and lies before 2200; a later year is a typing error. */
function isPlausibleDay(day: string): boolean {
  return isDay(day) && day < '2200'
}
