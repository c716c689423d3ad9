import * as v from 'valibot'
import { lineSchema, requiredLineSchema } from './line.ts'
import { resourceOrAllSchema } from './resource.ts'

const nameSchema = requiredLineSchema('Bitte einen Namen angeben.', 80)
const LONGEST_ADDRESS = 2_000
const addressSchema = requiredLineSchema('Bitte die Adresse des Kalenders angeben.', LONGEST_ADDRESS)

/** A new calendar of the doctor elsewhere: the body of POST /api/admin/calendars, and its form. */
export const newCalendarSchema = v.strictObject({
  name: nameSchema,
  url: addressSchema,
  /** The resource that is busy at the times of the entries; null stands for all. */
  resource_id: v.optional(resourceOrAllSchema, null),
  /** Whether entries that are marked as free are left out. */
  busy_only: v.optional(v.boolean(), true),
})

/**
 * A changed calendar: the body of PUT /api/admin/calendars/{id}, and its form. The URL is a secret that
 * is never sent to the browser, so a missing or empty `url` keeps it.
 */
export const calendarSchema = v.strictObject({
  ...newCalendarSchema.entries,
  url: v.optional(lineSchema(LONGEST_ADDRESS), ''),
})

export type CalendarInput = v.InferOutput<typeof calendarSchema>

/** The greatest number of busy times that is read from one calendar. */
export const MOST_BUSY_TIMES = 5_000

/** Returns the number of busy times, in words. */
export function busyTimesText(count: number): string {
  return count === 1 ? '1 belegte Zeit' : `${count} belegte Zeiten`
}
