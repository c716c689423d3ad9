import type { Ctx } from '../ctx.ts'
import { recordDatabaseError } from '../db/health.ts'
import { type Alert, type Check, type Counts, LEVELS, type Level } from './checks/check.ts'
import { databaseAlert } from './checks/database.ts'
import { CHECKS } from './checks.ts'

/** The counts if no check has any. */
const NO_COUNTS: Counts = { requests: 0, failed: 0 }

/**
 * Reads the present alerts and the counts beside the navigation. An unreadable database gives one alert and
 * no counts.
 */
export function readAlerts(ctx: Ctx): { alerts: Alert[]; counts: Counts } {
  try {
    const results = CHECKS.map((check) => readCheck(ctx, check))
    return {
      alerts: worstFirst(results.flatMap(({ alerts }) => alerts)),
      counts: Object.assign({}, NO_COUNTS, ...results.map(({ counts }) => counts)),
    }
  } catch (error) {
    const fault = recordDatabaseError(ctx.db, error)
    if (fault === undefined) throw error
    return { alerts: [databaseAlert(fault)], counts: NO_COUNTS }
  }
}

/** Returns the alerts and counts of one check. A check that has neither is not read. */
function readCheck(ctx: Ctx, check: Check): { alerts: readonly Alert[]; counts: Partial<Counts> } {
  if (!check.alerts && !check.counts) return { alerts: [], counts: {} }
  const facts = check.read(ctx)
  return { alerts: check.alerts?.(facts, ctx.now) ?? [], counts: check.counts?.(facts) ?? {} }
}

/** Sorts alerts by level. Within a level they stay in the order of the checks. */
export function worstFirst(alerts: readonly Alert[]): Alert[] {
  return alerts.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
}

/** A sentence of the banner. `href` leads to the page where something can be done, and is '' without one. */
export type BannerSentence = Readonly<{ message: string; href: string }>

/**
 * Returns the banner: the worst level among alerts with a banner sentence, and the sentences of that level,
 * together and one by one.
 * @param alerts the worst first
 */
export function bannerOf(alerts: readonly Alert[]): {
  level: Level
  message: string
  reasons: BannerSentence[]
} {
  const withBanner = alerts.filter(({ banner }) => banner !== undefined)
  const level = withBanner[0]?.level ?? 'info'
  const reasons = withBanner
    .filter((alert) => alert.level === level)
    .map(({ banner = '', card }) => ({ message: banner, href: card?.href ?? '' }))
  return { level, message: reasons.map(({ message }) => message).join(' '), reasons }
}
