import { Hono } from 'hono'
import * as v from 'valibot'
import { notifyBusyConflicts } from '../../booking/notifications.ts'
import { hostOfCalendar } from '../../calendars/calendar-address.ts'
import {
  addCalendar,
  type Calendar,
  changeCalendar,
  getCalendar,
  isCalendarOverdue,
  listCalendars,
  listNextBusyTimes,
  removeCalendar,
} from '../../calendars/calendars.ts'
import { readCalendarNow } from '../../calendars/reading.ts'
import type { Ctx } from '../../ctx.ts'
import { calendarSchema, newCalendarSchema } from '../../shared/other-calendar.ts'
import { Problem } from '../../shared/problems.ts'
import { isoAt, isoOrNull } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { body, noBody } from '../input.ts'
import { echoedKeys } from './echoed-keys.ts'
import { type AdminEnv, restrictToRoles } from './guard.ts'

/** Coming busy times that a doctor sees after having a calendar read. */
const BUSY_TIMES_SHOWN = 5

/** A change, or the whole row of the list with changes in it. Fields that are left out stay. */
const changeBody = v.strictObject({
  ...calendarSchema.entries,
  name: v.exactOptional(calendarSchema.entries.name),
  resource_id: v.exactOptional(calendarSchema.entries.resource_id.wrapped),
  busy_only: v.exactOptional(calendarSchema.entries.busy_only.wrapped),
  ...echoedKeys('id', 'host', 'read_at', 'fault', 'overdue', 'found', 'unread', 'unknown_zone', 'cut'),
})

/** The calls about a doctor's other calendars (docs/behaviour.md, section 20). */
export function otherCalendarRoutes(deps: Deps) {
  return restrictToRoles(
    ['doctor'],
    new Hono<AdminEnv>()
      .get('/calendars', (c) => {
        const ctx = ctxOf(c)
        return c.json(listCalendars(ctx).map((calendar) => calendarAnswer(ctx, calendar)))
      })
      .post('/calendars', body(newCalendarSchema), (c) =>
        c.json({ id: addCalendar(ctxOf(c), c.req.valid('json')) }, 201),
      )
      .put('/calendars/:id', body(changeBody), (c) => {
        const ctx = ctxOf(c)
        const id = Number(c.req.param('id'))
        const stored = getCalendar(ctx, id)
        const {
          name = stored.name,
          url,
          resource_id = stored.resourceId,
          busy_only = stored.busyOnly,
        } = c.req.valid('json')
        changeCalendar(ctx, id, { name, url, resource_id, busy_only })
        return c.json({ id })
      })
      .delete('/calendars/:id', noBody, (c) => {
        removeCalendar(ctxOf(c), Number(c.req.param('id')))
        return c.json({ message: 'Der Kalender ist entfernt.' })
      })
      .post('/calendars/:id/read', noBody, async (c) => {
        const id = Number(c.req.param('id'))
        return c.json(await readNow(deps, ctxOf(c), id))
      }),
  )
}

/**
 * Reads the calendar again, and returns what was found in it.
 * @throws Problem 'not found'; test_failed with the reason why it could not be read
 */
async function readNow(deps: Deps, requestCtx: Ctx, id: number) {
  // Refuses an unknown calendar before anything is fetched.
  getCalendar(requestCtx, id)
  // The reading takes seconds, so each step needs the current `now`.
  const freshCtx = () => deps.ctx(requestCtx.actor)
  const outcome = await readCalendarNow(freshCtx, id, deps)
  if (outcome === 'stored') notifyBusyConflicts(freshCtx())
  const { found, fault } = getCalendar(freshCtx(), id)
  if (fault !== null) throw new Problem('test_failed', {}, fault)
  const next = listNextBusyTimes(freshCtx(), { calendarId: id, limit: BUSY_TIMES_SHOWN }).map(
    ({ startsAt, endsAt }) => ({
      start: isoAt(startsAt),
      end: isoAt(endsAt),
    }),
  )
  return { found, next }
}

/** Returns a calendar with only the host of its URL, because the URL gives everybody access to it. */
function calendarAnswer(ctx: Ctx, calendar: Calendar) {
  const { id, name, resourceId, busyOnly, readAt, fault, found, unread, unknownZone, isCut } = calendar
  return {
    id,
    name,
    host: hostOfCalendar(ctx, calendar),
    resource_id: resourceId,
    busy_only: busyOnly,
    /** Null until the calendar was first read. */
    read_at: isoOrNull(readAt),
    fault,
    overdue: isCalendarOverdue(calendar, ctx.now),
    found,
    /** Entries that could not be parsed, and those in an unknown time zone. */
    unread,
    unknown_zone: unknownZone,
    /** True if there are more busy times than are read. */
    cut: isCut,
  }
}
