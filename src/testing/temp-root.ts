import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps the files of this folder in memory. */
const IN_MEMORY = '/dev/shm'
/** Bytes that are enough for all tests. A container usually has less. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/** The folder for the files of tests. They need not survive a crash, so commits need not wait for a disk. */
export const TEMP_ROOT = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir()

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ENOUGH_BYTES
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
