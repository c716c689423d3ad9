import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { readTaskOutcome } from '../db/task-outcomes.ts'
import { runProgram } from '../program.ts'
import { HOUR } from '../shared/day.ts'
import { openEmptyDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { recordLog } from '../testing/test-app.ts'
import { runAfterBackup, runAfterBackupWhenDue } from './after-backup.ts'

/** Writes a program with these lines of shell. @returns its path */
function writeProgram(...lines: string[]): string {
  const path = join(tempDir(), 'after-backup')
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 })
  return path
}

/** Returns whether a process is alive. */
function isRunning(pid: number): boolean {
  try {
    // A zombie whose parent does not ask for its status counts as ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('the program after a backup', () => {
  it('gets its arguments and the path of the backup without a shell', async () => {
    const program = writeProgram('printf "<%s>" "$@"', 'echo', 'env | grep ORDI')
    const { error, output } = await runAfterBackup([program, '--to', '$HOME;id'], '/data/backups/a b.db.age')
    expect(error).toBeUndefined()
    expect(output).toContain('<--to><$HOME;id></data/backups/a b.db.age>\n')
    expect(output).toContain('ORDI_BACKUP_FILE=/data/backups/a b.db.age')
  })

  it('gets no secret of Ordi, and its own passwords are masked in what it writes', async () => {
    vi.stubEnv('APP_SECRET', 'the secret of this practice, long')
    vi.stubEnv('SMTP_URL_FILE', '/run/secrets/smtp')
    vi.stubEnv('RESTIC_PASSWORD', 'horse battery')
    const program = writeProgram(
      "env | grep -E 'RESTIC|SECRET|SMTP'",
      'echo to sftp://ordi:geheim@nas.example/ordi >&2',
    )
    const { error, output } = await runAfterBackup([program], '/backup.db')
    expect(error).toBeUndefined()
    expect(output).toContain('RESTIC_PASSWORD=********\n')
    expect(output).toContain('to sftp://********@nas.example/ordi')
    expect(output).not.toMatch(/practice, long|SMTP_URL|horse|geheim/)
    vi.unstubAllEnvs()
  })

  it('has failed with its exit status and the end of its output', async () => {
    const program = writeProgram('yes line | head -2000', 'echo no room >&2', 'exit 3')
    const { error, output } = await runAfterBackup([program], '/backup.db')
    expect(error).toBe('status 3')
    expect(output).toMatch(/no room$/)
    expect(output.length).toBeLessThanOrEqual(2000)
  })

  it('is reported as missing if it does not exist', async () => {
    const { error } = await runAfterBackup([join(tempDir(), 'nowhere')], '/backup.db')
    expect(error).toMatch(/ENOENT/)
  })

  /** Writes a program that starts a child process and waits for it. */
  function writeParent() {
    const pidFile = join(tempDir(), 'pid')
    return {
      parent: writeProgram(`sleep 60 & echo $! > ${pidFile}; wait`),
      hasChildStarted: () => existsSync(pidFile),
      isChildRunning: () => existsSync(pidFile) && isRunning(Number(readFileSync(pidFile, 'utf8'))),
    }
  }

  it('is ended with its child processes when the time is up', async () => {
    const { parent, hasChildStarted, isChildRunning } = writeParent()
    expect((await runProgram([parent], { timeLimit: 300 })).error).toBe('not done in time')
    expect(hasChildStarted()).toBe(true)
    await expect.poll(isChildRunning).toBe(false)
  })

  it('is ended with its child processes when the server stops', async () => {
    const { parent, isChildRunning } = writeParent()
    const stop = new AbortController()
    const running = runAfterBackup([parent], '/backup.db', stop.signal)
    await expect.poll(isChildRunning).toBe(true)
    stop.abort()
    expect((await running).error).toBe('ended by SIGTERM')
    await expect.poll(isChildRunning).toBe(false)
  })

  it('is ended at once when the server is already stopping', async () => {
    const program = writeProgram('sleep 60')
    const { error } = await runAfterBackup([program], '/backup.db', AbortSignal.abort())
    expect(error).toBe('ended by SIGTERM')
  })
})

describe('copying backups to another place', () => {
  /** Opens a practice at night whose AFTER_BACKUP is this program. */
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

  it('gives the program the newest backup of a night only once', async () => {
    const callsFile = join(tempDir(), 'calls')
    const { putBackup, runJob } = openAtNight(writeProgram(`basename "$1" >> ${callsFile}`))
    await runJob()
    expect(existsSync(callsFile)).toBe(false)

    putBackup('ordi-2027-01-10T011500Z.db')
    putBackup('ordi-2027-01-11T011500Z.db.age')
    putBackup('before-upgrade-1.db')
    await runJob()
    await runJob()
    expect(readFileSync(callsFile, 'utf8')).toBe('ordi-2027-01-11T011500Z.db.age\n')
  })

  it('repeats a failed copy until it succeeds, and logs each attempt', async () => {
    const callsFile = join(tempDir(), 'calls')
    /** While this file exists, the program fails after it has written its call. */
    const brokenFile = `${callsFile}.broken`
    const program = writeProgram(`basename "$1" >> ${callsFile}`, `test ! -e ${brokenFile}`)
    const { db, lines, pass, putBackup, runJob } = openAtNight(program)
    putBackup('ordi-2027-01-11T011500Z.db.age')
    await runJob()

    writeFileSync(brokenFile, '')
    const nextNight = pass(24 * HOUR)
    putBackup('ordi-2027-01-12T011500Z.db.age')
    await runJob()
    await runJob()
    expect(readTaskOutcome(db, 'after-backup')).toEqual({
      at: nextNight,
      file: 'ordi-2027-01-12T011500Z.db.age',
      error: 'status 1',
      succeededAt: nextNight - 24 * HOUR,
    })

    rmSync(brokenFile)
    pass(HOUR)
    await runJob()
    expect(readTaskOutcome(db, 'after-backup')?.error).toBeUndefined()
    // The copy of the second backup failed twice before it succeeded.
    const [first, second] = ['ordi-2027-01-11T011500Z.db.age\n', 'ordi-2027-01-12T011500Z.db.age\n']
    expect(readFileSync(callsFile, 'utf8')).toBe(first + second.repeat(3))
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(['info', 'error', 'error', 'info'])
  })

  it('does nothing without a program', async () => {
    const { db, putBackup, runJob } = openAtNight(undefined)
    putBackup('ordi-2027-01-11T011500Z.db')
    await runJob()
    expect(readTaskOutcome(db, 'after-backup')).toBeUndefined()
  })
})
