import { appendFileSync, statSync } from 'node:fs'
import { readPart } from './files.ts'
import { sha256OfFile } from './sha256.ts'

/**
 * A backup is a database file with two lines appended. SQLite reads whole pages and therefore ignores them.
 * They are needed because SQLite's integrity check does not notice a changed character in a text.
 */

/** The second to last line: the number of rows of each table, as JSON. Older backups have none. */
const ROWS = /\nrows (\{[^\n]*\})$/
/** Bytes at the end of a file that are searched for the line of rows, which is far shorter. */
const LONGEST_ROWS_LINE = 16_384
/** The last line, with the checksum of everything before it. */
const CHECKSUM = /^\nsha256 ([0-9a-f]{64})\n$/
/** Bytes of that last line, with the line break before it. */
export const CHECKSUM_LENGTH = '\nsha256 '.length + 64 + '\n'.length

/** The lines after the database. A plain database, such as a copy made with another tool, has none. */
type BackupEnd = Readonly<{
  /** The length of the database alone. */
  databaseBytes: number
  /** The SHA-256, in hexadecimal digits, of the file's first `bytes`. */
  checksum?: { sha256: string; bytes: number }
  /** The number of rows of each table, as JSON text. */
  rows?: string
}>

/** Turns a copied database into a backup by appending both lines. */
export async function appendBackupEnd(
  database: string,
  rows: Readonly<Record<string, number>>,
): Promise<void> {
  appendFileSync(database, `\nrows ${JSON.stringify(rows)}`)
  appendFileSync(database, `\nsha256 ${await sha256OfFile(database)}\n`)
}

/** Reads the lines at the end of a file. */
export function readBackupEnd(file: string): BackupEnd {
  const { size } = statSync(file)
  const length = Math.min(size, LONGEST_ROWS_LINE + CHECKSUM_LENGTH)
  const text = readPart(file, size - length, length)
  const sha256 = CHECKSUM.exec(text.slice(-CHECKSUM_LENGTH))?.[1]
  if (sha256 === undefined) return { databaseBytes: size }
  const bytes = size - CHECKSUM_LENGTH
  const checksum = { sha256, bytes }
  const rowsLine = ROWS.exec(text.slice(0, -CHECKSUM_LENGTH))
  if (rowsLine === null) return { databaseBytes: bytes, checksum }
  const [line, rows = ''] = rowsLine
  return { databaseBytes: bytes - line.length, checksum, rows }
}
