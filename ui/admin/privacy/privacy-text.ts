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

/** The text for a number of each kind, in the order in which the kinds are listed. */
const COUNT_TEXTS: Readonly<Record<CountedKind, (count: number) => string>> = {
  bookings: (count) => counted(count, 'ein Termin', 'Termine'),
  messages: (count) => counted(count, 'eine Nachricht', 'Nachrichten'),
  svnr: (count) => counted(count, 'eine Sozialversicherungsnummer', 'Sozialversicherungsnummern'),
  answers: (count) => `die Antworten zu ${counted(count, 'einem Termin', 'Terminen')}`,
  verifications: (count) => counted(count, 'eine E-Mail-Prüfung', 'E-Mail-Prüfungen'),
  holds: (count) => counted(count, 'eine reservierte Zeit', 'reservierte Zeiten'),
  waiting_entries: (count) => counted(count, 'ein Eintrag auf der Warteliste', 'Einträge auf der Warteliste'),
}
const COUNTED_KINDS = Object.keys(COUNT_TEXTS) as CountedKind[]

/** Returns the counts as text, `2 Termine, 5 Nachrichten`; '' if all are 0. */
export function countsText(counts: Partial<Record<CountedKind, number>>): string {
  const texts = COUNTED_KINDS.map((kind) => {
    const count = counts[kind] ?? 0
    return count > 0 ? COUNT_TEXTS[kind](count) : ''
  })
  return texts.filter((text) => text !== '').join(', ')
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
  const copiesWith = (hasPerson: 'yes' | 'unknown') =>
    old_copies.filter(({ has_person }) => has_person === hasPerson)
  return [
    ...(waiting > 0 ? [waitingMessagesText(waiting)] : []),
    ...(odoo_events.length > 0 ? [odooText(odoo_events)] : []),
    ...copiesWith('yes').map(copyText),
    ...copiesWith('unknown').map(unreadCopyText),
  ]
}

function waitingMessagesText(count: number): string {
  return count === 1
    ? 'Eine Nachricht wartet noch. Sie geht dann nicht mehr hinaus.'
    : `${count}\u00a0Nachrichten warten noch. Sie gehen dann nicht mehr hinaus.`
}

function odooText(eventIds: PatientSummary['odoo_events']): string {
  const entries = counted(eventIds.length, 'ein Kalendereintrag', 'Kalendereinträge')
  return `In Odoo bleiben der Kontakt und ${entries} (Nr. ${eventIds.join(', ')}). Bitte dort löschen.`
}

type OldCopy = PatientSummary['old_copies'][number]

/** Says how long an old copy of the database keeps the data. Backups expire, other copies do not. */
function copyText({ file, until }: OldCopy): string {
  return until === null
    ? `In der Kopie ${file}, bis jemand sie löscht.`
    : `In der Sicherung ${file} bis ${fullDay(until)}.`
}

/** Returns the sentences about a copy of which nobody knows whether it has the patient. */
function unreadCopyText(copy: OldCopy): string {
  return `Vielleicht: ${copyText(copy)} Diese Datei ist verschlüsselt oder hier nicht lesbar.`
}
