import { z } from 'zod'
import { type Instant, isDay } from '../shared/day.ts'

/**
 * This module converts values from and to the fields of Odoo's records. An empty field is `false` in an
 * answer, whatever its type.
 */

/** Reads a text field; '' when it is empty, or missing as in the answers of a simulator. */
export const odooTextSchema = z
  .union([z.string(), z.literal(false)])
  .optional()
  .transform((text) => text || '')

/** Reads a date-time field, whose text `fromOdooTime` understands. */
export const odooTimeSchema = z.string().refine((text) => Number.isFinite(fromOdooTime(text)))

/** Reads a date field; '' when it is empty. */
export const odooDaySchema = odooTextSchema.refine((text) => text === '' || isDay(text))

/**
 * Reads a reference to another record, which Odoo sends as id and name. Returns the id; undefined if the
 * field is empty.
 */
export const odooReferenceSchema = z
  .union([z.tuple([z.int()], z.unknown()), z.literal(false)])
  .transform((value) => (value === false ? undefined : value[0]))

/** The fields of an event that are read in addition to its id: its time, and whether it is archived. */
export const ODOO_EVENT_FIELDS = ['start', 'stop', 'allday', 'active']

/** Reads the events in the answer to a call for `ODOO_EVENT_FIELDS`. Odoo always adds the id. */
export const odooEventsSchema = z.array(
  z.object({
    id: z.int(),
    start: odooTimeSchema,
    stop: odooTimeSchema,
    allday: z.boolean().default(false),
    active: z.boolean().default(true),
  }),
)

/** An event as it is in Odoo. */
export type OdooEventRow = z.infer<typeof odooEventsSchema>[number]

/** Formats an instant for a date-time field of Odoo: UTC to the second, without a zone. */
export function toOdooTime(at: Instant): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** Parses a date-time field of Odoo. */
export function fromOdooTime(text: string): Instant {
  return Date.parse(`${text.replace(' ', 'T')}Z`)
}

/**
 * Records per call. An answer of this size stays well below one mebibyte, the limit for answers
 * (access/guarded-call.ts).
 */
export const ROWS_PER_PAGE = 500
