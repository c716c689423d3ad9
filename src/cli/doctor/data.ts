import { listAdmins } from '../../access/admins.ts'
import { hasSecondFactor } from '../../access/second-factor.ts'
import type { Ctx } from '../../ctx.ts'
import { backupState } from '../../db/nightly-backups.ts'
import type { Db } from '../../db/open.ts'
import { readTask } from '../../db/task-outcomes.ts'
import { isSyncOn, readErpState } from '../../erp/sync.ts'
import { outboxState } from '../../messaging/outbox/log.ts'
import { isSetUp } from '../../messaging/sms/providers.ts'
import { isDemo } from '../../practice/demo-mark.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { PROVIDER_NAMES, SMS_PROVIDERS } from '../../shared/sms-providers.ts'
import { isoAt } from '../../time/vienna.ts'
import { type Finding, good, hint, wrong } from './finding.ts'

/** A drill is due every month; a few days later it is missing. */
const DRILL_LATE = 40 * DAY_LENGTH
/** After which e-mails or SMS that are due stand still. */
const STANDSTILL = 10 * MINUTE

/** Reads every page. */
export function checkDatabase({ $client }: Db): Finding {
  const found = String($client.pragma('quick_check(1)', { simple: true }))
  return found === 'ok' ? good('database', `${$client.name} has no damage`) : damaged(found)
}

export function damaged(reason: string): Finding {
  return wrong('database', `it is damaged (${reason}). Restore a backup: ordi restore FILE --yes`)
}

export function checkBackups(ctx: Ctx): Finding[] {
  const state = backupState(ctx)
  if (state === undefined) return []
  const { at, age, encrypted, late } = state
  const hours = Math.floor(age / HOUR)
  const kind = encrypted ? 'encrypted' : 'not encrypted'
  const last =
    at === undefined
      ? late
        ? wrong('backup', 'there is none. Make one now, and look into the log: ordi backup')
        : hint('backup', 'there is none yet. The first night makes one; now: ordi backup')
      : late
        ? wrong(
            'backup',
            `the last one is ${hours} hours old. Make one now, and look into the log: ordi backup`,
          )
        : good('backup', `${hours} hours old, ${kind}`)
  const after = readTask(ctx.db, 'after-backup')
  return [
    last,
    ...(after?.error === undefined
      ? []
      : [wrong('AFTER_BACKUP', `failed at ${isoAt(after.at)}: ${after.error}`)]),
    checkDrill(ctx),
  ]
}

function checkDrill({ db, now }: Ctx): Finding {
  const drill = readTask(db, 'drill')
  if (drill?.error !== undefined)
    return wrong('drill', `the last one failed: ${drill.error}. Try again: ordi drill`)
  if (drill === undefined) return hint('drill', 'no backup was restored for trial yet: ordi drill')
  return now - drill.at > DRILL_LATE
    ? hint('drill', `the last one was at ${isoAt(drill.at)}: ordi drill`)
    : good('drill', `a backup could be restored at ${isoAt(drill.at)}`)
}

/** The state of what the practice has set up. */
export function checkOperation(ctx: Ctx): Finding[] {
  const admins = listAdmins(ctx)
  const single = admins.filter((admin) => !hasSecondFactor(admin)).length
  const providers = SMS_PROVIDERS.filter((provider) => isSetUp(ctx, provider)).map((id) => PROVIDER_NAMES[id])
  const { email, sms } = outboxState(ctx)
  const overdue = Math.max(email.overdue, sms.overdue)
  return [
    ...(isDemo(ctx)
      ? [
          ctx.config.production
            ? wrong('demo', 'this is the demo practice. End it in the web admin, or: ordi seed --clear')
            : hint('demo', 'this is the demo practice'),
        ]
      : []),
    single > 0
      ? hint('second factor', `${single} of ${admins.length} admins sign in with a password only`)
      : good('second factor', 'all admins have one'),
    overdue > STANDSTILL
      ? wrong(
          'outbox',
          `messages have waited for ${Math.floor(overdue / MINUTE)} minutes: the web admin says why`,
        )
      : good('outbox', `${email.queued + sms.queued} messages wait`),
    good(
      'SMS',
      providers.length > 0 ? `${providers.join(', ')} set up` : 'no provider set up: none are sent',
    ),
    checkOdoo(ctx),
  ]
}

function checkOdoo(ctx: Ctx): Finding {
  if (!isSyncOn(ctx)) return good('Odoo', 'not set up')
  const state = readErpState(ctx)
  if (state?.pullError) return wrong('Odoo', `${state.pullError} Check it in the web admin, under Odoo.`)
  return state?.pulledAt
    ? good('Odoo', `read at ${isoAt(state.pulledAt)}`)
    : hint('Odoo', 'not read yet: the running server does so within minutes')
}
