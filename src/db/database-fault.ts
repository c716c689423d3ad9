/** A fault of the database file or its disk. */
export type DatabaseFault = 'damaged' | 'moved' | 'full' | 'unwritable' | 'locked'

/**
 * Matches SQLite's result codes (sqlite.org/rescode.html); the first match counts. A disk that fails to read
 * has lost data, too.
 */
const FAULTS: Readonly<Record<DatabaseFault, RegExp>> = {
  damaged: /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|DATA|CORRUPTFS))/,
  moved: /^SQLITE_READONLY_DBMOVED/,
  full: /^SQLITE_FULL/,
  unwritable: /^SQLITE_(READONLY|IOERR|CANTOPEN|PERM)/,
  locked: /^SQLITE_BUSY/,
}

/** Sentences for the log and the command line, with the fault and its remedy. */
export const FAULT_MESSAGES: Readonly<Record<DatabaseFault, string>> = {
  damaged: 'the database is damaged: stop Ordi and restore a backup (ordi restore FILE --yes)',
  moved:
    'the file of the database or its WAL is not at its path any more: nothing can be saved. Put it back, or stop Ordi and restore the copy backups/rescued-*.db (ordi restore FILE --yes)',
  full: 'the disk is full: nothing can be saved until there is room in DATA_DIR',
  unwritable: 'the database cannot be written: check the disk, and the owner and rights of DATA_DIR',
  locked:
    'another process keeps the database locked: nothing can be saved until it ends. Look for an open sqlite3, a copy or a scan of DATA_DIR',
}

/** Returns the fault according to SQLite's code in this error or one that it wraps; undefined for others. */
export function databaseFaultIn(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = String((error as { code?: unknown }).code)
  const fault = (Object.keys(FAULTS) as DatabaseFault[]).find((name) => FAULTS[name].test(code))
  return fault ?? databaseFaultIn(error.cause)
}
