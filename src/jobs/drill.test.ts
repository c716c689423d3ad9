import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { readTask, recordTask } from '../db/task-outcomes.ts'
import type { ProgramResult } from '../program.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { recordLog } from '../testing/test-app.ts'
import { drillWhenDue } from './drill.ts'

const FIRST_START = Date.parse('2027-01-07T12:40:00Z')

function aPractice() {
  const dir = tempDir()
  const db = openDatabase(join(dir, 'ordi.db'))
  db.$client.prepare(`insert into settings values ('canary', 'encrypted', ?)`).run(FIRST_START)
  mkdirSync(join(dir, 'backups'))
  writeFileSync(join(dir, 'backups/ordi-2027-01-07T124100Z.db'), '')
  const { lines, log } = recordLog()
  const config = { ...readConfig({}), appSecret: 'x'.repeat(32) }
  /** Looks every hour, for so many days. @returns the days on which a drill was made */
  const days = async (from: number, to: number, drill: (now: number) => ProgramResult) => {
    const made: number[] = []
    for (let now = FIRST_START + from * DAY_LENGTH; now < FIRST_START + to * DAY_LENGTH; now += HOUR) {
      const port = async () => {
        made.push(Math.floor((now - FIRST_START) / DAY_LENGTH))
        return drill(now)
      }
      const ctx = () => ({ db, now, actor: { kind: 'job' }, config }) as const
      await drillWhenDue(ctx, { drill: port, log }, new AbortController().signal)
    }
    return made
  }
  return { db, days, lines }
}

it('a drill is made a day after the first start, then every thirty days', async () => {
  const { db, days, lines } = aPractice()
  const succeeding = (at: number): ProgramResult => {
    recordTask(db, 'drill', { at, file: 'x' })
    return { output: 'Restored' }
  }
  expect(await days(0, 65, succeeding)).toEqual([1, 31, 61])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {},
    {},
    { msg: 'drill done', output: 'Restored' },
  ])
  db.$client.close()
})

it('a drill that fails, or is killed before it notes why, is made again a day later', async () => {
  const { db, days } = aPractice()
  const failing = (at: number): ProgramResult => {
    recordTask(db, 'drill', { at, file: 'x', error: 'damaged' })
    return { error: 'status 1', output: '' }
  }
  expect(await days(0, 3, failing)).toEqual([1, 2])
  expect(await days(3, 5, () => ({ error: 'ended by SIGKILL', output: '' }))).toEqual([3, 4])
  expect(readTask(db, 'drill')).toMatchObject({
    file: 'ordi-2027-01-07T124100Z.db',
    error: 'ended by SIGKILL',
  })
  db.$client.close()
})
