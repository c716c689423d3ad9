import { describe, expect, it } from 'vitest'
import { openRecordingServer, resolveNoName } from '../testing/recording-server.ts'
import { getGuarded } from './guarded-call.ts'

/** Limit of the calls. The files of these tests are shorter. */
const MOST_BYTES = 100

const refused = (why: string) => ({ answered: false, why })

/** Returns options that allow calls to this machine. */
const loopbackOptions = () => ({
  resolveHost: resolveNoName,
  allowPrivate: true,
  signal: AbortSignal.timeout(30_000),
})

describe('a guarded call for a file', () => {
  it('follows four redirects, and no fifth', async () => {
    // The path is the number of redirects that are left.
    const { url } = await openRecordingServer(({ url: path }, response) => {
      if (path === '/0') response.end('file')
      else response.writeHead(302, { location: `/${Number(path?.slice(1)) - 1}` }).end()
    })
    expect(await getGuarded(`${url}/4`, loopbackOptions(), MOST_BYTES)).toMatchObject({
      body: Buffer.from('file'),
    })
    expect(await getGuarded(`${url}/5`, loopbackOptions(), MOST_BYTES)).toEqual(refused('redirect'))
  })

  it('refuses a redirect to an invalid address', async () => {
    const { url } = await openRecordingServer((_, response) => {
      response.writeHead(302, { location: 'http://[' }).end()
    })
    expect(await getGuarded(url, loopbackOptions(), MOST_BYTES)).toEqual(refused('redirect'))
  })

  it('is a GET with the headers of the caller', async () => {
    const { url, requests } = await openRecordingServer(({ headers }, response) => {
      response.end(`${headers['if-none-match']} ${headers['content-type']}`)
    })
    const answer = await getGuarded(
      url,
      { ...loopbackOptions(), headers: { 'if-none-match': '"1"' } },
      MOST_BYTES,
    )
    expect(answer).toMatchObject({ status: 200, body: Buffer.from('"1" undefined') })
    expect(requests[0]).toMatch(/^GET /)
  })

  it('has no body when the file is missing', async () => {
    const { url } = await openRecordingServer((_, response) => void response.writeHead(404).end('not here'))
    expect(await getGuarded(url, loopbackOptions(), MOST_BYTES)).toMatchObject({
      status: 404,
      body: Buffer.alloc(0),
    })
  })
})
