import { lookup as resolve } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { type TlsFault, tlsFaultOf } from '../shared/tls-fault.ts'
import { isWeb, parseUrl } from '../shared/url.ts'
import { classifyAddress } from './address-class.ts'
import { readBody } from './answer-body.ts'
import { sendPinned } from './pinned-request.ts'

/**
 * This module calls a configured address and prevents server-side request forgery (OWASP SSRF Prevention
 * Cheat Sheet). It checks every address that the host name resolves to, connects only to these, and follows
 * no redirects. guarded-file.ts gets files, and follows redirects with the same checks.
 */

/** Resolves a host name to its IP addresses. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/** Resolves a host name as the system does, which also reads its hosts file. */
export const resolveHostBySystem: ResolveHost = async (hostname) =>
  (await resolve(hostname, { all: true })).map(({ address }) => address)

/** The conditions of a call. */
export type CallOptions = Readonly<{
  resolveHost: ResolveHost
  /** Allows loopback and private networks (ALLOW_PRIVATE_TARGETS). */
  allowPrivate: boolean
  /** Aborts the call. */
  signal: AbortSignal
  /** Request headers besides those of the JSON body. */
  headers?: Readonly<Record<string, string>>
}>

/** An answer to posted JSON. `json` is undefined when the body is not JSON. */
export type JsonAnswer = Readonly<{ answered: true; status: number; json: unknown }>

/**
 * A call without an answer. `why` says the reason:
 * - `address`: the address is not http or https, or contains user name or password.
 * - `name`: the host name does not exist.
 * - `private`, `forbidden`: the address is not allowed, and no connection was made.
 * - `certificate`, `plain`, `version`: the encrypted connection failed (shared/tls-fault.ts).
 * - `no-http`: the server that answers is no web server.
 * - `unreachable`: there was no connection, or it broke.
 * - `redirect`: there are too many redirects, or one from https to http.
 * - `time-out`: the caller has aborted the call.
 * - `too-large`: the body is longer than the limit.
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

/** Posts JSON. Returns failures instead of throwing them. */
export function postGuarded(
  url: string,
  body: unknown,
  options: CallOptions,
): Promise<JsonAnswer | Unanswered> {
  return callChecked(url, options, async (target, ips) => {
    const response = await sendPinned(target, { ...options, ips, json: JSON.stringify(body) })
    const bytes = await readBody(response)
    if (bytes === undefined) return unanswered('too-large')
    return {
      answered: true,
      status: response.statusCode ?? 0,
      json: readJson(response, bytes.toString('utf8')),
    }
  })
}

/** Makes the call if its URL may be called. Returns why the call was not made or has failed. */
export async function callChecked<Answer>(
  url: string,
  options: CallOptions,
  call: (target: URL, ips: readonly string[]) => Promise<Answer | Unanswered>,
): Promise<Answer | Unanswered> {
  const target = parseUrl(url)
  if (target === undefined || !isWeb(target) || target.username !== '' || target.password !== '')
    return unanswered('address')
  try {
    const ips = await ipsOf(target, options)
    if (ips.length === 0) return unanswered('name')
    const classes = ips.map(classifyAddress)
    if (classes.includes('forbidden')) return unanswered('forbidden')
    if (classes.includes('private') && !options.allowPrivate) return unanswered('private')
    return await call(target, ips)
  } catch (error) {
    return unanswered(options.signal.aborted ? 'time-out' : reasonOf(error))
  }
}

/** Returns the IP addresses of the host. `URL` has already normalised other notations, such as 0x7f000001. */
async function ipsOf({ hostname }: URL, { resolveHost, signal }: CallOptions): Promise<readonly string[]> {
  // A URL has an IPv6 address in brackets.
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? Promise.race([resolveHost(host), rejectOnAbort(signal)]) : [host]
}

/** Rejects when the call is aborted, because a DNS lookup itself cannot be aborted. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Returns the JSON of a body; undefined when the content type is another, or the text is no JSON. */
function readJson({ headers }: IncomingMessage, text: string): unknown {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the reason for an error of the lookup or of the connection. */
function reasonOf(error: unknown): Unanswered['why'] {
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  const tls = tlsFaultOf(error as Error)
  if (tls !== undefined) return tls
  // These are the codes of Node's HTTP parser.
  if (code.startsWith('HPE_')) return 'no-http'
  return syscall === 'getaddrinfo' ? 'name' : 'unreachable'
}

/** Returns the failure with this reason. */
export function unanswered(why: Unanswered['why']): Unanswered {
  return { answered: false, why }
}
