import { Hono } from 'hono'
import { listAppointments, listOpenRequests } from '../../booking/agenda.ts'
import type { RegisteredBooking } from '../../booking/register.ts'
import { dayNumberAt, isoAt } from '../../booking/vienna.ts'
import { openTimeOn } from '../../booking/working-time.ts'
import { countByWeek, type DayLoad, loadAhead, type WeekCount } from '../../booking/workload.ts'
import type { Ctx } from '../../ctx.ts'
import { dayFromNumber, HOUR, type Instant } from '../../rules/day.ts'
import { ctxOf, type Doorway } from '../doorway.ts'
import { bookingRow } from './booking-row.ts'
import { careList } from './care-list.ts'
import type { AdminEnv } from './guard.ts'
import { readCondition, statusOf } from './portal-status.ts'

const WEEKS = 12
const DAYS = 14

/** What the start page shows, and the banner above every page. */
export function overviewDoors(_doorway: Doorway) {
  return new Hono<AdminEnv>()
    .get('/status', (c) => {
      const condition = readCondition(ctxOf(c))
      const { mails, sms, requests } = condition
      const counts = { requests: requests.count, failed: mails.failed + sms.failed }
      return c.json({ ...statusOf(condition), counts })
    })
    .get('/overview', (c) => {
      const ctx = ctxOf(c)
      const today = dayNumberAt(ctx.now)
      return c.json({
        now: isoAt(ctx.now),
        requests: listOpenRequests(ctx).map((entry) => requestRow(ctx, entry)),
        today: dayAnswer(ctx, today),
        tomorrow: dayAnswer(ctx, today + 1),
        weeks: countByWeek(ctx, WEEKS).map(weekAnswer),
        load: loadAhead(ctx, DAYS).map(loadAnswer),
        care: careList(ctx, readCondition(ctx)),
      })
    })
}

function requestRow({ now }: Ctx, entry: RegisteredBooking) {
  return { ...bookingRow(entry), waiting_hours: Math.floor((now - entry.booking.createdAt) / HOUR) }
}

function dayAnswer(ctx: Ctx, day: number) {
  return {
    date: dayFromNumber(day),
    working: openTimeOn(ctx, day).map(({ start, end }) => ({
      start: wallTimeAt(start),
      end: wallTimeAt(end),
    })),
    bookings: listAppointments(ctx, day).map(bookingRow),
  }
}

function weekAnswer({ week, number, count, running }: WeekCount) {
  return { week, label: String(number), count, running }
}

function loadAnswer({ day, capacity, booked }: DayLoad) {
  return { date: day, capacity_min: capacity, booked_min: booked, closed: capacity === 0 }
}

/** `08:30`, on Vienna's clocks. */
function wallTimeAt(at: Instant): string {
  return isoAt(at).slice(11, 16)
}
