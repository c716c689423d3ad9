import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { POSTED, postJson, unanswered } from '../testing/guarded-post.ts'
import { openRecordingServer } from '../testing/recording-server.ts'

/** Writes as much as the connection takes, and goes on whenever it takes more, until it is closed. */
function writeWithoutEnd(response: ServerResponse): void {
  let takesMore = true
  // A closed response is not writable, and without this check would be written to for ever.
  while (takesMore && response.writable) takesMore = response.write('x'.repeat(64 * 1024))
  response.once('drain', () => writeWithoutEnd(response))
}

describe('a guarded call', () => {
  it('posts JSON and returns status and JSON', async () => {
    const { url, port, requests } = await openRecordingServer()
    expect(await postJson(`${url}/jsonrpc`)).toEqual({ answered: true, status: 200, json: { a: 1 } })
    expect(requests).toEqual([`POST 127.0.0.1:${port} /jsonrpc ${JSON.stringify(POSTED)}`])
  })

  it('returns only JSON', async () => {
    const answerTo = async (type: string, text: string) => {
      const { url } = await openRecordingServer((_, response) => {
        response.setHeader('content-type', type).end(text)
      })
      return postJson(url)
    }
    const withoutJson = { answered: true, status: 200, json: undefined }
    expect(await answerTo('text/html', '{"a":1}')).toEqual(withoutJson)
    expect(await answerTo('application/json', '<html>')).toEqual(withoutJson)
    expect(await answerTo('application/jsonp', '{"a":1}')).toEqual(withoutJson)
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect: %i', async (status) => {
    const target = await openRecordingServer()
    const { url } = await openRecordingServer((_, response) => {
      response.writeHead(status, { location: target.url }).end()
    })
    expect(await postJson(url)).toEqual({ answered: true, status, json: undefined })
    expect(target.requests).toEqual([])
  })

  it('reads at most a megabyte', async () => {
    const answerOf = async (bytes: number) => {
      const quotedText = `"${'x'.repeat(bytes - 2)}"`
      const { url } = await openRecordingServer((_, response) => {
        response.setHeader('content-type', 'application/json').end(quotedText)
      })
      return postJson(url)
    }
    expect(await answerOf(1024 * 1024)).toMatchObject({ answered: true })
    expect(await answerOf(1024 * 1024 + 1)).toEqual(unanswered('too-large'))
  })

  it('closes the connection of an answer that is too large', async () => {
    const { promise: closed, resolve: reportClose } = Promise.withResolvers<void>()
    const { url } = await openRecordingServer((_, response) => {
      response.once('close', reportClose)
      writeWithoutEnd(response)
    })
    expect(await postJson(url)).toEqual(unanswered('too-large'))
    await closed
  })
})
