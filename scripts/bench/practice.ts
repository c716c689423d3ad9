import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableColumns } from 'drizzle-orm'
import { tryAddAdmin } from '../../src/access/admins.ts'
import { hashToken } from '../../src/access/crypto.ts'
import { randomToken } from '../../src/access/random.ts'
import { openSession } from '../../src/access/sessions.ts'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type Ctx, inTx } from '../../src/ctx.ts'
import { openDatabase } from '../../src/db/open.ts'
import { bookings, emailVerifications, occupations } from '../../src/db/schema.ts'
import { insertMessage } from '../../src/messaging/outbox/queue.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { listFreeSlots } from '../../src/schedule/availability.ts'
import { closeHolidays } from '../../src/schedule/holidays.ts'
import { readWeek, type Week } from '../../src/schedule/hours.ts'
import { getActiveService, type ServiceRow, saveService } from '../../src/schedule/services.ts'
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

/** The cookie of the browser with a verified address. */
export const BROWSER = randomToken()

/**
 * Returns the first and the last day of a calendar month ahead in which summer time neither begins nor ends.
 */
export function quietMonth(today: Day): { from: Day; to: Day } {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const ahead = [1, 2].find((months) => ![3, 10].includes(((month - 1 + months) % 12) + 1)) ?? 1
  const first = (months: number) =>
    new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10) as Day
  return { from: first(ahead), to: addDays(first(ahead + 1), -1) }
}

export type Practice = Readonly<{
  dataDir: string
  /** The bookings of the month: start, end, start, end … ascending. */
  busy: number[]
  offer: ServiceRow
  week: Week
  /** Free ISO starts after the month. */
  starts: string[]
  /** The bearer token of an admin's session. */
  token: string
}>

/**
 * Makes a data directory with the demo practice, 100 bookings of each doctor in the month, all at the same
 * times, and bookings before today up to `count` in all.
 */
export function openPractice(count: number, month: { from: Day; to: Day }, doctors = 1): Practice {
  const dataDir = mkdtempSync(join(tmpdir(), 'ordi-bench-'))
  const app = openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ORDI_DEMO: '1' }))
  const ctx = app.ctx({ kind: 'cli' })
  const made = inTx(ctx, () => {
    // The server does this at its start, so both sides see the same closed days.
    closeHolidays(ctx)
    const booked = spread(ctx, month, 100)
    const others = Array.from({ length: doctors - 1 }, (_, i) => `doctor-${i + 2}`)
    saveService(ctx, { ...getActiveService(ctx, SERVICE), otherResourceIds: others })
    for (const resourceId of ['doctor-1', ...others]) for (const start of booked) book(ctx, start, resourceId)
    for (let i = 1; i <= count - 100 * doctors; i++) book(ctx, ctx.now - i * HOUR)
    saveService(ctx, { ...HELD, otherResourceIds: others, firstVisit: false })
    writeSettings(ctx, 'general', { maxBookingDays: TEN_YEARS })
    verifyAddress(ctx)
    return {
      busy: booked.flatMap((start) => [start, start + SERVICE_LENGTH]),
      offer: getActiveService(ctx, SERVICE),
      week: readWeek(ctx),
      starts: freeStarts(ctx, addDays(month.to, 1)),
      token: signIn(ctx),
    }
  })
  app.close()
  return { dataDir, ...made }
}

/** Makes a database in memory with `count` messages, of which one in a hundred has failed. */
export function openOutbox(count: number): Readonly<{ ctx: Ctx; close: () => void }> {
  const app = openApp(readConfig({ LOG_LEVEL: 'silent', APP_SECRET: 'x'.repeat(32) }), ':memory:')
  const ctx = app.ctx({ kind: 'job' })
  const email = {
    kind: 'confirmed',
    recipient: 'rosa@musterfrau.example',
    subject: 'Termin',
    text: 'Text',
  } as const
  inTx(ctx, () => {
    for (let index = 0; index < count; index++)
      insertMessage(
        ctx,
        { channel: 'email', ...email },
        { status: index % 100 === 0 ? 'failed' : 'sent', sentAt: ctx.now },
      )
  })
  return { ctx, close: app.close }
}

/** Returns the JSON body of a hold for the start. */
export function holdBody(start: string): string {
  const stop = new Date(Date.parse(start) + HELD.durationMin * MINUTE).toISOString()
  return JSON.stringify({ service_id: HELD.id, start, stop, contact: aContact() })
}

/** Picks `wanted` starts across the month that do not overlap. */
function spread(ctx: Ctx, { from, to }: { from: Day; to: Day }, wanted: number): Instant[] {
  const apart: Instant[] = []
  for (let day = dayNumber(from); day <= dayNumber(to); day++) {
    apart.push(...listFreeSlots(ctx, dayFromNumber(day), SERVICE).starts.filter((_, i) => i % 2 === 0))
  }
  const every = apart.length / wanted
  return Array.from({ length: wanted }, (_, i) => apart[Math.floor(i * every)] as Instant)
}

function freeStarts(ctx: Ctx, from: Day): string[] {
  const starts: string[] = []
  for (let day = dayNumber(from); day < dayNumber(from) + TEN_YEARS - 100; day++) {
    starts.push(...listFreeSlots(ctx, dayFromNumber(day), HELD.id).starts.map(isoAt))
  }
  return starts
}

function book(ctx: Ctx, startsAt: Instant, resourceId = 'doctor-1'): void {
  const { firstName, lastName, email, mobile, address, zip, city, country, birthDate, salutation } =
    aContact()
  const endsAt = startsAt + SERVICE_LENGTH
  const id = randomToken()
  ctx.db
    .insert(bookings)
    .values({
      id,
      holdId: randomToken(),
      status: 'confirmed',
      serviceId: SERVICE,
      serviceName: 'Folgebehandlung',
      resourceId,
      notes: '',
      durationMin: 30,
      priceCents: 0,
      startsAt,
      endsAt,
      salutation,
      firstName,
      lastName,
      email,
      mobile,
      address,
      zip,
      city,
      country,
      birthOn: birthDate,
      svnr: null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .run()
  ctx.db.insert(occupations).values({ resourceId, startsAt, endsAt, bookingId: id }).run()
}

/** The patients of `addPastBookings`, each with several bookings. */
const PAST_PATIENTS = 25_000

/**
 * Adds copies of the earliest booking before all others, for patients with a hundred different last names.
 */
export function addPastBookings(dataDir: string, count: number): void {
  const { $client } = openDatabase(join(dataDir, 'ordi.db'))
  const columns = getTableColumns(bookings)
  const names = Object.values(columns).map(({ name }) => name)
  const changed: Record<string, string> = {
    id: `printf('past-%d', n)`,
    hold_id: `printf('past-%d', n)`,
    last_name: `printf('Probe%d', n % 100)`,
    email: `printf('p%d@musterfrau.example', n % ${PAST_PATIENTS})`,
    mailbox: `printf('p%d@musterfrau.example', n % ${PAST_PATIENTS})`,
    mobile: `printf('+43664%d', 1000000 + n % ${PAST_PATIENTS})`,
    birth_on: `date('1930-01-01', printf('%d days', n % ${PAST_PATIENTS}))`,
    starts_at: `starts_at - n * ${HOUR}`,
    ends_at: `ends_at - n * ${HOUR}`,
  }
  $client.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into bookings (${names}) select ${names.map((name) => changed[name] ?? name)}
    from numbers, (select * from bookings order by starts_at limit 1)`)
  $client.close()
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
