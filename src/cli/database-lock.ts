import Database from 'better-sqlite3'
import { rememberDatabasePlace } from '../db/place.ts'

/** Locks the database against other processes until it is closed. @returns false when one has it open */
export function tryLockDatabase(client: Database.Database): boolean {
  try {
    client.pragma('busy_timeout = 0')
    client.pragma('locking_mode = EXCLUSIVE')
    client.pragma('journal_mode = DELETE')
    client.exec('begin exclusive; commit')
    // The WAL is now deliberately gone, which must not make the database count as moved.
    rememberDatabasePlace(client)
    return true
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}
