import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { startSource } from '../testing/source-process.ts'
import { tempDir } from '../testing/temp-dir.ts'

/**
 * Enters a series of five. With `DIE` the process is killed, as by a power cut, at the fourth appointment.
 */
const ENTER = `
  import { readConfig } from './config.ts'
  import { openApp } from './app.ts'
  import { seedDemo } from './demo.ts'
  import { createSeries } from './booking/series.ts'
  import { CALLER } from './testing/factory.ts'
  const config = readConfig({ DATA_DIR: process.env.DIR, APP_SECRET: 'a secret for tests only, 32 bytes', LOG_LEVEL: 'silent' })
  const { ctx } = openApp(config, undefined, { clock: () => Date.parse('2027-01-07T13:40:00+01:00') })
  seedDemo(ctx({ kind: 'cli' }))
  const { $client } = ctx({ kind: 'cli' }).db
  const die = process.env.DIE === 'yes'
  $client.function('die', () => die ? process.kill(process.pid, 'SIGKILL') : 0)
  $client.exec('create temp trigger dies after insert on bookings when new.series_position = 4 begin select die(); end')
  const starts = [11, 12, 13, 14, 15].map((day) => Date.parse('2027-01-' + day + 'T10:00:00+01:00'))
  createSeries(ctx({ kind: 'cli' }), { serviceId: 'folgebehandlung', starts, contact: CALLER, message: '' })
  process.stdout.write('entered')
`

/** Runs the program. Returns its output, and the signal that has ended it, if one has. */
async function enter(dir: string, DIE: 'yes' | 'no') {
  const child = startSource(ENTER, { DIR: dir, DIE })
  const ended = new Promise<NodeJS.Signals | null>((done) =>
    child.once('exit', (_code, signal) => done(signal)),
  )
  return { output: await text(child.stdout), signal: await ended }
}

/** Counts the rows of each table that a series is written to. */
function countRows(dir: string) {
  const { $client } = openDatabase(join(dir, 'ordi.db'))
  const count = (table: string) => $client.prepare(`select count(*) from ${table}`).pluck().get()
  const counts = ['bookings', 'occupations', 'events', 'messages', 'booking_search'].map(count)
  $client.close()
  return counts
}

it('a series whose process is killed between two appointments has left none of them', async () => {
  const dir = tempDir()
  expect(await enter(dir, 'yes')).toEqual({ output: '', signal: 'SIGKILL' })
  expect(countRows(dir)).toEqual([0, 0, 0, 0, 0])
  // The same program enters all five appointments when nothing kills it.
  expect(await enter(dir, 'no')).toEqual({ output: 'entered', signal: null })
  expect(countRows(dir).slice(0, 3)).toEqual([5, 5, 5])
})
