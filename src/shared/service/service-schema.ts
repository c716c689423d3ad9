import * as v from 'valibot'
import { MINUTES_PER_DAY } from '../day.ts'
import { UNKNOWN_KEY } from '../field-errors.ts'
import { lineSchema, paragraphSchema, requiredLineSchema } from '../line.ts'
import { oneResourceCheck, resourceIdSchema } from '../resource.ts'
import { withoutThousandsPoints } from '../typed-number.ts'
import { ownIdCheck } from './own-id.ts'
import { questionsSchema } from './questions.ts'
import { HINT_HEADING, type Service, standsForYes } from './service.ts'
import { SERVICE_DEFAULTS } from './service-defaults.ts'

/** The labels of the fields by wire name, for the form, the schema's sentences and the audit. */
export const SERVICE_LABELS: Readonly<Record<keyof Service, string>> = {
  id: 'ID',
  name: 'Name',
  description: 'Beschreibung',
  hint: HINT_HEADING,
  questions: 'Fragen',
  first_visit: 'Erstbesuch',
  active: 'Aktiv',
  price: 'Preis',
  display_duration_min: 'Anzeigedauer',
  display_order: 'Reihenfolge',
  duration_min: 'Dauer',
  step: 'Step',
  paddingBefore: 'Padding vorher',
  paddingAfter: 'Padding nachher',
  resource_id: 'Ressource',
}

const MOST_RESOURCES = 50
const HIGHEST_PRICE = 100_000
const HIGHEST_ORDER = 9999
const NOT_POSITIVE = 'Anzeigedauer muss eine positive Zahl sein.'

/**
 * A service in the body of PUT /services. A number may come as text with a decimal comma (docs/behaviour.md
 * 2.2 to 2.5). A missing ID or name counts as an empty one, and so gets the sentence of the field.
 */
export const serviceSchema = v.strictObject(
  {
    id: v.optional(
      v.pipe(
        requiredLineSchema('Bitte eine ID angeben.', 64),
        v.regex(
          /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u,
          'Die ID darf nur Buchstaben, Ziffern, Punkt, Unterstrich und Bindestrich enthalten.',
        ),
        ownIdCheck,
      ),
      '',
    ),
    name: v.optional(requiredLineSchema('Bitte einen Namen angeben.', 120), ''),
    description: v.nullish(paragraphSchema(2000), SERVICE_DEFAULTS.description),
    hint: v.optional(paragraphSchema(1000), SERVICE_DEFAULTS.hint),
    questions: v.optional(questionsSchema, SERVICE_DEFAULTS.questions),
    duration_min: v.optional(durationRule(SERVICE_LABELS.duration_min), SERVICE_DEFAULTS.duration_min),
    step: v.optional(durationRule(SERVICE_LABELS.step), SERVICE_DEFAULTS.step),
    paddingBefore: v.optional(durationRule(SERVICE_LABELS.paddingBefore), SERVICE_DEFAULTS.paddingBefore),
    paddingAfter: v.optional(durationRule(SERVICE_LABELS.paddingAfter), SERVICE_DEFAULTS.paddingAfter),
    resource_id: v.nullish(
      v.pipe(
        lineSchema(64),
        ownIdCheck,
        oneResourceCheck,
        v.transform((id) => id || SERVICE_DEFAULTS.resource_id),
      ),
      '',
    ),
    /** All resources that offer it, the first one first; by default only `resource_id`. */
    resource_ids: v.exactOptional(
      v.pipe(
        v.array(resourceIdSchema, 'Bitte eine Liste von IDs angeben.'),
        v.maxLength(MOST_RESOURCES, `Bitte höchstens ${MOST_RESOURCES} angeben.`),
        v.transform((ids) => [...new Set(ids)]),
      ),
    ),
    price: v.optional(
      v.pipe(
        nonNegativeRule(SERVICE_LABELS.price),
        v.maxValue(HIGHEST_PRICE, priceTooHigh),
        v.transform((euros) => Math.round(euros * 100) / 100),
      ),
      SERVICE_DEFAULTS.price,
    ),
    active: v.optional(v.boolean('Bitte „aktiv“ oder „nicht aktiv“ wählen.'), SERVICE_DEFAULTS.active),
    display_duration_min: nullIfEmpty(
      v.pipe(
        numberOrTextRule(NOT_POSITIVE),
        v.gtValue(0, NOT_POSITIVE),
        wholeMinutesRule(SERVICE_LABELS.display_duration_min),
      ),
    ),
    // Stored and imported services have several forms of yes; everything else means no.
    first_visit: v.optional(v.pipe(v.unknown(), v.transform(standsForYes)), SERVICE_DEFAULTS.first_visit),
    display_order: nullIfEmpty(
      v.pipe(
        nonNegativeRule(SERVICE_LABELS.display_order),
        v.integer('Reihenfolge muss eine ganze Zahl sein.'),
        v.maxValue(HIGHEST_ORDER, `Reihenfolge darf höchstens ${HIGHEST_ORDER} sein.`),
      ),
    ),
  },
  UNKNOWN_KEY,
)

/**
 * Returns a sentence. It is not a constant, because the first formatting of a number would add 10 ms to each
 * start.
 */
function priceTooHigh(): string {
  // The Austrian locale would separate thousands with a space.
  return `Preis darf höchstens ${HIGHEST_PRICE.toLocaleString('de-DE')} Euro sein.`
}

/**
 * Makes the rule of a duration, which may be 0. The sentences of this rule and of the next ones begin with
 * the label.
 */
function durationRule(label: string) {
  return v.pipe(nonNegativeRule(label), wholeMinutesRule(label))
}

function wholeMinutesRule(label: string) {
  return v.pipe(
    v.number(),
    v.integer(`${label} muss in ganzen Minuten angegeben werden.`),
    v.maxValue(MINUTES_PER_DAY, `${label} darf höchstens ${MINUTES_PER_DAY} Minuten sein.`),
  )
}

function nonNegativeRule(label: string) {
  const sentence = `${label} muss eine nicht-negative Zahl sein.`
  return v.pipe(numberOrTextRule(sentence), v.minValue(0, sentence))
}

/** Makes the rule of a number, which may come as text. */
function numberOrTextRule(sentence: string) {
  return v.pipe(
    v.union([v.number(), v.string()], sentence),
    v.transform((typed) => (typeof typed === 'number' ? typed : parseDecimal(typed))),
    v.number(sentence),
    v.finite(sentence),
  )
}

/** Reads a number with a decimal comma or point; NaN for any other text. */
function parseDecimal(typed: string): number {
  const text = withoutThousandsPoints(typed)
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

/** Returns a schema whose output is null for an empty field, and otherwise the output of `schema`. */
function nullIfEmpty(schema: v.GenericSchema<unknown, number>) {
  const nothing = v.pipe(
    v.unknown(),
    v.transform(() => null),
  )
  // A union of the two would report its own sentence instead of the one from `schema`.
  const chosen = v.lazy(
    (input): v.GenericSchema<unknown, number | null> => (input === null || input === '' ? nothing : schema),
  )
  return v.optional(chosen, null)
}
