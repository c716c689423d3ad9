import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The permission bits of group and others. */
const OTHERS = 0o077

/** A folder and everything in it that other users can reach. Follows no links. */
export function openToOthers(path: string): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.isSymbolicLink()) return []
  const found = (stat.mode & OTHERS) !== 0 ? [path] : []
  try {
    return stat.isDirectory()
      ? [...found, ...readdirSync(path).flatMap((name) => openToOthers(join(path, name)))]
      : found
  } catch {
    // A folder of another user's, such as lost+found.
    return found
  }
}

/**
 * Takes a folder and everything in it from other users, whatever the umask was. Leaves what belongs to another user.
 * @returns how many files and folders others could reach
 */
export function closeToOthers(path: string): number {
  return openToOthers(path).filter((each) => {
    try {
      chmodSync(each, lstatSync(each).mode & 0o700)
      return true
    } catch {
      return false
    }
  }).length
}

/** How to give a folder to the user that runs Ordi. */
export function ownershipHint(folder: string): string {
  const user = process.getuid === undefined ? 'ordi' : `${process.getuid()}:${process.getgid?.()}`
  return `Give it to the user that runs Ordi, for example: chown -R ${user} ${folder} (in a container: the folder that is mounted there)`
}
