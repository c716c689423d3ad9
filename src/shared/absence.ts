import * as v from 'valibot'
import { DAY_LENGTH, type Day, daysBetween, type Instant, isDay } from './day.ts'
import { UNKNOWN_KEY } from './field-errors.ts'
import { line, requiredLine } from './line.ts'
import { numberWord } from './number-word.ts'

const MAX_YEARS = 2
/** One of the years may have a leap day. */
const MAX_DAYS = MAX_YEARS * 365 + 1
const TOO_LONG = `Höchstens ${numberWord(MAX_YEARS)} Jahre am Stück.`

export const OVER = 'Diese Zeit ist schon vorbei.'

const DATE_TIME = /^.{10}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/

/** A block without a title. */
const BLOCKED = 'Gesperrt'

/** Null or empty: every resource. */
const resource = v.optional(
  v.nullable(
    v.pipe(
      line(64),
      v.transform((id) => id || null),
    ),
  ),
  null,
)

/** Hours of one day or over midnight. */
function blockSchema({ instantOf }: { instantOf: (text: string) => Instant | undefined }) {
  const instant = (sentence: string) =>
    v.optional(
      v.pipe(
        v.string(sentence),
        v.check((text) => isPlausible(text.slice(0, 10)) && DATE_TIME.test(text), sentence),
        v.transform(instantOf),
        v.number(sentence),
      ),
      '',
    )
  return v.pipe(
    v.strictObject(
      {
        kind: v.literal('block'),
        title: v.optional(
          v.pipe(
            line(120),
            v.transform((title) => title || BLOCKED),
          ),
          BLOCKED,
        ),
        start: instant('Bitte einen gültigen Beginn angeben.'),
        end: instant('Bitte ein gültiges Ende angeben.'),
        resource_id: resource,
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

/** Whole Vienna days, the first and the last one included. */
const closureSchema = v.pipe(
  v.strictObject(
    {
      kind: v.literal('closure'),
      title: v.optional(requiredLine('Bitte einen Titel angeben.', 120), ''),
      reason: v.optional(line(200), ''),
      from: day('Bitte einen gültigen ersten Tag angeben.'),
      to: day('Bitte einen gültigen letzten Tag angeben.'),
      resource_id: resource,
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

/**
 * What an admin saves: a block of time, or days on which the practice is closed. Holidays have a call of their own.
 * @param instantOf the instant of an ISO date-time with its offset, or of Vienna's wall time (`2027-01-12T08:30`);
 * undefined or NaN for no valid time
 */
export function absenceSchema(times: { instantOf: (text: string) => Instant | undefined }) {
  return v.variant(
    'kind',
    [blockSchema(times), closureSchema],
    'Bitte wählen Sie: einzelne Stunden oder ganze Tage.',
  )
}

export type AbsenceInput = v.InferOutput<ReturnType<typeof absenceSchema>>

/** True when the absence has ended. `today` is the Vienna day of `now`. */
export function isOver(input: AbsenceInput, { now, today }: { now: Instant; today: Day }): boolean {
  return input.kind === 'block' ? input.end <= now : input.to < today
}

function day(sentence: string) {
  return v.optional(
    v.custom<Day>((value) => typeof value === 'string' && isPlausible(value), sentence),
    '',
  )
}

/** A day that exists, in a year that is no slip of the keyboard. */
function isPlausible(day: string): boolean {
  return isDay(day) && day < '2200'
}
