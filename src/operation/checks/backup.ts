import type { Ctx } from '../../ctx.ts'
import { readBackupState } from '../../db/backup-state.ts'
import { readTaskOutcome } from '../../db/task-outcomes.ts'
import { HOUR, type Instant } from '../../shared/day.ts'
import { elapsedText } from '../../shared/elapsed-text.ts'
import { type Alert, alertWithCard, defineCheck } from './check.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from './finding.ts'
import { pastTimeText } from './words.ts'

type Facts = Readonly<{
  /** Undefined for a database in memory. */
  backup: ReturnType<typeof readBackupState>
  /** When a backup was last restored for trial. */
  drilledAt: Instant | undefined
}>

/** Checks whether there is a recent backup. */
export const backupCheck = defineCheck({
  read: (ctx: Ctx): Facts => ({
    backup: readBackupState(ctx),
    drilledAt: readTaskOutcome(ctx.db, 'drill')?.succeededAt,
  }),

  alerts: alertsOf,

  doctor: { group: 'backup', findings: findingsOf },

  metrics: {
    ordi_backup_age_seconds: {
      help: 'Since the last backup; since the first start while there is none.',
      value: ({ backup }) => backup && backup.age / 1000,
    },
    ordi_backup_size_bytes: { help: 'Size of the last backup.', value: ({ backup }) => backup?.bytes },
  },
})

/** The state of the backups when there is one: with the instant at which the last one was made. */
type LastBackup = NonNullable<Facts['backup']> & Readonly<{ at: Instant }>

function alertsOf({ backup, drilledAt }: Facts, now: Instant): Alert[] {
  if (backup === undefined) return []
  const { at } = backup
  return [at === undefined ? missingAlert(backup) : lastAlert({ ...backup, at }, { drilledAt, now })]
}

/** Returns the alert while there is no backup yet. */
function missingAlert({ late }: Readonly<{ late: boolean }>): Alert {
  if (late)
    return alertWithCard({
      kind: 'backup',
      level: 'danger',
      banner: 'Es gibt noch keine Sicherung.',
      title: 'Keine Sicherung',
      detail: 'Warum keine entsteht, sagt das Protokoll des Servers.',
    })
  return alertWithCard({
    kind: 'backup',
    level: 'info',
    title: 'Noch keine Sicherung',
    detail: 'Sie wird jede Nacht von selbst gemacht.',
  })
}

/**
 * Returns the alert about the last backup. A recent one is shown too, because nobody looks for backups until
 * one is needed.
 */
function lastAlert(
  { at, encrypted, age, late }: LastBackup,
  { drilledAt, now }: Readonly<{ drilledAt: Instant | undefined; now: Instant }>,
): Alert {
  const madeText = `zuletzt ${pastTimeText(at, { now })}`
  if (late)
    return alertWithCard({
      kind: 'backup',
      level: 'danger',
      banner: `Seit ${elapsedText(age)} gibt es keine neue Sicherung.`,
      title: 'Sicherung veraltet',
      detail: madeText,
    })
  const drilledText = drilledAt && `geprobt ${pastTimeText(drilledAt, { now })}`
  return alertWithCard({
    kind: 'backup',
    level: 'info',
    title: 'Sicherung in Ordnung',
    detail: [madeText, encrypted && 'verschlüsselt', drilledText].filter(Boolean).join(', '),
  })
}

function findingsOf({ backup }: Facts, now: Instant): Finding[] {
  if (backup === undefined) return []
  const { at } = backup
  return [at === undefined ? missingFinding(backup) : lastFinding({ ...backup, at }, now)]
}

/** Returns the finding while there is no backup yet. */
function missingFinding({ late }: Readonly<{ late: boolean }>): Finding {
  if (late)
    return wrongFinding('backup', {
      text: 'there is none. Make one now, and look into the log: ordi backup',
      german: 'Es gibt keine. Bitte jetzt sichern, und im Protokoll des Servers nachsehen.',
    })
  return hintFinding('backup', {
    text: 'there is none yet. The first night makes one; now: ordi backup',
    german: 'Es gibt noch keine. Die erste entsteht heute Nacht, oder jetzt mit „Jetzt sichern“.',
  })
}

/** Returns the finding about the last backup. */
function lastFinding({ at, age, encrypted, late }: LastBackup, now: Instant): Finding {
  const hours = Math.floor(age / HOUR)
  if (late)
    return wrongFinding('backup', {
      text: `the last one is ${hours} hours old. Make one now, and look into the log: ordi backup`,
      german: `Die letzte ist ${hours} Stunden alt. Bitte jetzt sichern, und im Protokoll des Servers nachsehen.`,
    })
  return goodFinding('backup', {
    text: `${hours} hours old, ${encrypted ? 'encrypted' : 'not encrypted'}`,
    german: `Zuletzt ${pastTimeText(at, { now })}, ${encrypted ? 'verschlüsselt' : 'unverschlüsselt'}`,
  })
}
