import { placeHold } from '../booking/holds.ts'
import { BOOKED_WITHIN } from '../booking/pressure.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertVerification } from './bookings.ts'
import { refusalOf } from './refusal.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** The one browser that all visitors use in tests of holds. */
export const HOLDS_BROWSER = 'the browser of everybody'
/** The mailbox of the patient in tests that distinguish patients from strangers. */
export const ROSA_EMAIL = 'rosa@musterfrau.example'
/** The Monday, Tuesday and Thursday of a week, on which the demo practice has the same slots. */
const MIDNIGHTS = ['2027-01-11', '2027-01-12', '2027-01-14'].map((day) => Date.parse(`${day}T00:00:00+01:00`))
/** The hours at which the slots of these days begin. The slots do not overlap. */
const START_HOURS = [8, 9, 10, 11, 13.5, 14.5, 15.5]
/** The slots of one week, so this is also the number of the first slot of the next week. */
export const SLOTS_OF_WEEK = MIDNIGHTS.length * START_HOURS.length
/** Abandoned holds from this many origins make pressure (`PRESSURE` in pressure.ts). */
const ORIGINS_OF_PRESSURE = 12
/** The slot of all abandoned holds: the last one of the week. */
const ABANDONED_SLOT = SLOTS_OF_WEEK - 1
/**
 * The slots of facials that do not overlap. With its paddings a facial takes 110 minutes, so each has this
 * slot and the next one of the same day.
 */
const SLOTS_OF_FACIALS = [0, 2, 4, 7]
/** The length of a hold for an Erstordination, with its paddings. */
const HOLD_LENGTH = 50 * MINUTE

/**
 * Returns the start of a slot. Slots 0 to 20 are in the first week, seven each on Monday, Tuesday and
 * Thursday; slot 21 (`SLOTS_OF_WEEK`) is the first of the next week.
 */
function startOfSlot(slot: number): number {
  const week = Math.floor(slot / SLOTS_OF_WEEK)
  const day = MIDNIGHTS[Math.floor(slot / START_HOURS.length) % MIDNIGHTS.length] ?? 0
  return day + 7 * week * DAY_LENGTH + (START_HOURS[slot % START_HOURS.length] ?? 0) * HOUR
}

/** Somebody who asks for a hold. */
export type HoldVisitor = {
  email: string
  /** Undefined for an unknown origin. */
  origin?: string | undefined
  /** The number of a slot, see `startOfSlot`. */
  slot: number
  /** False for a visitor without a solved bot check. */
  isChecked?: boolean
  serviceId?: string
}

export type HoldPressureApp = ReturnType<typeof openHoldPressureApp>

/** Opens a test app with helpers for holds, open requests, and the pressure that attacks make. */
export function openHoldPressureApp() {
  const app = openTestApp()
  const abandonTwelve = ({ from = 0 } = {}) => abandonHolds(app, from)
  return {
    ...app,
    /** Verifies the mailbox of a visitor, and places the hold. */
    placeVerified: (visitor: HoldVisitor) => placeVerified(app, visitor),
    /** Tries to place a hold. Returns the refusal; undefined when the hold is placed. */
    refusalToPlace: (visitor: HoldVisitor) => refusalOf(() => placeVerified(app, visitor)),
    isLive: (id: string) =>
      app.rows('select id from holds where id = ? and expires_at > ?', id, Date.now()).length === 1,
    /** Inserts a past confirmed appointment, so that the mailbox belongs to a patient. */
    makePatient: (email: string) =>
      insertBooking(app.ctx().db, {
        email,
        status: 'confirmed',
        startsAt: Date.now() - DAY_LENGTH,
        endsAt: Date.now() - DAY_LENGTH + HOUR,
      }),
    /**
     * Lets twelve strangers, each from their own origin, place a hold and abandon it.
     * @param from the number of the first stranger
     */
    abandonTwelve,
    /** Abandons holds, and waits until they count as pressure. */
    startPressure: (which: { from?: number } = {}) => {
      abandonTwelve(which)
      app.pass(BOOKED_WITHIN + MINUTE)
    },
    /** Inserts open requests of strangers from one origin, for consecutive slots. */
    insertRequests: (count: number, requests: Requests) => insertRequests(app, count, requests),
  }
}

/** Verifies the mailbox of a visitor, and places the hold. @throws Problem when the portal refuses it */
function placeVerified(
  app: TestApp,
  { email, origin, slot, isChecked = true, serviceId = 'erstordination' }: HoldVisitor,
) {
  const { db, now } = app.ctx()
  insertVerification(db, { email, browser: HOLDS_BROWSER, now })
  const input = { serviceId, start: startOfSlot(slot), email, origin }
  return placeHold(
    app.ctx(),
    { ...input, browser: HOLDS_BROWSER },
    isChecked ? verifiedBotCheck(app.ctx()) : undefined,
  )
}

/** Lets strangers, numbered upwards from `from`, each place a hold and abandon it. */
function abandonHolds(app: TestApp, from: number): void {
  for (let stranger = from; stranger < from + ORIGINS_OF_PRESSURE; stranger++) {
    // Each hold makes room for the next one, because all of them are for the same slot.
    app.changeRows('delete from holds')
    placeVerified(app, {
      email: `abandoned${stranger}@musterfrau.example`,
      origin: `abandoned ${stranger}`,
      slot: ABANDONED_SLOT,
    })
  }
  app.changeRows('delete from holds')
}

/** The origin, the first slot and the instant of inserted requests. */
type Requests = { origin: string; slot: number; createdAt?: number }

/** Inserts this number of open requests, for slots that follow each other. */
function insertRequests(
  app: TestApp,
  count: number,
  { origin, slot: firstSlot, createdAt = Date.now() }: Requests,
): void {
  for (let slot = firstSlot; slot < firstSlot + count; slot++)
    insertBooking(app.ctx().db, {
      email: `asked${slot}@musterfrau.example`,
      status: 'requested',
      origin,
      createdAt,
      startsAt: startOfSlot(slot),
      endsAt: startOfSlot(slot) + HOLD_LENGTH,
    })
}

/** Returns a stranger from an origin of their own, who asks for this slot. */
export function strangerFor(slot: number): HoldVisitor {
  return { email: `s${slot}@musterfrau.example`, origin: `origin ${slot}`, slot }
}

/** Returns a second stranger, from yet another origin, who asks for this slot. */
export function anotherFor(slot: number): HoldVisitor {
  return { email: `another${slot}@musterfrau.example`, origin: `another ${slot}`, slot }
}

/** Returns a visitor from an origin that has already abandoned a hold. */
export function returningFor(slot: number, { abandoned }: { abandoned: number }): HoldVisitor {
  return { ...anotherFor(slot), origin: `abandoned ${abandoned}` }
}

/**
 * Returns one of four strangers who ask for a facial.
 * @param number from 0 to 3
 */
export function facialFor(number: number): HoldVisitor {
  return { ...strangerFor(number), slot: SLOTS_OF_FACIALS[number] ?? 0, serviceId: 'facial' }
}
