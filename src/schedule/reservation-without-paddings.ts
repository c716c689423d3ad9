import { type AnyColumn, and, eq, gt, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { bookings, holds, occupations } from '../db/schema.ts'
import { type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { overlaps } from './intervals.ts'
import { IN_SPAN, listSecondTimes } from './occupations.ts'
import { freeExpiredHolds, tryWriteReservation } from './reservations.ts'
import type { ServiceRow } from './services.ts'

/** Selects the rows that overlap a span, each with its time without paddings as `startsAt` and `endsAt`. */
const selectNeighbours = prepared((db) => {
  const { startsAt, endsAt } = occupations
  // Bookings and holds store their own times; anything else counts with its whole time.
  const bareTime = (ofBooking: AnyColumn, ofHold: AnyColumn, whole: AnyColumn) =>
    sql<Instant>`coalesce(${ofBooking}, ${ofHold}, ${whole})`
  return db
    .select({
      padded: occupations,
      startsAt: bareTime(bookings.startsAt, holds.startsAt, startsAt),
      endsAt: bareTime(bookings.endsAt, holds.endsAt, endsAt),
    })
    .from(occupations)
    .leftJoin(bookings, eq(bookings.id, occupations.bookingId))
    .leftJoin(holds, eq(holds.id, occupations.holdId))
    .where(and(IN_SPAN, gt(occupations.endsAt, sql.placeholder('start'))))
    .prepare()
})

/**
 * Reserves the time of an appointment without its paddings, and shortens the paddings around it that are in
 * the way (docs/behaviour.md 19.23). Must run inside a transaction, because a refusal may come after
 * some of them have been shortened.
 * @throws Problem slot_taken when the time itself is occupied
 */
export function reserveWithoutPaddings(
  ctx: Ctx,
  { service, start, bookingId }: Readonly<{ service: ServiceRow; start: Instant; bookingId: string }>,
): void {
  const { resourceId, durationMin } = service
  const visit = { startsAt: start, endsAt: start + durationMin * MINUTE }
  freeExpiredHolds(ctx)
  const span = { resource: resourceId, start: visit.startsAt, stop: visit.endsAt }
  for (const { padded, ...bareTime } of selectNeighbours(ctx.db).all(span)) {
    // A time that the patient asks for or is offered counts whole, even where the present booking has it.
    const secondTimes = listSecondTimes(ctx, padded).map(({ occupied }) => occupied)
    if ([bareTime, ...secondTimes].some((time) => overlaps(time, visit))) throw new Problem('slot_taken')
    const isBefore = bareTime.endsAt <= visit.startsAt
    const shortened = isBefore ? { endsAt: visit.startsAt } : { startsAt: visit.endsAt }
    ctx.db.update(occupations).set(shortened).where(eq(occupations.id, padded.id)).run()
  }
  const row = { resourceId, ...visit, bookingId }
  const isWritten = tryWriteReservation(() => ctx.db.insert(occupations).values(row).run())
  if (!isWritten) throw new Problem('slot_taken')
}
