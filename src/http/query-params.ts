import * as v from 'valibot'
import { daysBetween, isDay } from '../shared/day.ts'
import { NO_DAY } from '../shared/messages.de.ts'
import { isSkipped, readDateTime, readInstant } from '../time/vienna.ts'

/** Limits that keep calculations with instants and days valid. */
const EARLIEST = Date.UTC(1900, 0)
const LATEST = Date.UTC(2200, 0)

/** An ISO 8601 instant with its offset. */
export const instant = v.pipe(
  v.string('Bitte einen Zeitpunkt angeben.'),
  v.transform(readInstant),
  ...plausible(),
)

/** As `instant`, or Vienna's wall time (`2027-01-12T08:30`), which must exist on that day. */
export const dateTime = v.pipe(
  v.string('Bitte einen Zeitpunkt angeben.'),
  v.check(
    (text) => !isSkipped(text),
    'Diese Uhrzeit gibt es an diesem Tag nicht: die Uhren werden umgestellt.',
  ),
  v.transform(readDateTime),
  ...plausible(),
)

function plausible() {
  const sentence = 'Bitte einen gültigen Zeitpunkt angeben.'
  return [v.number(sentence), v.check((at: number) => at >= EARLIEST && at < LATEST, sentence)] as const
}

/** A Vienna day. */
export const day = v.pipe(v.string('Bitte ein Datum angeben.'), v.check(isDay, NO_DAY))

/** A whole number; `otherwise` where it is missing. */
export function number({ least, most, otherwise }: { least: number; most: number; otherwise: string }) {
  const sentence = `Bitte eine Zahl von ${least} bis ${most} angeben.`
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, sentence),
      v.transform(Number),
      v.minValue(least, sentence),
      v.maxValue(most, sentence),
    ),
    otherwise,
  )
}

/** How many rows of a log are answered. */
export const limit = number({ least: 1, most: 500, otherwise: '100' })

/** The id of the last row of the page before. */
export const before = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Bitte die Nummer eines Eintrags angeben.'), v.transform(Number)),
)

/** Days of a query, both included. */
type Days = { from?: string | undefined; to?: string | undefined }

/** Checks that `to` is not before `from`, and that there are at most `most` days. A missing end is open. */
export function inOrder<Range extends Days>(most = Number.POSITIVE_INFINITY) {
  const message = Number.isFinite(most)
    ? `Höchstens ${most} Tage, in zeitlicher Reihenfolge.`
    : 'Der letzte Tag darf nicht vor dem ersten liegen.'
  return v.rawCheck<Range>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { from, to } = dataset.value
    const days = from === undefined || to === undefined ? 1 : daysBetween(from, to) + 1
    // An invalid day has its own message.
    if (Number.isNaN(days) || (days > 0 && days <= most)) return
    addIssue({
      message,
      path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'to', value: to }],
    })
  })
}

/** What a person typed into the search of a list; empty for everything. */
export const search = v.optional(
  v.pipe(v.string(), v.maxLength(200, 'Bitte höchstens 200 Zeichen eingeben.')),
  '',
)
