import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The permission bits of group and others. */
const OTHERS = 0o077

/**
 * Takes a folder and everything in it from other users, whatever the umask was. Follows no links, and leaves what belongs
 * to another user.
 * @returns how many files and folders others could reach
 */
export function closeToOthers(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.isSymbolicLink()) return 0
  let closed = 0
  try {
    if ((stat.mode & OTHERS) !== 0) {
      chmodSync(path, stat.mode & 0o700)
      closed = 1
    }
    if (stat.isDirectory()) for (const name of readdirSync(path)) closed += closeToOthers(join(path, name))
  } catch {
    // A file of another user's, such as lost+found.
  }
  return closed
}

/** How to give a folder to the user that runs Ordi. */
export function ownershipHint(folder: string): string {
  const user = process.getuid === undefined ? 'ordi' : `${process.getuid()}:${process.getgid?.()}`
  return `Give it to the user that runs Ordi, for example: chown -R ${user} ${folder} (in a container: the folder that is mounted there)`
}
