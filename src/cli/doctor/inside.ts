import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isInvited, listAdmins } from '../../access/admins.ts'
import { hasSecondFactor } from '../../access/second-factor.ts'
import { type Config, REVISION, VERSION } from '../../config.ts'
import type { Clock, Ctx } from '../../ctx.ts'
import { openToOthers, ownershipHint } from '../../db/files.ts'
import { backupState, lastAfterBackup } from '../../db/nightly-backups.ts'
import type { Db } from '../../db/open.ts'
import { readTask } from '../../db/settings-rows.ts'
import { isSyncOn, readErpState } from '../../erp/sync.ts'
import { outboxState } from '../../messaging/outbox/log.ts'
import { isSetUp } from '../../messaging/sms/providers.ts'
import { DRILL_LATE, STANDSTILL } from '../../operation/alerts.ts'
import { isDemo } from '../../practice/demo-mark.ts'
import { HOUR, type Instant, MINUTE } from '../../shared/day.ts'
import { PROVIDER_NAMES, SMS_PROVIDERS } from '../../shared/sms-providers.ts'
import { isoAt } from '../../time/vienna.ts'
import { type Finding, good, hint, reasonOf, wrong } from './finding.ts'

const MB = 1_000_000
/** Bytes below which the database cannot go on for long. */
const LEAST_ROOM = 200 * MB
/** A backup and an upgrade each take as much as the database, and a drill twice that. */
const ROOM_FACTOR = 4
/** A clock may differ by this before links, codes and one-time passwords suffer. */
const CLOCK_TOLERANCE = MINUTE / 2
const CLOCK_TIMEOUT_MS = 10_000

export function checkVersion(): Finding {
  return good('version', `Ordi ${VERSION} (commit ${REVISION}), Node ${process.versions.node}`)
}

/** Whether the folder of the data can be used, and by nobody else. */
export function checkDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Finding {
  const about = 'data folder'
  const stat = statSync(dataDir, { throwIfNoEntry: false })
  if (stat === undefined) return wrong(about, `${dataDir} is missing. The first start makes it: ordi serve`)
  if (!stat.isDirectory()) return wrong(about, `${dataDir} is no folder. Set DATA_DIR to one.`)
  const trial = join(dataDir, `.doctor-${process.pid}`)
  try {
    writeFileSync(trial, '', { mode: 0o600 })
  } catch (error) {
    return wrong(about, `${dataDir} cannot be written (${reasonOf(error)}). ${ownershipHint(dataDir)}`)
  } finally {
    // Within a folder that cannot be entered, `rmSync` throws.
    if (existsSync(trial)) rmSync(trial)
  }
  const owner = process.getuid?.()
  if (owner !== undefined && stat.uid !== owner)
    return hint(about, `${dataDir} belongs to user ${stat.uid}, and this command runs as ${owner}.`)
  const open = openToOthers(dataDir).length
  if (open > 0)
    return hint(
      about,
      `other users can reach ${open} files or folders in ${dataDir}: chmod -R go= ${dataDir}`,
    )
  return good(about, `${dataDir} can be written, and is closed to other users`)
}

export function checkRoom({ dataDir }: Pick<Config, 'dataDir'>): Finding {
  const about = 'disk'
  if (!existsSync(dataDir)) return hint(about, 'not known without a data folder')
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const file = join(dataDir, 'ordi.db')
  const size = existsSync(file) ? statSync(file).size : 0
  const left = `${Math.floor(free / MB)} MB free`
  if (free < LEAST_ROOM) return wrong(about, `${left}: make room, or nothing can be saved soon`)
  if (free < ROOM_FACTOR * size)
    return hint(
      about,
      `${left}, but the database has ${Math.ceil(size / MB)} MB, and backups and upgrades need room`,
    )
  return good(about, left)
}

/** Vienna's clock changes of a year that the program's own rules must know. */
export function checkTimeZone(): Finding {
  const known =
    isoAt(Date.parse('2027-03-28T00:59:59Z')).endsWith('+01:00') &&
    isoAt(Date.parse('2027-03-28T01:00:00Z')).endsWith('+02:00') &&
    isoAt(Date.parse('2027-10-31T00:59:59Z')).endsWith('+02:00') &&
    isoAt(Date.parse('2027-10-31T01:00:00Z')).endsWith('+01:00')
  return known
    ? good('time zone', 'the clock changes of Europe/Vienna are known')
    : wrong('time zone', 'the clock changes of Europe/Vienna are not known: use a Node with full ICU data')
}

/** Whether the clock is behind what was stored, and what an address says of it when one is given. Reads the clock only then. */
export async function checkClock(db: Db, clock: Clock, url?: string): Promise<Finding> {
  const about = 'clock'
  const stored = lastStored(db)
  const read = clock()
  if (stored > read + CLOCK_TOLERANCE)
    return wrong(
      about,
      `it says ${isoAt(read)}, but something was stored at ${isoAt(stored)}: set it (timedatectl set-ntp true)`,
    )
  if (url === undefined) return good(about, `${isoAt(read)} in Vienna`)
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(CLOCK_TIMEOUT_MS) }).catch(
    reasonOf,
  )
  const now = clock()
  const theirs = typeof answer === 'string' ? Number.NaN : Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return hint(about, `${isoAt(now)} in Vienna; ${url} does not tell the time`)
  const difference = Math.round((now - theirs) / 1000)
  return Math.abs(difference) * 1000 > CLOCK_TOLERANCE
    ? wrong(about, `${difference} s off from ${url}: set it (timedatectl set-ntp true)`)
    : good(about, `${isoAt(now)} in Vienna, as ${new URL(url).host} says`)
}

function lastStored({ $client }: Db): Instant {
  return $client
    .prepare(
      `select max(
        coalesce((select max(at) from audit), 0),
        coalesce((select created_at from messages order by id desc limit 1), 0),
        coalesce((select max(updated_at) from settings), 0))`,
    )
    .pluck()
    .get() as Instant
}

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
  const after = lastAfterBackup(ctx)
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
  const admins = listAdmins(ctx).filter((admin) => !isInvited(admin))
  const single = admins.filter((admin) => !hasSecondFactor(ctx, admin)).length
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
