import { lookup as resolve } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networks } from '../config.ts'
import { isWeb, parseUrl } from '../shared/link.ts'
import { type TlsFault, tlsFaultOf } from '../shared/tls-fault.ts'

/**
 * This module calls a configured address and prevents server-side request forgery (OWASP SSRF Prevention
 * Cheat Sheet). It checks every address that the host name resolves to, connects to these only, and follows
 * a redirect only where a caller asks for it, with the same checks.
 */

/** Resolves a host name to its addresses. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

export const resolveHostBySystem: ResolveHost = async (hostname) =>
  (await resolve(hostname, { all: true })).map(({ address }) => address)

export type Guard = Readonly<{
  resolveHost: ResolveHost
  /** Allows loopback and private networks (ALLOW_PRIVATE_TARGETS). */
  allowPrivate: boolean
  /** Aborts the call. */
  signal: AbortSignal
  /** Request headers besides those of the JSON body. */
  headers?: Readonly<Record<string, string>>
}>

/** `json` is undefined when the body is not JSON. */
export type JsonAnswer = Readonly<{ answered: true; status: number; json: unknown }>

/**
 * `why` says why there is no answer.
 * - `address`: the address is not http or https, or contains user name or password.
 * - `name`: the host name does not exist.
 * - `private`, `forbidden`: the address is not allowed, and no connection was made.
 * - `certificate`, `plain`, `version`: the encrypted connection did not come about (shared/tls-fault.ts).
 * - `no-http`: something else than a web server answers.
 * - `unreachable`: there was no connection, or it broke.
 * - `redirect`: there are too many redirects, or one from https to http.
 */
export type Unanswered = Readonly<{
  answered: false
  why:
    | TlsFault
    | 'address'
    | 'name'
    | 'private'
    | 'forbidden'
    | 'no-http'
    | 'unreachable'
    | 'redirect'
    | 'time-out'
    | 'too-large'
}>

/** `headers` are in lower case. The body is empty unless the status is 200. */
export type FileAnswer = Readonly<{
  answered: true
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}>

/** Bytes of the largest JSON answer that is read. */
const MAX_ANSWER = 1024 * 1024
/** Redirects that are followed for a file. */
const MOST_REDIRECTS = 4

/** Posts JSON. Returns failures instead of throwing them. */
export function postGuarded(address: string, body: unknown, guard: Guard): Promise<JsonAnswer | Unanswered> {
  return guarded(address, guard, async (url, addresses) => {
    const response = await send(url, addresses, guard, JSON.stringify(body))
    const read = await readBody(response, MAX_ANSWER)
    if (read === undefined) return none('too-large')
    return {
      answered: true,
      status: response.statusCode ?? 0,
      json: readJson(response, read.toString('utf8')),
    }
  })
}

/**
 * Gets a file, and follows redirects, but none that leads from https to http. Returns failures instead of
 * throwing them.
 * @param most bytes of the largest file that is read
 */
export async function getGuarded(
  address: string,
  guard: Guard,
  most: number,
): Promise<FileAnswer | Unanswered> {
  let target = address
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const answer = await getOnce(target, guard, most)
    const to = answer.answered && isRedirect(answer.status) ? answer.headers.location : undefined
    if (typeof to !== 'string') return answer
    const next = URL.canParse(to, target) ? new URL(to, target) : undefined
    if (next === undefined || (next.protocol === 'http:' && target.startsWith('https:')))
      return none('redirect')
    target = next.href
  }
  return none('redirect')
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

function getOnce(address: string, guard: Guard, most: number): Promise<FileAnswer | Unanswered> {
  return guarded(address, guard, async (url, addresses) => {
    const response = await send(url, addresses, guard)
    const { statusCode: status = 0, headers } = response
    if (status !== 200) {
      response.destroy()
      return { answered: true, status, headers, body: Buffer.alloc(0) }
    }
    const body = await readBody(response, most)
    return body === undefined ? none('too-large') : { answered: true, status, headers, body }
  })
}

/** Checks the address before the call, and returns why the call has failed. */
async function guarded<Answer>(
  address: string,
  guard: Guard,
  call: (url: URL, addresses: readonly string[]) => Promise<Answer | Unanswered>,
): Promise<Answer | Unanswered> {
  const url = parseUrl(address)
  if (url === undefined || !isWeb(url) || url.username !== '' || url.password !== '') return none('address')
  try {
    const addresses = await addressesOf(url, guard)
    if (addresses.length === 0) return none('name')
    const classes = addresses.map(classifyAddress)
    if (classes.includes('forbidden')) return none('forbidden')
    if (classes.includes('private') && !guard.allowPrivate) return none('private')
    return await call(url, addresses)
  } catch (error) {
    return none(guard.signal.aborted ? 'time-out' : reasonOf(error))
  }
}

/**
 * Returns the addresses to call. `URL` has normalized other notations of an IP address, such as 0x7f000001.
 */
async function addressesOf({ hostname }: URL, { resolveHost, signal }: Guard): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? Promise.race([resolveHost(host), aborted(signal)]) : [host]
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** @param json is posted; without it, the call is a GET */
async function send(
  url: URL,
  addresses: readonly string[],
  { signal, headers }: Guard,
  json?: string,
): Promise<IncomingMessage> {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: json === undefined ? 'GET' : 'POST',
    headers:
      json === undefined
        ? headers
        : {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(json),
            accept: 'application/json',
          },
    // A kept-alive connection would bypass the check of the addresses.
    agent: false,
    lookup: pinnedTo(addresses),
    signal,
  })
  // `once` throws errors before the response. Later errors are those of the response, so they are ignored
  // here.
  request.on('error', () => {})
  request.end(json)
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage]
  return response
}

/** Returns a look-up that gives only the checked addresses, so that a changed DNS answer has no effect. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    if (all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  }
}

/** Returns undefined for a body above `most` bytes. Leaving the loop closes the connection. */
async function readBody(response: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readJson({ headers }: IncomingMessage, text: string): unknown {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): Unanswered['why'] {
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  const tls = tlsFaultOf(error as Error)
  if (tls !== undefined) return tls
  if (code.startsWith('HPE_')) return 'no-http'
  return syscall === 'getaddrinfo' ? 'name' : 'unreachable'
}

function none(why: Unanswered['why']): Unanswered {
  return { answered: false, why }
}

/** Private is this machine or a local network. Forbidden is an address that is never called. */
type AddressClass = 'public' | 'private' | 'forbidden'

/** Loopback and local networks (RFC 1918, 4193, 6598). */
const PRIVATE = networks([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
])

/** Link-local, multicast and reserved addresses, and the metadata services of cloud providers. */
const FORBIDDEN = networks([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Metadata services of Alibaba, Azure and AWS outside link-local.
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  // Teredo and 6to4 contain an arbitrary IPv4 address.
  '2001::/32',
  '2002::/16',
])

/** All other IPv6 is link-local, multicast, reserved or contains an IPv4 address (RFC 4291). */
const GLOBAL_IPV6 = networks(['2000::/3'])

/** @param address IPv4 or IPv6; anything else is forbidden */
export function classifyAddress(address: string): AddressClass {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0 || address.includes('%') || FORBIDDEN.check(address, family)) return 'forbidden'
  if (PRIVATE.check(address, family)) return 'private'
  return family === 'ipv4' || GLOBAL_IPV6.check(address, family) ? 'public' : 'forbidden'
}
