import { createHash } from 'node:crypto'
import type { Booking } from '../db/schema.ts'

/** Matches a text of Odoo that contains the marker of one of our events. */
export const MARKER = /\bordi:[0-9a-f]{32}\b/

/**
 * Returns the text in the description by which the event of a booking is known. It is a hash, because the
 * booking's id lets its bearer cancel.
 */
export function markerOf({ id }: Pick<Booking, 'id'>): string {
  return `ordi:${createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}
