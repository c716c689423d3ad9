import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Lists the names in a folder; none if it does not exist or cannot be read. `globSync` would delay each start
 * by 30 ms.
 */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * Makes a folder, and those above it, where they are missing. Node's own `recursive` tries for ever where the
 * system makes no folders, such as below /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it at the same moment.
    if (!existsSync(path)) throw error
  }
}

/**
 * The name of a temporary file, with the id of the process that made it. The file contains plain data and is
 * deleted at the end of the command.
 */
const TEMPORARY_NAME = /^temporary-(\d+)-/

/** Returns a path in `folder` for a temporary file or folder, which the caller deletes. */
export function temporaryPath(folder: string): string {
  return join(folder, `temporary-${process.pid}-${randomBytes(8).toString('hex')}`)
}

/**
 * Deletes the temporary files of killed processes. Call it at the start of a process, before it makes such a
 * file itself, because process ids are reused after a restart of the machine or container.
 */
export function deleteLeftTemporaries(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = Number(TEMPORARY_NAME.exec(name)?.[1])
    if (pid === process.pid || (pid > 0 && !isRunning(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user exists, but accepts no signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The permission bits of group and others. */
const ACCESS_OF_OTHERS = 0o077

/**
 * Lists the paths in a folder, including the folder itself, that other users can access. Follows no links in
 * it.
 */
export function listOpenToOthers(folder: string): string[] {
  // The folder itself may be a link to another disk.
  return existsSync(folder) ? listOpenFrom(realpathSync(folder)) : []
}

function listOpenFrom(path: string): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.isSymbolicLink()) return []
  const found = (stat.mode & ACCESS_OF_OTHERS) !== 0 ? [path] : []
  try {
    return stat.isDirectory()
      ? [...found, ...readdirSync(path).flatMap((name) => listOpenFrom(join(path, name)))]
      : found
  } catch {
    // Folders of other users, such as lost+found, cannot be read.
    return found
  }
}

/**
 * Removes other users' permissions on a folder and everything in it. Files of another user stay as they are.
 * @returns how many files and folders others could access
 */
export function closeToOthers(path: string): number {
  return listOpenToOthers(path).filter((each) => {
    try {
      chmodSync(each, lstatSync(each).mode & 0o700)
      return true
    } catch {
      // Only the owner may change the permissions.
      return false
    }
  }).length
}

/** The time in the name of a copy of the database, such as `rescued-2027-01-11T083000Z.db`. */
const COPY_STAMP = /-(\d{4}-\d{2}-\d{2}T\d{6}Z)\.db(?:\.age)?$/

/**
 * Returns a path that proves that the data folder once had a database: the newest copy, which may be a
 * rescued one, or the secret.
 */
export function findTraceOfDatabase(dataDir: string): string | undefined {
  const stampOf = (name: string) => COPY_STAMP.exec(name)?.[1] ?? ''
  const backups = join(dataDir, 'backups')
  const copies = namesIn(backups).filter((name) => /\.db(\.age)?$/.test(name))
  const newest = copies.toSorted((a, b) => (stampOf(a) < stampOf(b) ? -1 : 1)).at(-1)
  if (newest !== undefined) return join(backups, newest)
  return namesIn(dataDir).includes('secret.key') ? join(dataDir, 'secret.key') : undefined
}

/**
 * Returns a sentence on how to make a folder writable for the user that runs Ordi.
 * @param access throws when the folder cannot be written
 */
export function ownershipHint(folder: string, access: typeof accessSync = accessSync): string {
  if (isReadOnly(folder, access))
    return 'It is on a read-only file system: mount it so that it can be written.'
  const user = process.getuid === undefined ? 'ordi' : `${process.getuid()}:${process.getgid?.()}`
  return `Give it to the user that runs Ordi, for example: chown -R ${user} ${folder} (in a container: the folder that is mounted there)`
}

/** Returns whether a folder, or the folder in which it would be created, is on a read-only file system. */
function isReadOnly(folder: string, access: typeof accessSync): boolean {
  try {
    access(existsSync(folder) ? folder : dirname(folder), constants.W_OK)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS'
  }
}

/** Bytes per comparison. */
const COMPARED_BYTES = 1_048_576

/** Returns whether two files have the same content. */
export function areSame(one: string, other: string): boolean {
  const { size } = statSync(one)
  if (size !== statSync(other).size) return false
  for (let at = 0; at < size; at += COMPARED_BYTES)
    if (readPart(one, at, COMPARED_BYTES) !== readPart(other, at, COMPARED_BYTES)) return false
  return true
}

/** Reads bytes of a file, and returns each as one character from 0 to 255. */
export function readPart(file: string, position: number, length: number): string {
  const handle = openSync(file, 'r')
  const part = Buffer.alloc(length)
  readSync(handle, part, 0, length, position)
  closeSync(handle)
  return part.toString('latin1')
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
