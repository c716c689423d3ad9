import { type RequestListener, request } from 'node:http'

/**
 * Returns the listener of a proxy that forwards requests to the port with another X-Forwarded-For.
 * @param forwardedFor from the header of the request
 */
export function proxyTo(port: number, forwardedFor: (from: string | undefined) => string): RequestListener {
  return (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': forwardedFor(incoming.headers['x-forwarded-for']?.toString()),
      'x-forwarded-proto': 'https',
    }
    const onward = request(
      { port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
}
