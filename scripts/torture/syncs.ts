import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { stop } from '../bench/servers.ts'
import { runStorm, type Skipped } from './storm.ts'

const STORM = 'syncs to disk'
const CALLS = 60

/**
 * A killed process loses nothing that the operating system has, so a kill does not show whether a commit is on the disk. This counts
 * what the kernel was told to write: at least once for each acknowledged call of a single client.
 */
export async function syncs() {
  if (spawnSync('strace', ['-o', '/dev/null', 'true']).status !== 0)
    return { storm: STORM, skipped: 'strace is missing, or not allowed' } satisfies Skipped
  return runStorm(
    STORM,
    'power failure',
    async ({ place, journal, findings, start, under, acknowledged, check }) => {
      const trace = join(place.dataDir, 'trace')
      const tracer = ['strace', '-D', '-f', '-e', 'trace=fsync,fdatasync', '-o', trace]
      const server = await start({}, { tracer })
      await under([server], () => acknowledged(CALLS), { clients: 1 })
      await stop(server)
      const ended = new RegExp(`^${server.program.pid} .*exited`, 'm')
      while (!ended.test(readFileSync(trace, 'utf8'))) await setTimeout(50)
      check()
      const counted = readFileSync(trace, 'utf8').match(/f(data)?sync\(/g)?.length ?? 0
      if (counted < journal.acknowledged)
        findings.lost.push(`${journal.acknowledged} calls were acknowledged with only ${counted} syncs`)
    },
  )
}
