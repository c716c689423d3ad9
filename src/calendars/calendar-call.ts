import type { ResolveHost, Unanswered } from '../access/guarded-call.ts'
import { type FileAnswer, getGuarded } from '../access/guarded-file.ts'
import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, isWithin } from '../shared/day.ts'
import { readCalendarAddress } from './calendar-address.ts'
import type { Calendar } from './calendars.ts'
import { LARGEST_FILE_MB } from './file-text.ts'

/** This module downloads the file of a calendar. */

/** The sentence about a file that is too large, also once it is decompressed. */
export const TOO_LARGE = `Der Kalender ist größer als ${LARGEST_FILE_MB} MB.`

/** The sentence for each reason why no server answered. */
const UNANSWERED: Readonly<Record<Unanswered['why'], string>> = {
  address: 'Die Adresse kann nicht aufgerufen werden.',
  name: 'Den Namen in der Adresse gibt es nicht.',
  private:
    'Die Adresse führt in ein privates Netz oder auf diesen Rechner. Das muss mit ALLOW_PRIVATE_TARGETS=1 erlaubt werden.',
  forbidden: 'Die Adresse führt zu einem Ziel, das nie aufgerufen wird.',
  certificate: 'Dem Zertifikat des Kalenders wird nicht vertraut.',
  plain: 'Unter der Adresse antwortet ein Server ohne Verschlüsselung.',
  version: 'Unter der Adresse gibt es nur veraltete Verschlüsselung, nötig ist TLS 1.2 oder neuer.',
  'no-http': 'Unter der Adresse antwortet kein Webserver.',
  unreachable: 'Der Kalender ist nicht erreichbar.',
  redirect: 'Die Adresse leitet zu oft oder auf eine unverschlüsselte Adresse weiter.',
  'time-out': 'Der Kalender hat nicht rechtzeitig geantwortet.',
  'too-large': TOO_LARGE,
}

/** Says in German why a calendar could not be read, without anything from the URL or the answer. */
export class CalendarError extends Error {}

/**
 * Downloads the file of a calendar. If it is unchanged since the last reading, the answer has the status 304
 * and no content.
 * @param timeoutMs the milliseconds after which the file must have arrived
 * @throws CalendarError
 */
export async function fetchCalendar(
  ctx: Ctx,
  calendar: Calendar,
  resolveHost: ResolveHost,
  timeoutMs: number,
): Promise<FileAnswer> {
  // Each day brings one more day of every series into the reading range. Even an unchanged calendar is
  // therefore read again after a day.
  const isFresh =
    calendar.expandedAt !== null && isWithin(ctx.now, { since: calendar.expandedAt, lengthMs: DAY_LENGTH })
  const { etag, lastModified } = isFresh ? calendar : { etag: null, lastModified: null }
  const options = {
    resolveHost,
    allowPrivate: ctx.config.allowPrivateTargets,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: 'text/calendar, */*;q=0.1',
      'user-agent': 'Ordi',
      'accept-encoding': 'identity',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    },
  }
  const answer = await getGuarded(readCalendarAddress(ctx, calendar), options, LARGEST_FILE_MB * 1024 * 1024)
  if (!answer.answered) throw new CalendarError(UNANSWERED[answer.why])
  const hasCondition = etag !== null || lastModified !== null
  const isUnchanged = answer.status === 304 && hasCondition
  if (answer.status !== 200 && !isUnchanged) throw statusError(answer.status)
  return answer
}

/** Returns the error for an answer that is no file. */
function statusError(status: number): CalendarError {
  if (status === 401 || status === 403)
    return new CalendarError(
      'Der Kalender verlangt eine Anmeldung: Bitte die geheime Adresse zum Abonnieren verwenden.',
    )
  if (status === 404 || status === 410)
    return new CalendarError('Unter der Adresse gibt es keinen Kalender mehr.')
  return new CalendarError(`Der Kalender ist nicht erreichbar (HTTP ${status}).`)
}
