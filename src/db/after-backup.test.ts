import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { runProgram } from '../program.ts'
import { HOUR } from '../shared/day.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { recordLog } from '../testing/test-app.ts'
import { handOver, handOverWhenDue } from './after-backup.ts'
import { openDatabase } from './open.ts'
import { readTask } from './task-outcomes.ts'

/** A program with these lines of shell. */
function aProgram(...lines: string[]): string {
  const path = join(tempDir(), 'after-backup')
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 })
  return path
}

const isRunning = (pid: number): boolean => {
  try {
    // A zombie whose parent does not ask for its status counts as ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('the program after a backup', () => {
  it('gets its arguments and the path without a shell, and no secret of Ordi', async () => {
    vi.stubEnv('APP_SECRET', 'the secret of this practice, long')
    vi.stubEnv('SMTP_URL_FILE', '/run/secrets/smtp')
    vi.stubEnv('RESTIC_PASSWORD', 'horse battery')
    const program = aProgram(
      'printf "<%s>" "$@"',
      'echo',
      "env | grep -E 'ORDI|RESTIC|SECRET|SMTP'",
      'echo to sftp://ordi:geheim@nas.example/ordi >&2',
    )
    const { error, output } = await handOver([program, '--to', '$HOME;id'], '/data/backups/a b.db.age')
    expect(error).toBeUndefined()
    expect(output).toContain('<--to><$HOME;id></data/backups/a b.db.age>\n')
    expect(output).toContain('ORDI_BACKUP_FILE=/data/backups/a b.db.age\n')
    expect(output).toContain('RESTIC_PASSWORD=********\n')
    expect(output).toContain('to sftp://********@nas.example/ordi')
    expect(output).not.toMatch(/practice, long|SMTP_URL|horse|geheim/)
    vi.unstubAllEnvs()
  })

  it('says why it failed, with the end of what it wrote', async () => {
    const program = aProgram('yes line | head -2000', 'echo no room >&2', 'exit 3')
    const { error, output } = await handOver([program], '/backup.db')
    expect([error, output.length <= 2000, output.endsWith('no room')]).toEqual(['status 3', true, true])
    expect((await handOver([join(tempDir(), 'nowhere')], '/backup.db')).error).toMatch(/ENOENT/)
  })

  it('is ended with everything that it started when the time is up, or the server stops', async () => {
    const pidFile = join(tempDir(), 'pid')
    const program = aProgram(`sleep 60 & echo $! > ${pidFile}; wait`)
    const childEnded = () => expect.poll(() => isRunning(Number(readFileSync(pidFile, 'utf8')))).toBe(false)
    expect((await runProgram([program], { timeLimit: 300 })).error).toBe('not done in time')
    await childEnded()
    const stop = new AbortController()
    const stopped = handOver([program], '/backup.db', stop.signal)
    await expect
      .poll(() => existsSync(pidFile) && isRunning(Number(readFileSync(pidFile, 'utf8'))))
      .toBe(true)
    stop.abort()
    expect((await stopped).error).toBe('ended by SIGTERM')
    await childEnded()
  })
})

describe('taking backups out of the house', () => {
  function aPractice(program: string | undefined) {
    const dir = tempDir()
    const db = openDatabase(join(dir, 'ordi.db'))
    mkdirSync(join(dir, 'backups'))
    const { lines, log } = recordLog()
    const config = { ...readConfig({ AFTER_BACKUP: program }), appSecret: 'x'.repeat(32) }
    let now = Date.parse('2027-01-11T02:15:00Z')
    return {
      dir,
      db,
      lines,
      pass: (milliseconds: number) => {
        now += milliseconds
        return now
      },
      put: (name: string) => writeFileSync(join(dir, 'backups', name), ''),
      run: () =>
        handOverWhenDue(
          () => ({ db, now, actor: { kind: 'job' }, config }),
          log,
          new AbortController().signal,
        ),
    }
  }

  it('gives the program each backup once, and a failed one again', async () => {
    const calls = join(tempDir(), 'calls')
    const program = aProgram(`basename "$1" >> ${calls}`, `test ! -e ${calls}.broken`)
    const { db, lines, pass, put, run } = aPractice(program)
    await run()
    expect(existsSync(calls)).toBe(false)
    put('ordi-2027-01-10T011500Z.db')
    put('ordi-2027-01-11T011500Z.db.age')
    put('before-upgrade-1.db')
    for (let i = 0; i < 2; i++) await run()
    expect(readFileSync(calls, 'utf8')).toBe('ordi-2027-01-11T011500Z.db.age\n')

    writeFileSync(`${calls}.broken`, '')
    const at = pass(24 * HOUR)
    put('ordi-2027-01-12T011500Z.db.age')
    for (let i = 0; i < 2; i++) await run()
    expect(readTask(db, 'after-backup')).toEqual({
      at,
      file: 'ordi-2027-01-12T011500Z.db.age',
      error: 'status 1',
      succeededAt: at - 24 * HOUR,
    })
    writeFileSync(program, '#!/bin/sh\n')
    pass(HOUR)
    await run()
    expect(readTask(db, 'after-backup')?.error).toBeUndefined()
    expect(readFileSync(calls, 'utf8').split('\n')).toHaveLength(4)
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(['info', 'error', 'error', 'info'])
    db.$client.close()
  })

  it('does nothing without a program', async () => {
    const { db, put, run } = aPractice(undefined)
    put('ordi-2027-01-11T011500Z.db')
    await run()
    expect(readTask(db, 'after-backup')).toBeUndefined()
    db.$client.close()
  })
})
