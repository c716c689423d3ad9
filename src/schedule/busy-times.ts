import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { absences } from '../db/schema.ts'
import type { Instant, Interval } from '../shared/day.ts'
import { reserveAbsences } from './absence-occupations.ts'
import { recordFreedTime } from './freed-times.ts'

/** Where busy times come from: the doctor's calendar in Odoo, or another calendar. */
export type BusySource =
  | Readonly<{ kind: 'erp' }>
  | Readonly<{ kind: 'calendar'; calendarId: number; resourceId: string | null }>

/**
 * A busy time of the doctor elsewhere. It is stored as an absence, so that it occupies the time that bookings
 * leave. Nothing is stored of what it is about.
 */
export type BusyTime = Interval & Readonly<{ /** Set for Odoo only. */ eventId?: number }>

/** Kinds of absences that are busy times. */
export const BUSY_KINDS = ['erp', 'calendar'] as const

export function isBusyKind(kind: string | undefined): kind is BusySource['kind'] {
  return BUSY_KINDS.some((each) => each === kind)
}

const TITLES: Readonly<Record<BusySource['kind'], string>> = {
  erp: 'Belegt in Odoo',
  calendar: 'Belegt in einem anderen Kalender',
}

const insertBusy = prepared((db) =>
  db
    .insert(absences)
    .values({
      kind: sql.placeholder('kind'),
      title: sql.placeholder('title'),
      erpEventId: sql.placeholder('eventId'),
      calendarId: sql.placeholder('calendarId'),
      resourceId: sql.placeholder('resourceId'),
      startsAt: sql.placeholder('startsAt'),
      endsAt: sql.placeholder('endsAt'),
    })
    .prepare(),
)

/**
 * Replaces all busy times of a source. Only rows that differ are written. Must run inside a transaction.
 */
export function replaceBusyTimes(ctx: Ctx, source: BusySource, busy: readonly BusyTime[]): void {
  const stored = ctx.db.select().from(absences).where(isOf(source)).all()
  const identity = (eventId: number | null, resourceId: string | null, startsAt: Instant, endsAt: Instant) =>
    `${eventId} ${startsAt} ${endsAt} ${resourceId}`
  const { calendarId, resourceId } =
    source.kind === 'calendar' ? source : { calendarId: null, resourceId: null }
  const wanted = new Map(
    busy.map((time) => [identity(time.eventId ?? null, resourceId, time.startsAt, time.endsAt), time]),
  )
  const outdated = stored.filter(
    (row) => !wanted.delete(identity(row.erpEventId, row.resourceId, row.startsAt, row.endsAt)),
  )
  if (outdated.length === 0 && wanted.size === 0) return
  ctx.db
    .delete(absences)
    .where(
      inArray(
        absences.id,
        sql`(select value from json_each(${JSON.stringify(outdated.map(({ id }) => id))}))`,
      ),
    )
    .run()
  const insert = insertBusy(ctx.db)
  const same = { kind: source.kind, title: TITLES[source.kind], calendarId, resourceId }
  for (const { eventId = null, startsAt, endsAt } of wanted.values())
    insert.run({ ...same, eventId, startsAt, endsAt })
  reserveAbsences(ctx)
  recordFreedTime(ctx, outdated)
}

/** Frees all busy times of a source that ends. Must run inside a transaction. */
export function dropBusyTimes(ctx: Ctx, source: BusySource): void {
  const { changes } = ctx.db.delete(absences).where(isOf(source)).run()
  if (changes > 0) reserveAbsences(ctx)
}

function isOf(source: BusySource) {
  return and(
    eq(absences.kind, source.kind),
    source.kind === 'calendar' ? eq(absences.calendarId, source.calendarId) : undefined,
  )
}
