import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { failure, freePort, ordi, ordiProcess, rowsIn, startOrdi, success } from '../testing/command-line.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** With it, the output is the log only. */
const ADMIN_PASSWORD = 'drei Enten fahren Tretboot'
const EMAIL = '{"email":"rosa@musterfrau.example"}'

const logOf = (server: Awaited<ReturnType<typeof startOrdi>>) =>
  server
    .output()
    .out.trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; msg: string })

describe('a running server', () => {
  it('answers, is healthy, and leaves one database file after stopping', async () => {
    const DATA_DIR = tempDir()
    const server = await startOrdi({ DATA_DIR, ORDI_DEMO: '1', ADMIN_PASSWORD })
    const status = await fetch(`${server.url}/api/status`)
    expect([status.status, (await status.json()) as unknown]).toMatchObject([
      200,
      { booking: { open: true, cancel_hours: 24 } },
    ])
    expect(
      rowsIn(DATA_DIR, `select 1 from absences where kind = 'holiday' and title = 'Christtag'`),
    ).not.toEqual([])
    expect(await ordi(['healthcheck'], { PORT: String(server.port) })).toEqual(success(''))
    expect(await server.stop()).toBe(0)
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', 'secret.key'])
    const lines = logOf(server)
    expect([lines[0]?.msg, lines.at(-1)?.msg]).toEqual(['Ordi is open', 'Ordi is closed'])
  })

  it('refuses a large body with and without a Content-Length, and limits the address of the socket', async () => {
    const server = await startOrdi({ DATA_DIR: tempDir() })
    const headers = { 'content-type': 'application/json' }
    const large = ' '.repeat(1024 * 1024)
    const whole = await fetch(`${server.url}/api/email/send`, { method: 'POST', headers, body: large })
    const pieces = await fetch(`${server.url}/api/email/send`, {
      method: 'POST',
      headers,
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([whole.status, pieces.status]).toEqual([413, 413])

    const call = (i: number) =>
      fetch(`${server.url}/api/status`, { headers: { 'x-forwarded-for': `198.51.100.${i}` } })
    // The limit counts the calls of a second, in which a busy machine may not make enough of them.
    const statuses = async () =>
      (await Promise.all(Array.from({ length: 190 }, (_, i) => call(i)))).map(({ status }) => status)
    await expect.poll(statuses, { timeout: 30_000 }).toContain(429)
    await server.stop()
  })

  it('logs a warning without rate limits, and one without an address', async () => {
    const DATA_DIR = tempDir()
    const warnings = async (env: Record<string, string>) => {
      const server = await startOrdi({ DATA_DIR, ADMIN_PASSWORD, ...env })
      await server.stop()
      return logOf(server).filter(({ level }) => level === 'warn')
    }
    expect(await warnings({ RATE_LIMITS: 'off', BASE_URL: 'https://termine.example' })).toMatchObject([
      { msg: expect.stringContaining('RATE_LIMITS=off') },
    ])
    expect(await warnings({})).toMatchObject([{ msg: expect.stringContaining('BASE_URL is not set') }])
  })
})

it('a start finds damage before a patient does', async () => {
  const DATA_DIR = tempDir()
  await ordi(['seed'], { DATA_DIR })
  const file = join(DATA_DIR, 'ordi.db')
  const [{ pageno }] = rowsIn(DATA_DIR, `select pageno from dbstat where name = 'events_by_booking'`) as [
    { pageno: number },
  ]
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4096, 'noise'), 0, 4096, (pageno - 1) * 4096)
  closeSync(handle)
  const server = await startOrdi({ DATA_DIR, ADMIN_PASSWORD })
  await expect
    .poll(async () => (await fetch(`${server.url}/api/health`)).status, { timeout: 5_000 })
    .toBe(503)
  await expect
    .poll(() => logOf(server).at(-1))
    .toMatchObject({
      level: 'fatal',
      msg: 'the database is damaged: stop Ordi and restore a backup (ordi restore FILE --yes)',
    })
  expect(await server.stop()).toBe(0)
})

describe('stopping a server', () => {
  /** A call that the server has begun to read, and of which half the body is still to come. */
  async function beginCall(port: number, agent?: Agent) {
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/email/send',
      headers: { 'content-type': 'application/json', 'content-length': EMAIL.length, expect: '100-continue' },
      ...(agent && { agent }),
    })
    call.flushHeaders()
    await once(call, 'continue')
    call.write(EMAIL.slice(0, 10))
    const response = once(call, 'response') as Promise<[IncomingMessage]>
    return async () => {
      call.end(EMAIL.slice(10))
      const [answer] = await response
      await text(answer)
      return answer.statusCode
    }
  }
  const refusesCalls = (url: string) => () =>
    fetch(url).then(
      () => false,
      () => true,
    )

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s finishes running requests and accepts no new ones',
    async (signal) => {
      const DATA_DIR = tempDir()
      const server = await startOrdi({ DATA_DIR, ORDI_DEMO: '1' })
      const agent = new Agent({ keepAlive: true })
      const calls = await Promise.all(Array.from({ length: 5 }, () => beginCall(server.port, agent)))
      const stopped = server.stop(signal)
      await expect.poll(refusesCalls(server.url)).toBe(true)
      const statuses = await Promise.all(calls.map((finish) => finish()))
      // From the third mail on, an origin is asked for the bot check.
      expect(statuses.toSorted()).toEqual([200, 200, 400, 400, 400])
      expect(await stopped).toBe(0)
      expect(rowsIn(DATA_DIR, 'select id from messages')).toHaveLength(2)
      agent.destroy()
    },
  )

  it.runIf(process.platform === 'linux')(
    'loses nothing when the disk is full, and says so in the metrics',
    async () => {
      const DATA_DIR = tempDir()
      const server = await startOrdi({ DATA_DIR, ORDI_DEMO: '1', ADMIN_PASSWORD })
      const isInDanger = async () =>
        (await (await fetch(`${server.url}/metrics`)).text()).includes('ordi_danger{kind="database"} 1')
      expect(await isInDanger()).toBe(false)
      // No file can grow beyond one page.
      execFileSync('prlimit', ['--pid', String(server.pid), '--fsize=4096:4096'])
      const send = () =>
        fetch(`${server.url}/api/email/send`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: EMAIL,
        })
      expect((await send()).status).toBe(503)
      expect((await fetch(`${server.url}/api/health`)).status).toBe(503)
      expect(await isInDanger()).toBe(true)
      expect(await server.stop()).toBe(0)
      expect(server.output().out).not.toContain('"fatal"')
      expect(rowsIn(DATA_DIR, 'select id from services')).toHaveLength(5)
    },
  )

  it('does not wait for idle connections, and can be requested twice', async () => {
    const server = await startOrdi({ DATA_DIR: tempDir() })
    const silent = connect(server.port, '127.0.0.1')
    silent.on('error', () => {})
    await once(silent, 'connect')
    const agent = new Agent({ keepAlive: true })
    const finish = await beginCall(server.port, agent)
    const stopped = server.stop()
    await expect.poll(refusesCalls(server.url)).toBe(true)
    server.stop()
    expect(await finish()).toBe(200)
    const answered = performance.now()
    expect(await stopped).toBe(0)
    expect(performance.now() - answered).toBeLessThan(3_000)
    silent.destroy()
    agent.destroy()
  })

  it.each([
    ['uncaughtException', `throw new Error('a surprise')`],
    ['unhandledRejection', `Promise.reject(new Error('a surprise'))`],
  ])('after an %s is logged and has status 1', async (kind, surprise) => {
    const preload = `process.on('SIGUSR2', () => { ${surprise} })`
    const server = await startOrdi({
      DATA_DIR: tempDir(),
      BASE_URL: 'https://termine.example',
      ADMIN_PASSWORD,
      NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(preload)}"`,
    })
    expect(await server.stop('SIGUSR2')).toBe(1)
    expect(logOf(server).slice(1)).toMatchObject([
      { level: 'fatal', msg: kind, err: { message: 'a surprise' } },
      { level: 'info', msg: 'Ordi is closed' },
    ])
  })
})

describe('a server that cannot start', () => {
  it('says that the port is in use, in one sentence, and has made no admin', async () => {
    const port = await freePort()
    const occupant = createServer().listen(port, '127.0.0.1')
    await once(occupant, 'listening')
    const DATA_DIR = tempDir()
    expect(await ordiProcess(['serve'], { DATA_DIR, PORT: String(port), HOST: '127.0.0.1' })).toEqual(
      failure(`Port ${port} on 127.0.0.1 is in use already.\n`),
    )
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', 'secret.key'])
    expect(rowsIn(DATA_DIR, 'select email from admins')).toEqual([])
    occupant.close()
  })

  it('says that an address is not its own, in one sentence', async () => {
    expect(await ordiProcess(['serve'], { DATA_DIR: tempDir(), PORT: '8080', HOST: '192.0.2.1' })).toEqual(
      failure('Port 8080 on 192.0.2.1 cannot be opened (EADDRNOTAVAIL).\n'),
    )
  })

  it('reports a failed migration in one sentence, and changes nothing', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed', '--demo'], { DATA_DIR })
    // Migrations that were applied already are pending again.
    const db = new Database(join(DATA_DIR, 'ordi.db'))
    db.exec('delete from __drizzle_migrations where rowid > 1').close()
    expect(await ordiProcess(['serve'], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^The database \S+ordi\.db cannot be opened: [^\n]*already exists\.\n$/)),
    )
    expect(rowsIn(DATA_DIR, 'select id from services')).toHaveLength(5)
  })

  it('does not start empty where its database is missing, unless it is told to', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed', '--demo'], { DATA_DIR })
    rmSync(join(DATA_DIR, 'ordi.db'))
    expect(await ordiProcess(['serve'], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^The database is missing: [^\n]*\n$/)),
    )
    expect(readdirSync(DATA_DIR)).toEqual(['secret.key'])
    const server = await startOrdi({ DATA_DIR }, ['--new'])
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    await server.stop()
  })
})
