import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { listenWithTlsFault } from '../testing/loopback.ts'
import { openRecordingServer, resolveNoName } from '../testing/recording-server.ts'
import { type CallOptions, postGuarded, resolveHostBySystem } from './guarded-call.ts'

/** Posts JSON. By default, loopback and private networks are allowed, and no name is known. */
const post = (address: string, changes: Partial<CallOptions> = {}) =>
  postGuarded(
    address,
    { httpFetch: 'ä' },
    { resolveHost: resolveNoName, allowPrivate: true, signal: AbortSignal.timeout(3_000), ...changes },
  )

const refused = (why: string) => ({ answered: false, why })

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
    expect(await post(url, { signal: AbortSignal.timeout(150) })).toEqual(refused('time-out'))
  })

  it('times out for name servers too', async () => {
    const resolveHost = () => new Promise<never>(() => {})
    expect(await post('http://odoo.example', { resolveHost, signal: AbortSignal.timeout(50) })).toEqual(
      refused('time-out'),
    )
  })

  it('fails by its name where no address is known for that', async () => {
    expect(await post('http://nobody.example', { resolveHost: resolveNoName })).toEqual(refused('name'))
    expect(await post('http://nobody.example', { resolveHost: async () => [] })).toEqual(refused('name'))
    expect(await post('http://nobody.invalid', { resolveHost: resolveHostBySystem })).toEqual(refused('name'))
  })

  it('is unreachable where no server listens', async () => {
    expect(await post(`http://127.0.0.1:${await freePort()}`)).toEqual(refused('unreachable'))
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
    expect(await post(url)).toEqual(refused('unreachable'))
  })

  it.each(['certificate', 'plain', 'version'] as const)('over https fails by its %s', async (fault) => {
    expect(await post(`https://127.0.0.1:${await listenWithTlsFault(fault)}`)).toEqual(refused(fault))
  })

  it('over http fails where something else than a web server answers', async () => {
    expect(await post(`http://127.0.0.1:${await listenWithTlsFault('plain')}`)).toEqual(refused('no-http'))
  })
})
