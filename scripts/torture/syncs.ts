import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stopServer } from '../bench/servers.ts'
import { runStorm, type Skipped } from './storm.ts'
import { waitUntil } from './storm-tools.ts'

/** The storm ends after this many acknowledged calls. */
const TRACED_CALLS = 60

/**
 * Counts the syncs to disk, of which each acknowledged call of a single client needs one. Kills cannot show
 * whether a commit is on the disk, because a killed process loses nothing that the operating system has.
 */
export async function runSyncStorm() {
  if (spawnSync('strace', ['-o', '/dev/null', 'true']).status !== 0)
    return { skipped: 'strace is missing, or not allowed' } satisfies Skipped
  return runStorm(
    { storm: 'syncs to disk', strain: 'power failure' },
    async ({ practice, journal, findings, startPortal, withLoad, untilAcknowledged, check }) => {
      const trace = join(practice.dataDir, 'trace')
      // With -D the portal stays a child of this process, which can stop and kill it.
      const tracer = ['strace', '-D', '-f', '-e', 'trace=fsync,fdatasync', '-o', trace]
      const server = await startPortal({}, { tracer })
      await withLoad([server], () => untilAcknowledged(TRACED_CALLS), { clients: 1 })
      await stopServer(server)
      const lastLine = new RegExp(`^${server.child.pid} .*(exited|killed)`, 'm')
      await waitUntil(
        () => lastLine.test(readFileSync(trace, 'utf8')),
        'strace has not written the end of the portal',
      )
      check()
      const syncs = readFileSync(trace, 'utf8').match(/f(data)?sync\(/g) ?? []
      if (syncs.length < journal.acknowledged)
        findings.lost.push(`${journal.acknowledged} calls were acknowledged with only ${syncs.length} syncs`)
    },
  )
}
