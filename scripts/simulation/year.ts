import { readConfig } from '../../src/config.ts'
import type { Ctx } from '../../src/ctx.ts'
import { type Db, openDatabase } from '../../src/db/open.ts'
import { seedDemo } from '../../src/demo.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { closeHolidays } from '../../src/schedule/holidays.ts'
import { dayNumber, type Instant, type Interval } from '../../src/shared/day.ts'
import { startOfDay } from '../../src/time/vienna.ts'
import { openQueue } from './event-queue.ts'

/** The first Monday of 2027. */
const FIRST_DAY = dayNumber('2027-01-04')

/** A year with or without the waiting list. `seed` decides what patients do. */
type YearOptions = Readonly<{ hasWaitingList: boolean; doctors: number; seed: number }>

/** A simulated year. `now` is the simulated instant. */
export type Year = YearOptions & {
  /** The Vienna day on which it begins, as days since 1970. */
  readonly firstDay: number
  db: Db
  now: Instant
  readonly ctx: () => Ctx
  readonly events: ReturnType<typeof openQueue>
  /** The number of patients so far, which gives the next one a name and a seed. */
  patients: number
  /** The times of all cancelled appointments. */
  readonly cancelled: (Interval & Readonly<{ resourceId: string }>)[]
  /** The offers that a patient has decided about, though the answer may be due later. */
  readonly answeredOffers: Set<string>
  /** The days by which each taken offer was earlier than the patient's appointment. */
  readonly daysGained: number[]
}

/** Opens a year with the demo practice, on a database in memory. */
export function openYear(options: YearOptions): Year {
  const db = openDatabase(':memory:')
  const config = { ...readConfig({ LOG_LEVEL: 'silent' }), appSecret: 'x'.repeat(32) }
  const year: Year = {
    ...options,
    firstDay: FIRST_DAY,
    db,
    now: startOfDay(FIRST_DAY),
    ctx: () => ({ db, now: year.now, actor: { kind: 'job' }, config }),
    events: openQueue(),
    patients: 0,
    cancelled: [],
    answeredOffers: new Set(),
    daysGained: [],
  }
  seedDemo(year.ctx(), options.doctors)
  closeHolidays(year.ctx())
  // Without the limit of SMS in a month, all offers count.
  writeSettings(year.ctx(), 'general', { waiting_list: options.hasWaitingList, sms_monthly_cap: 0 })
  writeSettings(year.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
  return year
}

/**
 * Returns the number from which each kind of draw counts its seeds. They are so far apart that no two kinds
 * draw the same numbers.
 */
export function seedsOf({ seed }: Year) {
  return { patients: seed * 1_000_003, offers: seed * 7_000_003, days: seed * 11_000_003 }
}
