import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readdirSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MAIN, ordi, success } from '../testing/command-line.ts'
import { damageIndex } from '../testing/damaged-database.ts'
import { changeDatabase, rowsIn } from '../testing/data-directory.ts'
import { freePort } from '../testing/free-port.ts'
import { readLog, startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** Keeps a generated password out of the output, which then is only the log. */
const ADMIN_PASSWORD = 'drei Enten fahren Tretboot'
/** Linux fails every write to this device as if the disk were full. */
const FULL_DISK = '/dev/full'

describe('a running server', () => {
  it('answers, is healthy, and leaves a single database file after stopping', async () => {
    const DATA_DIR = tempDir()
    const server = await startOrdi({ DATA_DIR, ORDI_DEMO: '1', ADMIN_PASSWORD })
    const answer = await fetch(`${server.url}/api/status`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ booking: { open: true, cancel_hours: 24 } })
    expect(
      rowsIn(DATA_DIR, `select 1 from absences where kind = 'holiday' and title = 'Christtag'`),
    ).not.toEqual([])
    expect(await ordi(['healthcheck'], { PORT: String(server.port) })).toEqual(success(''))
    expect(await server.stop()).toBe(0)
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', 'secret.key'])
    const lines = readLog(server)
    expect(lines.at(0)?.msg).toBe('Ordi is open')
    expect(lines.at(-1)?.msg).toBe('Ordi is closed')
  })

  it('logs that the clock is behind what was stored', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed'], { DATA_DIR })
    changeDatabase(DATA_DIR, `update settings set updated_at = ${Date.parse('2100-01-11T08:30:00+01:00')}`)
    const server = await startOrdi({ DATA_DIR, ADMIN_PASSWORD })
    await server.stop()
    const warnings = readLog(server).filter(({ level, msg }) => level === 'warn' && msg.includes('clock'))
    expect(warnings.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(
        /^The clock is wrong: it says 2\S+, but something was stored at 2100-01-11T08:30:00\+01:00: set it \(timedatectl/,
      ),
    ])
  })

  it('writes nothing to standard error while it renders pages', async () => {
    const server = await startOrdi({ DATA_DIR: tempDir(), ORDI_DEMO: '1', ADMIN_PASSWORD })
    for (const page of ['/', '/admin/login', '/meine-termine'])
      expect((await fetch(`${server.url}${page}`)).status).toBe(200)
    await server.stop()
    expect(server.output().err).toBe('')
  })

  it.runIf(existsSync(FULL_DISK))('answers and stops while its log cannot be written', async () => {
    const port = String(await freePort())
    const child = spawn(process.execPath, [MAIN, 'serve'], {
      env: { DATA_DIR: tempDir(), ADMIN_PASSWORD, PORT: port, HOST: '127.0.0.1' },
      stdio: ['ignore', openSync(FULL_DISK, 'w'), 'ignore'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const healthStatus = () =>
      fetch(`http://127.0.0.1:${port}/api/health`).then(({ status }) => status, String)
    await expect.poll(healthStatus).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('refuses a large body with and without a Content-Length', async () => {
    const server = await startOrdi({ DATA_DIR: tempDir() })
    const headers = { 'content-type': 'application/json' }
    const megabyte = ' '.repeat(1024 * 1024)
    const whole = await fetch(`${server.url}/api/email/send`, { method: 'POST', headers, body: megabyte })
    const inPieces = await fetch(`${server.url}/api/email/send`, {
      method: 'POST',
      headers,
      body: new Blob([megabyte]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(whole.status).toBe(413)
    expect(inPieces.status).toBe(413)
    await server.stop()
  })

  it('limits requests by the IP address of the socket', async () => {
    const server = await startOrdi({ DATA_DIR: tempDir() })
    const statusFor = async (claimedAddress: string) =>
      (await fetch(`${server.url}/api/status`, { headers: { 'x-forwarded-for': claimedAddress } })).status
    const claimedAddresses = Array.from({ length: 190 }, (_, index) => `198.51.100.${index}`)
    // The limit is for one second, in which a busy machine may not send enough requests.
    const statuses = () => Promise.all(claimedAddresses.map(statusFor))
    await expect.poll(statuses).toContain(429)
    await server.stop()
  })

  it('logs a warning without rate limits, and another without BASE_URL', async () => {
    const DATA_DIR = tempDir()
    const warnings = async (env: Record<string, string>) => {
      const server = await startOrdi({ DATA_DIR, ADMIN_PASSWORD, ...env })
      await server.stop()
      return readLog(server).filter(({ level }) => level === 'warn')
    }
    expect(await warnings({ RATE_LIMITS: 'off', BASE_URL: 'https://termine.example' })).toMatchObject([
      { msg: expect.stringContaining('RATE_LIMITS=off') },
    ])
    expect(await warnings({})).toMatchObject([{ msg: expect.stringContaining('BASE_URL is not set') }])
  })
})

it('the start of a server detects a damaged database', async () => {
  const DATA_DIR = tempDir()
  await ordi(['seed'], { DATA_DIR })
  // No request in this test reads the index.
  damageIndex(DATA_DIR, 'events_by_booking')

  const server = await startOrdi({ DATA_DIR, ADMIN_PASSWORD })
  await expect.poll(async () => (await fetch(`${server.url}/api/health`)).status).toBe(503)
  await expect
    .poll(() => readLog(server).at(-1))
    .toMatchObject({
      level: 'fatal',
      msg: 'the database is damaged: stop Ordi and restore a backup (ordi restore FILE --yes)',
    })
  expect(await server.stop()).toBe(0)
})
