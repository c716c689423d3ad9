import * as v from 'valibot'
import { MESSAGE_LENGTH, NOTE_LENGTH } from '../shared/booking-limits.ts'
import { daysBetween, isDay } from '../shared/day.ts'
import { paragraphSchema } from '../shared/line.ts'
import { INVALID_DAY, LINK_WITHOUT_ID } from '../shared/messages.de.ts'
import { ALL_RESOURCES } from '../shared/resource.ts'
import { DAY_PARTS } from '../shared/waiting-list.ts'
import { isSkipped, readDateTime, readInstant } from '../time/vienna.ts'

/** Calculations with instants and days are reliable between these limits. */
const EARLIEST = Date.UTC(1900, 0)
const LATEST = Date.UTC(2200, 0)

/** Returns the checks that an instant could be parsed and is within the limits. */
function instantChecks() {
  const sentence = 'Bitte einen gültigen Zeitpunkt angeben.'
  return [v.number(sentence), v.check((at: number) => at >= EARLIEST && at < LATEST, sentence)] as const
}

/** An ISO 8601 instant with its offset. */
export const instantField = v.pipe(
  v.string('Bitte einen Zeitpunkt angeben.'),
  v.transform(readInstant),
  ...instantChecks(),
)

/**
 * An ISO 8601 instant with its offset, or a Vienna wall time (`2027-01-12T08:30`) that exists on that day.
 */
export const viennaTimeField = v.pipe(
  v.string('Bitte einen Zeitpunkt angeben.'),
  // The plus of an offset that was not encoded arrives as a space in a query.
  v.transform((text) => text.replace(/(T[\d:.]+) (\d\d:\d\d)$/, '$1+$2')),
  v.check(
    (text) => !isSkipped(text),
    'Diese Uhrzeit gibt es an diesem Tag nicht: die Uhren werden umgestellt.',
  ),
  v.transform(readDateTime),
  ...instantChecks(),
)

/** A Vienna day, `YYYY-MM-DD`. */
export const dayField = v.pipe(v.string('Bitte ein Datum angeben.'), v.check(isDay, INVALID_DAY))

/** A part of the day; missing for the whole day. */
export const dayPartField = v.optional(v.picklist(DAY_PARTS, 'Bitte morning oder afternoon angeben.'))

/** A whole number in a query, where it is text. `fallback` is the value of a missing one. */
export function numberField({ least, most, fallback }: { least: number; most: number; fallback: string }) {
  const sentence = `Bitte eine Zahl von ${least} bis ${most} angeben.`
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, sentence),
      v.transform(Number),
      v.minValue(least, sentence),
      v.maxValue(most, sentence),
    ),
    fallback,
  )
}

/** The number of rows on one page of a log. */
export const pageLengthField = numberField({ least: 1, most: 500, fallback: '100' })

/** The id of the previous page's last row. */
export const beforeField = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Bitte die Nummer eines Eintrags angeben.'), v.transform(Number)),
)

/** The text in the search field of a list; '' finds everything. */
export const searchField = v.optional(
  v.pipe(v.string(), v.maxLength(200, 'Bitte höchstens 200 Zeichen eingeben.')),
  '',
)

/** A text that must not be empty; `sentence` is its only error. */
export function requiredField(sentence: string) {
  return v.pipe(v.string(sentence), v.nonEmpty(sentence))
}

/** True or false; `fallback` is the value of a missing one. */
export function booleanField(fallback: boolean) {
  return v.optional(v.boolean('Bitte true oder false angeben.'), fallback)
}

/** The id of a booking, a waiting entry or an offer, as in a link. */
export const linkIdField = requiredField(LINK_WITHOUT_ID)

export const serviceIdField = requiredField('Bitte eine Leistung angeben.')

/** The id of a resource; missing, null or empty for none. Each call documents what it does without one. */
export const resourceIdField = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((id) => (id === '' ? undefined : id)),
)

/** Makes the rule of a filter that may be missing or empty, and then selects everything. */
export function filterField<Value>(rule: v.GenericSchema<string, Value>) {
  return v.pipe(
    v.optional(v.string()),
    v.transform((text) => text || undefined),
    v.optional(rule),
  )
}

/**
 * The id of the resource for which a list or figures are shown; missing, empty or `practice` for all of them.
 */
export const shownResourceField = v.optional(
  v.pipe(
    v.string(),
    v.transform((id) => (id === '' || id === ALL_RESOURCES ? undefined : id)),
  ),
)

/** A message to the patient, or a reason; it may be empty, and null is empty. */
export const messageField = v.nullish(paragraphSchema(MESSAGE_LENGTH), '')

/** An internal note of the practice; empty removes it. */
export const noteField = paragraphSchema(NOTE_LENGTH)

/** The first and the last Vienna day of a query, both included. */
type Days = { from?: string | undefined; to?: string | undefined }

/**
 * Checks that `to` is not before `from`, and that there are at most `mostDays` days. A missing day is
 * unlimited.
 */
export function daysInOrder<Range extends Days>(mostDays = Number.POSITIVE_INFINITY) {
  const sentence = Number.isFinite(mostDays)
    ? `Höchstens ${mostDays} Tage, in zeitlicher Reihenfolge.`
    : 'Der letzte Tag darf nicht vor dem ersten liegen.'
  return v.rawCheck<Range>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { from, to } = dataset.value
    const days = from === undefined || to === undefined ? 1 : daysBetween(from, to) + 1
    // An invalid day makes the number of days NaN, and is refused with its own sentence.
    if (Number.isNaN(days) || (days > 0 && days <= mostDays)) return
    addIssue({
      message: sentence,
      path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'to', value: to }],
    })
  })
}
