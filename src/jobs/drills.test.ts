import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { readTaskOutcome, recordTaskOutcome } from '../db/task-outcomes.ts'
import type { ProgramResult } from '../program.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { openEmptyDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { recordLog } from '../testing/test-app.ts'
import { drillWhenDue } from './drills.ts'

const FIRST_START = Date.parse('2027-01-07T12:40:00Z')

/** Opens a practice with a backup of its first day. */
function openWithBackup() {
  const dir = tempDir()
  const db = openEmptyDatabase(join(dir, 'ordi.db'))
  onTestFinished(() => void db.$client.close())
  // `openApp` writes this setting at the first start, and its time tells when that was.
  db.$client
    .prepare(`insert into settings (name, value, updated_at) values ('canary', 'encrypted', ?)`)
    .run(FIRST_START)
  mkdirSync(join(dir, 'backups'))
  writeFileSync(join(dir, 'backups/ordi-2027-01-07T124100Z.db'), '')
  const { lines, log } = recordLog()
  const config = { ...readConfig({}), appSecret: 'x'.repeat(32) }
  /** Runs the job at an instant. `makeDrill` stands for the process that makes the drill. */
  const runJobAt = (now: Instant, makeDrill: (now: Instant) => ProgramResult) =>
    drillWhenDue(
      () => ({ db, now, actor: { kind: 'job' }, config }),
      { drill: async () => makeDrill(now), log },
      new AbortController().signal,
    )
  return { db, lines, runJobAt }
}

/**
 * Runs the job every hour, for some days from the first start.
 * @returns the days, counted from 0, on which a drill was made
 */
async function daysWithDrill(
  runJobAt: ReturnType<typeof openWithBackup>['runJobAt'],
  days: number,
  makeDrill: (now: Instant) => ProgramResult,
): Promise<number[]> {
  const daysMade: number[] = []
  for (let hour = 0; hour < days * 24; hour++)
    await runJobAt(FIRST_START + hour * HOUR, (now) => {
      daysMade.push(Math.floor(hour / 24))
      return makeDrill(now)
    })
  return daysMade
}

it('a drill is made a day after the first start, then every thirty days', async () => {
  const { db, lines, runJobAt } = openWithBackup()
  const succeeding = (at: Instant): ProgramResult => {
    recordTaskOutcome(db, 'drill', { at, file: 'x' })
    return { output: 'Restored' }
  }
  expect(await daysWithDrill(runJobAt, 65, succeeding)).toEqual([1, 31, 61])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    Array(3).fill({ msg: 'drill done', output: 'Restored' }),
  )
})

it('a drill that fails is made again a day later', async () => {
  const { db, runJobAt } = openWithBackup()
  const failing = (at: Instant): ProgramResult => {
    recordTaskOutcome(db, 'drill', { at, file: 'x', error: 'damaged' })
    return { error: 'status 1', output: '' }
  }
  expect(await daysWithDrill(runJobAt, 3, failing)).toEqual([1, 2])
})

it('a drill that is killed is recorded as failed, and made again a day later', async () => {
  const { db, runJobAt } = openWithBackup()
  const killed = (): ProgramResult => ({ error: 'ended by SIGKILL', output: '' })
  expect(await daysWithDrill(runJobAt, 3, killed)).toEqual([1, 2])
  expect(readTaskOutcome(db, 'drill')).toMatchObject({
    file: 'ordi-2027-01-07T124100Z.db',
    error: 'ended by SIGKILL',
  })
})
