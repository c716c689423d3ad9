import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { startProgram } from '../testing/test-program.ts'

const APP_SECRET = 'a secret for tests only, 32 bytes'

/**
 * Enters a series of five appointments in another process, which kills itself after some of them if it is to
 * die.
 * @returns its output, and the signal that ended it; null without one
 */
async function enterInProcess(dir: string, { dies }: { dies: boolean }) {
  const variables = { DATA_DIR: dir, APP_SECRET, DIE: dies ? 'yes' : 'no' }
  const program = startProgram('enter-series', variables)
  const endSignal = new Promise<NodeJS.Signals | null>((done) =>
    program.once('exit', (_code, signal) => done(signal)),
  )
  return { output: await text(program.stdout), signal: await endSignal }
}

/** Counts the rows of the tables to which a series is written. */
function countRows(dir: string) {
  const { $client } = openDatabase(join(dir, 'ordi.db'))
  const countIn = (table: string) => $client.prepare(`select count(*) from ${table}`).pluck().get()
  const counts = {
    bookings: countIn('bookings'),
    occupations: countIn('occupations'),
    events: countIn('events'),
    messages: countIn('messages'),
    search: countIn('booking_search'),
  }
  $client.close()
  return counts
}

it('a series leaves no appointment if its process is killed between two of them', async () => {
  const dir = tempDir()
  expect(await enterInProcess(dir, { dies: true })).toEqual({ output: '', signal: 'SIGKILL' })
  expect(countRows(dir)).toEqual({ bookings: 0, occupations: 0, events: 0, messages: 0, search: 0 })
  // The same program enters all five appointments if it is not killed.
  expect(await enterInProcess(dir, { dies: false })).toEqual({ output: 'entered', signal: null })
  expect(countRows(dir)).toMatchObject({ bookings: 5, occupations: 5, events: 5 })
})
