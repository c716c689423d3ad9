import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { ordiProcess } from '../testing/command-line.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { startProgram } from '../testing/test-program.ts'

const APP_SECRET = 'a secret for tests only, 32 bytes'

/** How many attempts of one process had each outcome. */
type Outcomes = Readonly<Record<string, number>>

/** Lets two processes hold the times of the same week at once. */
async function holdInTwoProcesses(DATA_DIR: string): Promise<Outcomes[]> {
  const processes = ['one', 'two'].map((NAME) => startProgram('hold-times', { DATA_DIR, APP_SECRET, NAME }))
  await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')))
  for (const { stdin } of processes) stdin.write('go')
  const outputs = await Promise.all(processes.map(({ stdout }) => text(stdout)))
  return outputs.map((output) => JSON.parse(output))
}

/** Returns the reserved times, by start. */
function listReserved(DATA_DIR: string) {
  const { $client } = openDatabase(join(DATA_DIR, 'ordi.db'))
  const rows = $client
    .prepare<[], { startsAt: number; endsAt: number }>(
      'select starts_at startsAt, ends_at endsAt from occupations order by starts_at',
    )
    .all()
  $client.close()
  return rows
}

it('two processes on one database never reserve the same time twice and refuse with a Problem', async () => {
  const DATA_DIR = tempDir()
  expect((await ordiProcess(['seed', '--demo'], { DATA_DIR, APP_SECRET })).status).toBe(0)
  const outcomes = await holdInTwoProcesses(DATA_DIR)
  for (const outcome of outcomes)
    expect(Object.keys(outcome).filter((code) => code !== 'held' && code !== 'slot_taken')).toEqual([])

  const reserved = listReserved(DATA_DIR)
  // Most half hours of the week are held. A hold that begins at a quarter past or to wastes some.
  expect(reserved.length).toBeGreaterThan(60)
  expect(reserved).toHaveLength(outcomes.reduce((sum, outcome) => sum + (outcome.held ?? 0), 0))
  for (const [i, { startsAt }] of reserved.entries())
    expect(startsAt).toBeGreaterThanOrEqual(reserved[i - 1]?.endsAt ?? 0)
})
