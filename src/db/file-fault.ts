import { dirname } from 'node:path'
import { sqliteErrorIn } from './open.ts'

/**
 * The sentences about errors of the file system, with what to do, by the code of the system. They begin with
 * a small letter, because they follow what was not done.
 */
const FAULTS: Readonly<Record<string, (path: string) => string>> = {
  EACCES: permissionMissing,
  EPERM: permissionMissing,
  EROFS: (path) =>
    `${path} is on a read-only file system. Name another place, or mount it so that it can be written.`,
  ENOSPC: (path) => diskFull(dirname(path)),
  EDQUOT: (path) => diskFull(dirname(path)),
  EFBIG: (path) => diskFull(dirname(path)),
  EEXIST: (path) => `${path} exists already and is not written over.`,
  EISDIR: (path) => `${path} is a folder. Name a file.`,
  ENOTDIR: (path) => `${path} leads through a file, which is no folder.`,
  EIO: (path) => `${path} cannot be read or written. Look whether its disk is broken.`,
}

/**
 * Returns the sentence about an error of the file system, or about one of the disk that SQLite has met;
 * undefined for other errors.
 * @param folders the folders that were written to, separated by spaces, for errors that do not name a path
 */
export function fileFaultIn(error: unknown, folders = '.'): string | undefined {
  const fromSqlite = sqliteErrorIn(error)
  if (fromSqlite !== undefined && /^SQLITE_IOERR/.test(fromSqlite.code))
    return `${fromSqlite.message}. Look whether the disk is full: df -h ${folders}`
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall, path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  const place = dest ?? path
  // Errors of the network have no path, and neither have those of writing to a file that is open already.
  if (place === undefined) return isDiskFull(error) ? diskFull(folders) : undefined
  // Where the system takes no folders, as in /proc, the one above seems to be missing.
  if (code === 'ENOENT' && syscall === 'mkdir') return `${place} cannot be made there. Name another place.`
  if (code === 'EEXIST' && syscall === 'mkdir') return `${place} is no folder. Move it away.`
  return FAULTS[code]?.(place)
}

/** Returns whether a disk, a quota or a limit of files was full. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(code)) || sqliteErrorIn(error)?.code === 'SQLITE_FULL'
}

function permissionMissing(path: string): string {
  const user =
    process.getuid === undefined ? 'this user' : `the user ${process.getuid()}:${process.getgid?.()}`
  return `${user} may not use ${path}. Run this as the user that runs Ordi, name another place, or give that user the rights.`
}

function diskFull(folders: string): string {
  return `the disk is full. Make room: df -h ${folders}`
}
