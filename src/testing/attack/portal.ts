import { randomToken } from '../../access/random.ts'
import { endDueEntries } from '../../booking/ended-entries.ts'
import { deleteEndedHolds, endHoldsBeyondShare } from '../../booking/ended-holds.ts'
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

/** The part of a portal that a simulated attack uses, made by `openTestApp` or `npm run attack`. */
export type Portal = Pick<TestApp, 'ctx' | 'rows' | 'browser' | 'botToken'> &
  Readonly<{ pass: (milliseconds: number) => unknown }>

/** The days whose times attackers block, and whose free starts are counted. */
export const ATTACKED_DAYS = 14

/** The first day, counted from today, for which visitors book: earlier appointments cannot be cancelled. */
const FIRST_DAY = 2

/** Multiples of this number have evenly spread fractions. They choose the day. */
const GOLDEN = (Math.sqrt(5) - 1) / 2
/** Multiples of this number have other evenly spread fractions. They choose the time of the day. */
const SILVER = Math.SQRT2 - 1

/** The domain of the attackers' mailboxes. */
export const ATTACKER_DOMAIN = '@attacker.example'
/** The domain of the honest patients' mailboxes. */
export const PATIENT_DOMAIN = '@patient.example'
/** The domain of strangers to whom attackers let the portal send e-mails. */
export const STRANGER_DOMAIN = '@stranger.example'

/** A person with a browser at one IP address, and a mailbox. */
export type Visitor = Readonly<{ browser: Browser; email: string }>

/** Opens a visitor at an IP address whose browser has already verified the mailbox. */
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

/**
 * Returns a free start of the service within the coming days; undefined when there is none. The same `draw`
 * gives the same start, and whole numbers spread the starts evenly.
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

/** Returns an index below `length` in proportion to the fraction of the number. */
function indexIn(length: number, number: number): number {
  const fraction = number - Math.floor(number)
  return Math.floor(fraction * length)
}

/**
 * Returns the share of the starts of all services that the attackers leave free, from 0 to 1. They take time
 * with holds, bookings, requested moves and offers.
 */
export function readFreeShare(portal: Portal): number {
  return countStarts(portal, readTakenTimes(portal)) / countStarts(portal, [])
}

/** Returns the starts and ends of the times that the attackers take, in turn. */
function readTakenTimes({ ctx, rows }: Portal): number[] {
  return rows<{ starts_at: number; ends_at: number }>(
    `select o.starts_at, o.ends_at from occupations o
     left join holds h on h.id = o.hold_id left join bookings b on b.id = coalesce(o.booking_id, o.move_of)
     left join offers f on f.id = o.offer_id left join waiting_entries w on w.id = f.entry_id
     where coalesce(h.email, b.email, w.email) like ? and (o.expires_at is null or o.expires_at > ?)
     order by o.starts_at`,
    `%${ATTACKER_DOMAIN}`,
    ctx().now,
  ).flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
}

/**
 * Counts the free starts of all services on the attacked days.
 * @param occupied the starts and ends of the occupied times, in turn
 */
function countStarts({ ctx }: Portal, occupied: number[]): number {
  const { now } = ctx()
  const today = dayNumberAt(now)
  const span = { from: today, to: today + ATTACKED_DAYS, after: now }
  return listActiveServices(ctx())
    .flatMap((service) => countFreeStarts(service, { week: readWeek(ctx()), occupied: [occupied] }, span))
    .reduce((sum, free) => sum + free, 0)
}
