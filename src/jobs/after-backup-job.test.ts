import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { readTaskOutcome } from '../db/task-outcomes.ts'
import { HOUR } from '../shared/day.ts'
import { openEmptyDatabase } from '../testing/databases.ts'
import { writeProgram } from '../testing/shell-program.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { recordLog } from '../testing/test-app.ts'
import { runAfterBackupWhenDue } from './after-backup.ts'

/** The names of the backups of two nights. */
const FIRST_BACKUP = 'ordi-2027-01-11T011500Z.db.age'
const SECOND_BACKUP = 'ordi-2027-01-12T011500Z.db.age'

/** Opens a practice, an hour after the backup of the night, whose AFTER_BACKUP is this program. */
function openAtNight(program: string | undefined) {
  const dir = tempDir()
  const db = openEmptyDatabase(join(dir, 'ordi.db'))
  onTestFinished(() => void db.$client.close())
  mkdirSync(join(dir, 'backups'))
  const { lines, log } = recordLog()
  const config = { ...readConfig({ AFTER_BACKUP: program }), appSecret: 'x'.repeat(32) }
  let now = Date.parse('2027-01-11T02:15:00Z')
  return {
    db,
    /** The lines of the log. */
    lines,
    /** Advances the clock, and returns its time. */
    pass: (milliseconds: number) => {
      now += milliseconds
      return now
    },
    /** Writes an empty backup of this name. */
    putBackup: (name: string) => writeFileSync(join(dir, 'backups', name), ''),
    runJob: () =>
      runAfterBackupWhenDue(
        () => ({ db, now, actor: { kind: 'job' }, config }),
        log,
        new AbortController().signal,
      ),
  }
}

describe('the job that runs AFTER_BACKUP', () => {
  it('gives the program the newest backup of a night only once', async () => {
    const callsFile = join(tempDir(), 'calls')
    const { putBackup, runJob } = openAtNight(writeProgram(`basename "$1" >> ${callsFile}`))
    await runJob()
    expect(existsSync(callsFile)).toBe(false)

    putBackup('ordi-2027-01-10T011500Z.db')
    putBackup(FIRST_BACKUP)
    putBackup('before-upgrade-1.db')
    await runJob()
    await runJob()
    expect(readFileSync(callsFile, 'utf8')).toBe(`${FIRST_BACKUP}\n`)
  })

  it('repeats a failed copy until it succeeds, and logs each attempt', async () => {
    const callsFile = join(tempDir(), 'calls')
    /** While this file exists, the program fails, but only after it has recorded its call. */
    const brokenFile = `${callsFile}.broken`
    const program = writeProgram(`basename "$1" >> ${callsFile}`, `test ! -e ${brokenFile}`)
    const { db, lines, pass, putBackup, runJob } = openAtNight(program)
    putBackup(FIRST_BACKUP)
    await runJob()

    writeFileSync(brokenFile, '')
    const nextNight = pass(24 * HOUR)
    putBackup(SECOND_BACKUP)
    await runJob()
    await runJob()
    expect(readTaskOutcome(db, 'after-backup')).toEqual({
      at: nextNight,
      file: SECOND_BACKUP,
      error: 'status 1',
      succeededAt: nextNight - 24 * HOUR,
    })

    rmSync(brokenFile)
    pass(HOUR)
    await runJob()
    expect(readTaskOutcome(db, 'after-backup')?.error).toBeUndefined()
    // The copy of the second backup failed twice before it succeeded.
    expect(readFileSync(callsFile, 'utf8')).toBe(`${FIRST_BACKUP}\n${`${SECOND_BACKUP}\n`.repeat(3)}`)
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(['info', 'error', 'error', 'info'])
  })

  it('does nothing without a program', async () => {
    const { db, putBackup, runJob } = openAtNight(undefined)
    putBackup(FIRST_BACKUP)
    await runJob()
    expect(readTaskOutcome(db, 'after-backup')).toBeUndefined()
  })
})
