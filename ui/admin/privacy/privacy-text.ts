import type { InferResponseType } from 'hono/client'
import { fullDay } from '../../../src/shared/format.ts'
import type { admin } from '../../api/admin.ts'

/** The counts of what is stored of a patient, as the server answers a search that has found something. */
export type PatientSummary = Extract<
  InferResponseType<typeof admin.privacy.person.$post>,
  { bookings: number }
>

/** The kinds of stored data that are counted. */
type CountedKind =
  | 'bookings'
  | 'messages'
  | 'svnr'
  | 'answers'
  | 'verifications'
  | 'holds'
  | 'waiting_entries'

/** Returns the counts as text, `2 Termine, 5 Nachrichten`; '' if all are 0. */
export function countsText({
  bookings = 0,
  messages = 0,
  svnr = 0,
  answers = 0,
  verifications = 0,
  holds = 0,
  waiting_entries = 0,
}: Partial<Record<CountedKind, number>>): string {
  return [
    bookings > 0 && counted(bookings, 'ein Termin', 'Termine'),
    messages > 0 && counted(messages, 'eine Nachricht', 'Nachrichten'),
    svnr > 0 && counted(svnr, 'eine Sozialversicherungsnummer', 'Sozialversicherungsnummern'),
    answers > 0 &&
      (answers === 1 ? 'die Antworten zu einem Termin' : `die Antworten zu ${answers}\u00a0Terminen`),
    verifications > 0 && counted(verifications, 'eine E-Mail-Prüfung', 'E-Mail-Prüfungen'),
    holds > 0 && counted(holds, 'eine reservierte Zeit', 'reservierte Zeiten'),
    waiting_entries > 0 &&
      counted(waiting_entries, 'ein Eintrag auf der Warteliste', 'Einträge auf der Warteliste'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns `one` for 1, else the number with the plural. */
function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : `${count}\u00a0${many}`
}

/** Returns the sentence that asks to cancel a patient's coming appointments before an erasure. */
export function comingText(count: number): string {
  return count === 1
    ? 'Ein Termin steht noch bevor. Bitte sagen Sie ihn ab, bevor Sie löschen.'
    : `${count}\u00a0Termine stehen noch bevor. Bitte sagen Sie diese ab, bevor Sie löschen.`
}

/**
 * Returns sentences about data that an erasure does not reach, and about waiting messages, which are not sent
 * then.
 */
export function remainderOf({ waiting, odoo_events, old_copies }: PatientSummary): string[] {
  return [
    waiting > 0 &&
      (waiting === 1
        ? 'Eine Nachricht wartet noch. Sie geht dann nicht mehr hinaus.'
        : `${waiting}\u00a0Nachrichten warten noch. Sie gehen dann nicht mehr hinaus.`),
    odoo_events.length > 0 &&
      `In Odoo bleiben der Kontakt und ${counted(odoo_events.length, 'ein Kalendereintrag', 'Kalendereinträge')} (Nr. ${odoo_events.join(', ')}). Bitte dort löschen.`,
    ...old_copies.filter(({ has_person }) => has_person === 'yes').map(copyText),
    ...old_copies
      .filter(({ has_person }) => has_person === 'unknown')
      .map((copy) => `Vielleicht: ${copyText(copy)} Diese Datei ist verschlüsselt oder hier nicht lesbar.`),
  ].filter((line) => line !== false)
}

/** Says how long an old copy of the database keeps the data. Backups expire, other copies do not. */
function copyText({ file, until }: PatientSummary['old_copies'][number]): string {
  return until === null
    ? `In der Kopie ${file}, bis jemand sie löscht.`
    : `In der Sicherung ${file} bis ${fullDay(until)}.`
}
