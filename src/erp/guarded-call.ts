import { lookup as resolve } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isWeb, parseUrl } from '../shared/link.ts'
import { whereIs } from './targets.ts'

/**
 * Calls to an address that somebody typed in, so that none reaches what only this machine can reach: every address behind
 * the name is looked at, the connection goes to these and no others, and no redirect is followed.
 */

/** All addresses behind a host name. The way out to the name servers. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

export const systemLookup: Lookup = async (hostname) =>
  (await resolve(hostname, { all: true })).map(({ address }) => address)

export type Guard = Readonly<{
  lookup: Lookup
  /** Lets through to loopback and private networks (ALLOW_PRIVATE_TARGETS). */
  allowPrivate: boolean
  /** Ends whatever is still under way. */
  signal: AbortSignal
}>

/** `json` is undefined where the body is none. */
export type Answer = Readonly<{ answered: true; status: number; json: unknown }>

/**
 * Why there is no answer.
 * - `address`: it is not of http or https, or there is a login in it.
 * - `name`: nobody has that name.
 * - `private`, `forbidden`: it leads where we do not go, and nobody was called.
 * - `tls`: no certificate that can be trusted, or no TLS at all.
 * - `silence`: nobody is there, or the line broke.
 */
export type Unanswered = Readonly<{
  answered: false
  why: 'address' | 'name' | 'private' | 'forbidden' | 'tls' | 'silence' | 'time-out' | 'too-large'
}>

/** Bytes of an answer. */
const LARGEST = 1024 * 1024

const TLS_TROUBLE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/

/** One POST of JSON. Never throws for what is out there. */
export async function postGuarded(
  address: string,
  body: unknown,
  guard: Guard,
): Promise<Answer | Unanswered> {
  const url = parseUrl(address)
  if (url === undefined || !isWeb(url) || url.username !== '' || url.password !== '') return none('address')
  try {
    const addresses = await addressesOf(url, guard)
    if (addresses.length === 0) return none('name')
    const places = addresses.map(whereIs)
    if (places.includes('forbidden')) return none('forbidden')
    if (places.includes('private') && !guard.allowPrivate) return none('private')
    return await exchange(url, addresses, JSON.stringify(body), guard.signal)
  } catch (fault) {
    return none(guard.signal.aborted ? 'time-out' : reasonOf(fault))
  }
}

/** `URL` has already written 0x7f000001 and its like as what they are. */
async function addressesOf({ hostname }: URL, { lookup, signal }: Guard): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? Promise.race([lookup(host), endOf(signal)]) : [host]
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })
}

async function exchange(
  url: URL,
  addresses: readonly string[],
  body: string,
  signal: AbortSignal,
): Promise<Answer | Unanswered> {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'application/json',
    },
    // A connection that was kept open may lead to where the name led before.
    agent: false,
    lookup: pinnedTo(addresses),
    signal,
  })
  // What breaks after the response has begun is told by the response.
  request.on('error', () => {})
  request.end(body)
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage]
  const text = await readText(response)
  if (text === undefined) return none('too-large')
  return { answered: true, status: response.statusCode ?? 0, json: readJson(response, text) }
}

/** Answers with the addresses that were looked at, so that the name cannot lead elsewhere a moment later. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, tell) => {
    if (all) tell(null, found)
    else tell(null, found[0]?.address ?? '', found[0]?.family)
  }
}

/** Undefined when it is too large. To leave the loop is to hang up. */
async function readText(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readJson({ headers }: IncomingMessage, text: string): unknown {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(fault: unknown): Unanswered['why'] {
  const { code = '', syscall } = fault as { code?: string; syscall?: string }
  if (TLS_TROUBLE.test(code)) return 'tls'
  return syscall === 'getaddrinfo' ? 'name' : 'silence'
}

function none(why: Unanswered['why']): Unanswered {
  return { answered: false, why }
}
