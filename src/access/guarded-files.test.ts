import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listen } from '../testing/loopback.ts'
import { getGuarded } from './guarded-call.ts'

/** Resolves no name. */
const unknownName = () => Promise.reject(Object.assign(new Error('ENOTFOUND'), { syscall: 'getaddrinfo' }))

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

/** Returns options that allow loopback, for a call of this many milliseconds at most. */
const optionsFor = (timeoutMs: number) => ({
  resolveHost: unknownName,
  allowPrivate: true,
  signal: AbortSignal.timeout(timeoutMs),
})

describe('a guarded call for a file', () => {
  it('follows four redirects, and no fifth', async () => {
    const { url } = await openServer(({ url: path }, response) => {
      if (path === '/0') response.end('file')
      else response.writeHead(302, { location: `/${Number(path?.slice(1)) - 1}` }).end()
    })
    expect(await getGuarded(`${url}/4`, optionsFor(30_000), 100)).toMatchObject({ body: Buffer.from('file') })
    expect(await getGuarded(`${url}/5`, optionsFor(30_000), 100)).toEqual(refused('redirect'))
  })

  it('does not follow a redirect to something that is no address', async () => {
    const { url } = await openServer((_, response) => {
      response.writeHead(302, { location: 'http://[' }).end()
    })
    expect(await getGuarded(url, optionsFor(30_000), 100)).toEqual(refused('redirect'))
  })

  it('is a GET with the headers of the caller', async () => {
    const { url, requests } = await openServer(({ headers }, response) => {
      response.end(`${headers['if-none-match']} ${headers['content-type']}`)
    })
    const answer = await getGuarded(url, { ...optionsFor(3_000), headers: { 'if-none-match': '"1"' } }, 100)
    expect(answer).toMatchObject({ status: 200, body: Buffer.from('"1" undefined') })
    expect(requests[0]).toMatch(/^GET /)
  })

  it('has no body where the file is not there', async () => {
    const { url } = await openServer((_, response) => void response.writeHead(404).end('not here'))
    expect(await getGuarded(url, optionsFor(3_000), 100)).toMatchObject({
      status: 404,
      body: Buffer.alloc(0),
    })
  })
})
