import { describe, expect, it } from 'vitest'
import { unanswered } from '../testing/guarded-post.ts'
import { openRecordingServer, resolveNoName } from '../testing/recording-server.ts'
import { getGuarded } from './guarded-file.ts'

/** The bytes that a call reads at most. The files of these tests are shorter. */
const MAX_BYTES = 100

/** Gets a file from a server on the loopback interface. */
function getFile(url: string, headers: Record<string, string> = {}) {
  const signal = AbortSignal.timeout(30_000)
  return getGuarded(url, { resolveHost: resolveNoName, allowPrivate: true, signal, headers }, MAX_BYTES)
}

describe('a guarded call for a file', () => {
  it('follows four redirects, and no fifth', async () => {
    // The path is the number of redirects that are left.
    const { url } = await openRecordingServer(({ url: path }, response) => {
      if (path === '/0') response.end('file')
      else response.writeHead(302, { location: `/${Number(path?.slice(1)) - 1}` }).end()
    })
    expect(await getFile(`${url}/4`)).toMatchObject({
      body: Buffer.from('file'),
    })
    expect(await getFile(`${url}/5`)).toEqual(unanswered('redirect'))
  })

  it('refuses a redirect to an invalid URL', async () => {
    const { url } = await openRecordingServer((_, response) => {
      response.writeHead(302, { location: 'http://[' }).end()
    })
    expect(await getFile(url)).toEqual(unanswered('redirect'))
  })

  it('is a GET with the headers of the caller', async () => {
    const { url, requests } = await openRecordingServer(({ headers }, response) => {
      response.end(`${headers['if-none-match']} ${headers['content-type']}`)
    })
    const answer = await getFile(url, { 'if-none-match': '"1"' })
    expect(answer).toMatchObject({ status: 200, body: Buffer.from('"1" undefined') })
    expect(requests[0]).toMatch(/^GET /)
  })

  it('has no body when the file is missing', async () => {
    const { url } = await openRecordingServer((_, response) => void response.writeHead(404).end('not here'))
    expect(await getFile(url)).toMatchObject({
      status: 404,
      body: Buffer.alloc(0),
    })
  })
})
