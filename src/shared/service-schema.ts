import * as v from 'valibot'
import { UNKNOWN_KEY } from './field-errors.ts'
import { line, paragraph, requiredLine } from './line.ts'
import { isFirstVisit } from './service.ts'

const DEFAULT_RESOURCE = 'doctor-1'
const LONGEST = 1440
const NOT_POSITIVE = 'Anzeigedauer muss eine positive Zahl sein.'

/**
 * What an admin saves: the defaults of specification section 3, the sentences of section 5. A number may come as
 * text with a decimal comma, as typed. Minutes are whole and at most a day, prices have whole cents.
 */
export const serviceSchema = v.strictObject(
  {
    id: v.optional(
      v.pipe(
        requiredLine('Bitte eine ID angeben.', 64),
        v.regex(
          /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u,
          'Die ID darf nur Buchstaben, Ziffern, Punkt, Unterstrich und Bindestrich enthalten.',
        ),
      ),
      '',
    ),
    name: v.optional(requiredLine('Bitte einen Namen angeben.', 120), ''),
    description: v.optional(paragraph(2000), ''),
    duration_min: v.optional(minutes('Dauer'), 30),
    step: v.optional(minutes('Step'), 15),
    paddingBefore: v.optional(minutes('Padding vorher'), 0),
    paddingAfter: v.optional(minutes('Padding nachher'), 0),
    resource_id: v.optional(
      v.pipe(
        line(64),
        v.transform((id) => id || DEFAULT_RESOURCE),
      ),
      '',
    ),
    price: v.optional(
      v.pipe(
        nonNegative('Preis'),
        v.maxValue(100_000, 'Preis darf höchstens 100.000 Euro sein.'),
        v.transform((euros) => Math.round(euros * 100) / 100),
      ),
      0,
    ),
    active: v.optional(v.boolean('Bitte „aktiv“ oder „nicht aktiv“ wählen.'), true),
    display_duration_min: unlessEmpty(
      v.pipe(number(NOT_POSITIVE), v.gtValue(0, NOT_POSITIVE), wholeMinutes('Anzeigedauer')),
    ),
    first_visit: v.optional(v.pipe(v.unknown(), v.transform(isFirstVisit)), false),
    display_order: unlessEmpty(
      v.pipe(
        nonNegative('Reihenfolge'),
        v.integer('Reihenfolge muss eine ganze Zahl sein.'),
        v.maxValue(9999, 'Reihenfolge darf höchstens 9999 sein.'),
      ),
    ),
  },
  UNKNOWN_KEY,
)

function minutes(label: string) {
  return v.pipe(nonNegative(label), wholeMinutes(label))
}

function wholeMinutes(label: string) {
  return v.pipe(
    v.number(),
    v.integer(`${label} muss in ganzen Minuten angegeben werden.`),
    v.maxValue(LONGEST, `${label} darf höchstens ${LONGEST} Minuten sein.`),
  )
}

function nonNegative(label: string) {
  const sentence = `${label} muss eine nicht-negative Zahl sein.`
  return v.pipe(number(sentence), v.minValue(0, sentence))
}

function number(sentence: string) {
  return v.pipe(
    v.union([v.number(), v.string()], sentence),
    v.transform((typed) => (typeof typed === 'number' ? typed : readNumber(typed))),
    v.number(sentence),
    v.finite(sentence),
  )
}

function readNumber(typed: string): number {
  return /^\s*-?\d+(?:[.,]\d+)?\s*$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN
}

/** Null for a field that was left empty; otherwise what `schema` makes of it. */
function unlessEmpty(schema: v.GenericSchema<unknown, number>) {
  const nothing = v.pipe(
    v.unknown(),
    v.transform(() => null),
  )
  const chosen = v.lazy(
    (input): v.GenericSchema<unknown, number | null> => (input === null || input === '' ? nothing : schema),
  )
  return v.optional(chosen, null)
}
