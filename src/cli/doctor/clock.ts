import type { Clock } from '../../ctx.ts'
import type { Db } from '../../db/open.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from '../../operation/checks/finding.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { dateTime } from '../../shared/format.ts'
import { isoAt } from '../../time/vienna.ts'

/** Milliseconds by which a clock may be off before links, codes and one-time passwords fail. */
const CLOCK_TOLERANCE_MS = MINUTE / 2
/** Milliseconds until the server to compare with has to answer. */
const CLOCK_TIMEOUT_MS = 10_000

/** Checks whether Node's time zones have Vienna's clock changes, with one year as a sample. */
export function checkTimeZone(): Finding {
  const areKnown =
    isoAt(Date.parse('2027-03-28T00:59:59Z')).endsWith('+01:00') &&
    isoAt(Date.parse('2027-03-28T01:00:00Z')).endsWith('+02:00') &&
    isoAt(Date.parse('2027-10-31T00:59:59Z')).endsWith('+02:00') &&
    isoAt(Date.parse('2027-10-31T01:00:00Z')).endsWith('+01:00')
  return areKnown
    ? goodFinding('time zone', {
        text: 'the clock changes of Europe/Vienna are known',
        german: 'Die Zeitumstellungen von Wien sind bekannt',
      })
    : wrongFinding('time zone', {
        text: 'the clock changes of Europe/Vienna are not known: use a Node with full ICU data',
        german:
          'Die Zeitumstellungen von Wien sind nicht bekannt: Bitte ein Node mit allen ICU-Daten verwenden.',
      })
}

/**
 * Checks whether the clock is behind the newest stored row, or differs from a server's clock if a URL is
 * given. Reads the clock as late as possible.
 */
export async function checkClock(db: Db, clock: Clock, url?: string): Promise<Finding> {
  const now = clock()
  const behindFinding = findClockBehind(db, now)
  if (behindFinding !== undefined) return behindFinding
  if (url === undefined)
    return goodFinding('clock', { text: `${isoAt(now)} in Vienna`, german: `${dateTime(now)} in Wien` })
  return compareClock(clock, url)
}

/** Returns the finding about a clock that is behind the newest stored row; undefined if it is not. */
export function findClockBehind(db: Db, now: Instant): Finding | undefined {
  const storedAt = lastStoredAt(db)
  if (storedAt <= now + CLOCK_TOLERANCE_MS) return undefined
  return wrongFinding('clock', {
    text: `it says ${isoAt(now)}, but something was stored at ${isoAt(storedAt)}: set it (timedatectl set-ntp true)`,
    german: `Sie zeigt ${dateTime(now)}, aber schon um ${dateTime(storedAt)} wurde etwas gespeichert: Bitte stellen („timedatectl set-ntp true“).`,
  })
}

/** Compares the clock with the `Date` header of the URL. */
async function compareClock(clock: Clock, url: string): Promise<Finding> {
  const signal = AbortSignal.timeout(CLOCK_TIMEOUT_MS)
  const answer = await fetch(url, { method: 'HEAD', signal }).catch(() => undefined)
  const now = clock()
  const serverNow = Date.parse(answer?.headers.get('date') ?? '')
  const german = `${dateTime(now)} in Wien`
  // The host alone, since a URL may hold a password.
  const { host } = new URL(url)
  if (Number.isNaN(serverNow))
    return hintFinding('clock', {
      text: `${isoAt(now)} in Vienna; ${host} does not tell the time`,
      german: `${german}; ${host} sagt die Zeit nicht`,
    })
  const seconds = Math.round((now - serverNow) / 1000)
  if (Math.abs(seconds) * 1000 > CLOCK_TOLERANCE_MS)
    return wrongFinding('clock', {
      text: `${seconds} s off from ${host}: set it (timedatectl set-ntp true)`,
      german: `Sie weicht um ${seconds} s von ${host} ab: Bitte stellen („timedatectl set-ntp true“).`,
    })
  return goodFinding('clock', {
    text: `${isoAt(now)} in Vienna, as ${host} says`,
    german: `${german}, wie bei ${host}`,
  })
}

/** Returns the instant of the newest row in the most frequently written tables. */
function lastStoredAt({ $client }: Db): Instant {
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
