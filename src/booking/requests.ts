import { type SolvedBotCheck, spendBotCheck } from '../access/bot-check.ts'
import { randomToken } from '../access/random.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { assertBookingOpen } from '../practice/status.ts'
import { findHoldReservation } from '../schedule/occupations.ts'
import { passReservation } from '../schedule/reservations.ts'
import { atResource } from '../schedule/resource-choice.ts'
import { findActiveService } from '../schedule/services.ts'
import type { Contact } from '../shared/contact/contact.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { svnrOf } from '../shared/contact/svnr.ts'
import { Problem } from '../shared/problems.ts'
import type { Answer } from '../shared/service/questions.ts'
import { encryptAnswers } from './answers.ts'
import { insertBooking } from './bookings.ts'
import { requiredBotCheckLevel } from './bot-check-level.ts'
import { endFulfilledEntry } from './ended-entries.ts'
import { endHold } from './ended-holds.ts'
import { recordEvent } from './events.ts'
import { countHoldAsBooked } from './hold-limits.ts'
import { findLiveHold, type HoldRow, OFFER_ORIGIN } from './live-holds.ts'
import { notifyRequested } from './notifications.ts'
import { assertFewRequests, countRequest, isConspicuousRequest, type Requester } from './request-limits.ts'
import { encryptSvnr } from './stored-svnr.ts'
import { assertVerified } from './verified-addresses.ts'

type BookingInput = Readonly<{
  holdId: string
  contact: Contact
  /** The answers to the questions of the service. */
  answers: readonly Answer[]
  /** The secret of the browser that has verified the e-mail address; undefined without a cookie. */
  browser: string | undefined
  /** Fingerprint of the IP address; undefined while origins are unknown. */
  origin: string | undefined
}>

/**
 * Returns the live hold of a request. Also runs before the bot check is verified, so that a solved check is
 * not used up by an expired hold.
 * @throws Problem closed, hold_expired, email_unverified, too_many
 */
export function assertRequestable(ctx: Ctx, input: BookingInput): HoldRow {
  assertBookingOpen(ctx)
  const hold = findLiveHold(ctx, input.holdId)
  if (hold === undefined) throw new Problem('hold_expired')
  assertVerified(ctx, input.contact.email, input.browser)
  assertFewRequests(ctx, requesterOf(input))
  return hold
}

/** Returns who makes the request, for its limits. */
function requesterOf({ contact, origin }: BookingInput): Requester {
  return { mailbox: mailboxKey(contact.email), origin }
}

/**
 * Turns a live hold into a request, in one transaction. The request has the time of the hold, and the present
 * name, price and notes of the service.
 * @throws Problem those of `assertRequestable`; bot_check_failed when the check was used before; slot_taken
 * when the appointment has begun or its service is no longer active
 */
export function requestBooking(ctx: Ctx, input: BookingInput, botCheck: SolvedBotCheck): Booking {
  return inTx(ctx, () => {
    const hold = assertRequestable(ctx, input)
    const service = findActiveService(ctx, hold.serviceId)
    if (service === undefined || hold.startsAt <= ctx.now) throw new Problem('slot_taken')
    const reserved = findHoldReservation(ctx, hold.id)
    const choice = atResource(service, reserved?.resourceId ?? service.resourceId)
    spendBotCheck(ctx, botCheck, requiredBotCheckLevel(ctx, input.origin))
    const marked = isConspicuousRequest(ctx, requesterOf(input))
    countRequest(ctx, requesterOf(input))

    const id = randomToken()
    const { contact, origin = null } = input
    const booking = insertBooking(ctx, choice, {
      id,
      holdId: hold.id,
      status: 'requested',
      startsAt: hold.startsAt,
      endsAt: hold.endsAt,
      contact,
      svnr: encryptSvnr(ctx, { id, svnr: svnrOf(contact) }),
      answers: encryptAnswers(ctx, id, input.answers),
      origin,
      marked,
      fromWaitingList: hold.origin === OFFER_ORIGIN,
    })
    endFulfilledEntry(ctx, booking)
    passReservation(ctx, hold.id, id)
    endHold(ctx, hold.id)
    countHoldAsBooked(ctx, hold)
    recordEvent(ctx, id, 'requested')
    notifyRequested(ctx, booking)
    return booking
  })
}
