import { z } from 'zod'
import { readAnswerText } from '../../access/answer-body.ts'
import { type TlsFault, tlsFaultOf } from '../../shared/tls-fault.ts'

/** A number that a provider writes as a number or as a text. */
export const numericSchema = z.union([z.string(), z.number()])

/** A response. `body` is parsed if it is JSON, or else a text. */
export type ProviderAnswer = Readonly<{ answered: true; status: number; body: unknown }>

/** The lack of a response. `wasSent` is false when the request certainly did not reach the provider. */
export type Silence = Readonly<{ answered: false; wasSent: boolean; why: string }>

type ProviderRequest = Readonly<{
  method: 'GET' | 'POST' | 'PUT'
  headers: Readonly<Record<string, string>>
  body?: string
  /** Milliseconds until the last byte of the response. */
  timeoutMs: number
}>

/**
 * Milliseconds until a call is given up. Node gives up connecting after 10 s. `send` leaves 5 s more, so that
 * a call that times out was certainly connected.
 */
export const TIMEOUTS_MS = { send: 15_000, read: 10_000, balance: 5_000 }

/** Words for the admin. All other faults are shown by their system code. */
const TLS_FAULTS: Readonly<Record<TlsFault, string>> = {
  certificate: 'dem Zertifikat wird nicht vertraut',
  plain: 'ohne Verschlüsselung',
  version: 'veraltete Verschlüsselung',
}

/** Makes one call. Follows no redirect, because the credentials would follow it too. */
export async function callProvider(
  httpFetch: typeof fetch,
  url: string,
  request: ProviderRequest,
): Promise<ProviderAnswer | Silence> {
  const { timeoutMs, ...init } = request
  try {
    const response = await httpFetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readAnswerText(response)
    if (text === undefined) return { answered: false, wasSent: true, why: 'zu lange Antwort' }
    return { answered: true, status: response.status, body: parseBody(text) }
  } catch (error) {
    return silenceOf(error)
  }
}

/** Returns the value of a JSON text, else the text itself. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}

/** The cause of an error of `fetch`. `errors` has the cause for each IP address that was tried. */
type Cause = Readonly<{ code?: string; syscall?: string; message?: string; errors?: readonly Cause[] }>

/** Says what an error of `fetch` means for the message: whether it may have been sent, and why. */
function silenceOf(error: unknown): Silence {
  const { name, cause = {} } = error as { name?: string; cause?: Cause }
  if (name === 'TimeoutError') return { answered: false, wasSent: true, why: 'Zeitüberschreitung' }
  const tls = tlsFaultOf(cause)
  if (tls !== undefined) return { answered: false, wasSent: false, why: TLS_FAULTS[tls] }
  return {
    answered: false,
    wasSent: !hasFailedBeforeSending(cause),
    why: cause.code ?? 'Verbindung abgebrochen',
  }
}

/** Returns true if there was no connection, or a redirect, so that the request was not sent. */
function hasFailedBeforeSending({ code = '', syscall, message, errors }: Cause): boolean {
  if (errors !== undefined) return errors.every(hasFailedBeforeSending)
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    message === 'unexpected redirect'
  )
}
