import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../../testing/command-line.ts'
import { openSmtpServer } from '../../testing/smtp-server.ts'
import { call, faultOfStatus, silentFault } from './provider-http.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const get = (url: string, timeoutMs = 300) => call(fetch, url, { method: 'GET', headers: {}, timeoutMs })

describe('a call', () => {
  it('brings status and body, read as JSON where it is some', async () => {
    const url = await serve((request, response) => {
      response.statusCode = request.url === '/text' ? 418 : 200
      response.end(request.url === '/text' ? ' 900\n' : '{"a":1}')
    })
    expect(await get(url)).toEqual({ answered: true, status: 200, body: { a: 1 } })
    expect(await get(`${url}/text`)).toEqual({ answered: true, status: 418, body: 900 })
  })

  it('that finds nobody was certainly not calls', async () => {
    expect(await get(`http://127.0.0.1:${await freePort()}`)).toEqual({
      answered: false,
      sent: false,
      why: 'ECONNREFUSED',
    })
    expect(await get('http://nobody.invalid')).toMatchObject({ answered: false, sent: false })
  })

  it('that finds nobody at any of several addresses was not calls either', async () => {
    const refused = (address: string) =>
      Object.assign(new Error(address), { code: 'ECONNREFUSED', syscall: 'connect' })
    const cause = Object.assign(new AggregateError([refused('::1'), refused('127.0.0.1')]), {
      code: 'ECONNREFUSED',
    })
    const ask = () => Promise.reject(new TypeError('fetch failed', { cause }))
    expect(await call(ask, 'http://localhost', { method: 'GET', headers: {}, timeoutMs: 300 })).toMatchObject(
      {
        sent: false,
      },
    )
  })

  it('that meets a certificate nobody trusts was not calls', async () => {
    const box = await openSmtpServer({ tls: true })
    const met = await get(`https://127.0.0.1:${box.port}`, 3_000)
    await box.close()
    expect(met).toMatchObject({ answered: false, sent: false, why: expect.stringContaining('CERT') })
  })

  it('is not redirected, for its credentials would go along', async () => {
    const calls: string[] = []
    const url = await serve((request, response) => {
      calls.push(request.url ?? '')
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await get(url)).toMatchObject({ answered: false, sent: false })
    expect(calls).toEqual(['/'])
  })

  it.each<[string, RequestListener]>([
    ['that is cut off before the answer', (request) => request.destroy()],
    [
      'that is cut off within the answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"a"', () => request.destroy())
      },
    ],
    ['that gets no answer', () => {}],
    ['that gets half an answer', (_, response) => void response.writeHead(200).write('{"a"')],
  ])('%s may have been calls', async (_, listener) => {
    expect(await get(await serve(listener))).toMatchObject({ answered: false, sent: true })
  })
})

describe('for a message', () => {
  it('silence after it was calls means that nobody knows, and before it that it can be repeated', () => {
    expect(silentFault({ answered: false, sent: true, why: 'x' }).kind).toBe('unknown')
    expect(silentFault({ answered: false, sent: false, why: 'x' }).kind).toBe('temporary')
  })

  it.each([
    [401, 'configuration'],
    [403, 'configuration'],
    [404, 'configuration'],
    [405, 'configuration'],
    [429, 'temporary'],
    [500, 'unknown'],
    [502, 'unknown'],
    [503, 'unknown'],
    [200, undefined],
    [400, undefined],
  ])('HTTP %i means %s', (status, kind) => {
    expect(faultOfStatus(status)?.kind).toBe(kind)
  })
})
