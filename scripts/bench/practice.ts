import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryAddAdmin } from '../../src/access/admins.ts'
import { hashToken } from '../../src/access/crypto.ts'
import { randomToken } from '../../src/access/random.ts'
import { openSession } from '../../src/access/sessions.ts'
import { openApp } from '../../src/app.ts'
import { insertBooking } from '../../src/booking/bookings.ts'
import { readConfig } from '../../src/config.ts'
import { type Ctx, inTx } from '../../src/ctx.ts'
import { emailVerifications, occupations } from '../../src/db/schema.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { listFreeSlots } from '../../src/schedule/availability.ts'
import { closeHolidays } from '../../src/schedule/holidays.ts'
import { readWeek, type Week } from '../../src/schedule/hours.ts'
import { atResource } from '../../src/schedule/resource-choice.ts'
import { getActiveService, type ServiceRow, saveService } from '../../src/schedule/services.ts'
import type { Contact } from '../../src/shared/contact/contact.ts'
import {
  addDays,
  type Day,
  dayFromNumber,
  dayNumber,
  HOUR,
  type Instant,
  MINUTE,
} from '../../src/shared/day.ts'
import { aContact } from '../../src/testing/factory.ts'
import { isoAt } from '../../src/time/vienna.ts'

/** The service that `countBare` counts. */
export const SERVICE = 'folgebehandlung'
const SERVICE_LENGTH = 30 * MINUTE
/** Holds take this service, which is so short that ten years have a free start for every hold. */
export const HELD = { id: 'bench', name: 'Bench', durationMin: 15, stepMin: 15 }
const TEN_YEARS = 3650
/** The days of the starts for holds. They begin up to three months ahead, and can still be booked. */
const DAYS_OF_STARTS = TEN_YEARS - 100

/** The cookie of the browser with a verified address. */
export const BROWSER = randomToken()

/** A calendar month by its first and last day. */
export type Month = Readonly<{ from: Day; to: Day }>

/** The months in which summer time begins or ends. */
const CLOCK_CHANGES = ['03', '10']

/**
 * Returns the first and the last day of a calendar month ahead in which summer time neither begins nor ends.
 */
export function quietMonth(today: Day): Month {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const firstOf = (monthsAhead: number) =>
    new Date(Date.UTC(year, month - 1 + monthsAhead, 1)).toISOString().slice(0, 10) as Day
  const isQuiet = (monthsAhead: number) => !CLOCK_CHANGES.includes(firstOf(monthsAhead).slice(5, 7))
  const ahead = isQuiet(1) ? 1 : 2
  return { from: firstOf(ahead), to: addDays(firstOf(ahead + 1), -1) }
}

/** The demo practice in a data directory of its own, with what the comparisons need to know of it. */
export type BenchPractice = Readonly<{
  dataDir: string
  /** The bookings of the month: start, end, start, end … ascending. */
  busy: number[]
  service: ServiceRow
  week: Week
  /** Free ISO starts after the month. */
  starts: string[]
  /** The bearer token of an admin's session. */
  token: string
}>

/** Bookings of each doctor in the month. */
const IN_MONTH = 100

/**
 * Makes a data directory with the demo practice, `IN_MONTH` bookings of each doctor in the month, all at the
 * same times, and `past` bookings before today.
 */
export function makePractice(month: Month, { past = 0, doctors = 1 } = {}): BenchPractice {
  const dataDir = mkdtempSync(join(tmpdir(), 'ordi-bench-'))
  const app = openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ORDI_DEMO: '1' }))
  const ctx = app.ctx({ kind: 'cli' })
  const made = inTx(ctx, () => {
    // The server does this at its start, so both sides see the same closed days.
    closeHolidays(ctx)
    const booked = spread(ctx, month, IN_MONTH)
    const others = Array.from({ length: doctors - 1 }, (_, i) => `doctor-${i + 2}`)
    saveService(ctx, { ...getActiveService(ctx, SERVICE), otherResourceIds: others })
    for (const resourceId of ['doctor-1', ...others]) for (const start of booked) book(ctx, start, resourceId)
    for (let i = 1; i <= past; i++) book(ctx, ctx.now - i * HOUR)
    saveService(ctx, { ...HELD, otherResourceIds: others, firstVisit: false })
    writeSettings(ctx, 'general', { maxBookingDays: TEN_YEARS })
    verifyAddress(ctx)
    return {
      busy: booked.flatMap((start) => [start, start + SERVICE_LENGTH]),
      service: getActiveService(ctx, SERVICE),
      week: readWeek(ctx),
      starts: freeStarts(ctx, addDays(month.to, 1)),
      token: signIn(ctx),
    }
  })
  app.close()
  return { dataDir, ...made }
}

/** Returns the JSON body of a hold for the start. */
export function holdBody(start: string): string {
  const stop = new Date(Date.parse(start) + HELD.durationMin * MINUTE).toISOString()
  return JSON.stringify({ service_id: HELD.id, start, stop, contact: aContact() })
}

/** Picks `wanted` starts across the month. Every other start is left out, so that none overlap. */
function spread(ctx: Ctx, { from, to }: Month, wanted: number): Instant[] {
  const apart: Instant[] = []
  for (let day = dayNumber(from); day <= dayNumber(to); day++) {
    apart.push(...listFreeSlots(ctx, dayFromNumber(day), SERVICE).starts.filter((_, i) => i % 2 === 0))
  }
  const every = apart.length / wanted
  return Array.from({ length: wanted }, (_, i) => apart[Math.floor(i * every)] as Instant)
}

function freeStarts(ctx: Ctx, from: Day): string[] {
  const starts: string[] = []
  for (let day = dayNumber(from); day < dayNumber(from) + DAYS_OF_STARTS; day++) {
    starts.push(...listFreeSlots(ctx, dayFromNumber(day), HELD.id).starts.map(isoAt))
  }
  return starts
}

function book(ctx: Ctx, startsAt: Instant, resourceId = 'doctor-1'): void {
  const endsAt = startsAt + SERVICE_LENGTH
  const id = randomToken()
  insertBooking(ctx, atResource(getActiveService(ctx, SERVICE), resourceId), {
    id,
    holdId: randomToken(),
    status: 'confirmed',
    startsAt,
    endsAt,
    contact: aContact() as Contact,
    svnr: null,
  })
  ctx.db.insert(occupations).values({ resourceId, startsAt, endsAt, bookingId: id }).run()
}

function signIn(ctx: Ctx): string {
  const admin = tryAddAdmin(ctx, { email: 'bench@ordination.example', name: '', passwordHash: '' })
  return openSession(ctx, admin?.id ?? 0, 'Bench').token
}

/** Verifies the address without an e-mail. */
function verifyAddress(ctx: Ctx): void {
  ctx.db
    .insert(emailVerifications)
    .values({
      email: aContact().email,
      browser: hashToken(BROWSER),
      token: hashToken(randomToken()),
      code: '',
      expiresAt: ctx.now + HOUR,
      verifiedAt: ctx.now,
    })
    .run()
}
