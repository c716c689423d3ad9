import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningServer, stopServer } from '../bench/servers.ts'
import { CLOCK_FILE } from './shifted-clock-portal.ts'
import { type StormTools, waitUntil } from './storm-tools.ts'

/** Starts the portal with a clock that `stepClock` sets, and that is right at first. */
export async function startShifted({ practice, startPortal }: StormTools) {
  let offset = 0
  const file = join(practice.dataDir, CLOCK_FILE)
  const server = await startPortal({}, { command: ['scripts/torture/shifted-clock-portal.ts'] })
  return {
    server,
    /** Returns the time after the step, once the portal has taken it over. */
    stepClock: async (shift: number) => {
      offset += shift
      // The portal must never read half of the file.
      writeFileSync(`${file}.new`, String(offset))
      renameSync(`${file}.new`, file)
      server.child.kill('SIGUSR2')
      await waitUntil(() => !existsSync(file), 'The portal has not taken over the step of the clock.')
      return Date.now() + offset
    },
  }
}

/** Stops the portal, and checks that it has kept what it acknowledged, but for holds. */
export async function endShifted(
  { journal, check, drain }: StormTools,
  server: RunningServer,
): Promise<void> {
  await stopServer(server)
  // A step forward ends holds, so they are not expected any more.
  journal.appointments = journal.appointments.filter(({ acknowledged }) => acknowledged.status !== 'held')
  check()
  await drain(0)
}
