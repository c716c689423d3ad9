import { z } from 'zod'
import type { Instant } from '../shared/day.ts'

/** This module reads and writes the fields of Odoo's records. */

/** Schemas of field values in Odoo's answers, in which an empty field is `false`. */
export const Fields = {
  /** Gives '' for an empty field. */
  text: z.union([z.string(), z.literal(false)]).transform((text) => text || ''),
  /** Gives the id of the record that the field points to; undefined for an empty field. */
  many2one: z
    .union([z.tuple([z.int()], z.unknown()), z.literal(false)])
    .transform((value) => (value === false ? undefined : value[0])),
}

/** The fields of an event that are read: its time, and whether it is archived. */
export const EVENT_FIELDS = ['start', 'stop', 'allday', 'active']
export const eventRows = z.array(
  z.object({ id: z.int(), start: z.string(), stop: z.string(), allday: z.boolean(), active: z.boolean() }),
)

/** An event as it is in Odoo. */
export type EventRow = z.infer<typeof eventRows>[number]

/** Returns an instant as Odoo writes it in a date-time field: UTC to the second, without a zone. */
export function utc(at: Instant): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** Returns the instant of a date-time field of Odoo. */
export function instantOfUtc(text: string): Instant {
  return Date.parse(`${text.replace(' ', 'T')}Z`)
}

/** Rows in the answer to one call. An answer of this size stays well below the limit of one mebibyte. */
export const ROWS_PER_PAGE = 500
