import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { isAgeFile } from '../db/age-file.ts'
import type { OldCopy } from '../db/backup-retention.ts'
import { mailboxKey } from '../shared/contact/email.ts'

/**
 * A copy of the database, and whether it contains data of the patient: `unknown` if it is encrypted, cannot
 * be read, or comes from a version with other tables.
 */
export type ExaminedCopy = OldCopy & Readonly<{ hasPatient: 'yes' | 'no' | 'unknown' }>

/** Rows that are read before other requests get their turn. */
export const ROWS_AT_ONCE = 5_000

/** The columns with the e-mail address of a patient, each as the database stores it. */
const ADDRESSES: readonly Readonly<{ table: string; column: string }>[] = [
  { table: 'bookings', column: 'mailbox' },
  { table: 'waiting_entries', column: 'mailbox' },
  { table: 'holds', column: 'email' },
  { table: 'email_verifications', column: 'email' },
  { table: 'messages', column: 'recipient' },
]

/** The bookings of a patient, and the mailboxes as `mailboxKey` writes them. */
type Traces = Readonly<{ mailboxes: readonly string[]; bookingIds: readonly string[] }>

/**
 * Looks for the patient in each copy. Must run outside transactions, because other requests are answered
 * meanwhile.
 */
export async function examineCopies(traces: Traces, copies: readonly OldCopy[]): Promise<ExaminedCopy[]> {
  const examined: ExaminedCopy[] = []
  for (const copy of copies) examined.push({ ...copy, hasPatient: await examineFile(copy.file, traces) })
  return examined
}

/** Looks for the e-mail addresses first, then for the bookings, because some have no address. */
async function examineFile(file: string, traces: Traces): Promise<ExaminedCopy['hasPatient']> {
  const { mailboxes, bookingIds } = traces
  let client: Database.Database | undefined
  try {
    if (isAgeFile(file)) return 'unknown'
    client = new Database(file, { readonly: true, fileMustExist: true })
    for (const address of ADDRESSES) if (await hasAddress(client, address, mailboxes)) return 'yes'
    const booking = client.prepare<[string]>('select 1 from bookings where id = ?')
    if (bookingIds.some((id) => booking.get(id) !== undefined)) return 'yes'
    return 'no'
  } catch {
    // Whatever keeps the copy from being read, the practice has to examine it by other means.
    return 'unknown'
  } finally {
    client?.close()
  }
}

/** Returns whether the column contains any spelling of one of the mailboxes. */
async function hasAddress(
  client: Database.Database,
  { table, column }: (typeof ADDRESSES)[number],
  mailboxes: readonly string[],
): Promise<boolean> {
  if (mailboxes.length === 0) return false
  const readAfter = client.prepare<[number, number], { row: number; address: string }>(
    `select rowid as row, ${column} as address from ${table} where rowid > ? order by rowid limit ?`,
  )
  let lastRow = 0
  for (;;) {
    const rows = readAfter.all(lastRow, ROWS_AT_ONCE)
    if (rows.some(({ address }) => mailboxes.includes(mailboxKey(address)))) return true
    lastRow = rows.at(-1)?.row ?? lastRow
    if (rows.length < ROWS_AT_ONCE) return false
    await setImmediate()
  }
}
