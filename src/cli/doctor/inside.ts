import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, REVISION, VERSION } from '../../config.ts'
import type { Clock } from '../../ctx.ts'
import { openToOthers, ownershipHint } from '../../db/files.ts'
import type { Db } from '../../db/open.ts'
import { type Finding, good, hint, wrong } from '../../operation/checks/finding.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { dateTime } from '../../shared/format.ts'
import { isoAt } from '../../time/vienna.ts'
import { reasonOf } from './deadline.ts'

/** A clock may differ by this before links, codes and one-time passwords suffer. */
const CLOCK_TOLERANCE = MINUTE / 2
const CLOCK_TIMEOUT_MS = 10_000

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
  const trial = join(dataDir, `.doctor-${process.pid}`)
  try {
    writeFileSync(trial, '', { mode: 0o600 })
  } catch (error) {
    const reason = reasonOf(error)
    return wrong(about, {
      text: `${dataDir} cannot be written (${reason}). ${ownershipHint(dataDir)}`,
      german: `${dataDir} lässt sich nicht beschreiben (${reason}). Bitte Eigentümer und Rechte des Ordners prüfen.`,
    })
  } finally {
    // Within a folder that cannot be entered, `rmSync` throws.
    if (existsSync(trial)) rmSync(trial)
  }
  const owner = process.getuid?.()
  if (owner !== undefined && stat.uid !== owner)
    return hint(about, {
      text: `${dataDir} belongs to user ${stat.uid}, and this command runs as ${owner}.`,
      german: `${dataDir} gehört Benutzer ${stat.uid}, und das Portal läuft als ${owner}.`,
    })
  const open = openToOthers(dataDir).length
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

/** Vienna's clock changes of a year that the program's own rules must know. */
export function checkTimeZone(): Finding {
  const known =
    isoAt(Date.parse('2027-03-28T00:59:59Z')).endsWith('+01:00') &&
    isoAt(Date.parse('2027-03-28T01:00:00Z')).endsWith('+02:00') &&
    isoAt(Date.parse('2027-10-31T00:59:59Z')).endsWith('+02:00') &&
    isoAt(Date.parse('2027-10-31T01:00:00Z')).endsWith('+01:00')
  return known
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
  const about = 'clock'
  const stored = lastStored(db)
  const read = clock()
  if (stored > read + CLOCK_TOLERANCE)
    return wrong(about, {
      text: `it says ${isoAt(read)}, but something was stored at ${isoAt(stored)}: set it (timedatectl set-ntp true)`,
      german: `Sie zeigt ${dateTime(read)}, aber schon um ${dateTime(stored)} wurde etwas gespeichert: Bitte stellen („timedatectl set-ntp true“).`,
    })
  const german = `${dateTime(read)} in Wien`
  if (url === undefined) return good(about, { text: `${isoAt(read)} in Vienna`, german })
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(CLOCK_TIMEOUT_MS) }).catch(
    reasonOf,
  )
  const now = clock()
  const theirs = typeof answer === 'string' ? Number.NaN : Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(theirs))
    return hint(about, {
      text: `${isoAt(now)} in Vienna; ${url} does not tell the time`,
      german: `${german}; ${url} sagt die Zeit nicht`,
    })
  const difference = Math.round((now - theirs) / 1000)
  return Math.abs(difference) * 1000 > CLOCK_TOLERANCE
    ? wrong(about, {
        text: `${difference} s off from ${url}: set it (timedatectl set-ntp true)`,
        german: `Sie weicht um ${difference} s von ${url} ab: Bitte stellen („timedatectl set-ntp true“).`,
      })
    : good(about, {
        text: `${isoAt(now)} in Vienna, as ${new URL(url).host} says`,
        german: `${german}, wie bei ${new URL(url).host}`,
      })
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
  return found === 'ok'
    ? good('database', { text: `${$client.name} has no damage`, german: `${$client.name} ist unbeschädigt` })
    : damaged(found)
}

/** Returns the finding of a damaged database, which names the command that restores a backup. */
export function damaged(reason: string): Finding {
  return wrong('database', {
    text: `it is damaged (${reason}). Restore a backup: ordi restore FILE --yes`,
    german: `Sie ist beschädigt (${reason}). Bitte eine Sicherung zurückspielen: „ordi restore DATEI --yes“`,
  })
}
