import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { postJson, unanswered } from '../testing/guarded-post.ts'
import { listenWithTlsFault } from '../testing/loopback.ts'
import { openRecordingServer, resolveNoName } from '../testing/recording-server.ts'
import { resolveHostBySystem } from './guarded-call.ts'

describe('a guarded call', () => {
  it.each<[string, RequestListener]>([
    ['never answers', () => {}],
    [
      'switches the protocol',
      ({ socket }) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
      },
    ],
    ['never ends its answer', (_, response) => void response.writeHead(200).write('{"a"')],
    [
      'sends a byte of its answer now and then',
      (_, response) => {
        const drop = setInterval(() => response.write(' '), 20)
        response.once('close', () => clearInterval(drop))
      },
    ],
  ])('times out where the server %s', async (_, listener) => {
    const { url } = await openRecordingServer(listener)
    expect(await postJson(url, { signal: AbortSignal.timeout(150) })).toEqual(unanswered('time-out'))
  })

  it('times out where no name server answers', async () => {
    const resolveHost = () => new Promise<never>(() => {})
    expect(await postJson('http://odoo.example', { resolveHost, signal: AbortSignal.timeout(50) })).toEqual(
      unanswered('time-out'),
    )
  })

  it('fails where its name has no IP address', async () => {
    expect(await postJson('http://nobody.example', { resolveHost: resolveNoName })).toEqual(
      unanswered('name'),
    )
    expect(await postJson('http://nobody.example', { resolveHost: async () => [] })).toEqual(
      unanswered('name'),
    )
    expect(await postJson('http://nobody.invalid', { resolveHost: resolveHostBySystem })).toEqual(
      unanswered('name'),
    )
  })

  it('is unreachable where no server listens', async () => {
    expect(await postJson(`http://127.0.0.1:${await freePort()}`)).toEqual(unanswered('unreachable'))
  })

  it.each<[string, RequestListener]>([
    ['before it answers', (request) => request.socket.destroy()],
    [
      'within its answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"a"', () => request.socket.destroy())
      },
    ],
  ])('is unreachable where the server closes the connection %s', async (_, listener) => {
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
