import { accessSync, chmodSync, constants, existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** This module reads and changes who can access the data folder, and says how Ordi can write it. */

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
