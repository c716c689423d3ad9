import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

/** This module sends a request to IP addresses that were checked before, whatever DNS answers by then. */

/** A request with the IP addresses to which it may connect. */
type PinnedRequest = Readonly<{
  /** The checked IP addresses of the host. The connection is made to one of them. */
  ips: readonly string[]
  signal: AbortSignal
  headers?: Readonly<Record<string, string>> | undefined
  /** The JSON that is posted; without it, the call is a GET. */
  json?: string
}>

/** Sends a request to one of the given IP addresses. */
export async function sendPinned(
  target: URL,
  { ips, signal, headers, json }: PinnedRequest,
): Promise<IncomingMessage> {
  const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
    method: json === undefined ? 'GET' : 'POST',
    headers: json === undefined ? headers : { ...headers, ...headersOfJson(json) },
    // A kept-alive connection would bypass the check of the IP addresses.
    agent: false,
    lookup: pinnedTo(ips),
    signal,
  })
  // Errors before the response are thrown by `once`. Later errors also reach the reader of the response, so
  // they are ignored here.
  request.on('error', () => {})
  request.end(json)
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage]
  return response
}

function headersOfJson(json: string) {
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
    accept: 'application/json',
  }
}

/** Returns a DNS lookup that gives only the checked IP addresses, so that a changed answer has no effect. */
function pinnedTo(ips: readonly string[]): LookupFunction {
  const addresses = ips.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    if (all) callback(null, addresses)
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  }
}
