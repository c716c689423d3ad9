import { and, desc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import { listAdmins } from '../access/admins.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { audit, bookings } from '../db/schema.ts'
import { type AuditChange, type AuditKind, actionsOf } from '../shared/audit.ts'
import { type Day, dayNumber } from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'

type AuditFilter = Readonly<{
  /** See the column `person`. */
  actor?: string | undefined
  kind?: AuditKind | undefined
  on?: Day | undefined
}>

/** One page of entries, newest first. @param before id of the previous page's last entry */
export function listAudit(
  ctx: Ctx,
  { actor, kind, on, before, limit }: AuditFilter & { before?: number | undefined; limit: number },
) {
  const day = on === undefined ? undefined : dayNumber(on)
  const which = and(
    before === undefined ? undefined : lt(audit.id, before),
    actor === undefined ? undefined : eq(audit.person, actor),
    day === undefined ? undefined : and(gte(audit.at, startOfDay(day)), lt(audit.at, startOfDay(day + 1))),
  )
  // The newest of each action are in the index; all entries of a kind would have to be read and sorted.
  const newestOf = (action: string) =>
    sql`select id from (${ctx.db
      .select({ id: audit.id })
      .from(audit)
      .where(and(eq(audit.action, action), which))
      .orderBy(desc(audit.id))
      .limit(limit + 1)})`
  const rows = ctx.db
    .select()
    .from(audit)
    .where(
      kind === undefined
        ? which
        : inArray(audit.id, sql`(${sql.join(actionsOf(kind).map(newestOf), sql` union all `)})`),
    )
    .orderBy(desc(audit.id))
    .limit(limit + 1)
    .all()
  const names = namesOf(ctx)
  const entries = rows.slice(0, limit).map((row) => ({
    ...row,
    person: personOf(names, row.person),
    ...subjectAndChanges(row),
    booking: findBooking(ctx, row.subject),
  }))
  return { entries, more: rows.length > limit }
}

/** Everybody with an entry: what the filter takes, and the name of the person. Steps from one to the next in the index. */
export function listAuditActors(ctx: Ctx): { actor: string; person: string }[] {
  const names = namesOf(ctx)
  const found = ctx.db.all<{ actor: string }>(sql`
    with recursive people (name) as (
      select min(person) from audit
      union
      select (select min(person) from audit where person > people.name) from people where people.name is not null
    ) select name as actor from people where name is not null`)
  return found.map(({ actor }) => ({ actor, person: personOf(names, actor) }))
}

function personOf(names: ReadonlyMap<string, string>, actor: string | null): string {
  return names.get(actor ?? '') || (actor ?? '')
}

/** The names of the admins by their e-mail addresses, which the audit records. */
function namesOf(ctx: Ctx): Map<string, string> {
  return new Map(listAdmins(ctx).map(({ email, name }) => [email, name]))
}

type Row = Readonly<{ action: string; subject: string; changes: readonly AuditChange[] }>

/** Settings were once recorded as `general: notify_off, notify_reason`. */
function subjectAndChanges({ action, subject, changes }: Row): Omit<Row, 'action'> {
  const [group = '', fields] = subject.split(': ')
  if (action !== 'settings-saved' || fields === undefined) return { subject, changes }
  return { subject: group, changes: fields.split(', ').map((field) => ({ field })) }
}

const byIdStart = prepared((db) =>
  db
    .select({ id: bookings.id, startsAt: bookings.startsAt })
    .from(bookings)
    .where(and(gt(bookings.id, sql.placeholder('start')), lt(bookings.id, sql.placeholder('end'))))
    .limit(2)
    .prepare(),
)

/** The booking that `bookingSubject` names; undefined when it is gone, or when two ids start alike. */
function findBooking(ctx: Ctx, subject: string): { id: string; startsAt: number } | undefined {
  const [, start] = /^([\w-]{6})…$/.exec(subject) ?? []
  if (start === undefined) return undefined
  // No character of an id sorts after the tilde.
  const [booking, second] = byIdStart(ctx.db).all({ start, end: `${start}~` })
  return second === undefined ? booking : undefined
}
