import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { postJson, unanswered } from '../testing/guarded-post.ts'
import { listenWithTlsFault } from '../testing/loopback.ts'
import { openRecordingServer, resolveNoName } from '../testing/recording-server.ts'
import { resolveHostBySystem } from './guarded-call.ts'

describe('a guarded call', () => {
  it.each<[string, RequestListener]>([
    ['that never comes', () => {}],
    [
      'that switches the protocol',
      ({ socket }) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
      },
    ],
    ['that never ends', (_, response) => void response.writeHead(200).write('{"a"')],
    [
      'that is very slow',
      (_, response) => {
        const drop = setInterval(() => response.write(' '), 20)
        response.once('close', () => clearInterval(drop))
      },
    ],
  ])('times out for an answer %s', async (_, listener) => {
    const { url } = await openRecordingServer(listener)
    expect(await postJson(url, { signal: AbortSignal.timeout(150) })).toEqual(unanswered('time-out'))
  })

  it('times out for name servers too', async () => {
    const resolveHost = () => new Promise<never>(() => {})
    expect(await postJson('http://odoo.example', { resolveHost, signal: AbortSignal.timeout(50) })).toEqual(
      unanswered('time-out'),
    )
  })

  it('fails by its name where no address is known for that', async () => {
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
    ['before the answer', (request) => request.socket.destroy()],
    [
      'within the answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"a"', () => request.socket.destroy())
      },
    ],
  ])('is unreachable when the connection breaks %s', async (_, listener) => {
    const { url } = await openRecordingServer(listener)
    expect(await postJson(url)).toEqual(unanswered('unreachable'))
  })

  it.each(['certificate', 'plain', 'version'] as const)('over https fails by its %s', async (fault) => {
    expect(await postJson(`https://127.0.0.1:${await listenWithTlsFault(fault)}`)).toEqual(unanswered(fault))
  })

  it('over http fails where something else than a web server answers', async () => {
    expect(await postJson(`http://127.0.0.1:${await listenWithTlsFault('plain')}`)).toEqual(
      unanswered('no-http'),
    )
  })
})
