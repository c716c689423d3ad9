import { and, count, eq, gt, sql } from 'drizzle-orm'
import { randomToken } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { bookings, holds, occupations } from '../db/schema.ts'
import { assertBookingOpen } from '../practice/status.ts'
import { isOffered } from '../schedule/availability.ts'
import { reserve } from '../schedule/occupations.ts'
import { getActiveService } from '../schedule/services.ts'
import { emailKey } from '../shared/contact.ts'
import { HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { assertVerified } from './email-verification.ts'

export type Hold = Readonly<{ id: string; expiresAt: Instant }>

export type HoldInput = Readonly<{
  serviceId: string
  start: Instant
  /** The end that the patient was shown; refused when the service says otherwise. */
  stop: Instant | undefined
  email: string
  browser: string | undefined
  /** Fingerprint of the address of origin. */
  origin: string
}>

/** No hold lives longer than this, however often it is extended (decisions, section 3). */
const LONGEST_LIFE = HOUR
/** Mobile networks share addresses, hence more than one. */
const HOLDS_PER_ORIGIN = 5
/** A parent books for children. */
const OPEN_REQUESTS_PER_EMAIL = 4

const place = prepared((db) => ({
  dropOfEmail: db
    .delete(holds)
    .where(eq(holds.email, sql.placeholder('email')))
    .prepare(),
  countOfOrigin: db
    .select({ live: count() })
    .from(holds)
    .where(and(eq(holds.origin, sql.placeholder('origin')), gt(holds.expiresAt, sql.placeholder('now'))))
    .prepare(),
  countOpen: db
    .select({ open: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.email, sql.placeholder('email')),
        sql`${bookings.status} = 'requested'`,
        gt(bookings.startsAt, sql.placeholder('now')),
      ),
    )
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
 * Keeps a slot for a patient who goes on to the review. Everything the client says is looked up again; the
 * padded interval becomes an occupation, which the database itself refuses to give twice.
 * @throws Problem closed, service_not_found, email_unverified, invalid (the stop does not fit), slot_taken,
 * too_many (holds of an origin, open requests of an address).
 */
export function placeHold(ctx: Ctx, input: HoldInput): Hold {
  return inTx(ctx, () => {
    assertBookingOpen(ctx)
    const service = getActiveService(ctx, input.serviceId)
    const end = input.start + service.durationMin * MINUTE
    if (input.stop !== undefined && input.stop !== end)
      throw new Problem('invalid', { fields: { stop: 'Das Ende passt nicht zur Leistung.' } })
    assertVerified(ctx, input.email, input.browser)
    const email = emailKey(input.email)

    if (ctx.config.rateLimits) {
      place(ctx.db).dropOfEmail.run({ email })
      assertFewOpenRequests(ctx, email)
      const { live } = place(ctx.db).countOfOrigin.get({ origin: input.origin, now: ctx.now }) ?? { live: 0 }
      if (live >= HOLDS_PER_ORIGIN) throw new Problem('too_many')
    }
    if (!isOffered(ctx, service, input.start)) throw new Problem('slot_taken')

    const id = randomToken()
    const expiresAt = ctx.now + ctx.config.holdMinutes * MINUTE
    place(ctx.db).insertHold.run({
      id,
      serviceId: service.id,
      startsAt: input.start,
      endsAt: end,
      email,
      origin: input.origin,
      now: ctx.now,
      expiresAt,
    })
    reserve(ctx, service, input.start, { holdId: id, expiresAt })
    return { id, expiresAt }
  })
}

/**
 * Gives the hold its full life again, up to an hour in total; at the hour's end the answer simply stays the same.
 * @throws Problem hold_expired
 */
export function extendHold(ctx: Ctx, id: string): Hold {
  return inTx(ctx, () => {
    const hold = findLiveHold(ctx, id)
    if (hold === undefined) throw new Problem('hold_expired')
    const wanted = ctx.now + ctx.config.holdMinutes * MINUTE
    const expiresAt = Math.max(hold.expiresAt, Math.min(wanted, hold.createdAt + LONGEST_LIFE))
    ctx.db.update(holds).set({ expiresAt }).where(eq(holds.id, id)).run()
    ctx.db.update(occupations).set({ expiresAt }).where(eq(occupations.holdId, id)).run()
    return { id, expiresAt }
  })
}

/** Gives the slot back. Nothing to do when the hold is gone already. */
export function releaseHold(ctx: Ctx, id: string): void {
  ctx.db.delete(holds).where(eq(holds.id, id)).run()
}

/** Undefined when there is no such hold or its time is over, swept or not. */
export function findLiveHold(ctx: Ctx, id: string): typeof holds.$inferSelect | undefined {
  return ctx.db
    .select()
    .from(holds)
    .where(and(eq(holds.id, id), gt(holds.expiresAt, ctx.now)))
    .get()
}

/** @throws Problem too_many when the address has four requests that the practice has not answered yet. */
export function assertFewOpenRequests(ctx: Ctx, email: string): void {
  const { open } = place(ctx.db).countOpen.get({ email, now: ctx.now }) ?? { open: 0 }
  if (open >= OPEN_REQUESTS_PER_EMAIL) {
    throw new Problem(
      'too_many',
      {},
      'Sie haben bereits vier offene Reservierungen. Bitte warten Sie auf unsere Antwort oder rufen Sie uns an.',
    )
  }
}
