import * as v from 'valibot'
import { UNKNOWN_KEY } from './field-errors.ts'
import { type WorkingHours, workingHoursSchema } from './hours.ts'
import { lineSchema, requiredLineSchema } from './line.ts'
import { ownIdCheck } from './service/own-id.ts'

/** A doctor or a room by its wire names. Source: docs/behaviour.md 21.1. */
export type Resource = {
  readonly id: string
  readonly name: string
  /** A line about it for patients; may be empty. */
  readonly title: string
  readonly active: boolean
  readonly order: number
  /** Null for the practice's hours. */
  readonly working_hours: WorkingHours | null
  /** The login of the Odoo user whose calendar belongs to the resource; empty for the practice's. */
  readonly odoo_user: string
}

/** The part of a resource that patients may read. */
export type NamedResource = Pick<Resource, 'id' | 'name' | 'title'>

/** Stands for all resources in the calls that can be narrowed to one (docs/behaviour.md 21.12). */
export const ALL_RESOURCES = 'practice'

/** Refuses the ids that stand for all resources: that of the calls, and `*` in the URLs of pages. */
export const oneResourceCheck = v.check(
  (id: string) => id !== ALL_RESOURCES && id !== '*',
  'Diese ID steht für alle. Bitte eine andere eingeben.',
)

/** Characters of the longest id. */
const MAX_ID_LENGTH = 64

/** The id of a resource, as services and URLs name it. */
export const resourceIdSchema = v.pipe(
  requiredLineSchema('Bitte eine ID angeben.', MAX_ID_LENGTH),
  ownIdCheck,
  oneResourceCheck,
)

/** The resource of an absence, a feed or another calendar; '' and `practice` become null, which is all. */
export const resourceOrAllSchema = v.pipe(
  v.nullable(lineSchema(MAX_ID_LENGTH)),
  v.transform((id) => (id === '' || id === ALL_RESOURCES ? null : id)),
)

const NO_NAME = 'Bitte einen Namen angeben.'
const NO_ORDER = 'Reihenfolge muss eine ganze Zahl von 0 bis 9999 sein.'

/**
 * The body of PUT /resources/{id}. Missing fields stay as they are, or have their defaults in a new resource
 * (docs/behaviour.md 21.3).
 */
export const resourceSchema = v.strictObject(
  {
    name: v.exactOptional(requiredLineSchema(NO_NAME, 120)),
    title: v.exactOptional(lineSchema(120)),
    active: v.exactOptional(v.boolean('Bitte „aktiv“ oder „nicht aktiv“ wählen.')),
    order: v.exactOptional(
      v.pipe(v.number(NO_ORDER), v.integer(NO_ORDER), v.minValue(0, NO_ORDER), v.maxValue(9999, NO_ORDER)),
    ),
    working_hours: v.exactOptional(v.nullable(workingHoursSchema)),
    odoo_user: v.exactOptional(lineSchema(200)),
  },
  UNKNOWN_KEY,
)
export type ResourceInput = v.InferOutput<typeof resourceSchema>
