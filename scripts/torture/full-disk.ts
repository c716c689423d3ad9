import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stop } from '../bench/servers.ts'
import { runStorm, type Skipped } from './storm.ts'

const STORM = 'full disk'
const SIZE = '16m'

/** A disk that is full, has room again, is full again, and then the portal is killed. What is refused meanwhile must have no effect. */
export async function fullDisk() {
  const probe = mkdtempSync(join(tmpdir(), 'ordi-'))
  const mayMount = mount(probe)
  if (mayMount) unmount(probe)
  rmSync(probe, { recursive: true })
  if (!mayMount) return { storm: STORM, skipped: 'only root may mount a small disk' } satisfies Skipped
  return runStorm(
    STORM,
    'full twice, 1 kill',
    async ({ place: { dataDir }, start, under, acknowledged, refused, check, drain }) => {
      const kept = `${dataDir}-kept`
      renameSync(dataDir, kept)
      mkdirSync(dataDir)
      mount(dataDir)
      const abandon = () => {
        unmount(dataDir)
        rmSync(kept, { recursive: true, force: true })
      }
      process.prependOnceListener('exit', abandon)
      try {
        cpSync(kept, dataDir, { recursive: true })
        const filler = join(dataDir, 'filler')
        const server = await start()
        await under(
          [server],
          async () => {
            await acknowledged(10)
            fill(filler)
            await refused(30)
            rmSync(filler)
            await acknowledged(10)
            fill(filler)
            await refused(30)
            await stop(server, 'SIGKILL')
          },
          { refusals: [503] },
        )
        rmSync(filler)
        check()
        // An e-mail or SMS that was sent while this could not be stored.
        await drain(Number.POSITIVE_INFINITY)
      } finally {
        abandon()
        process.off('exit', abandon)
      }
    },
  )
}

function mount(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]).status === 0
}

/** At once, even while a process has files there. */
function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder])
}

/** Writes until nothing more fits. */
function fill(file: string): void {
  for (const size of [100_000, 4_096])
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
}
