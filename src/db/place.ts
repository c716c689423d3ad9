import { realpathSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'

/**
 * This module checks whether the files that SQLite has open are still at their paths. SQLite keeps writing to
 * a file that was deleted, renamed or replaced, and everything written is lost when the process ends. Files
 * are identified by device and inode number, as SQLite does for its locks. A file system that changes these
 * numbers, as some network drives do, cannot hold a database. Rule: docs/behaviour.md 14.29.
 */

/** A path that SQLite has open. `fileId` was the id of the file there (`fileIdAt`) when it was opened. */
type Place = Readonly<{ path: string; fileId: string | undefined }>

const places = new WeakMap<Database.Database, readonly Place[]>()

/** Remembers the files of a database that has just been opened, and read or written once. */
export function rememberDatabasePlace(client: Database.Database): void {
  if (client.memory) return
  // SQLite follows links, so the WAL is beside the file to which the path leads.
  const paths = [client.name, `${realpathSync(client.name)}-wal`]
  places.set(
    client,
    paths.map((path) => ({ path, fileId: fileIdAt(path) })),
  )
}

/** Returns whether the database file or its WAL is no longer at its path. Takes a few microseconds. */
export function hasDatabaseMoved(client: Database.Database): boolean {
  return (places.get(client) ?? []).some(({ path, fileId }) => fileIdAt(path) !== fileId)
}

/** @throws SqliteError with SQLite's code for a database that was moved while it was open */
export function assertDatabaseInPlace(client: Database.Database): void {
  if (hasDatabaseMoved(client))
    throw new Database.SqliteError('the database was moved while it was open', 'SQLITE_READONLY_DBMOVED')
}

/** Returns the device and inode number of a file; undefined when there is none. */
function fileIdAt(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.dev} ${stat.ino}`
}
