import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { freePort } from '../testing/command-line.ts'
import { listen } from '../testing/loopback.ts'
import { openSmtpServer } from '../testing/smtp-server.ts'
import { type Guard, postGuarded, systemLookup } from './guarded-call.ts'

const nobody = () => Promise.reject(Object.assign(new Error('ENOTFOUND'), { syscall: 'getaddrinfo' }))

/** Calls with loopback and private networks allowed, unless told otherwise. */
const post = (address: string, changes: Partial<Guard> = {}) =>
  postGuarded(
    address,
    { ask: 'ä' },
    { lookup: nobody, allowPrivate: true, signal: AbortSignal.timeout(3_000), ...changes },
  )

const json: RequestListener = (_, response) => {
  response.setHeader('content-type', 'application/json').end('{"a":1}')
}

/** A server that keeps what it hears. */
async function listening(listener: RequestListener = json) {
  const heard: string[] = []
  const url = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    heard.push(`${request.method} ${request.headers.host} ${request.url} ${body}`)
    listener(request, response)
  })
  return { url, port: new URL(url).port, heard }
}

const refused = (why: string) => ({ answered: false, why })

describe('a guarded call', () => {
  it('posts JSON and brings status and JSON back', async () => {
    const { url, port, heard } = await listening()
    expect(await post(`${url}/jsonrpc`)).toEqual({ answered: true, status: 200, json: { a: 1 } })
    expect(heard).toEqual([`POST 127.0.0.1:${port} /jsonrpc {"ask":"ä"}`])
  })

  it('reads nothing but JSON', async () => {
    for (const [type, text] of [
      ['text/html', '{"a":1}'],
      ['application/json', '<html>'],
      ['application/jsonp', '{"a":1}'],
    ] as const) {
      const { url } = await listening((_, response) => {
        response.setHeader('content-type', type).end(text)
      })
      expect(await post(url)).toEqual({ answered: true, status: 200, json: undefined })
    }
  })

  it.each([
    'http://127.0.0.1:PORT/',
    'http://[::1]:PORT/',
    'http://0x7f000001:PORT/',
    'http://2130706433:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    'http://10.0.0.1:PORT/',
    'http://172.16.0.1:PORT/',
    'http://192.168.0.1:PORT/',
    'http://[fd00::1]:PORT/',
  ])('reaches nobody of this machine or its network, while that is not allowed: %s', async (address) => {
    const { port, heard } = await listening()
    const answer = await post(address.replace('PORT', port), { allowPrivate: false, lookup: systemLookup })
    expect([answer, heard]).toEqual([refused('private'), []])
  })

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://224.0.0.1/',
  ])('never goes to %s, allowed or not', async (address) => {
    for (const allowPrivate of [false, true])
      expect(await post(address, { allowPrivate })).toEqual(refused('forbidden'))
  })

  it.each([
    'file:///etc/passwd',
    'ftp://odoo.example',
    'gopher://127.0.0.1:25/',
    'data:application/json,{}',
    'http://ordi:geheim@127.0.0.1/',
    'http://ordi@127.0.0.1/',
    'http://:geheim@127.0.0.1/',
    'odoo.example',
    '',
  ])('goes to the web without a login in the address, not to "%s"', async (address) => {
    expect(await post(address)).toEqual(refused('address'))
  })

  it.each([
    ['private', ['10.0.0.5']],
    ['private', ['203.0.113.7', '192.168.0.1']],
    ['private', ['2a00::1', '::1']],
    ['forbidden', ['203.0.113.7', '169.254.169.254']],
    ['forbidden', ['169.254.169.254', '127.0.0.1']],
  ])('looks at every address behind a name: %s, for %j', async (why, addresses) => {
    const lookup = async () => addresses
    expect(await post('http://odoo.example', { lookup, allowPrivate: false })).toEqual(refused(why))
  })

  it('goes where the name led when it was looked at, wherever it leads a moment later', async () => {
    const { port, heard } = await listening()
    const asked: string[] = []
    const lookup = async (name: string) => {
      asked.push(name)
      return asked.length === 1 ? ['127.0.0.1'] : ['203.0.113.7']
    }
    expect(await post(`http://odoo.example:${port}/x`, { lookup })).toMatchObject({ status: 200 })
    expect(asked).toEqual(['odoo.example'])
    expect(heard).toEqual([`POST odoo.example:${port} /x {"ask":"ä"}`])
  })

  it('tries the next address where nobody is at the first', async () => {
    const { port } = await listening()
    const lookup = async () => ['127.0.0.2', '127.0.0.1']
    expect(await post(`http://odoo.example:${port}`, { lookup })).toMatchObject({ status: 200 })
  })

  it.each([301, 302, 303, 307, 308])('follows no redirect: %i', async (status) => {
    const inner = await listening()
    const { url } = await listening((_, response) => {
      response.writeHead(status, { location: inner.url }).end()
    })
    expect([await post(url), inner.heard]).toEqual([{ answered: true, status, json: undefined }, []])
  })

  it('reads a megabyte and then hangs up', async () => {
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
    const sized = (bytes: number) =>
      listening((_, response) => {
        response.setHeader('content-type', 'application/json').end(text(bytes))
      })
    expect(await post((await sized(1024 * 1024)).url)).toMatchObject({ answered: true })
    expect(await post((await sized(1024 * 1024 + 1)).url)).toEqual(refused('too-large'))

    let hungUp: Promise<unknown> | undefined
    const { url } = await listening((_, response) => {
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
      'that wants to speak another protocol',
      ({ socket }) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
      },
    ],
    ['that never ends', (_, response) => void response.writeHead(200).write('{"a"')],
    [
      'that comes drop by drop',
      (_, response) => {
        const drop = setInterval(() => response.write(' '), 20)
        response.once('close', () => clearInterval(drop))
      },
    ],
  ])('does not wait long for an answer %s', async (_, listener) => {
    const { url } = await listening(listener)
    expect(await post(url, { signal: AbortSignal.timeout(150) })).toEqual(refused('time-out'))
  })

  it('does not wait for name servers either', async () => {
    const lookup = () => new Promise<never>(() => {})
    expect(await post('http://odoo.example', { lookup, signal: AbortSignal.timeout(50) })).toEqual(
      refused('time-out'),
    )
  })

  it('tells a name that nobody has from silence', async () => {
    expect(await post('http://nobody.example')).toEqual(refused('name'))
    expect(await post('http://nobody.example', { lookup: async () => [] })).toEqual(refused('name'))
    expect(await post('http://nobody.invalid', { lookup: systemLookup })).toEqual(refused('name'))
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
  ])('that is cut off %s was met with silence', async (_, listener) => {
    const { url } = await listening(listener)
    expect(await post(url)).toEqual(refused('unreachable'))
  })

  it('trusts no certificate that nobody vouches for, and needs TLS where https is asked for', async () => {
    const box = await openSmtpServer({ tls: true })
    expect(await post(`https://127.0.0.1:${box.port}`)).toEqual(refused('tls'))
    await box.close()
    const { port } = await listening()
    expect(await post(`https://127.0.0.1:${port}`)).toEqual(refused('tls'))
  })
})
