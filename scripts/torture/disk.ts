import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopServer } from '../bench/servers.ts'
import { runStorm, type Skipped } from './storm.ts'

/** The size of the small disk as `mount` reads it. The practice without load fits in. */
const DISK_SIZE = '16m'
/** Calls that are acknowledged while there is room. */
const CALLS_WITH_ROOM = 10
/** Calls that the full disk refuses. */
const CALLS_REFUSED = 30

/**
 * Fills the disk, makes room, fills it again, and then kills the portal. A call that is refused meanwhile
 * must have no effect.
 */
export async function runFullDiskStorm() {
  const probe = mkdtempSync(join(tmpdir(), 'ordi-'))
  const mayMount = mount(probe)
  if (mayMount) unmount(probe)
  rmSync(probe, { recursive: true })
  if (!mayMount) return { skipped: 'only root may mount a small disk' } satisfies Skipped
  return runStorm(
    { storm: 'full disk', strain: 'full twice, 1 kill' },
    async ({ practice, startPortal, withLoad, untilAcknowledged, untilRefused, check, drain }) =>
      onSmallDisk(practice.dataDir, async () => {
        const filler = join(practice.dataDir, 'filler')
        const server = await startPortal()
        await withLoad(
          [server],
          async () => {
            await untilAcknowledged(CALLS_WITH_ROOM)
            fill(filler)
            await untilRefused(CALLS_REFUSED)
            rmSync(filler)
            await untilAcknowledged(CALLS_WITH_ROOM)
            fill(filler)
            await untilRefused(CALLS_REFUSED)
            await stopServer(server, 'SIGKILL')
          },
          { refusals: [503] },
        )
        rmSync(filler)
        check()
        // A message is sent again when the full disk could not store that it was sent.
        await drain(Number.POSITIVE_INFINITY)
      }),
  )
}

/** Does the work while the folder is on a small disk, which is removed afterwards with what it has. */
async function onSmallDisk(folder: string, work: () => Promise<void>): Promise<void> {
  const original = `${folder}-kept`
  renameSync(folder, original)
  mkdirSync(folder)
  // Without the mount the machine's own disk would be filled.
  if (!mount(folder)) throw new Error(`The small disk could not be mounted at ${folder}.`)
  const removeDisk = () => {
    unmount(folder)
    rmSync(original, { recursive: true, force: true })
  }
  // The disk goes before the listener of the storm deletes the folder.
  process.prependOnceListener('exit', removeDisk)
  try {
    cpSync(original, folder, { recursive: true })
    await work()
  } finally {
    removeDisk()
    process.off('exit', removeDisk)
  }
}

/** Mounts a small disk in memory over the folder. Returns false without the right to. */
function mount(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', folder]).status === 0
}

/** Unmounts at once, even while a process has files open there. */
function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder])
}

/** Fills the disk: appends to the file until nothing more fits, not even a page of the database. */
function fill(file: string): void {
  const databasePageSize = 4_096
  for (const size of [100_000, databasePageSize])
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
}
