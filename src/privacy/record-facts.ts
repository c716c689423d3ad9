import { LONGEST_WINDOW } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { isSyncOn } from '../erp/sync.ts'
import { publicUrl } from '../practice/addresses.ts'
import { readSettings } from '../practice/settings.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { plainDay } from '../shared/format.ts'
import { oneLine } from '../shared/normalize-line.ts'
import { recipientsOf } from './recipients.ts'
import { daysText } from './text-parts.ts'

/**
 * This module collects the facts that the record of processing and the information for patients state about
 * the practice, from its current settings. The list of stored data uses them too.
 */

/**
 * The limit in the list of stored data when none is set. The record of processing and the information for
 * patients replace it (`limitOrGap`).
 */
export const NO_LIMIT = 'ohne Frist'

/**
 * Days after which counts against misuse are deleted at the latest. The texts state the same limit for
 * verifications of e-mail addresses and for holds, which privacy-texts.test.ts checks.
 */
export const MISUSE_DATA_DAYS = LONGEST_WINDOW / DAY_LENGTH

/** The facts of the practice that its texts about data protection state. */
export type RecordFacts = ReturnType<typeof recordFactsOf>

/** Returns the facts under the current settings, texts in German. */
export function recordFactsOf(ctx: Ctx) {
  const { name, address, zip, city, phone, mail, url } = readSettings(ctx, 'practice')
  const general = readSettings(ctx, 'general')
  return {
    name: oneLine(name),
    place: [address, `${zip} ${city}`].map(oneLine).filter(Boolean).join(', '),
    phone: oneLine(phone),
    mail,
    url,
    portal: publicUrl(ctx),
    today: plainDay(ctx.now),
    /** How long bookings are kept. */
    bookingsLimit: limitText(
      general.retain_bookings_days,
      (days) => `${days} nach dem Termin, danach nur Monat, Leistung, Status und ob jemand erschienen ist`,
    ),
    /** How long social security numbers are kept, and the answers to the questions of services. */
    svnrLimit: limitText(general.retain_svnr_days, (days) => `${days} nach dem Termin`),
    /** How long messages are kept. */
    messagesLimit: limitText(
      general.retain_messages_days,
      (days) => `${days}, jedenfalls bis zum Termin; danach nur Art, Status und Zeit`,
    ),
    /** Where backups are, and whether they are encrypted. */
    backupsPlace: placeOfBackups({
      areEncrypted: general.backup_recipient !== '',
      // The command after a backup copies it to another place.
      areCopied: ctx.config.afterBackup.length > 0,
    }),
    recipients: recipientsOf(ctx),
    isOdooUsed: isSyncOn(ctx),
  }
}

/**
 * Returns a time limit in German; 0 days mean none.
 * @param explain returns the sentence with the days in words
 */
function limitText(days: number, explain: (days: string) => string): string {
  return days === 0 ? NO_LIMIT : explain(daysText(days))
}

/** Returns where backups are stored and whether they are encrypted, in German. */
function placeOfBackups({
  areEncrypted,
  areCopied,
}: Readonly<{ areEncrypted: boolean; areCopied: boolean }>): string {
  const place = `Ordner backups auf diesem Server, ${areEncrypted ? 'verschlüsselt' : 'nicht verschlüsselt'}`
  return areCopied ? `${place}, und ein zweiter Ort` : place
}

/** Returns the time limit, or a place to fill in, because the law demands a time limit or its criterion. */
export function limitOrGap(limit: string): string {
  return limit === NO_LIMIT ? '[bitte ergänzen; im Portal ist keine Frist eingestellt]' : limit
}

/** Returns the practice in one line. `missing` replaces a name or a place that is not set. */
export function contactLine({ name, place, phone, mail, url }: RecordFacts, missing: string): string {
  return [name || missing, place || missing, phone && `Telefon ${phone}`, mail, url]
    .filter(Boolean)
    .join(', ')
}
