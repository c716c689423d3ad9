import { createHash } from 'node:crypto'
import type { Booking } from '../db/schema.ts'

/** Matches the marker of one of our events in a text in Odoo. */
export const MARKER_PATTERN = /\bordi:[0-9a-f]{32}\b/

/**
 * Returns the text in the description that identifies the event of a booking. It is a hash, because anyone
 * who knows the id of a booking can cancel it.
 */
export function markerOf({ id }: Pick<Booking, 'id'>): string {
  return `ordi:${createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}
