import { rmSync } from 'node:fs'
import { openToRead } from '../../src/db/open.ts'
import { HELD_SERVICE } from '../bench/hold-requests.ts'
import { type RunningServer, stopServer } from '../bench/servers.ts'
import type { Findings } from './findings.ts'
import type { Journal } from './journal.ts'
import { openTools, type StormTools } from './storm-tools.ts'
import { openTestPractice } from './test-practice.ts'

/** A line of the table, about one storm. `strain` names what was done to the portal, and how often. */
export type StormResult = Readonly<{ storm: string; strain: string; journal: Journal; findings: Findings }>

/** The reason why the storm cannot run on this machine. */
export type Skipped = Readonly<{ skipped: string }>

/**
 * Runs a storm in a practice of its own, of one doctor unless it says otherwise. Afterwards the practice is
 * deleted, and its processes are killed.
 */
export async function runStorm(
  { storm, strain, doctors = 1 }: Pick<StormResult, 'storm' | 'strain'> & { doctors?: number },
  run: (tools: StormTools) => Promise<void>,
): Promise<StormResult> {
  const practice = await openTestPractice(doctors)
  const running: RunningServer[] = []
  const killAndDelete = () => {
    for (const server of running) server.child.kill('SIGKILL')
    rmSync(practice.dataDir, { recursive: true, force: true })
  }
  process.once('exit', killAndDelete)
  const tools = openTools(storm, practice, running)
  const { file, journal, findings } = tools
  try {
    await run(tools)
    // A storm of one doctor may have unmounted its file by now.
    const booked = doctors > 1 ? countBookedDoctors(file) : doctors
    if (booked < doctors) findings.lost.push(`${booked} of ${doctors} doctors have appointments`)
  } finally {
    await Promise.all(running.map((server) => stopServer(server, 'SIGKILL')))
    await practice.close()
    process.off('exit', killAndDelete)
  }
  return { storm, strain, journal, findings }
}

/** Returns at how many doctors patients have booked. */
function countBookedDoctors(file: string): number {
  const { $client } = openToRead(file)
  const count = $client
    .prepare('select count(distinct resource_id) from bookings where service_id = ?')
    .pluck()
    .get(HELD_SERVICE.id) as number
  $client.close()
  return count
}
