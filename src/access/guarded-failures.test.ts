import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { postJson, unanswered } from '../testing/guarded-post.ts'
import { listenWithTlsFault } from '../testing/loopback.ts'
import { openRecordingServer, resolveNoName } from '../testing/recording-server.ts'
import { resolveHostBySystem } from './guarded-call.ts'

describe('a guarded call', () => {
  it.each<{ what: string; listener: RequestListener }>([
    { what: 'never answers', listener: () => {} },
    {
      what: 'switches the protocol',
      listener: ({ socket }) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
      },
    },
    {
      what: 'never ends its answer',
      listener: (_request, response) => void response.writeHead(200).write('{"a"'),
    },
    {
      what: 'sends a byte of its answer now and then',
      listener: (_request, response) => {
        const sending = setInterval(() => response.write(' '), 20)
        response.once('close', () => clearInterval(sending))
      },
    },
  ])('times out where the server $what', async ({ listener }) => {
    const { url } = await openRecordingServer(listener)
    expect(await postJson(url, { signal: AbortSignal.timeout(150) })).toEqual(unanswered('time-out'))
  })

  it('times out where no name server answers', async () => {
    const resolveHost = () => new Promise<never>(() => {})
    expect(await postJson('http://odoo.example', { resolveHost, signal: AbortSignal.timeout(50) })).toEqual(
      unanswered('time-out'),
    )
  })

  it.each([
    { why: 'the name is unknown', host: 'nobody.example', resolveHost: resolveNoName },
    { why: 'the name has no IP address', host: 'nobody.example', resolveHost: async () => [] },
    { why: 'the system knows no such name', host: 'nobody.invalid', resolveHost: resolveHostBySystem },
  ])('fails where $why', async ({ host, resolveHost }) => {
    expect(await postJson(`http://${host}`, { resolveHost })).toEqual(unanswered('name'))
  })

  it('is unreachable where no server listens', async () => {
    expect(await postJson(`http://127.0.0.1:${await freePort()}`)).toEqual(unanswered('unreachable'))
  })

  it.each<{ when: string; listener: RequestListener }>([
    { when: 'before it answers', listener: (request) => request.socket.destroy() },
    {
      when: 'within its answer',
      listener: (request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"a"', () => request.socket.destroy())
      },
    },
  ])('is unreachable where the server closes the connection $when', async ({ listener }) => {
    const { url } = await openRecordingServer(listener)
    expect(await postJson(url)).toEqual(unanswered('unreachable'))
  })

  it.each([
    { server: 'has a certificate that nobody trusts', fault: 'certificate' },
    { server: 'does not speak TLS', fault: 'plain' },
    { server: 'offers only old versions of TLS', fault: 'version' },
  ] as const)('over https fails where the server $server', async ({ fault }) => {
    expect(await postJson(`https://127.0.0.1:${await listenWithTlsFault(fault)}`)).toEqual(unanswered(fault))
  })

  it('over http fails where the server is no web server', async () => {
    expect(await postJson(`http://127.0.0.1:${await listenWithTlsFault('plain')}`)).toEqual(
      unanswered('no-http'),
    )
  })
})
