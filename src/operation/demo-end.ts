import { isDeepStrictEqual } from 'node:util'
import { and, gte, inArray, isNull } from 'drizzle-orm'
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
 * Ends the demo: deletes its services, hours and practice data if they are unchanged, and the bookings of
 * those services with their messages. Rows that the practice has changed or added stay. A backup is made
 * first. Rule: docs/behaviour.md 14.18.
 * @returns undefined if there is no demo
 */
export async function endDemo(ctx: Ctx): Promise<DemoEnd | undefined> {
  if (readDemoMark(ctx) === undefined) return undefined
  await backUpBefore(ctx, 'demo-end')
  return inTx(ctx, () => {
    const mark = readDemoMark(ctx)
    if (mark === undefined) return undefined
    const present = readComparedRows(ctx)
    const serviceIds = listUnchanged(mark.services, present.services).map(({ id }) => String(id))
    const deletedBookings = deleteBookings(ctx, mark, serviceIds)
    ctx.db.delete(holds).where(inArray(holds.serviceId, serviceIds)).run()
    ctx.db.delete(services).where(inArray(services.id, serviceIds)).run()
    deleteResources(ctx, listUnchanged(mark.resources ?? [], present.resources))
    if (isDeepStrictEqual(mark.hours, present.hours)) ctx.db.delete(workingHours).run()
    const names = listUnchanged(mark.practice, present.practice).map(({ name }) => String(name))
    ctx.db.delete(settings).where(inArray(settings.name, names)).run()
    markDemoEnded(ctx)
    recordAudit(ctx, 'demo-ended')
    const kept = ctx.db.select({ name: services.name }).from(services).all()
    return { services: serviceIds.length, bookings: deletedBookings, kept: kept.map(({ name }) => name) }
  })
}

/**
 * Deletes the demo's bookings and their messages, which would be sent as soon as a mail server is set up.
 * @returns the number of these bookings
 */
function deleteBookings({ db }: Ctx, { seededAt }: DemoMark, serviceIds: string[]): number {
  const isOfDemo = and(inArray(bookings.serviceId, serviceIds), gte(bookings.createdAt, seededAt))
  const ids = db.select({ id: bookings.id }).from(bookings).where(isOfDemo)
  const hasNoBooking = and(
    isNull(messages.bookingId),
    inArray(messages.kind, ['email-verification', 'offer']),
    gte(messages.createdAt, seededAt),
  )
  db.delete(messages).where(inArray(messages.bookingId, ids)).run()
  db.delete(messages).where(hasNoBooking).run()
  db.delete(waitingEntries).where(inArray(waitingEntries.serviceId, serviceIds)).run()
  return db.delete(bookings).where(isOfDemo).run().changes
}

/** Deletes the demo's doctors, except those that the practice still refers to. */
function deleteResources(ctx: Ctx, unchangedResources: SeededRows): void {
  const usedIds = listUsedResourceIds(ctx)
  const unusedIds = unchangedResources.map(({ id }) => String(id)).filter((id) => !usedIds.has(id))
  ctx.db.delete(resources).where(inArray(resources.id, unusedIds)).run()
  // An absence of all resources occupied the deleted resources too.
  reserveAbsences(ctx)
}

/**
 * Returns the ids of the resources that services, appointments, absences and calendars refer to. An absence
 * or a calendar of all resources has null.
 */
function listUsedResourceIds({ db }: Ctx): ReadonlySet<string | null> {
  const ofServices = db.select().from(services).all().flatMap(resourceIdsOf)
  const ofAppointments = db
    .selectDistinct({ id: occupations.resourceId })
    .from(occupations)
    .where(isNull(occupations.absenceId))
    .all()
  const ofAbsences = db.selectDistinct({ id: absences.resourceId }).from(absences).all()
  const ofCalendars = db.selectDistinct({ id: calendars.resourceId }).from(calendars).all()
  const others = [...ofAppointments, ...ofAbsences, ...ofCalendars].map(({ id }) => id)
  return new Set([...ofServices, ...others])
}

/** Rows as the seed of the demo wrote them. */
type SeededRows = DemoMark['services']

/** Returns the seeded rows whose columns, as far as they existed then, are unchanged. */
function listUnchanged(seeded: SeededRows, present: SeededRows): SeededRows {
  return seeded.filter((row) =>
    present.some((other) => Object.entries(row).every(([column, value]) => other[column] === value)),
  )
}
