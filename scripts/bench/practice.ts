import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addAdminIfNew } from '../../src/access/admins.ts'
import { randomToken } from '../../src/access/random.ts'
import { openSession } from '../../src/access/sessions.ts'
import { openApp } from '../../src/app.ts'
import { insertBooking } from '../../src/booking/bookings.ts'
import { readConfig } from '../../src/config.ts'
import { type Ctx, inTx } from '../../src/ctx.ts'
import { occupations } from '../../src/db/schema.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { listFreeSlots } from '../../src/schedule/availability.ts'
import { closeHolidays } from '../../src/schedule/holidays.ts'
import { readWeek, type WorkingWeek } from '../../src/schedule/hours.ts'
import { atResource } from '../../src/schedule/resource-choice.ts'
import { getActiveService, type ServiceRow, saveService } from '../../src/schedule/services.ts'
import type { Contact } from '../../src/shared/contact/contact.ts'
import { addDays, dayFromNumber, dayNumber, HOUR, type Instant, MINUTE } from '../../src/shared/day.ts'
import { aContact } from '../../src/testing/factory.ts'
import { HELD_SERVICE, listStartsForHolds, verifyAddress } from './hold-requests.ts'
import type { Month } from './quiet-month.ts'

/** The service of all bookings, whose free starts are counted (bare.ts repeats its durations). */
export const BOOKED_SERVICE_ID = 'folgebehandlung'
/** Milliseconds of an appointment for that service. */
const SERVICE_LENGTH = 30 * MINUTE
/** Bookings of each doctor in the month. */
export const BOOKINGS_PER_DOCTOR = 100
/** How far ahead patients can book. */
const TEN_YEARS_IN_DAYS = 3650
/** Days with starts for holds. They begin up to three months ahead, so they end within the ten years. */
const DAYS_OF_STARTS = TEN_YEARS_IN_DAYS - 100

/** A demo practice in its own data directory, and the facts that the comparisons need. */
export type BenchPractice = Readonly<{
  dataDir: string
  /** The booked intervals of the month, ascending: start, end, start, end … */
  bookedBounds: number[]
  service: ServiceRow
  week: WorkingWeek
  /** Starts for holds after the month, free and ascending, as ISO texts. */
  freeStarts: string[]
  /** The bearer token of an admin's session. */
  token: string
}>

/**
 * Creates a data directory with the demo practice, and `BOOKINGS_PER_DOCTOR` bookings of each doctor in the
 * month. All doctors are booked at the same times. The first doctor also has `pastBookings` before now, one
 * an hour.
 */
export function makePractice(month: Month, { pastBookings = 0, doctors = 1 } = {}): BenchPractice {
  const dataDir = mkdtempSync(join(tmpdir(), 'ordi-bench-'))
  const app = openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ORDI_DEMO: '1' }))
  const ctx = app.ctx({ kind: 'cli' })
  const practice = inTx(ctx, () => {
    const bookedStarts = fillPractice(ctx, month, { pastBookings, doctors })
    writeSettings(ctx, 'general', { maxBookingDays: TEN_YEARS_IN_DAYS })
    verifyAddress(ctx)
    return {
      bookedBounds: bookedStarts.flatMap((start) => [start, start + SERVICE_LENGTH]),
      service: getActiveService(ctx, BOOKED_SERVICE_ID),
      week: readWeek(ctx),
      freeStarts: listStartsForHolds(ctx, { firstDay: addDays(month.to, 1), dayCount: DAYS_OF_STARTS }),
      token: signIn(ctx),
    }
  })
  app.close()
  return { dataDir, ...practice }
}

/** Adds the doctors, the services and the bookings. Returns the starts at which each doctor is booked. */
function fillPractice(
  ctx: Ctx,
  month: Month,
  { pastBookings, doctors }: Readonly<{ pastBookings: number; doctors: number }>,
): Instant[] {
  // The portal closes holidays when it starts, but the server of reference.ts only knows what is stored here.
  closeHolidays(ctx)
  const bookedStarts = spreadStarts(ctx, month, BOOKINGS_PER_DOCTOR)
  const otherDoctors = Array.from({ length: doctors - 1 }, (_, i) => `doctor-${i + 2}`)
  saveService(ctx, { ...getActiveService(ctx, BOOKED_SERVICE_ID), otherResourceIds: otherDoctors })
  for (const doctor of ['doctor-1', ...otherDoctors])
    for (const start of bookedStarts) book(ctx, start, doctor)
  for (let i = 1; i <= pastBookings; i++) book(ctx, ctx.now - i * HOUR)
  saveService(ctx, { ...HELD_SERVICE, otherResourceIds: otherDoctors, firstVisit: false })
  return bookedStarts
}

/** Returns `count` starts, spread over the month. Every other start is left out, so that no two overlap. */
function spreadStarts(ctx: Ctx, { from, to }: Month, count: number): Instant[] {
  const starts: Instant[] = []
  for (let day = dayNumber(from); day <= dayNumber(to); day++) {
    const freeOfDay = listFreeSlots(ctx, dayFromNumber(day), BOOKED_SERVICE_ID).starts
    starts.push(...freeOfDay.filter((_, i) => i % 2 === 0))
  }
  const step = starts.length / count
  return Array.from({ length: count }, (_, i) => starts[Math.floor(i * step)] as Instant)
}

/** Inserts a confirmed booking, without the checks and messages of a real one. */
function book(ctx: Ctx, startsAt: Instant, resourceId = 'doctor-1'): void {
  const endsAt = startsAt + SERVICE_LENGTH
  const id = randomToken()
  insertBooking(ctx, atResource(getActiveService(ctx, BOOKED_SERVICE_ID), resourceId), {
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

/** Adds an admin and returns the token of a session. */
function signIn(ctx: Ctx): string {
  const admin = addAdminIfNew(ctx, { email: 'bench@ordination.example', name: '', passwordHash: '' })
  if (admin === undefined) throw new Error('The demo practice has this admin already.')
  return openSession(ctx, admin.id, 'Bench').token
}
