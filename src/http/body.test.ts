import { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { webhookUrl } from '../messaging/sms/webhooks.ts'
import { openLoggedApp } from '../testing/logged-app.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { openServer } from './server.ts'

/** The most bytes of a body (request-guards.ts). */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Sends the beginning of a request over the network, and disconnects while the server waits for the rest of
 * the body.
 * @returns the answer that nobody receives
 */
async function abortInBody(app: TestApp, beginning: string): Promise<Response> {
  const client = new Socket()
  const { promise: answer, resolve: setAnswer } = Promise.withResolvers<Response>()
  const { port, close } = await openServer(
    (request, env) => {
      const pendingAnswer = Promise.resolve(app.http.fetch(request, env))
      pendingAnswer.then(setAnswer)
      client.destroy()
      return pendingAnswer
    },
    { port: 0, host: '127.0.0.1', trustedProxies: [] },
  )
  onTestFinished(close)
  client.connect(port, '127.0.0.1')
  client.write(beginning)
  return answer
}

describe('a body', () => {
  /** Returns JSON with this number of bytes. */
  const bodyOf = (bytes: number) => `{"email":"${'x'.repeat(bytes - '{"email":""}'.length)}"}`

  it('may have 64 KB', async () => {
    const browser = openTestApp().browser()
    expect((await browser.post('/api/email/send', bodyOf(MAX_BODY_BYTES))).json.error).toBe('invalid')
  })

  it('is refused with a byte more than 64 KB', async () => {
    const browser = openTestApp().browser()
    const answer = await browser.post('/api/email/send', bodyOf(MAX_BODY_BYTES + 1))
    const refusal = { error: 'too_large', message: 'Die Anfrage ist zu groß.' }
    expect([answer.status, answer.json]).toEqual([413, refusal])
  })

  it('is limited even without a Content-Length', async () => {
    let bytesSent = 0
    const endless = new ReadableStream({
      pull(controller) {
        const chunk = new TextEncoder().encode(' '.repeat(MAX_BODY_BYTES / 4))
        bytesSent += chunk.length
        controller.enqueue(chunk)
      },
    })
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', body: endless, duplex: 'half', headers } as RequestInit
    const answer = await openTestApp().http.request('/api/email/send', init)
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([413, 'too_large'])
    expect(bytesSent).toBeLessThan(4 * MAX_BODY_BYTES)
  })

  it('is limited even if its Content-Length is wrong', async () => {
    const answer = await openTestApp()
      .browser()
      .post('/api/email/send', bodyOf(70_000), { 'content-length': '10', 'transfer-encoding': 'chunked' })
    expect(answer.status).toBe(413)
  })

  it.each([
    {
      call: 'a hold',
      pathIn: () => '/api/hold',
      lengthHeader: 'Transfer-Encoding: chunked',
      firstPart: 'ff\r\n{',
    },
    {
      call: 'a webhook',
      pathIn: (app: TestApp) => new URL(webhookUrl(app.ctx(), 'sevenio')).pathname,
      lengthHeader: 'Content-Length: 255',
      firstPart: '{',
    },
  ])('is not logged when the client aborts it: $call', async ({ pathIn, lengthHeader, firstPart }) => {
    const { app, lines } = openLoggedApp()
    const head = [
      `POST ${pathIn(app)} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      lengthHeader,
    ]
    const answer = await abortInBody(app, `${head.join('\r\n')}\r\n\r\n${firstPart}`)
    expect(answer.status).toBe(400)
    expect(lines).toEqual([])
  })
})
