import type { Ctx } from '../../ctx.ts'
import { findFirstStart, readLastAfterBackup } from '../../db/backup-state.ts'
import { readTaskOutcome } from '../../db/task-outcomes.ts'
import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { elapsedText } from '../../shared/elapsed-text.ts'
import { isoAt } from '../../time/vienna.ts'
import { type Alert, alertWithCard, defineCheck, unixSeconds } from './check.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from './finding.ts'
import { pastTimeText } from './words.ts'

/** Milliseconds after which a drill is late: more than DRILL_INTERVAL (jobs/drills.ts). */
const DRILL_LATE_AFTER = 40 * DAY_LENGTH

/** The stored outcome of a task; undefined before its first run. */
type TaskOutcome = ReturnType<typeof readTaskOutcome>

type Facts = Readonly<{
  /** The last AFTER_BACKUP; undefined while none is set. */
  afterBackup: TaskOutcome
  /** The last trial restore. */
  drill: TaskOutcome
  /**
   * Milliseconds since a drill last succeeded, or since the first start; undefined for a database in memory.
   */
  drillAge: number | undefined
}>

/** Checks whether the backup is copied to another place, and whether it can be restored. */
export const backupTasksCheck = defineCheck({
  read: (ctx: Ctx): Facts => {
    const { db, now } = ctx
    const drill = readTaskOutcome(db, 'drill')
    const drillAge = db.$client.memory ? undefined : now - (drill?.succeededAt ?? findFirstStart(db) ?? now)
    return { afterBackup: readLastAfterBackup(ctx), drill, drillAge }
  },

  alerts: (facts, now) => [...afterBackupAlerts(facts, now), ...drillAlerts(facts, now)],

  doctor: {
    group: 'backup',
    findings: (facts, now) => [...afterBackupFindings(facts, now), drillFinding(facts, now)],
  },

  metrics: {
    ordi_backup_task_failing: {
      help: '1 if the last drill, or the last AFTER_BACKUP, failed.',
      labels: ['task'],
      values: (facts) =>
        tasksOf(facts).map(([task, last]) => [{ task }, last && Number(last.error !== undefined)]),
    },
    ordi_backup_task_last_success_timestamp_seconds: {
      help: 'When it last succeeded.',
      labels: ['task'],
      values: (facts) => tasksOf(facts).map(([task, last]) => [{ task }, unixSeconds(last?.succeededAt)]),
    },
  },
})

/** Returns the tasks with their labels in the metrics. */
function tasksOf({ drill, afterBackup }: Facts) {
  return [
    ['drill', drill],
    ['after-backup', afterBackup],
  ] as const
}

function afterBackupAlerts({ afterBackup: last }: Facts, now: Instant): Alert[] {
  if (last?.error === undefined) return []
  return [
    alertWithCard({
      kind: 'backup-copy',
      level: 'danger',
      banner: 'Die Sicherung konnte nicht außer Haus kopiert werden.',
      title: 'Sicherung nicht kopiert',
      detail: `AFTER_BACKUP ist gescheitert, zuletzt ${pastTimeText(last.at, { now })}. Warum, sagt das Protokoll des Servers.`,
    }),
  ]
}

function drillAlerts({ drill, drillAge }: Facts, now: Instant): Alert[] {
  if (drillAge === undefined) return []
  if (drill?.error !== undefined)
    return [
      alertWithCard({
        kind: 'drill',
        level: 'danger',
        banner: 'Die Sicherung ließ sich nicht probeweise zurückspielen.',
        title: 'Sicherung nicht brauchbar',
        detail: `Versucht ${pastTimeText(drill.at, { now })}. Warum, sagt das Protokoll des Servers oder „ordi drill“.`,
      }),
    ]
  if (drillAge <= DRILL_LATE_AFTER) return []
  const succeededAt = drill?.succeededAt
  const last =
    succeededAt === undefined ? 'Noch nie geprobt.' : `Zuletzt ${pastTimeText(succeededAt, { now })}.`
  return [
    alertWithCard({
      kind: 'drill',
      level: 'warning',
      banner: `Seit ${elapsedText(drillAge)} wurde keine Sicherung probeweise zurückgespielt.`,
      title: 'Sicherung nicht geprobt',
      detail: `${last} Von Hand: „ordi drill“.`,
    }),
  ]
}

function afterBackupFindings({ afterBackup: last }: Facts, now: Instant): Finding[] {
  if (last?.error === undefined) return []
  return [
    wrongFinding('AFTER_BACKUP', {
      text: `failed at ${isoAt(last.at)}: ${last.error}`,
      german: `${pastTimeText(last.at, { now })} gescheitert: ${last.error}. Bitte AFTER_BACKUP und das Protokoll des Servers prüfen.`,
    }),
  ]
}

function drillFinding({ drill }: Facts, now: Instant): Finding {
  if (drill?.error !== undefined)
    return wrongFinding('drill', {
      text: `the last one failed: ${drill.error}. Try again: ordi drill`,
      german: `Die letzte ist gescheitert: ${drill.error}. Noch einmal versuchen: „ordi drill“`,
    })
  if (drill === undefined)
    return hintFinding('drill', {
      text: 'no backup was restored for trial yet: ordi drill',
      german:
        'Noch keine Sicherung wurde probeweise zurückgespielt. Das geschieht nach dem ersten Tag von selbst; sofort: „ordi drill“',
    })
  if (now - drill.at > DRILL_LATE_AFTER)
    return hintFinding('drill', {
      text: `the last one was at ${isoAt(drill.at)}: ordi drill`,
      german: `Zuletzt ${pastTimeText(drill.at, { now })}. Jetzt proben: „ordi drill“`,
    })
  return goodFinding('drill', {
    text: `a backup could be restored at ${isoAt(drill.at)}`,
    german: `Eine Sicherung ließ sich zurückspielen, ${pastTimeText(drill.at, { now })}`,
  })
}
