import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { absences } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import { reserveAbsences } from './absence-occupations.ts'
import { recordFreedTime } from './freed-times.ts'

/**
 * A busy time of the doctor's calendar in Odoo. It is stored as an absence, so that it occupies the time that
 * bookings leave.
 */
export type BusyTime = Readonly<{ eventId: number; startsAt: Instant; endsAt: Instant }>

const TITLE = 'Belegt in Odoo'

/** Replaces all busy times. Only rows that differ are written. Must run inside a transaction. */
export function replaceBusyTimes(ctx: Ctx, busy: readonly BusyTime[]): void {
  const stored = ctx.db.select().from(absences).where(eq(absences.kind, 'erp')).all()
  const identity = ({ eventId, startsAt, endsAt }: BusyTime) => `${eventId} ${startsAt} ${endsAt}`
  const wanted = new Map(busy.map((time) => [identity(time), time]))
  const outdated = stored.filter(
    ({ erpEventId, startsAt, endsAt }) =>
      !wanted.delete(identity({ eventId: erpEventId ?? 0, startsAt, endsAt })),
  )
  if (outdated.length === 0 && wanted.size === 0) return
  for (const { id } of outdated) ctx.db.delete(absences).where(eq(absences.id, id)).run()
  for (const { eventId, startsAt, endsAt } of wanted.values())
    ctx.db.insert(absences).values({ kind: 'erp', title: TITLE, erpEventId: eventId, startsAt, endsAt }).run()
  reserveAbsences(ctx)
  recordFreedTime(ctx, outdated)
}

/** Frees all busy times when the synchronisation ends. Must run inside a transaction. */
export function dropBusyTimes(ctx: Ctx): void {
  const { changes } = ctx.db.delete(absences).where(eq(absences.kind, 'erp')).run()
  if (changes > 0) reserveAbsences(ctx)
}
