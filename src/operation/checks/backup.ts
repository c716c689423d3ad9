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
  drilledAt: number | undefined
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

// A recent backup is shown too, because nobody looks for backups until one is needed.
const INFO = { kind: 'backup', level: 'info' } as const
const DANGER = { kind: 'backup', level: 'danger' } as const

function alertsOf({ backup, drilledAt }: Facts, now: Instant): Alert[] {
  if (backup === undefined) return []
  const { at, encrypted, age, late } = backup
  if (at === undefined && late) {
    const banner = 'Es gibt noch keine Sicherung.'
    const detail = 'Warum keine entsteht, sagt das Protokoll des Servers.'
    return [alertWithCard({ ...DANGER, banner, title: 'Keine Sicherung', detail })]
  }
  if (at === undefined) {
    const detail = 'Sie wird jede Nacht von selbst gemacht.'
    return [alertWithCard({ ...INFO, title: 'Noch keine Sicherung', detail })]
  }
  const last = `zuletzt ${pastTimeText(now, at)}`
  if (late) {
    const banner = `Seit ${elapsedText(age)} gibt es keine neue Sicherung.`
    return [alertWithCard({ ...DANGER, banner, title: 'Sicherung veraltet', detail: last })]
  }
  const drilled = drilledAt && `geprobt ${pastTimeText(now, drilledAt)}`
  const detail = [last, encrypted && 'verschlüsselt', drilled].filter(Boolean).join(', ')
  return [alertWithCard({ ...INFO, title: 'Sicherung in Ordnung', detail })]
}

function findingsOf({ backup }: Facts, now: Instant): Finding[] {
  if (backup === undefined) return []
  const about = 'backup'
  const { at, age, encrypted, late } = backup
  if (at === undefined && late) {
    const text = 'there is none. Make one now, and look into the log: ordi backup'
    const german = 'Es gibt keine. Bitte jetzt sichern, und im Protokoll des Servers nachsehen.'
    return [wrongFinding(about, { text, german })]
  }
  if (at === undefined) {
    const text = 'there is none yet. The first night makes one; now: ordi backup'
    const german = 'Es gibt noch keine. Die erste entsteht heute Nacht, oder jetzt mit „Jetzt sichern“.'
    return [hintFinding(about, { text, german })]
  }
  const hours = Math.floor(age / HOUR)
  if (late) {
    const text = `the last one is ${hours} hours old. Make one now, and look into the log: ordi backup`
    const german = `Die letzte ist ${hours} Stunden alt. Bitte jetzt sichern, und im Protokoll des Servers nachsehen.`
    return [wrongFinding(about, { text, german })]
  }
  const text = `${hours} hours old, ${encrypted ? 'encrypted' : 'not encrypted'}`
  const german = `Zuletzt ${pastTimeText(now, at)}, ${encrypted ? 'verschlüsselt' : 'unverschlüsselt'}`
  return [goodFinding(about, { text, german })]
}
