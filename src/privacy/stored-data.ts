import { MAX_SESSION_HOURS } from '../access/sessions.ts'
import { ENDED_ENTRY_DAYS } from '../booking/ended-entries.ts'
import { KNOWN_DAYS } from '../booking/known-browsers.ts'
import type { Ctx } from '../ctx.ts'
import { BACKUP_MONTHS } from '../db/backup-retention.ts'
import { REMEMBERED_DAYS } from '../shared/contact/contact.ts'
import { MISUSE_DATA_DAYS, NO_LIMIT, recordFactsOf } from './record-facts.ts'
import { daysInAccusative, daysText, withHardSpaces } from './text-parts.ts'

/** A line of the list, in German: which data are stored, where, and until when. */
export type StoredDataLine = Readonly<{ what: string; where: string; until: string }>

/** Lists, in German, what is stored, where and until when, under the current settings. */
export function listStored(ctx: Ctx): StoredDataLine[] {
  const { bookingsLimit, svnrLimit, messagesLimit, backupsPlace, recipients } = recordFactsOf(ctx)
  const here = 'Datenbank auf diesem Server'
  const lines: readonly StoredDataLine[] = [
    { what: 'Termine mit Namen, Kontakt und Verlauf', where: here, until: bookingsLimit },
    {
      what: 'Sozialversicherungsnummern, Antworten auf Ihre Fragen',
      where: `${here}, verschlüsselt`,
      until: svnrLimit,
    },
    { what: 'Text und Adresse von E-Mails und SMS', where: here, until: messagesLimit },
    {
      what: 'Warteliste: Wünsche, Kontakt und Angebote',
      where: here,
      until: `${daysInAccusative(ENDED_ENTRY_DAYS)} nach dem Ende des Eintrags`,
    },
    {
      what: 'Bestätigung der E-Mail-Adresse, reservierte Zeiten, Zählungen gegen Missbrauch',
      where: `${here}, ohne IP-Adresse`,
      until: `höchstens ${daysInAccusative(MISUSE_DATA_DAYS)}`,
    },
    {
      what: 'Prüfwert, ob ein Browser eine Adresse schon bestätigt hat',
      where: here,
      until: daysText(KNOWN_DAYS),
    },
    {
      what: 'Protokoll: wer in der Ordination was getan hat',
      where: `${here}, ohne Daten von Patienten`,
      until: NO_LIMIT,
    },
    {
      what: 'Anmeldungen in der Verwaltung',
      where: here,
      until: `höchstens ${MAX_SESSION_HOURS} Stunden`,
    },
    {
      what: 'Sicherungen, mit allem davon',
      where: backupsPlace,
      until: `bis zu ${BACKUP_MONTHS} Monate; eine Kopie vor jeder Aktualisierung, bis Sie sie löschen`,
    },
    {
      what: 'Auf dem Gerät des Patienten: ein Cookie, auf Wunsch seine Kontaktdaten',
      where: 'Browser des Patienten',
      until: `Cookie ${daysText(KNOWN_DAYS)}, Kontaktdaten ${daysText(REMEMBERED_DAYS)}`,
    },
    ...recipients.map(({ name, gets }) => ({
      what: gets,
      where: name,
      until: 'wie mit dem Anbieter vereinbart',
    })),
  ]
  return lines.map(({ what, where, until }) => ({
    what: withHardSpaces(what),
    where: withHardSpaces(where),
    until: withHardSpaces(until),
  }))
}
