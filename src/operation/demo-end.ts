import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { backUpBefore } from '../db/nightly-backups.ts'
import {
  absences,
  bookings,
  calendars,
  holds,
  messages,
  occupations,
  resources,
  services,
  settings,
  waitingEntries,
  workingHours,
} from '../db/schema.ts'
import { type DemoMark, markDemoEnded, readComparedRows, readDemoMark } from '../practice/demo-mark.ts'
import { reserveAbsences } from '../schedule/absence-occupations.ts'
import { resourceIdsOf } from '../schedule/resources.ts'

/**
 * The numbers of deleted services and bookings. `kept` names the services that stay because the practice
 * changed or added them.
 */
export type DemoEnd = Readonly<{ services: number; bookings: number; kept: readonly string[] }>

/**
 * Ends the demo: deletes its services, hours and practice data that are as the seed wrote them, and the
 * bookings of those services with their messages. Rows that the practice has changed or added stay. A backup
 * is made first. Rule: docs/behaviour.md 14.18.
 * @returns undefined where there is no demo
 */
export async function endDemo(ctx: Ctx): Promise<DemoEnd | undefined> {
  if (readDemoMark(ctx) === undefined) return undefined
  await backUpBefore(ctx, 'demo-end')
  return inTx(ctx, () => {
    const mark = readDemoMark(ctx)
    if (mark === undefined) return undefined
    const now = readComparedRows(ctx)
    const ids = unchanged(mark.services, now.services).map(({ id }) => String(id))
    const deleted = deleteBookings(ctx, mark, ids)
    ctx.db.delete(holds).where(inArray(holds.serviceId, ids)).run()
    ctx.db.delete(services).where(inArray(services.id, ids)).run()
    deleteResources(ctx, unchanged(mark.resources ?? [], now.resources))
    if (isDeepStrictEqual(mark.hours, now.hours)) ctx.db.delete(workingHours).run()
    for (const { name } of unchanged(mark.practice, now.practice))
      ctx.db
        .delete(settings)
        .where(eq(settings.name, String(name)))
        .run()
    markDemoEnded(ctx)
    recordAudit(ctx, 'demo-ended')
    const kept = ctx.db.select({ name: services.name }).from(services).all()
    return { services: ids.length, bookings: deleted, kept: kept.map(({ name }) => name) }
  })
}

/**
 * Deletes the demo's bookings and their messages, which a mail server that is set up later would otherwise
 * send.
 */
function deleteBookings({ db }: Ctx, { seededAt }: DemoMark, serviceIds: string[]): number {
  const trials = and(inArray(bookings.serviceId, serviceIds), gte(bookings.createdAt, seededAt))
  const ids = db.select({ id: bookings.id }).from(bookings).where(trials)
  db.delete(messages).where(inArray(messages.bookingId, ids)).run()
  db.delete(messages)
    .where(
      and(
        isNull(messages.bookingId),
        or(eq(messages.kind, 'email-verification'), eq(messages.kind, 'offer')),
        gte(messages.createdAt, seededAt),
      ),
    )
    .run()
  db.delete(waitingEntries).where(inArray(waitingEntries.serviceId, serviceIds)).run()
  return db.delete(bookings).where(trials).run().changes
}

/** Deletes the demo's doctors, except those that something of the practice still names. */
function deleteResources(ctx: Ctx, seeded: DemoMark['services']): void {
  const { db } = ctx
  const used = new Set(
    [
      ...db.select().from(services).all().flatMap(resourceIdsOf),
      ...db
        .selectDistinct({ id: occupations.resourceId })
        .from(occupations)
        .where(isNull(occupations.absenceId))
        .all()
        .map(({ id }) => id),
      ...[absences, calendars].flatMap((table) =>
        db
          .selectDistinct({ id: table.resourceId })
          .from(table)
          .all()
          .map(({ id }) => id),
      ),
    ].filter((id) => id !== null),
  )
  const ids = seeded.map(({ id }) => String(id)).filter((id) => !used.has(id))
  db.delete(resources).where(inArray(resources.id, ids)).run()
  // Absences of all resources have covered these too.
  reserveAbsences(ctx)
}

/** Returns the rows of the seed that are unchanged in the columns that existed then. */
function unchanged(seeded: DemoMark['services'], now: DemoMark['services']) {
  return seeded.filter((row) =>
    now.some((other) => Object.entries(row).every(([column, value]) => other[column] === value)),
  )
}
