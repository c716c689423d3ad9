import { MAX_SESSION_HOURS } from '../access/sessions.ts'
import { ENDED_ENTRY_DAYS } from '../booking/ended-entries.ts'
import { KNOWN_DAYS } from '../booking/known-browsers.ts'
import type { Ctx } from '../ctx.ts'
import { BACKUP_MONTHS } from '../db/backup-retention.ts'
import { REMEMBERED_DAYS } from '../shared/contact/contact.ts'
import { MISUSE_DATA_DAYS, NO_LIMIT, recordFactsOf } from './record-facts.ts'
import { daysInAccusative, daysText, withHardSpaces } from './text-parts.ts'

/** A line of the list: which data are stored, where, and until when. */
export type StoredDataLine = Readonly<{ what: string; where: string; until: string }>

/** Lists, in German, what is stored, where and until when, under the current settings. */
export function listStored(ctx: Ctx): StoredDataLine[] {
  const { bookingsLimit, svnrLimit, messagesLimit, backupsPlace, recipients } = recordFactsOf(ctx)
  const here = 'Datenbank auf diesem Server'
  const rows: readonly (readonly [what: string, where: string, until: string])[] = [
    ['Termine mit Namen, Kontakt und Verlauf', here, bookingsLimit],
    ['Sozialversicherungsnummern, Antworten auf Ihre Fragen', `${here}, verschlüsselt`, svnrLimit],
    ['Text und Adresse von E-Mails und SMS', here, messagesLimit],
    [
      'Warteliste: Wünsche, Kontakt und Angebote',
      here,
      `${daysInAccusative(ENDED_ENTRY_DAYS)} nach dem Ende des Eintrags`,
    ],
    [
      'Bestätigung der E-Mail-Adresse, reservierte Zeiten, Zählungen gegen Missbrauch',
      `${here}, ohne IP-Adresse`,
      `höchstens ${daysInAccusative(MISUSE_DATA_DAYS)}`,
    ],
    ['Prüfwert, ob ein Browser eine Adresse schon bestätigt hat', here, daysText(KNOWN_DAYS)],
    ['Protokoll: wer in der Ordination was getan hat', `${here}, ohne Daten von Patienten`, NO_LIMIT],
    ['Anmeldungen in der Verwaltung', here, `höchstens ${MAX_SESSION_HOURS} Stunden`],
    [
      'Sicherungen, mit allem davon',
      backupsPlace,
      `bis zu ${BACKUP_MONTHS} Monate; eine Kopie vor jeder Aktualisierung, bis Sie sie löschen`,
    ],
    [
      'Auf dem Gerät des Patienten: ein Cookie, auf Wunsch seine Kontaktdaten',
      'Browser des Patienten',
      `Cookie ${daysText(KNOWN_DAYS)}, Kontaktdaten ${daysText(REMEMBERED_DAYS)}`,
    ],
    ...recipients.map(({ name, gets }) => [gets, name, 'wie mit dem Anbieter vereinbart'] as const),
  ]
  return rows.map(([what, where, until]) => ({
    what: withHardSpaces(what),
    where: withHardSpaces(where),
    until: withHardSpaces(until),
  }))
}
