import { randomToken } from '../../access/random.ts'
import { endDueEntries } from '../../booking/ended-entries.ts'
import { deleteEndedHolds, endHoldsBeyondShare } from '../../booking/holds.ts'
import { makeDueOffers } from '../../booking/offers.ts'
import { listFreeSlots } from '../../schedule/availability.ts'
import { countFreeStarts } from '../../schedule/grid.ts'
import { readWeek } from '../../schedule/hours.ts'
import { listActiveServices } from '../../schedule/services.ts'
import { addDays, type Instant } from '../../shared/day.ts'
import { dayAt, dayNumberAt } from '../../time/vienna.ts'
import { insertVerification } from '../bookings.ts'
import type { Browser } from '../browser.ts'
import type { TestApp } from '../test-app.ts'

/** The part of a portal that a simulated attack uses: of `openTestApp`, or of `npm run attack`. */
export type Portal = Pick<TestApp, 'ctx' | 'rows' | 'browser' | 'botToken'> &
  Readonly<{ pass: (milliseconds: number) => unknown }>

/** The days of which attackers block the times, and of which free starts are counted. */
export const ATTACKED_DAYS = 14

/** The end of every address of the attackers. */
export const ATTACKER_DOMAIN = '@attacker.example'
/** The end of every address of the honest patients. */
export const PATIENT_DOMAIN = '@patient.example'
/** The end of every other address to which attackers let the portal send e-mails. */
export const STRANGER_DOMAIN = '@stranger.example'

/** Somebody with a browser, which has an IP address of its own, and with a mailbox. */
export type Visitor = Readonly<{ browser: Browser; email: string }>

/** Opens a visitor at an IP address, whose browser has verified the mailbox before. */
export function openVisitor({ ctx, browser }: Portal, address: string, email: string): Visitor {
  const secret = randomToken()
  const { db, now } = ctx()
  insertVerification(db, { email, browser: secret, now })
  return { browser: browser(address, {}, new Map([['ordi_browser', secret]])), email }
}

/** Runs what the portal's jobs do every minute. */
export function runJobs({ ctx }: Portal): void {
  deleteEndedHolds(ctx())
  endHoldsBeyondShare(ctx())
  makeDueOffers(ctx())
  endDueEntries(ctx())
}

/** Somebody books from this day on, counted from today, because appointments before cannot be cancelled. */
const FIRST_DAY = 2

/**
 * Returns a free start of the service within the coming days, the same for the same `draw`; undefined when
 * there is none. Whole numbers of `draw` spread the starts evenly.
 */
export function findFreeStart({ ctx }: Portal, service: string, draw: number): Instant | undefined {
  const days = ATTACKED_DAYS - FIRST_DAY
  const firstTriedDay = indexIn(days, draw * GOLDEN)
  for (let i = 0; i < days; i++) {
    const day = FIRST_DAY + ((firstTriedDay + i) % days)
    const { starts } = listFreeSlots(ctx(), addDays(dayAt(ctx().now), day), service)
    if (starts.length > 0) return starts[indexIn(starts.length, draw * SILVER)]
  }
  return undefined
}

/**
 * The fractions of the multiples of these numbers are spread evenly. Two numbers make day and time differ.
 */
const GOLDEN = (Math.sqrt(5) - 1) / 2
const SILVER = Math.SQRT2 - 1

/** Returns an index below `length`, by the fraction of the number. */
function indexIn(length: number, number: number): number {
  const fraction = number - Math.floor(number)
  return Math.floor(fraction * length)
}

/**
 * Returns which share of the starts of all services the attackers leave free, from 0 to 1. They take time by
 * holds, bookings, the moves that they ask for, and offers.
 */
export function readFreeShare({ ctx, rows }: Portal): number {
  const { now } = ctx()
  const takenTimes = rows<{ starts_at: number; ends_at: number }>(
    `select o.starts_at, o.ends_at from occupations o
     left join holds h on h.id = o.hold_id left join bookings b on b.id = coalesce(o.booking_id, o.move_of)
     left join offers f on f.id = o.offer_id left join waiting_entries w on w.id = f.entry_id
     where coalesce(h.email, b.email, w.email) like ? and (o.expires_at is null or o.expires_at > ?)
     order by o.starts_at`,
    `%${ATTACKER_DOMAIN}`,
    now,
  ).flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
  const today = dayNumberAt(now)
  const span = { from: today, to: today + ATTACKED_DAYS, after: now }
  /** @param occupied the starts and ends of the occupied times in turn */
  const countStarts = (occupied: number[]) =>
    listActiveServices(ctx())
      .flatMap((service) => countFreeStarts(service, readWeek(ctx()), occupied, span))
      .reduce((sum, free) => sum + free, 0)
  return countStarts(takenTimes) / countStarts([])
}
