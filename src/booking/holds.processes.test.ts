import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { startSource } from '../testing/source-process.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** Tries to hold every quarter of an hour of a week, and prints how often it succeeded. */
const GRAB = `
  import { readConfig } from './config.ts'
  import { openApp } from './app.ts'
  import { placeHold } from './booking/holds.ts'
  import { insertVerification } from './testing/bookings.ts'
  const config = { ...readConfig({ DATA_DIR: process.env.DIR, APP_SECRET: 'a secret for tests only, 32 bytes', LOG_LEVEL: 'silent' }), rateLimits: false }
  const { ctx, close } = openApp(config, undefined, { clock: () => Date.parse('2027-01-07T13:40:00+01:00') })
  const email = process.env.NAME + '@musterfrau.example'
  const now = Date.parse('2027-01-07T13:40:00+01:00')
  insertVerification(ctx({ kind: 'visitor' }).db, { email, browser: 'b', now })
  process.stdout.write('ready')
  process.stdin.once('data', () => {
    const outcomes = {}
    for (let day = 11; day <= 15; day++) for (let quarter = 8 * 4; quarter < 17.5 * 4; quarter++) {
      const start = Date.parse('2027-01-' + day + 'T00:00:00+01:00') + quarter * 900_000
      let outcome = 'held'
      try {
        placeHold(ctx({ kind: 'visitor' }), { serviceId: 'folgebehandlung', start, stop: undefined, email, browser: 'b', origin: 'o' })
      } catch (error) { outcome = error.code }
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    close()
    process.stdout.end(JSON.stringify(outcomes))
    process.stdin.destroy()
  })
`

it('two processes on one database never reserve the same time twice and refuse with a Problem', async () => {
  const dir = tempDir()
  const demo = spawn(process.execPath, ['src/dist/main.js', 'seed', '--demo'], {
    env: { DATA_DIR: dir, APP_SECRET: 'a secret for tests only, 32 bytes' },
    stdio: 'ignore',
  })
  await new Promise((done) => demo.once('exit', done))
  const grabbers = ['one', 'two'].map((NAME) => startSource(GRAB, { DIR: dir, NAME }))
  await Promise.all(grabbers.map(({ stdout }) => new Promise((ready) => stdout.once('data', ready))))
  for (const { stdin } of grabbers) stdin.write('go')
  const outputs = await Promise.all(grabbers.map(({ stdout }) => text(stdout)))
  const outcomes = outputs.map((output) => JSON.parse(output) as Record<string, number>)

  for (const outcome of outcomes)
    expect(Object.keys(outcome).filter((code) => code !== 'held' && code !== 'slot_taken')).toEqual([])
  const { $client } = openDatabase(join(dir, 'ordi.db'))
  const rows = $client.prepare('select starts_at, ends_at from occupations order by starts_at').all() as {
    starts_at: number
    ends_at: number
  }[]
  // Most half hours of the week are held. A few are lost where a hold begins at a quarter of an hour.
  expect(rows.length).toBeGreaterThan(60)
  expect(rows).toHaveLength(outcomes.reduce((sum, outcome) => sum + (outcome.held ?? 0), 0))
  for (const [i, row] of rows.entries())
    expect(row.starts_at).toBeGreaterThanOrEqual(rows[i - 1]?.ends_at ?? 0)
  $client.close()
})
