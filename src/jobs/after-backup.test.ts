import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { runProgram } from '../program.ts'
import { writeProgram } from '../testing/shell-program.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { runAfterBackup } from './after-backup.ts'

/** Returns whether a process is alive. */
function isRunning(pid: number): boolean {
  try {
    // A zombie whose parent does not ask for its status counts as ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Writes a program that starts a child process and waits for it. */
function writeParent() {
  const pidFile = join(tempDir(), 'pid')
  return {
    parent: writeProgram(`sleep 60 & echo $! > ${pidFile}; wait`),
    hasChildStarted: () => existsSync(pidFile),
    isChildRunning: () => existsSync(pidFile) && isRunning(Number(readFileSync(pidFile, 'utf8'))),
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
    // `runProgram` keeps the last 2000 characters.
    expect(output.length).toBeLessThanOrEqual(2000)
  })

  it('is reported as missing if it does not exist', async () => {
    const { error } = await runAfterBackup([join(tempDir(), 'nowhere')], '/backup.db')
    expect(error).toMatch(/ENOENT/)
  })

  it('is ended with its child processes when the time is up', async () => {
    // `runAfterBackup` would give it an hour.
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
