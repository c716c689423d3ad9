import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, REVISION, VERSION } from '../../config.ts'
import type { Clock } from '../../ctx.ts'
import { listOpenToOthers, ownershipHint } from '../../db/files.ts'
import type { Db } from '../../db/open.ts'
import { type Finding, good, hint, wrong } from '../../operation/checks/finding.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { dateTime } from '../../shared/format.ts'
import { isoAt } from '../../time/vienna.ts'
import { reasonOf } from './deadline.ts'

/** A clock may differ by this before links, codes and one-time passwords suffer. */
const CLOCK_TOLERANCE = MINUTE / 2
const CLOCK_TIMEOUT_MS = 10_000

/** Names the versions of Ordi and Node; there is nothing to be wrong. */
export function checkVersion(): Finding {
  const text = `Ordi ${VERSION} (commit ${REVISION}), Node ${process.versions.node}`
  return good('version', { text, german: text })
}

/** Whether the folder of the data can be used, and by nobody else. */
export function checkDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Finding {
  const about = 'data folder'
  const stat = statSync(dataDir, { throwIfNoEntry: false })
  if (stat === undefined)
    return wrong(about, {
      text: `${dataDir} is missing. The first start makes it: ordi serve`,
      german: `${dataDir} fehlt. Der erste Start legt ihn an: „ordi serve“`,
    })
  if (!stat.isDirectory())
    return wrong(about, {
      text: `${dataDir} is no folder. Set DATA_DIR to one.`,
      german: `${dataDir} ist kein Ordner. Bitte in DATA_DIR einen angeben.`,
    })
  const unwritable = findWriteFault(dataDir)
  if (unwritable !== undefined) return unwritable
  const owner = process.getuid?.()
  if (owner !== undefined && stat.uid !== owner)
    return hint(about, {
      text: `${dataDir} belongs to user ${stat.uid}, and this command runs as ${owner}.`,
      german: `${dataDir} gehört Benutzer ${stat.uid}, und das Portal läuft als ${owner}.`,
    })
  const open = listOpenToOthers(dataDir).length
  if (open > 0)
    return hint(about, {
      text: `other users can reach ${open} files or folders in ${dataDir}: chmod -R go= ${dataDir}`,
      german: `Andere Benutzer erreichen ${open === 1 ? 'eine Datei oder einen Ordner' : `${open} Dateien oder Ordner`} in ${dataDir}: „chmod -R go= ${dataDir}“`,
    })
  return good(about, {
    text: `${dataDir} can be written, and is closed to other users`,
    german: `${dataDir} ist beschreibbar und für andere Benutzer geschlossen`,
  })
}

/** Returns the fault of a folder in which no file can be made. */
function findWriteFault(dataDir: string): Finding | undefined {
  const trial = join(dataDir, `.doctor-${process.pid}`)
  try {
    writeFileSync(trial, '', { mode: 0o600 })
    return undefined
  } catch (error) {
    const reason = reasonOf(error)
    return wrong('data folder', {
      text: `${dataDir} cannot be written (${reason}). ${ownershipHint(dataDir)}`,
      german: `${dataDir} lässt sich nicht beschreiben (${reason}). Bitte Eigentümer und Rechte des Ordners prüfen.`,
    })
  } finally {
    // Within a folder that cannot be entered, `rmSync` throws.
    if (existsSync(trial)) rmSync(trial)
  }
}

/** Returns the fault of a folder of backups that cannot be read, which looks like an empty one. */
export function checkBackups({ dataDir }: Pick<Config, 'dataDir'>): Finding[] | undefined {
  const backups = join(dataDir, 'backups')
  if (!existsSync(backups)) return undefined
  try {
    readdirSync(backups)
    return undefined
  } catch (error) {
    const reason = reasonOf(error)
    return [
      wrong('backup', {
        text: `${backups} cannot be read (${reason}). ${ownershipHint(dataDir)}`,
        german: `${backups} lässt sich nicht lesen (${reason}). Bitte Eigentümer und Rechte prüfen.`,
      }),
    ]
  }
}

/** Whether the time zones of Node have the clock changes of Vienna, of which a year stands for all. */
export function checkTimeZone(): Finding {
  const areKnown =
    isoAt(Date.parse('2027-03-28T00:59:59Z')).endsWith('+01:00') &&
    isoAt(Date.parse('2027-03-28T01:00:00Z')).endsWith('+02:00') &&
    isoAt(Date.parse('2027-10-31T00:59:59Z')).endsWith('+02:00') &&
    isoAt(Date.parse('2027-10-31T01:00:00Z')).endsWith('+01:00')
  return areKnown
    ? good('time zone', {
        text: 'the clock changes of Europe/Vienna are known',
        german: 'Die Zeitumstellungen von Wien sind bekannt',
      })
    : wrong('time zone', {
        text: 'the clock changes of Europe/Vienna are not known: use a Node with full ICU data',
        german:
          'Die Zeitumstellungen von Wien sind nicht bekannt: Bitte ein Node mit allen ICU-Daten verwenden.',
      })
}

/**
 * Whether the clock is behind what was stored, and what an address says of it when one is given. Reads the
 * clock only then.
 */
export async function checkClock(db: Db, clock: Clock, url?: string): Promise<Finding> {
  const stored = lastStored(db)
  const now = clock()
  if (stored > now + CLOCK_TOLERANCE)
    return wrong('clock', {
      text: `it says ${isoAt(now)}, but something was stored at ${isoAt(stored)}: set it (timedatectl set-ntp true)`,
      german: `Sie zeigt ${dateTime(now)}, aber schon um ${dateTime(stored)} wurde etwas gespeichert: Bitte stellen („timedatectl set-ntp true“).`,
    })
  if (url === undefined)
    return good('clock', { text: `${isoAt(now)} in Vienna`, german: `${dateTime(now)} in Wien` })
  return compareClock(clock, url)
}

/** Compares the clock with the one that the address tells in its `Date`. */
async function compareClock(clock: Clock, url: string): Promise<Finding> {
  const signal = AbortSignal.timeout(CLOCK_TIMEOUT_MS)
  const answer = await fetch(url, { method: 'HEAD', signal }).catch(() => undefined)
  const now = clock()
  const itsNow = Date.parse(answer?.headers.get('date') ?? '')
  const german = `${dateTime(now)} in Wien`
  if (Number.isNaN(itsNow))
    return hint('clock', {
      text: `${isoAt(now)} in Vienna; ${url} does not tell the time`,
      german: `${german}; ${url} sagt die Zeit nicht`,
    })
  const seconds = Math.round((now - itsNow) / 1000)
  if (Math.abs(seconds) * 1000 > CLOCK_TOLERANCE)
    return wrong('clock', {
      text: `${seconds} s off from ${url}: set it (timedatectl set-ntp true)`,
      german: `Sie weicht um ${seconds} s von ${url} ab: Bitte stellen („timedatectl set-ntp true“).`,
    })
  return good('clock', {
    text: `${isoAt(now)} in Vienna, as ${new URL(url).host} says`,
    german: `${german}, wie bei ${new URL(url).host}`,
  })
}

/** Returns when the last row was stored in the tables that are written most. */
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
