import { eq, isNull } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { currentDatabaseFault } from '../db/health.ts'
import { dangers } from '../db/schema.ts'
import { notifyPractice } from '../messaging/notify.ts'
import { type Instant, isWithin, MINUTE } from '../shared/day.ts'
import { readAlerts } from './alerts.ts'
import type { Alert } from './checks/check.ts'

/**
 * Milliseconds for which a danger must last before it is reported, and for which all must be over before the
 * end is.
 */
const REPORTED_AFTER = 5 * MINUTE

/** A danger that lasts, or whose end was not yet reported. */
type Danger = typeof dangers.$inferSelect

/**
 * Reports to the practice by e-mail each danger that lasts, once, and the end of all, once (docs/behaviour.md
 * 12.36). Reports are recorded, so that a restart does not repeat them.
 */
export function notifyDangers(ctx: Ctx): void {
  // Nothing can be stored or queued while the database cannot be written, which the health check and the log
  // report. A damaged database can mostly still be written.
  const fault = currentDatabaseFault(ctx)
  if (fault !== undefined && fault !== 'damaged') return
  const present = findPresentDangers(ctx)
  inTx(ctx, () => {
    recordBeginnings(ctx, present)
    recordEnds(ctx, present)
    const recorded = ctx.db.select().from(dangers).all()
    const unreported = recorded.filter(({ toldAt, beganAt }) => toldAt === null && hasLasted(ctx, beganAt))
    const alerts = unreported.flatMap(({ kind }) => present.get(kind) ?? [])
    if (alerts.length > 0) {
      reportDangers(ctx, alerts)
      return
    }
    const areAllOver = recorded.every(({ endedAt }) => endedAt !== null && hasLasted(ctx, endedAt))
    if (recorded.length > 0 && areAllOver) reportAllClear(ctx)
  })
}

/** Returns the present dangers by their kinds. */
function findPresentDangers(ctx: Ctx): ReadonlyMap<string, Alert> {
  const alerts = readAlerts(ctx).alerts.filter(({ level }) => level === 'danger')
  return new Map(alerts.map((alert) => [alert.kind, alert]))
}

/**
 * Returns the kinds of the dangers that the last check found, at most a minute ago. A database that cannot be
 * written cannot store that danger, so it is checked now.
 */
export function listDangerKinds(ctx: Ctx): string[] {
  const databaseKinds = currentDatabaseFault(ctx) === undefined ? [] : ['database']
  return [...new Set([...listDangers(ctx).map(({ kind }) => kind), ...databaseKinds])]
}

/** Returns the dangers that the last check found, at most a minute ago. */
export function listDangers({ db }: Ctx): Danger[] {
  return db.select().from(dangers).where(isNull(dangers.endedAt)).all()
}

/**
 * Records the beginning of dangers. A danger that returns soon counts as continuing, so that it is not
 * reported again.
 */
function recordBeginnings(ctx: Ctx, present: ReadonlyMap<string, Alert>): void {
  for (const kind of present.keys()) {
    const recorded = ctx.db.select().from(dangers).where(eq(dangers.kind, kind)).get()
    const newDanger = { kind, beganAt: ctx.now, toldAt: null, endedAt: null }
    if (recorded === undefined) {
      ctx.db.insert(dangers).values(newDanger).run()
    } else if (recorded.endedAt !== null) {
      const changes = hasLasted(ctx, recorded.endedAt) ? newDanger : { endedAt: null }
      ctx.db.update(dangers).set(changes).where(eq(dangers.kind, kind)).run()
    }
  }
}

/** Records the end of dangers. A danger that was never reported is deleted. */
function recordEnds(ctx: Ctx, present: ReadonlyMap<string, Alert>): void {
  for (const { kind, toldAt } of listDangers(ctx)) {
    if (present.has(kind)) continue
    if (toldAt === null) ctx.db.delete(dangers).where(eq(dangers.kind, kind)).run()
    else ctx.db.update(dangers).set({ endedAt: ctx.now }).where(eq(dangers.kind, kind)).run()
  }
}

/** Returns whether a danger, or its end, has lasted for `REPORTED_AFTER`. */
function hasLasted({ now }: Ctx, since: Instant): boolean {
  return !isWithin(now, { since, lengthMs: REPORTED_AFTER })
}

/** Reports dangers to the practice, and records that. */
function reportDangers(ctx: Ctx, alerts: readonly Alert[]): void {
  for (const { kind } of alerts)
    ctx.db.update(dangers).set({ toldAt: ctx.now }).where(eq(dangers.kind, kind)).run()
  notifyPractice(ctx, 'danger', { alerts })
}

/** Reports to the practice that all dangers are over, and forgets them. */
function reportAllClear(ctx: Ctx): void {
  ctx.db.delete(dangers).run()
  notifyPractice(ctx, 'danger', { alerts: [] })
}
