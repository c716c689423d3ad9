import { type FaultCodes, refusal, type SmsFault } from './provider.ts'

/** A response; the body is parsed if it is JSON, else a text. */
export type Answer = Readonly<{ answered: true; status: number; body: unknown }>

/** No response. `sent` is false when the request certainly did not reach the provider. */
type Silence = Readonly<{ answered: false; sent: boolean; why: string }>

export type Request = Readonly<{
  method: 'GET' | 'POST' | 'PUT'
  headers: Readonly<Record<string, string>>
  body?: string
  /** Milliseconds until the last byte of the response. */
  timeoutMs: number
}>

/** Milliseconds. Node gives up connecting after 10 s, which leaves the rest for the response and distinguishes the two. */
export const TIMEOUT_MS = { send: 15_000, read: 10_000, balance: 5_000 }

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/

/** Makes one call. Follows no redirect, because the credentials would follow it too. */
export async function call(
  httpFetch: typeof fetch,
  url: string,
  request: Request,
): Promise<Answer | Silence> {
  const { timeoutMs, ...init } = request
  try {
    const response = await httpFetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { answered: true, status: response.status, body: parse(await response.text()) }
  } catch (error) {
    return silenceOf(error)
  }
}

/** What a missing response means for a message. */
export function silentFault({ sent, why }: Silence): SmsFault {
  return sent
    ? {
        ok: false,
        kind: 'unknown',
        sendStatus: null,
        detail: `Keine Antwort (${why}): Es ist nicht bekannt, ob die SMS gesendet wurde.`,
      }
    : { ok: false, kind: 'temporary', sendStatus: null, detail: `Nicht erreichbar (${why}).` }
}

/** The fault of a refused call: what its code means, else what its HTTP status means. A code in a 5xx does not count. */
export function refusedCall(codes: FaultCodes, status: number, code: string): SmsFault {
  const known = status < 500 && Object.hasOwn(codes, code)
  return (known ? undefined : faultOfStatus(status)) ?? refusal(codes, code)
}

function faultOfStatus(status: number): SmsFault | undefined {
  const fault = (kind: SmsFault['kind'], sentence: string): SmsFault => ({
    ok: false,
    kind,
    sendStatus: `HTTP ${status}`,
    detail: `${sentence} (HTTP ${status})`,
  })
  if (status >= 500) return fault('unknown', 'Störung: Es ist nicht bekannt, ob die SMS gesendet wurde.')
  if (status === 429) return fault('temporary', 'Zu viele Anfragen.')
  if (status === 401 || status === 403) return fault('configuration', 'Die Zugangsdaten wurden abgelehnt.')
  if (status === 404 || status === 405)
    return fault('configuration', 'Unter dieser Adresse antwortet kein SMS-Dienst.')
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}

type Cause = Readonly<{ code?: string; syscall?: string; message?: string; errors?: readonly Cause[] }>

function silenceOf(error: unknown): Silence {
  const { name, cause = {} } = error as { name?: string; cause?: Cause }
  if (name === 'TimeoutError') return { answered: false, sent: true, why: 'Zeitüberschreitung' }
  return { answered: false, sent: !wasNotSent(cause), why: cause.code ?? 'Verbindung abgebrochen' }
}

/** No connection, a wrong certificate before the request was sent, or a redirect. */
function wasNotSent({ code = '', syscall, message, errors }: Cause): boolean {
  if (errors !== undefined) return errors.every(wasNotSent)
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    CERTIFICATE.test(code) ||
    message === 'unexpected redirect'
  )
}
