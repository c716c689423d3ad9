import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { listen, listenWithTlsFault } from '../testing/loopback.ts'
import { type CallOptions, postGuarded, resolveHostBySystem } from './guarded-call.ts'

/** Resolves no name. */
const unknownName = () => Promise.reject(Object.assign(new Error('ENOTFOUND'), { syscall: 'getaddrinfo' }))

/** Allows loopback and private networks by default. */
const post = (address: string, changes: Partial<CallOptions> = {}) =>
  postGuarded(
    address,
    { httpFetch: 'ä' },
    { resolveHost: unknownName, allowPrivate: true, signal: AbortSignal.timeout(3_000), ...changes },
  )

const json: RequestListener = (_, response) => {
  response.setHeader('content-type', 'application/json').end('{"a":1}')
}

/** Opens a server that records its requests. */
async function openServer(listener: RequestListener = json) {
  const requests: string[] = []
  const url = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push(`${request.method} ${request.headers.host} ${request.url} ${body}`)
    listener(request, response)
  })
  return { url, port: new URL(url).port, requests }
}

const refused = (why: string) => ({ answered: false, why })

describe('a guarded call', () => {
  it('posts JSON and returns status and JSON', async () => {
    const { url, port, requests } = await openServer()
    expect(await post(`${url}/jsonrpc`)).toEqual({ answered: true, status: 200, json: { a: 1 } })
    expect(requests).toEqual([`POST 127.0.0.1:${port} /jsonrpc {"httpFetch":"ä"}`])
  })

  it('returns no other content than JSON', async () => {
    const answered = async (type: string, text: string) => {
      const { url } = await openServer((_, response) => {
        response.setHeader('content-type', type).end(text)
      })
      return post(url)
    }
    const withoutJson = { answered: true, status: 200, json: undefined }
    expect(await answered('text/html', '{"a":1}')).toEqual(withoutJson)
    expect(await answered('application/json', '<html>')).toEqual(withoutJson)
    expect(await answered('application/jsonp', '{"a":1}')).toEqual(withoutJson)
  })

  // Which addresses are private or forbidden is tested in address-class.test.ts.
  it.each([
    'http://127.0.0.1:PORT/',
    'http://0x7f000001:PORT/',
    'http://127.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://localhost:PORT/',
    'http://192.168.0.1:PORT/',
  ])('does not connect to this machine or a private network: %s', async (address) => {
    const { port, requests } = await openServer()
    const answer = await post(address.replace('PORT', port), {
      allowPrivate: false,
      resolveHost: resolveHostBySystem,
    })
    expect([answer, requests]).toEqual([refused('private'), []])
  })

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://0.0.0.0/',
  ])('never connects to %s, even when private targets are allowed', async (address) => {
    for (const allowPrivate of [false, true])
      expect(await post(address, { allowPrivate })).toEqual(refused('forbidden'))
  })

  it.each([
    'file:///etc/passwd',
    'ftp://odoo.example',
    'http://ordi:geheim@127.0.0.1/',
    'http://:geheim@127.0.0.1/',
    'odoo.example',
    '',
  ])('refuses the address "%s"', async (address) => {
    expect(await post(address)).toEqual(refused('address'))
  })

  it.each([
    ['private', ['10.0.0.5']],
    ['private', ['203.0.113.7', '192.168.0.1']],
    ['private', ['2a00::1', '::1']],
    ['forbidden', ['203.0.113.7', '169.254.169.254']],
    ['forbidden', ['169.254.169.254', '127.0.0.1']],
  ])('checks every address of a name: %s, for %j', async (why, addresses) => {
    const resolveHost = async () => addresses
    expect(await post('http://odoo.example', { resolveHost, allowPrivate: false })).toEqual(refused(why))
  })

  it('connects to the checked address, even if the name resolves to another one later', async () => {
    const { port, requests } = await openServer()
    const asked: string[] = []
    const resolveHost = async (name: string) => {
      asked.push(name)
      return asked.length === 1 ? ['127.0.0.1'] : ['203.0.113.7']
    }
    expect(await post(`http://odoo.example:${port}/x`, { resolveHost })).toMatchObject({ status: 200 })
    expect(asked).toEqual(['odoo.example'])
    expect(requests).toEqual([`POST odoo.example:${port} /x {"httpFetch":"ä"}`])
  })

  it('tries the next address when the first is unreachable', async () => {
    const { port } = await openServer()
    const resolveHost = async () => ['127.0.0.2', '127.0.0.1']
    expect(await post(`http://odoo.example:${port}`, { resolveHost })).toMatchObject({ status: 200 })
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect: %i', async (status) => {
    const inner = await openServer()
    const { url } = await openServer((_, response) => {
      response.writeHead(status, { location: inner.url }).end()
    })
    expect([await post(url), inner.requests]).toEqual([{ answered: true, status, json: undefined }, []])
  })

  it('reads a megabyte, and no byte more', async () => {
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
    const sized = (bytes: number) =>
      openServer((_, response) => {
        response.setHeader('content-type', 'application/json').end(text(bytes))
      })
    expect(await post((await sized(1024 * 1024)).url)).toMatchObject({ answered: true })
    expect(await post((await sized(1024 * 1024 + 1)).url)).toEqual(refused('too-large'))
  })

  it('closes the connection of an answer that is too large', async () => {
    let hungUp: Promise<unknown> | undefined
    const { url } = await openServer((_, response) => {
      hungUp = new Promise((done) => response.once('close', done))
      const pour = () => {
        while (response.writable && response.write('x'.repeat(64 * 1024))) {}
        response.once('drain', pour)
      }
      pour()
    })
    expect(await post(url)).toEqual(refused('too-large'))
    await hungUp
  })

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
    const { url } = await openServer(listener)
    expect(await post(url, { signal: AbortSignal.timeout(150) })).toEqual(refused('time-out'))
  })

  it('times out for name servers too', async () => {
    const resolveHost = () => new Promise<never>(() => {})
    expect(await post('http://odoo.example', { resolveHost, signal: AbortSignal.timeout(50) })).toEqual(
      refused('time-out'),
    )
  })

  it('distinguishes an unknown name from an unreachable server', async () => {
    expect(await post('http://nobody.example')).toEqual(refused('name'))
    expect(await post('http://nobody.example', { resolveHost: async () => [] })).toEqual(refused('name'))
    expect(await post('http://nobody.invalid', { resolveHost: resolveHostBySystem })).toEqual(refused('name'))
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
    const { url } = await openServer(listener)
    expect(await post(url)).toEqual(refused('unreachable'))
  })

  it.each(['certificate', 'plain', 'version'] as const)('over https fails by its %s', async (fault) => {
    expect(await post(`https://127.0.0.1:${await listenWithTlsFault(fault)}`)).toEqual(refused(fault))
  })

  it('over http fails where something else than a web server answers', async () => {
    expect(await post(`http://127.0.0.1:${await listenWithTlsFault('plain')}`)).toEqual(refused('no-http'))
  })
})
