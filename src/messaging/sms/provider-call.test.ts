import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { listen } from '../../testing/loopback.ts'
import { openSmtpServer } from '../../testing/smtp-server.ts'
import { callProvider } from './provider-call.ts'

const callByGet = (url: string, { httpFetch = fetch, timeoutMs = 30_000 } = {}) =>
  callProvider(httpFetch, url, { method: 'GET', headers: {}, timeoutMs })

describe('a call', () => {
  it.each<{ form: string; answer: string; status: number; body: unknown }>([
    { form: 'an object', answer: '{"a":1}', status: 200, body: { a: 1 } },
    // With a refused key, seven.io answers only a code, and a number is JSON too.
    { form: 'a number', answer: ' 900\n', status: 401, body: 900 },
    { form: 'a text', answer: ' Wartung\n', status: 503, body: 'Wartung' },
    { form: 'half an object', answer: '{"a":', status: 200, body: '{"a":' },
    { form: 'nothing', answer: '', status: 204, body: '' },
  ])('returns status and body, which is parsed if it is JSON: $form', async ({ answer, status, body }) => {
    const url = await listen((_, response) => response.writeHead(status).end(answer))
    expect(await callByGet(url)).toEqual({ answered: true, status, body })
  })

  it('reads an answer that begins with a byte order mark', async () => {
    const url = await listen((_, response) => response.end('\ufeff{"a":1}'))
    expect(await callByGet(url)).toMatchObject({ body: { a: 1 } })
  })

  it('without a connection was certainly not sent', async () => {
    expect(await callByGet(`http://127.0.0.1:${await freePort()}`)).toEqual({
      answered: false,
      wasSent: false,
      why: 'ECONNREFUSED',
    })
    expect(await callByGet('http://nobody.invalid')).toMatchObject({ answered: false, wasSent: false })
  })

  it('without a connection to any of several IP addresses was not sent either', async () => {
    const refused = (address: string) =>
      Object.assign(new Error(address), { code: 'ECONNREFUSED', syscall: 'connect' })
    const refusals = new AggregateError([refused('::1'), refused('127.0.0.1')])
    const cause = Object.assign(refusals, { code: 'ECONNREFUSED' })
    const httpFetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
    expect(await callByGet('http://localhost', { httpFetch })).toMatchObject({ wasSent: false })
  })

  it('to a server with an untrusted certificate was not sent', async () => {
    // This mail server is the one with a certificate of its own. The call ends before HTTP would begin.
    const server = await openSmtpServer({ tls: true })
    const outcome = await callByGet(`https://127.0.0.1:${server.port}`)
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
    expect(await callByGet(url)).toMatchObject({ answered: false, wasSent: false })
    expect(calls).toEqual(['/'])
  })

  it('reads at most a megabyte, and may have been received then', async () => {
    const { promise: closed, resolve: markClosed } = Promise.withResolvers<void>()
    const url = await listen((_, response) => {
      response.once('close', markClosed)
      const writeUntilBufferIsFull = () => {
        let hasRoom = response.writable
        while (hasRoom) hasRoom = response.write('9'.repeat(64 * 1024))
      }
      response.on('drain', writeUntilBufferIsFull)
      writeUntilBufferIsFull()
    })
    expect(await callByGet(url)).toEqual({
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
    expect(await callByGet(await listen(listener), { timeoutMs: 300 })).toMatchObject({
      answered: false,
      wasSent: true,
    })
  })
})
