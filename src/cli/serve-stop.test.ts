import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { rowsIn } from '../testing/data-directory.ts'
import { readLog, startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** Keeps a generated password out of the output, which then is only the log. */
const ADMIN_PASSWORD = 'drei Enten fahren Tretboot'
/** The body of a call that sends an e-mail with a code. */
const BODY = '{"email":"rosa@musterfrau.example"}'
/** E-mails to one mailbox within an hour, restated from src/booking/verification-limits.ts. */
const MOST_EMAILS = 3

/**
 * Starts a request of which the server has read only the beginning of the body.
 * @returns `finish` sends the rest and returns the status
 */
async function beginRequest(port: number, agent: Agent): Promise<{ finish: () => Promise<unknown> }> {
  const call = request({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/email/send',
    headers: { 'content-type': 'application/json', 'content-length': BODY.length, expect: '100-continue' },
  })
  call.flushHeaders()
  await once(call, 'continue')
  const [beginning, rest] = [BODY.slice(0, 10), BODY.slice(10)]
  call.write(beginning)
  const response = once(call, 'response') as Promise<[IncomingMessage]>
  const finish = async () => {
    call.end(rest)
    const [answer] = await response
    await text(answer)
    return answer.statusCode
  }
  return { finish }
}

/** Returns a function that tells whether the server refuses a request. */
const refusesRequests = (url: string) => () =>
  fetch(url).then(
    () => false,
    () => true,
  )

describe('stopping a server', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s finishes running requests and accepts no new ones',
    async (signal) => {
      const DATA_DIR = tempDir()
      const server = await startOrdi({ DATA_DIR, ORDI_DEMO: '1' })
      const agent = new Agent({ keepAlive: true })
      const requests = await Promise.all(
        Array.from({ length: MOST_EMAILS + 2 }, () => beginRequest(server.port, agent)),
      )

      const stopped = server.stop(signal)
      await expect.poll(refusesRequests(server.url)).toBe(true)
      const statuses = await Promise.all(requests.map(({ finish }) => finish()))
      expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429])
      expect(await stopped).toBe(0)
      expect(rowsIn(DATA_DIR, 'select id from messages')).toHaveLength(MOST_EMAILS)
      agent.destroy()
    },
  )

  it.runIf(process.platform === 'linux')(
    'loses nothing when the disk is full, and reports that in the metrics',
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
          body: BODY,
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
    const { finish } = await beginRequest(server.port, agent)
    const stopped = server.stop()
    await expect.poll(refusesRequests(server.url)).toBe(true)
    server.stop()
    expect(await finish()).toBe(200)
    const answeredAt = performance.now()
    expect(await stopped).toBe(0)
    // It would wait so long for them (`stopTimeout` of http/server.ts).
    expect(performance.now() - answeredAt).toBeLessThan(5_000)
    silent.destroy()
    agent.destroy()
  })

  it.each([
    { kind: 'uncaughtException', surprise: `throw new Error('a surprise')` },
    { kind: 'unhandledRejection', surprise: `Promise.reject(new Error('a surprise'))` },
  ])('after an $kind is logged and has status 1', async ({ kind, surprise }) => {
    const preload = `process.on('SIGUSR2', () => { ${surprise} })`
    const server = await startOrdi({
      DATA_DIR: tempDir(),
      BASE_URL: 'https://termine.example',
      ADMIN_PASSWORD,
      NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(preload)}"`,
    })
    expect(await server.stop('SIGUSR2')).toBe(1)
    expect(readLog(server).slice(1)).toMatchObject([
      { level: 'fatal', msg: kind, err: { message: 'a surprise' } },
      { level: 'info', msg: 'Ordi is closed' },
    ])
  })
})
