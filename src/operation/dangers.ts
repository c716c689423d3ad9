import { eq, isNull } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { databaseFault } from '../db/health.ts'
import { dangers } from '../db/schema.ts'
import { notifyPractice } from '../messaging/notify.ts'
import { type Instant, isWithin, MINUTE } from '../shared/day.ts'
import { readAlerts } from './alerts.ts'
import type { Alert } from './checks/check.ts'

/** Milliseconds for which a danger has to last before it is told, and for which all have to be over. */
const REPORTED_AFTER = 5 * MINUTE

/** A danger that lasts, or whose end was not yet told. */
type Danger = typeof dangers.$inferSelect

/**
 * Tells the practice by e-mail of each danger that lasts, once, and once when all are over (docs/behaviour.md
 * 12.36). What it has told is stored, so that a restart repeats nothing.
 */
export function notifyDangers(ctx: Ctx): void {
  // Nothing can be stored or queued while the database cannot be written. The health check and the log report
  // that. Damage leaves it writable, for the most part.
  const fault = databaseFault(ctx)
  if (fault !== undefined && fault !== 'damaged') return
  const found = new Map(
    readAlerts(ctx)
      .alerts.filter(({ level }) => level === 'danger')
      .map((alert) => [alert.kind, alert]),
  )
  inTx(ctx, () => {
    recordBeginnings(ctx, found)
    recordEnds(ctx, found)
    const all = ctx.db.select().from(dangers).all()
    const lasting = all.filter(({ toldAt, beganAt }) => !toldAt && hasLasted(ctx, beganAt))
    const untold = lasting.flatMap(({ kind }) => found.get(kind) ?? [])
    if (untold.length > 0) tellDangers(ctx, untold)
    else if (all.length > 0 && all.every(({ endedAt }) => endedAt && hasLasted(ctx, endedAt)))
      tellAllClear(ctx)
  })
}

/**
 * Returns the kinds of the dangers that the last check found, at most a minute ago. A database that cannot be
 * written stores no danger, so whether it can be written is read now.
 */
export function listDangerKinds(ctx: Ctx): string[] {
  const fault = databaseFault(ctx) === undefined ? [] : ['database']
  return [...new Set([...listDangers(ctx).map(({ kind }) => kind), ...fault])]
}

/** Returns the dangers that the last check found, at most a minute ago. */
export function listDangers({ db }: Ctx): Danger[] {
  return db.select().from(dangers).where(isNull(dangers.endedAt)).all()
}

/** Records the beginning of dangers. A danger that comes back soon goes on, so that it is not told again. */
function recordBeginnings(ctx: Ctx, found: ReadonlyMap<string, Alert>): void {
  for (const kind of found.keys()) {
    const stored = ctx.db.select().from(dangers).where(eq(dangers.kind, kind)).get()
    const anew = { kind, beganAt: ctx.now, toldAt: null, endedAt: null }
    if (stored === undefined) ctx.db.insert(dangers).values(anew).run()
    else if (stored.endedAt !== null) {
      const changes = hasLasted(ctx, stored.endedAt) ? anew : { endedAt: null }
      ctx.db.update(dangers).set(changes).where(eq(dangers.kind, kind)).run()
    }
  }
}

/** Records the end of dangers. A danger that was never told is deleted. */
function recordEnds(ctx: Ctx, found: ReadonlyMap<string, Alert>): void {
  for (const { kind, toldAt } of listDangers(ctx)) {
    if (found.has(kind)) continue
    if (toldAt === null) ctx.db.delete(dangers).where(eq(dangers.kind, kind)).run()
    else ctx.db.update(dangers).set({ endedAt: ctx.now }).where(eq(dangers.kind, kind)).run()
  }
}

/** Returns whether a danger, or its end, has lasted for `REPORTED_AFTER`. */
function hasLasted({ now }: Ctx, since: Instant): boolean {
  return !isWithin(now, since, REPORTED_AFTER)
}

/** Tells the practice of dangers, and stores that it was told. */
function tellDangers(ctx: Ctx, alerts: readonly Alert[]): void {
  for (const { kind } of alerts)
    ctx.db.update(dangers).set({ toldAt: ctx.now }).where(eq(dangers.kind, kind)).run()
  notifyPractice(ctx, 'danger', { alerts })
}

/** Tells the practice that all dangers are over, and forgets them. */
function tellAllClear(ctx: Ctx): void {
  ctx.db.delete(dangers).run()
  notifyPractice(ctx, 'danger', { alerts: [] })
}
