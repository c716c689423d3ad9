import * as v from 'valibot'
import { DAY_LENGTH, type Day, daysBetween, type Instant, isDay } from './day.ts'
import { UNKNOWN_KEY } from './field-errors.ts'
import { lineSchema, requiredLineSchema } from './line.ts'
import { numberWord } from './number-word.ts'

/** Characters of a title, of a reason, and of the id of a resource. */
const TITLE_LENGTH = 120
const REASON_LENGTH = 200
const RESOURCE_ID_LENGTH = 64

const MAX_YEARS = 2
/** Days that an absence may last. One of its years may have a leap day. */
const MAX_DAYS = MAX_YEARS * 365 + 1
const TOO_LONG = `Höchstens ${numberWord(MAX_YEARS)} Jahre am Stück.`

/** The sentence for an absence that lies in the past. */
export const ABSENCE_IS_OVER = 'Diese Zeit ist schon vorbei.'

/** A date-time with or without seconds and offset. `isPlausible` checks the day, the first ten characters. */
const DATE_TIME = /^.{10}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/

/** The title of a block that was saved without one. */
const BLOCKED = 'Gesperrt'

/** The id of a resource; null or '' stands for every resource. */
const resourceIdSchema = v.optional(
  v.nullable(
    v.pipe(
      lineSchema(RESOURCE_ID_LENGTH),
      v.transform((id) => (id === '' ? null : id)),
    ),
  ),
  null,
)

/** Makes the rules of a block of hours, which may go over midnight. */
function blockSchema({ instantOf }: { instantOf: (text: string) => Instant | undefined }) {
  // A missing time counts as '', so it gets the sentence of its field too.
  const instantSchema = (sentence: string) =>
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
            lineSchema(TITLE_LENGTH),
            v.transform((title) => (title === '' ? BLOCKED : title)),
          ),
          BLOCKED,
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

/** A closure on whole Vienna days, the first and the last one included. */
const closureSchema = v.pipe(
  v.strictObject(
    {
      kind: v.literal('closure'),
      title: v.optional(requiredLineSchema('Bitte einen Titel angeben.', TITLE_LENGTH), ''),
      reason: v.optional(lineSchema(REASON_LENGTH), ''),
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

/** Refuses an absence of an unknown kind. It accepts nothing, so its output is of the type `never`. */
const missingKindSchema = v.pipe(
  v.object({
    kind: v.optional(
      v.custom<never>(() => false, 'Bitte wählen Sie: einzelne Stunden oder ganze Tage.'),
      '' as never,
    ),
  }),
  v.transform(({ kind }) => kind),
)

/**
 * The body of POST /absences: a block of time, or days on which the practice is closed. Holidays have a call
 * of their own.
 * @param instantOf returns the instant of an ISO date-time with its offset, or of a Vienna wall time
 * (`2027-01-12T08:30`); undefined or NaN for an invalid one
 */
export function absenceSchema(times: { instantOf: (text: string) => Instant | undefined }) {
  const block = blockSchema(times)
  // `v.variant` would do the same, but make the patients' pages larger, which load valibot as a whole.
  return v.lazy((input): typeof block | typeof closureSchema | typeof missingKindSchema => {
    const kind = (input as { kind?: unknown } | null)?.kind
    if (kind === 'block') return block
    return kind === 'closure' ? closureSchema : missingKindSchema
  })
}

export type AbsenceInput = v.InferOutput<ReturnType<typeof absenceSchema>>

/** Returns whether the absence has ended. `today` is the Vienna day of `now`. */
export function isOver(input: AbsenceInput, { now, today }: { now: Instant; today: Day }): boolean {
  return input.kind === 'block' ? input.end <= now : input.to < today
}

/** Makes the rule of a Vienna day. A missing day counts as '', so it gets the sentence too. */
function daySchema(sentence: string) {
  return v.optional(
    v.custom<Day>((value) => typeof value === 'string' && isPlausible(value), sentence),
    '',
  )
}

/** Returns whether the day exists and lies before 2200; a later year is a typing error. */
function isPlausible(day: string): boolean {
  return isDay(day) && day < '2200'
}
