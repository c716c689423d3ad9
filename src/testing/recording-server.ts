import type { RequestListener } from 'node:http'
import { listen } from './loopback.ts'

const answerJson: RequestListener = (_, response) => {
  response.setHeader('content-type', 'application/json').end('{"a":1}')
}

/**
 * Opens a server on a loopback port that records the method, host, path and body of each request. It answers
 * `{"a":1}` by default.
 */
export async function openRecordingServer(listener: RequestListener = answerJson) {
  const requests: string[] = []
  const url = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push(`${request.method} ${request.headers.host} ${request.url} ${body}`)
    listener(request, response)
  })
  return { url, port: new URL(url).port, requests }
}

/** Fails to resolve any name, like a system without a name server. */
export const resolveNoName = () =>
  Promise.reject(Object.assign(new Error('ENOTFOUND'), { syscall: 'getaddrinfo' }))
