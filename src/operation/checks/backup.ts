import type { Ctx } from '../../ctx.ts'
import { backupState } from '../../db/nightly-backups.ts'
import { readTask } from '../../db/settings-rows.ts'
import { HOUR, type Instant } from '../../shared/day.ts'
import { alert, defineCheck } from './check.ts'
import { type Finding, good, hint, wrong } from './finding.ts'
import { duration, recently } from './words.ts'

type Facts = Readonly<{
  /** Undefined for a database in memory. */
  backup: ReturnType<typeof backupState>
  /** When one was last restored for trial. */
  drilledAt: number | undefined
}>

/** Whether there is a recent backup. */
export const backup = defineCheck({
  read: (ctx: Ctx): Facts => ({
    backup: backupState(ctx),
    drilledAt: readTask(ctx.db, 'drill')?.succeededAt,
  }),

  alerts: ({ backup, drilledAt }, now) => {
    if (backup === undefined) return []
    const { at, encrypted, age, late } = backup
    // A recent one is listed too, because nobody looks for it until it is needed.
    const info = { kind: 'backup', level: 'info' } as const
    const danger = { kind: 'backup', level: 'danger' } as const
    if (at === undefined && late) {
      const banner = 'Es gibt noch keine Sicherung.'
      const detail = 'Warum keine entsteht, sagt das Protokoll des Servers.'
      return [alert({ ...danger, banner, title: 'Keine Sicherung', detail })]
    }
    if (at === undefined) {
      const detail = 'Sie wird jede Nacht von selbst gemacht.'
      return [alert({ ...info, title: 'Noch keine Sicherung', detail })]
    }
    const last = `zuletzt ${recently(now, at)}`
    if (late) {
      const banner = `Seit ${duration(age)} gibt es keine neue Sicherung.`
      return [alert({ ...danger, banner, title: 'Sicherung veraltet', detail: last })]
    }
    const drilled = drilledAt && `geprobt ${recently(now, drilledAt)}`
    const detail = [last, encrypted && 'verschlüsselt', drilled].filter(Boolean).join(', ')
    return [alert({ ...info, title: 'Sicherung in Ordnung', detail })]
  },

  doctor: { group: 'backup', findings: findingsOf },

  metrics: {
    ordi_backup_age_seconds: {
      help: 'Since the last backup; since the first start while there is none.',
      value: ({ backup }) => backup && backup.age / 1000,
    },
    ordi_backup_size_bytes: { help: 'Size of the last backup.', value: ({ backup }) => backup?.bytes },
  },
})

function findingsOf({ backup }: Facts, now: Instant): Finding[] {
  if (backup === undefined) return []
  const about = 'backup'
  const { at, age, encrypted, late } = backup
  const hours = Math.floor(age / HOUR)
  if (at === undefined)
    return [
      late
        ? wrong(about, {
            text: 'there is none. Make one now, and look into the log: ordi backup',
            german: 'Es gibt keine. Bitte jetzt sichern, und im Protokoll des Servers nachsehen.',
          })
        : hint(about, {
            text: 'there is none yet. The first night makes one; now: ordi backup',
            german: 'Es gibt noch keine. Die erste entsteht heute Nacht, oder jetzt mit „Jetzt sichern“.',
          }),
    ]
  return [
    late
      ? wrong(about, {
          text: `the last one is ${hours} hours old. Make one now, and look into the log: ordi backup`,
          german: `Die letzte ist ${hours} Stunden alt. Bitte jetzt sichern, und im Protokoll des Servers nachsehen.`,
        })
      : good(about, {
          text: `${hours} hours old, ${encrypted ? 'encrypted' : 'not encrypted'}`,
          german: `Zuletzt ${recently(now, at)}, ${encrypted ? 'verschlüsselt' : 'unverschlüsselt'}`,
        }),
  ]
}
