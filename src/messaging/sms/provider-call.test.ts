import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { listen } from '../../testing/loopback.ts'
import { openSmtpServer } from '../../testing/smtp-server.ts'
import { callProvider } from './provider-call.ts'

const getFrom = (url: string, { httpFetch = fetch, timeoutMs = 300 } = {}) =>
  callProvider(httpFetch, url, { method: 'GET', headers: {}, timeoutMs })

describe('a call', () => {
  it('returns status and body, parsed if it is JSON', async () => {
    const url = await listen((request, response) => {
      response.statusCode = request.url === '/text' ? 418 : 200
      response.end(request.url === '/text' ? ' 900\n' : '{"a":1}')
    })
    expect(await getFrom(url)).toEqual({ answered: true, status: 200, body: { a: 1 } })
    expect(await getFrom(`${url}/text`)).toEqual({ answered: true, status: 418, body: 900 })
  })

  it('reads an answer that begins with a byte order mark', async () => {
    const url = await listen((_, response) => response.end('\ufeff{"a":1}'))
    expect(await getFrom(url)).toMatchObject({ body: { a: 1 } })
  })

  it('without a connection was certainly not sent', async () => {
    expect(await getFrom(`http://127.0.0.1:${await freePort()}`)).toEqual({
      answered: false,
      wasSent: false,
      why: 'ECONNREFUSED',
    })
    expect(await getFrom('http://nobody.invalid')).toMatchObject({ answered: false, wasSent: false })
  })

  it('without a connection to any of several IP addresses was not sent either', async () => {
    const refused = (address: string) =>
      Object.assign(new Error(address), { code: 'ECONNREFUSED', syscall: 'connect' })
    const refusals = new AggregateError([refused('::1'), refused('127.0.0.1')])
    const cause = Object.assign(refusals, { code: 'ECONNREFUSED' })
    const httpFetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
    expect(await getFrom('http://localhost', { httpFetch })).toMatchObject({ wasSent: false })
  })

  it('to a server with an untrusted certificate was not sent', async () => {
    const server = await openSmtpServer({ tls: true })
    const outcome = await getFrom(`https://127.0.0.1:${server.port}`, { timeoutMs: 3_000 })
    await server.close()
    expect(outcome).toMatchObject({
      answered: false,
      wasSent: false,
      why: 'dem Zertifikat wird nicht vertraut',
    })
  })

  it('follows no redirect, which would get its credentials too', async () => {
    const calls: string[] = []
    const url = await listen((request, response) => {
      calls.push(request.url ?? '')
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await getFrom(url)).toMatchObject({ answered: false, wasSent: false })
    expect(calls).toEqual(['/'])
  })

  it('reads at most a megabyte, and may have been received then', async () => {
    const { promise: closed, resolve: markClosed } = Promise.withResolvers<void>()
    const url = await listen((_, response) => {
      response.once('close', markClosed)
      /** Writes until the buffer of the connection is full, and again whenever it has room. */
      const writeEndlessly = () => {
        while (response.writable && response.write('9'.repeat(64 * 1024))) {}
        response.once('drain', writeEndlessly)
      }
      writeEndlessly()
    })
    expect(await getFrom(url, { timeoutMs: 30_000 })).toEqual({
      answered: false,
      wasSent: true,
      why: 'zu lange Antwort',
    })
    await closed
  })

  it.each<{ call: string; listener: RequestListener }>([
    { call: 'breaks before the answer', listener: (request) => request.destroy() },
    {
      call: 'breaks within the answer',
      listener: (request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"a"', () => request.destroy())
      },
    },
    { call: 'gets no answer', listener: () => {} },
    {
      call: 'gets half an answer',
      listener: (_, response) => void response.writeHead(200).write('{"a"'),
    },
  ])('that $call may have been received', async ({ listener }) => {
    expect(await getFrom(await listen(listener))).toMatchObject({ answered: false, wasSent: true })
  })
})
