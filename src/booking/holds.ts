import { and, eq, inArray } from 'drizzle-orm'
import { type SolvedBotCheck, spendBotCheck } from '../access/bot-check.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { bookings } from '../db/schema.ts'
import { assertBookingOpen } from '../practice/status.ts'
import { getActiveService, type ServiceRow } from '../schedule/services.ts'
import { choicesForPatient } from '../schedule/start-choices.ts'
import { STANDING_STATUSES } from '../shared/booking.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { endHold } from './ended-holds.ts'
import {
  assertFewHolds,
  botCheckLevelForHold,
  countPlacedHold,
  countRefusedHold,
  type HoldAsker,
} from './hold-limits.ts'
import { type AskedHold, holdsInTheWay } from './hold-room.ts'
import { UNKNOWN_ORIGIN } from './live-holds.ts'
import { assertFewRequests } from './request-limits.ts'
import { deleteHoldOfMailbox, type Hold, insertHold } from './stored-holds.ts'
import { assertVerified } from './verified-addresses.ts'

/**
 * This module places a hold for a patient, within all limits. It also replaces the earlier hold of the same
 * mailbox, which may have only one; ended-holds.ts lists how else a hold ends. stored-holds.ts stores and
 * extends holds.
 */

type HoldInput = Readonly<{
  serviceId: string
  start: Instant
  /** The id of the resource that the patient wants; undefined for any. */
  wish?: string | undefined
  /**
   * The `resource_id` that the caller sends, which counts as a wish if it is one of the service's other
   * resources. The first one is what a caller without a wish sends.
   */
  sentResourceId?: unknown
  /** The end that the patient was shown, if the caller sends it. It must fit the service's duration. */
  shownEnd?: Instant | undefined
  email: string
  /** The secret of the browser that has verified the e-mail address; undefined without a cookie. */
  browser: string | undefined
  /** Fingerprint of the IP address; undefined while origins are unknown. */
  origin: string | undefined
}>

/** The sentence for patients who have booked this start already, but may not have got the answer. */
const HAS_OWN_BOOKING =
  'Sie haben zu dieser Zeit schon einen Termin bei uns. Sie finden ihn unter „Meine Termine“ und in unserer E-Mail.'

/**
 * Reserves a start with its paddings for `HOLD_MINUTES`. The duration comes from the stored service and never
 * from the client (docs/behaviour.md 7.1–7.6).
 * @throws Problem closed, service_not_found, email_unverified, invalid (`shownEnd` or `wish` does not fit),
 * slot_taken, too_many (holds or requests of a mailbox or an origin, strangers' holds in a week),
 * bot_check_failed
 * @param botCheck undefined when the browser has not solved one, which most holds do not need
 */
export function placeHold(ctx: Ctx, input: HoldInput, botCheck?: SolvedBotCheck): Hold {
  try {
    return placeUncounted(ctx, input, botCheck)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // The refusal is counted here, outside the transaction that is rolled back.
    if (error.code === 'too_many') countRefusedHold(ctx, holdAskerOf(input))
    if (error.code === 'slot_taken' && hasBookingAt(ctx, input))
      throw new Problem('slot_taken', error.facts, HAS_OWN_BOOKING)
    throw error
  }
}

/** Returns whether the mailbox, which is verified by then, has an appointment that begins at this time. */
function hasBookingAt(ctx: Ctx, { email, start }: HoldInput): boolean {
  const isOwnAtStart = and(
    eq(bookings.mailbox, mailboxKey(email)),
    inArray(bookings.status, STANDING_STATUSES),
    eq(bookings.startsAt, start),
  )
  return ctx.db.select({ id: bookings.id }).from(bookings).where(isOwnAtStart).get() !== undefined
}

/** Places a hold like `placeHold`, but does not count refusals. */
function placeUncounted(ctx: Ctx, input: HoldInput, botCheck?: SolvedBotCheck): Hold {
  return inTx(ctx, () => {
    assertBookingOpen(ctx)
    const service = getActiveService(ctx, input.serviceId)
    assertShownEnd(service, input)
    assertVerified(ctx, input.email, input.browser)
    const { rateLimits, holdMinutes } = ctx.config
    const asked = { start: input.start, ...holdAskerOf(input) }
    if (rateLimits) {
      // A mailbox may have only one hold.
      deleteHoldOfMailbox(ctx, asked.mailbox)
      assertFewRequests(ctx, { mailbox: asked.mailbox, origin: input.origin })
      assertFewHolds(ctx, asked)
      spendBotCheckOfHold(ctx, asked, botCheck)
    }
    const choices = choicesForPatient(ctx, service, input.start, wishIn(input, service))
    const choice = rateLimits ? makeRoom(ctx, asked, choices) : choices[0]
    if (rateLimits) countPlacedHold(ctx, asked)
    return insertHold(ctx, choice, { ...asked, expiresAt: ctx.now + holdMinutes * MINUTE })
  })
}

const DURATION_CHANGED =
  'Diese Leistung hat jetzt eine andere Dauer. Bitte wählen Sie noch einmal einen Termin.'

/** Refuses a hold whose patient was shown another end than the service has. @throws Problem invalid */
function assertShownEnd({ durationMin }: ServiceRow, { start, shownEnd }: HoldInput): void {
  if (shownEnd !== undefined && shownEnd !== start + durationMin * MINUTE)
    throw new Problem('invalid', { fields: { stop: 'Das Ende passt nicht zur Leistung.' } }, DURATION_CHANGED)
}

/** Spends the bot check if the hold needs one. @throws Problem bot_check_failed */
function spendBotCheckOfHold(ctx: Ctx, asker: HoldAsker, botCheck: SolvedBotCheck | undefined): void {
  const level = botCheckLevelForHold(ctx, asker)
  if (level !== undefined) spendBotCheck(ctx, botCheck, level)
}

/** Returns the id of the resource that the patient wants; undefined for any. */
function wishIn({ wish, sentResourceId }: HoldInput, service: ServiceRow): string | undefined {
  return wish ?? service.otherResourceIds.find((id) => id === sentResourceId)
}

/**
 * Ends the holds of strangers that must make room for the new one, and returns the choice at whose resource
 * there is room then: the first one possible.
 * @throws Problem too_many when strangers hold too much at all of them
 */
function makeRoom(
  ctx: Ctx,
  asked: Omit<AskedHold, 'service'>,
  choices: readonly [ServiceRow, ...ServiceRow[]],
): ServiceRow {
  let lastRefusal: Problem | undefined
  for (const choice of choices) {
    try {
      for (const id of holdsInTheWay(ctx, { ...asked, service: choice })) endHold(ctx, id)
      return choice
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'too_many') throw error
      lastRefusal = error
    }
  }
  throw lastRefusal
}

/** Returns the mailbox and the origin as `holds` stores them. */
function holdAskerOf({ email, origin }: HoldInput): HoldAsker {
  return { mailbox: mailboxKey(email), origin: origin ?? UNKNOWN_ORIGIN }
}
