import { and, desc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { listAdmins } from '../access/admins.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { audit, bookings } from '../db/schema.ts'
import { type AuditChange, type AuditKind, actionsOf } from '../shared/audit.ts'
import { type Day, type DayNumber, dayNumber } from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'

/** Narrows the audit. A missing field sets no limit. */
type AuditFilter = Readonly<{
  /** Who acted, as the column `person` has it: the e-mail address of a staff member, or `visitor`. */
  actor?: string | undefined
  kind?: AuditKind | undefined
  /** A Vienna day. */
  on?: Day | undefined
}>

/**
 * Lists one page of audit rows, newest first; `more` says whether another page follows.
 * @param before id of the previous page's last row
 */
export function listAudit(
  ctx: Ctx,
  { actor, kind, on, before, limit }: AuditFilter & { before?: number | undefined; limit: number },
) {
  const conditions = and(
    before === undefined ? undefined : lt(audit.id, before),
    actor === undefined ? undefined : eq(audit.person, actor),
    on === undefined ? undefined : isOnDay(dayNumber(on)),
  )
  // A row beyond the limit shows that there are more.
  const mostRows = limit + 1
  const isOfKind =
    kind === undefined
      ? undefined
      : isNewestOfActions(ctx, { actions: actionsOf(kind), conditions, mostRows })
  const rows = ctx.db
    .select()
    .from(audit)
    .where(isOfKind ?? conditions)
    .orderBy(desc(audit.id))
    .limit(mostRows)
    .all()
  const staffNames = staffNamesByEmail(ctx)
  const entries = rows.slice(0, limit).map((row) => ({
    ...row,
    shownName: shownNameOf(row.person, staffNames),
    ...subjectAndChanges(row),
    booking: findSubjectBooking(ctx, row.subject),
  }))
  return { entries, more: rows.length > limit }
}

/** Returns the condition that a row was recorded on this Vienna day. */
function isOnDay(day: DayNumber): SQL | undefined {
  return and(gte(audit.at, startOfDay(day)), lt(audit.at, startOfDay(day + 1)))
}

type NewestRows = Readonly<{ actions: readonly string[]; conditions: SQL | undefined; mostRows: number }>

/**
 * Returns the condition that a row has one of the actions, and is among the newest `mostRows` of its action
 * that meet the conditions. The index gives the newest rows of one action; a single query for all actions
 * would read and sort all of their rows.
 */
function isNewestOfActions({ db }: Ctx, { actions, conditions, mostRows }: NewestRows): SQL {
  const newestOf = (action: string) =>
    sql`select id from (${db
      .select({ id: audit.id })
      .from(audit)
      .where(and(eq(audit.action, action), conditions))
      .orderBy(desc(audit.id))
      .limit(mostRows)})`
  return inArray(audit.id, sql`(${sql.join(actions.map(newestOf), sql` union all `)})`)
}

/**
 * Lists everybody who has an audit row: the value for the filter, and the name to show. The recursion jumps
 * from one actor to the next in the index, because reading all rows could take long.
 */
export function listAuditActors(ctx: Ctx): { actor: string; name: string }[] {
  const staffNames = staffNamesByEmail(ctx)
  const rows = ctx.db.all<{ actor: string }>(sql`
    with recursive actors (name) as (
      select min(person) from audit
      union
      select (select min(person) from audit where person > actors.name) from actors where actors.name is not null
    ) select name as actor from actors where name is not null`)
  return rows.map(({ actor }) => ({ actor, name: shownNameOf(actor, staffNames) }))
}

/**
 * Returns the name of a staff member; for other actors, and where no name is known, what the audit recorded.
 */
function shownNameOf(actor: string | null, staffNames: ReadonlyMap<string, string>): string {
  return actor === null ? '' : staffNames.get(actor) || actor
}

/** Returns the names of the staff members by their e-mail addresses, which the audit records. */
function staffNamesByEmail(ctx: Ctx): Map<string, string> {
  return new Map(listAdmins(ctx).map(({ email, name }) => [email, name]))
}

type AuditSubject = Readonly<{ action: string; subject: string; changes: readonly AuditChange[] }>

/**
 * Returns subject and changes of a row, also of old ones, in which settings were recorded as `general:
 * notify_off, notify_reason`.
 */
function subjectAndChanges({ action, subject, changes }: AuditSubject): Omit<AuditSubject, 'action'> {
  const [group = '', fields] = subject.split(': ')
  if (action !== 'settings-saved' || fields === undefined) return { subject, changes }
  return { subject: group, changes: fields.split(', ').map((field) => ({ field })) }
}

const selectByIdStart = prepared((db) =>
  db
    .select({ id: bookings.id, startsAt: bookings.startsAt })
    .from(bookings)
    .where(and(gt(bookings.id, sql.placeholder('start')), lt(bookings.id, sql.placeholder('end'))))
    // A second match shows that the start of the id is ambiguous.
    .limit(2)
    .prepare(),
)

/** The text that `bookingSubject` makes of an id. */
const BOOKING_SUBJECT = /^(?<idStart>[\w-]{6})…$/

/**
 * Returns the booking that `bookingSubject` names; undefined when it is gone, or when two ids begin alike.
 */
function findSubjectBooking(ctx: Ctx, subject: string): { id: string; startsAt: number } | undefined {
  const idStart = BOOKING_SUBJECT.exec(subject)?.groups?.idStart
  if (idStart === undefined) return undefined
  // No character of an id sorts after the tilde.
  const [booking, otherBooking] = selectByIdStart(ctx.db).all({ start: idStart, end: `${idStart}~` })
  return otherBooking === undefined ? booking : undefined
}
