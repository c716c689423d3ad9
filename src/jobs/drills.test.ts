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

/** The instant at which the practice started for the first time. */
const FIRST_START = Date.parse('2027-01-07T12:40:00Z')

/** Stands for the process that makes a drill. Returns its result. */
type MakeDrill = (now: Instant) => ProgramResult

/** Opens a practice with a backup of its first day. */
function openWithBackup() {
  const dir = tempDir()
  const db = openEmptyDatabase(join(dir, 'ordi.db'))
  onTestFinished(() => void db.$client.close())
  // `openApp` writes this setting at the first start. `findFirstStart` reads its time.
  db.$client
    .prepare(`insert into settings (name, value, updated_at) values ('canary', 'encrypted', ?)`)
    .run(FIRST_START)
  mkdirSync(join(dir, 'backups'))
  writeFileSync(join(dir, 'backups/ordi-2027-01-07T124100Z.db'), '')
  const { lines, log } = recordLog()
  const config = { ...readConfig({}), appSecret: 'x'.repeat(32) }
  /** Runs the job at an instant, at which it may make a drill. */
  const runJobAt = (now: Instant, makeDrill: MakeDrill) =>
    drillWhenDue(
      () => ({ db, now, actor: { kind: 'job' }, config }),
      { drill: async () => makeDrill(now), log },
      new AbortController().signal,
    )
  return { db, lines, runJobAt }
}

/** How many days the job runs, and how it makes a drill. */
type HourlyRuns = Readonly<{
  runJobAt: ReturnType<typeof openWithBackup>['runJobAt']
  days: number
  makeDrill: MakeDrill
}>

/**
 * Runs the job every hour, for so many days from the first start.
 * @returns the days, counted from 0, on which a drill was made
 */
async function daysWithDrill({ runJobAt, days, makeDrill }: HourlyRuns): Promise<number[]> {
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
  const makeDrill = (at: Instant): ProgramResult => {
    recordTaskOutcome(db, 'drill', { at, file: 'x' })
    return { output: 'Restored' }
  }
  expect(await daysWithDrill({ runJobAt, days: 65, makeDrill })).toEqual([1, 31, 61])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    Array(3).fill({ msg: 'drill done', output: 'Restored' }),
  )
})

it('a drill that fails is made again a day later', async () => {
  const { db, runJobAt } = openWithBackup()
  const failDrill = (at: Instant): ProgramResult => {
    recordTaskOutcome(db, 'drill', { at, file: 'x', error: 'damaged' })
    return { error: 'status 1', output: '' }
  }
  expect(await daysWithDrill({ runJobAt, days: 3, makeDrill: failDrill })).toEqual([1, 2])
})

it('a drill that is killed is recorded as failed, and made again a day later', async () => {
  const { db, runJobAt } = openWithBackup()
  const killDrill = (): ProgramResult => ({ error: 'ended by SIGKILL', output: '' })
  expect(await daysWithDrill({ runJobAt, days: 3, makeDrill: killDrill })).toEqual([1, 2])
  expect(readTaskOutcome(db, 'drill')).toMatchObject({
    file: 'ordi-2027-01-07T124100Z.db',
    error: 'ended by SIGKILL',
  })
})
