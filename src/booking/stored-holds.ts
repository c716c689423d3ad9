import { eq, sql } from 'drizzle-orm'
import { randomToken } from '../access/random.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { holds } from '../db/schema.ts'
import { extendReservation, reserve } from '../schedule/reservations.ts'
import type { ServiceRow } from '../schedule/services.ts'
import { HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { isHoldExtendable } from './hold-limits.ts'
import { findLiveHold, OFFER_ORIGIN } from './live-holds.ts'

/**
 * This module stores holds with their reserved time, those of patients (holds.ts) and those of offers, and
 * extends them.
 */

/** The id of a hold, which only the patient's browser knows, and the instant at which it expires. */
export type Hold = Readonly<{ id: string; expiresAt: Instant }>

/** Milliseconds that a hold can last at most, however often it is extended. */
const MAX_LIFETIME_MS = HOUR

const statements = prepared((db) => ({
  deleteOfMailbox: db
    .delete(holds)
    .where(eq(holds.email, sql.placeholder('mailbox')))
    .prepare(),
  insertHold: db
    .insert(holds)
    .values({
      id: sql.placeholder('id'),
      serviceId: sql.placeholder('serviceId'),
      startsAt: sql.placeholder('startsAt'),
      endsAt: sql.placeholder('endsAt'),
      email: sql.placeholder('email'),
      origin: sql.placeholder('origin'),
      createdAt: sql.placeholder('now'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .prepare(),
}))

/**
 * Reserves a start that the waiting list has offered, and ends any other hold of the mailbox. Must run inside
 * a transaction.
 * @param mailbox may be empty
 * @param until end of the offer, and so of the hold, which lasts `HOLD_MINUTES` at least and
 * `MAX_LIFETIME_MS` at most
 * @throws Problem slot_taken
 */
export function holdOffered(
  ctx: Ctx,
  service: ServiceRow,
  { start, mailbox, until }: Readonly<{ start: Instant; mailbox: string; until: Instant }>,
): Hold {
  if (mailbox !== '') deleteHoldOfMailbox(ctx, mailbox)
  const earliest = ctx.now + ctx.config.holdMinutes * MINUTE
  const latest = ctx.now + MAX_LIFETIME_MS
  const expiresAt = Math.max(earliest, Math.min(until, latest))
  return insertHold(ctx, service, { start, mailbox, origin: OFFER_ORIGIN, expiresAt })
}

/** Deletes the hold of a mailbox, if it has one, with its reserved time. */
export function deleteHoldOfMailbox(ctx: Ctx, mailbox: string): void {
  statements(ctx.db).deleteOfMailbox.run({ mailbox })
}

/** Stores a hold and reserves its time. Must run inside a transaction. @throws Problem slot_taken */
export function insertHold(
  ctx: Ctx,
  service: ServiceRow,
  hold: Readonly<{ start: Instant; mailbox: string; origin: string; expiresAt: Instant }>,
): Hold {
  const { start, mailbox, origin, expiresAt } = hold
  const id = randomToken()
  statements(ctx.db).insertHold.run({
    id,
    serviceId: service.id,
    startsAt: start,
    endsAt: start + service.durationMin * MINUTE,
    email: mailbox,
    origin,
    now: ctx.now,
    expiresAt,
  })
  reserve(ctx, service, start, { holdId: id, expiresAt })
  return { id, expiresAt }
}

/**
 * Gives the hold its full lifetime again, up to `MAX_LIFETIME_MS` after it was placed. Nothing changes after
 * that, or when the hold must not be extended (`isHoldExtendable`).
 * @throws Problem hold_expired
 */
export function extendHold(ctx: Ctx, id: string): Hold {
  return inTx(ctx, () => {
    const hold = findLiveHold(ctx, id)
    if (hold === undefined) throw new Problem('hold_expired')
    if (!isHoldExtendable(ctx, hold)) return { id, expiresAt: hold.expiresAt }
    const withFullLifetime = ctx.now + ctx.config.holdMinutes * MINUTE
    const latest = hold.createdAt + MAX_LIFETIME_MS
    const expiresAt = Math.max(hold.expiresAt, Math.min(withFullLifetime, latest))
    ctx.db.update(holds).set({ expiresAt }).where(eq(holds.id, id)).run()
    extendReservation(ctx, id, expiresAt)
    return { id, expiresAt }
  })
}
