import { z } from 'zod'
import { intervalOfDays } from '../schedule/absences.ts'
import type { BusyTime } from '../schedule/busy-times.ts'
import { DAY_LENGTH, type Interval } from '../shared/day.ts'
import type { Odoo } from './odoo-connection.ts'
import { isForbiddenOrUnknown, OdooError } from './odoo-faults.ts'
import {
  fromOdooTime,
  odooDaySchema,
  odooReferenceSchema,
  odooTimeSchema,
  ROWS_PER_PAGE,
  toOdooTime,
} from './odoo-fields.ts'

/**
 * The most pages of one reading: more than any calendar has. It stops reading from a server that returns
 * pages forever.
 */
const MOST_PAGES = 40

const busyEventsSchema = z.array(
  z.object({
    id: z.int(),
    start: odooTimeSchema,
    stop: odooTimeSchema,
    allday: z.boolean().default(false),
    start_date: odooDaySchema,
    stop_date: odooDaySchema,
  }),
)
const declinedEventsSchema = z.array(z.object({ event_id: odooReferenceSchema }))

/**
 * Reads the events of a calendar that make its doctor busy within a span, without those that the doctor has
 * declined.
 * @param partnerId the partner to whom the calendar belongs
 */
export async function readBusyTimes(odoo: Odoo, partnerId: number, span: Interval): Promise<BusyTime[]> {
  // Odoo chooses the stored times of all-day events, so the search covers one more day at both ends.
  const readFrom = toOdooTime(span.startsAt - DAY_LENGTH)
  const readUntil = toOdooTime(span.endsAt + DAY_LENGTH)
  const declinedIds = await readDeclinedIds(odoo, partnerId, readFrom)
  const events = await readAllRows(odoo, busyEventsSchema, {
    model: 'calendar.event',
    domain: [
      ['show_as', '=', 'busy'],
      ['partner_ids', 'in', [partnerId]],
      ['start', '<', readUntil],
      ['stop', '>', readFrom],
    ],
    fields: ['start', 'stop', 'allday', 'start_date', 'stop_date'],
    order: 'start,id',
  })
  return (
    events
      .filter(({ id }) => !declinedIds.has(id))
      .map((event) => ({ eventId: event.id, ...intervalOf(event) }))
      // An event without length occupies nothing.
      .filter(({ startsAt, endsAt }) => endsAt > startsAt)
      .filter(({ startsAt, endsAt }) => endsAt > span.startsAt && startsAt < span.endsAt)
  )
}

/** Returns the time of an event; that of an all-day event is whole Vienna days. */
function intervalOf(event: z.infer<typeof busyEventsSchema>[number]): Interval {
  if (event.allday && event.start_date !== '')
    return intervalOfDays(event.start_date, event.stop_date || event.start_date)
  return { startsAt: fromOdooTime(event.start), endsAt: fromOdooTime(event.stop) }
}

/**
 * Reads the ids of the events that the doctor has declined. Where Odoo does not let its user read who has
 * declined, none counts as declined: busy times that block too much are better than none.
 */
async function readDeclinedIds(
  odoo: Odoo,
  partnerId: number,
  readFrom: string,
): Promise<ReadonlySet<number>> {
  try {
    const declined = await readAllRows(odoo, declinedEventsSchema, {
      model: 'calendar.attendee',
      domain: [
        ['partner_id', '=', partnerId],
        ['state', '=', 'declined'],
        ['event_id.stop', '>', readFrom],
      ],
      fields: ['event_id'],
      order: 'id',
    })
    return new Set(declined.flatMap(({ event_id }) => event_id ?? []))
  } catch (error) {
    if (isForbiddenOrUnknown(error)) return new Set()
    throw error
  }
}

/** A search, as Odoo's method `search_read` takes it, in one of its models. */
type Search = Readonly<{
  model: string
  domain: readonly unknown[]
  fields: readonly string[]
  order: string
}>

/** Reads all rows of a search, page by page. @throws OdooError, also for more than `MOST_PAGES` */
async function readAllRows<T>(odoo: Odoo, schema: z.ZodType<T[]>, { model, ...query }: Search): Promise<T[]> {
  const rows: T[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const args = { ...query, offset: page * ROWS_PER_PAGE, limit: ROWS_PER_PAGE }
    const rowsOfPage = await odoo.call(schema, { model, method: 'search_read', args })
    rows.push(...rowsOfPage)
    if (rowsOfPage.length < ROWS_PER_PAGE) return rows
  }
  throw new OdooError('permanent', 'Der Kalender in Odoo hat zu viele Einträge.')
}
