import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { readTaskOutcome, recordTaskOutcome } from '../db/task-outcomes.ts'
import type { ProgramResult } from '../program.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { openEmptyDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { recordLog } from '../testing/test-app.ts'
import { drillWhenDue } from './drills.ts'

const FIRST_START = Date.parse('2027-01-07T12:40:00Z')

/** Opens a practice with a backup of its first day. */
function openWithBackup() {
  const dir = tempDir()
  const db = openEmptyDatabase(join(dir, 'ordi.db'))
  // `openApp` writes this setting at the first start, and its time tells when that was.
  db.$client
    .prepare(`insert into settings (name, value, updated_at) values ('canary', 'encrypted', ?)`)
    .run(FIRST_START)
  mkdirSync(join(dir, 'backups'))
  writeFileSync(join(dir, 'backups/ordi-2027-01-07T124100Z.db'), '')
  const { lines, log } = recordLog()
  const config = { ...readConfig({}), appSecret: 'x'.repeat(32) }
  /**
   * Looks every hour whether a drill is due, for some days from the first start.
   * @returns the days on which a drill was made
   */
  const daysWithDrill = async (days: number, drill: (now: number) => ProgramResult) => {
    const made: number[] = []
    for (let now = FIRST_START; now < FIRST_START + days * DAY_LENGTH; now += HOUR) {
      const port = async () => {
        made.push(Math.floor((now - FIRST_START) / DAY_LENGTH))
        return drill(now)
      }
      const ctx = () => ({ db, now, actor: { kind: 'job' }, config }) as const
      await drillWhenDue(ctx, { drill: port, log }, new AbortController().signal)
    }
    return made
  }
  return { db, daysWithDrill, lines }
}

it('a drill is made a day after the first start, then every thirty days', async () => {
  const { db, daysWithDrill, lines } = openWithBackup()
  const succeeding = (at: number): ProgramResult => {
    recordTaskOutcome(db, 'drill', { at, file: 'x' })
    return { output: 'Restored' }
  }
  expect(await daysWithDrill(65, succeeding)).toEqual([1, 31, 61])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    Array(3).fill({ msg: 'drill done', output: 'Restored' }),
  )
  db.$client.close()
})

it('a drill that fails is made again a day later', async () => {
  const { db, daysWithDrill } = openWithBackup()
  const failing = (at: number): ProgramResult => {
    recordTaskOutcome(db, 'drill', { at, file: 'x', error: 'damaged' })
    return { error: 'status 1', output: '' }
  }
  expect(await daysWithDrill(3, failing)).toEqual([1, 2])
  db.$client.close()
})

it('a drill that is killed is recorded as failed, and made again a day later', async () => {
  const { db, daysWithDrill } = openWithBackup()
  const killed = (): ProgramResult => ({ error: 'ended by SIGKILL', output: '' })
  expect(await daysWithDrill(3, killed)).toEqual([1, 2])
  expect(readTaskOutcome(db, 'drill')).toMatchObject({
    file: 'ordi-2027-01-07T124100Z.db',
    error: 'ended by SIGKILL',
  })
  db.$client.close()
})
