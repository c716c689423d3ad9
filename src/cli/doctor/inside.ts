import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, REVISION, VERSION } from '../../config.ts'
import type { Clock } from '../../ctx.ts'
import { openToOthers, ownershipHint } from '../../db/files.ts'
import type { Db } from '../../db/open.ts'
import { type Finding, good, hint, wrong } from '../../operation/checks/finding.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { isoAt } from '../../time/vienna.ts'
import { reasonOf } from './within.ts'

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

/**
 * Whether the clock is behind what was stored, and what an address says of it when one is given. Reads the
 * clock only then.
 */
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
